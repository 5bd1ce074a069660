"""A webhook's signature: right, fresh and ours, or refused; no answer helps to guess it."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.sms import InboundText, reach_of
from fullhouse.inbound.webhook_signature import check, sign
from fullhouse.products.frontdesk.shared.contacts import NoteReach

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
BODY = b'{"service": "Colour"}'


def refused(
    header: str, body: bytes = BODY, secrets: tuple[str, ...] = ("s",), now: datetime = NOW
) -> str:
    with pytest.raises(Invalid) as unfit:
        check(header, body, secrets, now)
    return unfit.value.problems[0].code


def test_it_is_the_hmac_of_the_time_a_dot_and_the_body() -> None:
    at = int(NOW.timestamp())
    by_hand = hmac.new(b"s", f"{at}.".encode() + BODY, hashlib.sha256).hexdigest()
    assert sign("s", NOW, BODY) == f"t={at},v1={by_hand}"


def test_the_same_body_at_the_same_time_is_known_again_whoever_of_two_signed_it() -> None:
    secrets = ("new", "old")
    digests = {check(sign(one, NOW, BODY), BODY, secrets, NOW) for one in secrets}
    assert len(digests) == 1
    later = NOW + timedelta(seconds=1)
    assert check(sign("new", later, BODY), BODY, secrets, later) not in digests


def test_letters_of_the_hex_may_be_large_and_blanks_may_stand_between() -> None:
    header = sign("s", NOW, BODY)
    time, _, signature = header.partition(",v1=")
    assert check(f" {time} , v1 = {signature.upper()} ", BODY, ("s",), NOW) == check(
        header, BODY, ("s",), NOW
    )


@pytest.mark.parametrize(("seconds", "code"), [(301, "old_signature"), (-301, "old_signature")])
def test_one_that_is_too_old_or_too_early_is_refused(seconds: int, code: str) -> None:
    assert refused(sign("s", NOW, BODY), now=NOW + timedelta(seconds=seconds)) == code


def test_one_of_another_body_time_or_secret_is_refused() -> None:
    header = sign("s", NOW, BODY)
    moved = header.replace(f"t={int(NOW.timestamp())}", f"t={int(NOW.timestamp()) + 1}")
    assert {refused(header, b"{}"), refused(moved), refused(sign("x", NOW, BODY))} == {
        "bad_signature"
    }


def test_without_a_secret_nothing_is_signed() -> None:
    assert refused(sign("", NOW, BODY), secrets=()) == "no_secret"


@given(st.text(max_size=200))
def test_no_header_that_was_not_signed_passes(header: str) -> None:
    assert refused(header) in {"no_signature", "bad_signature", "old_signature"}


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("STOP", NoteReach(address="+491711234567", reach="opted_out", note="STOP by text")),
        ("start", NoteReach(address="+491711234567", reach="fine", note="START by text")),
        ("help", None),
        ("see you", None),
    ],
)
def test_what_a_text_means_for_how_someone_is_reached(words: str, asks: NoteReach | None) -> None:
    assert reach_of(InboundText("+491711234567", words, "SM1")) == asks
