"""Our own links and marks in text of others."""

from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.mail_marks import guest_mark
from fullhouse.kernel.quoted_links import BLANK, blank_links
from tests.support.cpu_time import cpu_within

KEYS = (Key("k1", b"s" * 32),)
TOKEN = Keyring(KEYS).sign(
    Link("leave", "waitlist", "anna", expires_at=datetime(2027, 1, 1, tzinfo=UTC))
)
PLAIN = Keyring(KEYS).sign(Link("cancel", "party-42", "bea_1"))
MARK = guest_mark(KEYS, "party", "anna")
OURS = "https://desk.example.org"


@pytest.mark.parametrize("token", [TOKEN, PLAIN])
@pytest.mark.parametrize(
    "written",
    [
        "{url}",
        "Leave the waitlist: {url}\nBest, Jo",
        "> <{url}>",
        '<a href="{url}">Leave</a>',
        "https://safe.example.com/?url={quoted}&data=1",
        "{token}",
        "see ({url}), please",
    ],
)
def test_a_link_is_blanked_however_it_is_quoted(token: str, written: str) -> None:
    url = f"{OURS}/l/{token}"
    text = written.format(url=url, quoted=quote(url, safe=""), token=token)
    signature = token.rpartition(".")[2]
    blanked = blank_links(text)
    assert signature not in blanked
    assert BLANK in blanked


@pytest.mark.parametrize("at", range(14, len(TOKEN) - 14, 7))
@pytest.mark.parametrize("between", ["\n", "\r\n> ", "=\n"])
def test_a_link_over_two_lines_is_blanked_whole(at: int, between: str) -> None:
    broken = f"> {OURS}/l/{TOKEN[:at]}{between}{TOKEN[at:]}\n> Until then, Jo"
    blanked = blank_links(broken)
    assert TOKEN[at + 1 : at + 12] not in blanked
    assert blanked.endswith("\n> Until then, Jo")


def test_a_short_link_is_blanked() -> None:
    assert blank_links(f"Take it: {OURS}/s/0aB4cD6eF8gH") == f"Take it: {OURS}/s/{BLANK}"


@pytest.mark.parametrize("local", ["rsvp+party.", "desk+", "bounces+", "RSVP+party."])
def test_a_mark_in_an_address_is_blanked(local: str) -> None:
    assert blank_links(f"To: {local}{MARK}@rsvp.example.org") == (
        f"To: {local}{BLANK}@rsvp.example.org"
    )


@pytest.mark.parametrize(
    "text",
    [
        "A table for two on 12.06. at 19:30, please",
        "Call +49 170 1234567 or write to alexander.hamilton-jr@example.org",
        "alexanderhamiltonsr@example.org",
        "https://example.org/l/menu and https://example.org/s/about",
        "See https://example.org/events/2026/06/20/summer-party.html",
        "",
    ],
)
def test_everything_else_stays(text: str) -> None:
    assert blank_links(text) == text


@pytest.mark.timing
@pytest.mark.parametrize(
    "piece", ["/l/", "a.", "/l/a\n> ", "rsvp+", "%2Fl%2F", "a.b.c.d.e.12345678."]
)
def test_a_long_text_is_blanked_in_no_time(piece: str) -> None:
    with cpu_within(1):
        assert blank_links(piece * (60_000 // len(piece))) is not None
