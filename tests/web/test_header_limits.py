"""No parser sees a header that is longer than any browser sends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette import formparsers, requests

from fullhouse.web.middleware import HEADER_TOO_LONG, LONGEST_HEADER, LONGEST_TYPE
from fullhouse.web.request_body import LONGEST_PART_HEADER
from tests.web.desk.support import OURS, Desk, desk_at
from tests.web.test_loop_stays_free import PATHS

CRAFTED_TYPE = 'multipart/form-data; boundary=B;"' + ";" * 31_000
PARSERS = (
    (requests, "parse_options_header"),
    (formparsers, "parse_options_header"),
)
TOO_LONG = {
    "content-type": CRAFTED_TYPE,
    "content-disposition": "form-data; " + "x" * LONGEST_TYPE,
    "cookie": "a=b;" * (LONGEST_HEADER // 4 + 1),
    "authorization": "Bearer " + "x" * LONGEST_HEADER,
    "accept-language": "de," * (LONGEST_HEADER // 3 + 1),
    "idempotency-key": "x" * (LONGEST_HEADER + 1),
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path) as desk:
        desk.evening.opens(cap=2)
        yield desk


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all headers that parsers saw."""
    seen: list[int] = []

    def recording(parse: Callable[[str], object]) -> Callable[[str], object]:
        def record(value: str) -> object:
            seen.append(len(value))
            return parse(value)

        return record

    for module, name in PARSERS:
        monkeypatch.setattr(module, name, recording(getattr(module, name)))
    return seen


@pytest.mark.parametrize("name", TOO_LONG)
@pytest.mark.parametrize("path", [*PATHS, "/api/v1/events", "/desk"])
def test_a_long_header_is_refused_unread(
    path: str, name: str, desk: Desk, lengths: list[int]
) -> None:
    answer = desk.web.post(path, content=b"x", headers={**OURS, name: TOO_LONG[name]})
    assert (answer.status_code, answer.text) == (400, HEADER_TOO_LONG)
    assert lengths == []


@pytest.mark.parametrize("path", ["/e/party", "/waitlist", "/book", "/desk/sign-in"])
def test_a_long_header_of_a_part_is_refused_unread(
    path: str, desk: Desk, lengths: list[int]
) -> None:
    part = f'--B\r\nContent-Disposition: form-data; name=email;"{";" * 4000}\r\n\r\nx\r\n'
    kind = "multipart/form-data; boundary=B"
    answer = desk.web.post(
        path, content=f"{part}--B--".encode(), headers={**OURS, "content-type": kind}
    )
    assert answer.status_code == 400
    assert max(lengths) <= LONGEST_PART_HEADER


def test_headers_as_browsers_send_them_are_read(desk: Desk, lengths: list[int]) -> None:
    cookie = "; ".join(f"other{number}={'x' * 90}" for number in range(40))
    answer = desk.web.post(
        "/e/party",
        files={"name": (None, "Ada"), "email": (None, "ada@example.org")},
        headers={**OURS, "cookie": cookie},
    )
    assert answer.status_code == 303
    assert max(lengths) < LONGEST_TYPE


def test_a_cookie_is_found_among_others_and_never_unquoted(desk: Desk) -> None:
    desk.sign_in()
    (own,) = [one for one in desk.web.cookies.jar if one.name == "fullhouse_desk"]
    crafted = 'x="' + "\\1" * 3000 + '"'
    desk.web.cookies.clear()
    head = {**OURS, "cookie": f"{crafted}; fullhouse_desk = {own.value}; y"}
    assert desk.web.get("/desk", headers=head, follow_redirects=False).status_code == 200
