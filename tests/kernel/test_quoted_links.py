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


SIGNATURE = TOKEN.rpartition(".")[2]
URL = f"{OURS}/l/{TOKEN}"


def left_of(secret: str, blanked: str) -> bool:
    """Return True if most of a secret can still be read, whatever stands between its letters."""
    letters = "".join(letter for letter in blanked if letter.isalnum() or letter in "-_")
    return secret[:30] in letters or secret[-30:] in letters


@pytest.mark.parametrize("at", [20, 40, 55, len(URL) - 43, len(URL) - 30, len(URL) - 9])
@pytest.mark.parametrize(
    "between", [" ", "\u200b", "\u00ad", "&shy;", "\u202f", " \n", "\n\n", "\r\n>> ", "\ufeff"]
)
def test_a_link_with_anything_in_between_keeps_no_signature(at: int, between: str) -> None:
    blanked = blank_links(f"Hello {URL[:at]}{between}{URL[at:]} and goodbye")
    assert not left_of(SIGNATURE, blanked)
    assert blanked.startswith("Hello ")
    assert blanked.endswith(" and goodbye")


@pytest.mark.parametrize(
    "dot",
    [
        "[.]", "(.)", "[dot]", "\\.", "=2E", "%2E", "%252e", "&#46;", "&#x2e;", "&period;",
        "\\u002e", "\uff0e", "\u3002", "\u2024", " . ", "+",
    ],
)  # fmt: skip
def test_a_link_with_its_dots_written_otherwise_keeps_no_signature(dot: str) -> None:
    assert not left_of(SIGNATURE, blank_links(f"See {URL.replace('.', dot)} there"))


@pytest.mark.parametrize(
    "written",
    [
        "".join(f"%{ord(letter):02X}" for letter in URL),
        "".join(f"&#{ord(letter)};" for letter in URL),
        URL.replace("-", "\\-").replace("_", "\\_"),
        URL.replace("https://desk.example.org", "hxxps:// desk . example"),
        TOKEN.partition(".")[2],
        TOKEN.split(".", 3)[3],
        TOKEN[-57:],
        f"{OURS}//l//{TOKEN}",
        f"{OURS}\\/l\\/{TOKEN}",
        "\n".join(URL[at : at + 10] for at in range(0, len(URL), 10)),
    ],
)
def test_a_link_written_otherwise_keeps_no_signature(written: str) -> None:
    blanked = blank_links(f"See {written}")
    assert not left_of(SIGNATURE, blanked)
    assert written[-40:] not in blanked
    assert BLANK in blanked


@pytest.mark.parametrize("between", [" ", "\n", "\u200b"])
def test_a_short_link_that_is_broken_is_blanked(between: str) -> None:
    blanked = blank_links(f"Take it: {OURS}/s/0aB4cD{between}6eF8gH now")
    assert blanked == f"Take it: {OURS}/s/{BLANK} now"


@pytest.mark.parametrize(
    "written", ["<{}@rsvp.example.org>", "id {}@rsvp.example.org", "{}", "<{}%40x>"]
)
@pytest.mark.parametrize("upper", [False, True])
def test_a_mark_alone_is_blanked(written: str, *, upper: bool) -> None:
    mark = "fxistuppi6kroas7sobzbw"
    assert blank_links(written.format(mark.upper() if upper else mark)) == written.format(BLANK)


@pytest.mark.parametrize("between", [" ", "\n> ", "\u00ad"])
def test_a_mark_that_is_broken_is_blanked(between: str) -> None:
    for written in ("<{}@x.example>", "desk+{}@x.example"):
        broken = f"fxistuppi6{between}kroas7sobzbw"
        assert blank_links(written.format(broken)) == written.format(BLANK)


def test_a_mark_without_figures_is_blanked_by_its_rare_letters() -> None:
    assert blank_links("<qxistuppikkroaswsobzbw@x.example>") == f"<{BLANK}@x.example>"
    assert blank_links("<qxistuppik kroaswsobzbw@x.example>") == f"<{BLANK}@x.example>"


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
        "Kraftfahrzeugwerkstatt, Wiederherstellungszeit",
        "From: Alexander <alexanderhamiltonsr@example.org>",
        "https://example.org/s/about us, please, and https://example.org/s/Menu for tonight",
        "Our numbers are 12.12345678. Dear customers, we would like to hear whether you will come",
        "50% off, a=b, 3%25 more",
        "",
    ],
)
def test_everything_else_stays(text: str) -> None:
    assert blank_links(text) == text


@pytest.mark.timing
@pytest.mark.parametrize(
    "piece",
    [
        *("/l/", "a.", "/l/a\n> ", "rsvp+", "%2Fl%2F", "a.b.c.d.e.12345678."),
        *("%25", "=2E", "&#46;", "\\u002e", "\u00ad", "[.]", ". ", "\n> ", " ", "\\", "&#0000"),
        *(
            ".12345678.aaaaaaaaaa",
            "a2",
            "a2b ",
            "<a2",
            "/s/0aB4cD6eF8gH",
            "......6f43a610.",
            "\r\n",
        ),
    ],
)
def test_a_long_text_is_blanked_in_no_time(piece: str) -> None:
    with cpu_within(1):
        assert blank_links(piece * (60_000 // len(piece))) is not None
