"""Forms are read as the standard library reads them, and in no time whatever they hold."""

from urllib.parse import parse_qsl

import pytest

from fullhouse.inbound.urlencoded import read_form
from tests.support.cpu_time import cpu_within

LONGEST = 64 * 1024


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"a=1&b=2&a=3",
        b"a&b=&=c&&d==e",
        b"name=Ada+Lovelace&x=%2B+%26%3D%25",
        b"name=J%C3%B6rg&caf%c3%a9=%e2%82%ac",
        "name=Jörg".encode(),
        b"a=%&b=%4&c=%zz&d=%41%&e=%%41",
        b"a=%ff&b=\xff",
        b"%",
    ],
)
def test_a_form_is_read_as_the_standard_library_reads_it(body: bytes) -> None:
    expected = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    assert read_form(body, 50) == expected


def test_too_many_fields_are_refused() -> None:
    assert len(read_form(b"a=1&" * 49, 50)) == 49
    with pytest.raises(ValueError, match="too many fields"):
        read_form(b"a=1&" * 50, 50)


def test_what_is_no_utf_8_may_be_refused() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        read_form(b"a=%ff", 50, errors="strict")


@pytest.mark.timing
@pytest.mark.parametrize(
    "piece", [b"%", b"%41", b"%ff", b"%f", b"%41a", b"+", b"a=", b"\xff", b"%2"]
)
def test_a_long_form_costs_next_to_nothing(piece: bytes) -> None:
    with cpu_within(0.02):
        read_form(b"name=" + piece * (LONGEST // len(piece)), 50)
