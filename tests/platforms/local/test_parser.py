"""The child that parses lists, sheets and feeds: results as in process, and kind errors."""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from fullhouse.inbound.attachments.sandbox import Closing
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.reader import read_list
from fullhouse.inbound.mail.sender_check import Envelope, own_check
from fullhouse.inbound.spreadsheets.table import Edits
from fullhouse.inbound.spreadsheets.table_files import edit_table, read_table
from fullhouse.locale.current import in_language
from fullhouse.platforms.local.parser import LARGEST_CHECKED_HERE, LocalParser
from fullhouse.products.rsvp.form_questions import FormQuestion
from tests.inbound.calendar_feeds.feeds import entry, feed
from tests.inbound.guest_import.books import book, sheet
from tests.inbound.mail.letters import mail
from tests.inbound.mail.test_authentication import PUBLIC, Names, signed
from tests.support.cpu_time import cpu_within

LIST = b"name,email,party\nAnna,anna@example.org,2\n=x,nobody,many\nBen,ben@example.org,\n"
TABLE = b"A title\nName,Phone\n" + b"".join(b"Guest %d,0151 %d\n" % (n, n) for n in range(1200))
JUNE = datetime(2026, 6, 1, tzinfo=UTC)
JULY = JUNE + timedelta(days=30)
Ask = Callable[[LocalParser], object]


@pytest.fixture(scope="module")
def parser() -> Iterator[LocalParser]:
    parser = LocalParser(seconds=100)
    yield parser
    parser.close()


def in_python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def test_a_list_reads_as_it_does_in_process(parser: LocalParser) -> None:
    assert parser.read_list(LIST) == read_list(LIST)
    asked = (FormQuestion("food", "Food"),)
    answered = LIST.replace(b"party\n", b"party,food\n").replace(b",2\n", b",2,Fish\n")
    found = parser.read_list(answered, asked)
    assert found == read_list(answered, asked)
    assert "Fish" in str(found.rows[0])


def test_a_list_is_described_in_the_language_of_the_page(parser: LocalParser) -> None:
    english = parser.read_list(LIST).said
    with in_language("de"):
        german = parser.read_list(LIST)
        assert german == read_list(LIST)
    assert german.said != english
    assert parser.read_list(LIST).said == english


def test_a_sheet_reads_and_changes_as_it_does_in_process(parser: LocalParser) -> None:
    edits = Edits({3: {"Name": "Ada"}}, ({"Name": "Zoe", "Note": "new"},), frozenset({5}))
    assert parser.read_table(TABLE, "csv") == read_table(TABLE, "csv")
    assert parser.edit_table(TABLE, "csv", edits) == edit_table(TABLE, "csv", edits)


def test_a_feed_reads_as_it_does_in_process(parser: LocalParser) -> None:
    content = feed(
        entry("a", "20260604T090000", "20260604T100000", "RRULE:FREQ=DAILY;COUNT=3"),
        "UID:odd\nDTSTART:x",
    )
    found = parser.read_feed(content, "Europe/Berlin", JUNE, JULY)
    assert found == read_feed(content, "Europe/Berlin", JUNE, JULY)
    assert (len(found.times), found.unread) == (3, ("odd",))


def test_problems_are_those_of_the_file(parser: LocalParser) -> None:
    with pytest.raises(Invalid, match="There is nothing on this list") as refused:
        parser.read_list(b"")
    assert [problem.code for problem in refused.value.problems] == ["empty"]
    with pytest.raises(Invalid, match="This spreadsheet is damaged"):
        parser.read_table(b"PK\x03\x04", "xlsx")
    with pytest.raises(FeedProblem, match="This is no calendar"):
        parser.read_feed(b"x", "UTC", JUNE, JULY)


# Enough for a mail to be checked in the child.
LONG = "\nthanks" * LARGEST_CHECKED_HERE


@pytest.mark.parametrize("padding", ["", LONG])
def test_a_signature_is_checked_as_it_is_in_process(parser: LocalParser, padding: str) -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    raw = signed(mail(f"yes{padding}"))
    verify = parser.verify_signatures
    assert own_check(raw, "example.org", Envelope(), names, verify).passed
    changed = raw.replace(b"yes", b"no!")
    assert not own_check(changed, "example.org", Envelope(), names, verify).passed


def test_a_signature_that_takes_too_long_proves_nothing() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    parser = LocalParser(0.2, CHILDREN["takes too long to read"])
    verify, raw = parser.verify_signatures, signed(mail(LONG))
    assert not own_check(raw, "example.org", Envelope(), names, verify).passed
    parser.close()
    with pytest.raises(Closing):
        own_check(raw, "example.org", Envelope(), names, verify)


@pytest.mark.timing
def test_a_small_mail_needs_no_child() -> None:
    names = Names({"s1._domainkey.example.org": PUBLIC})
    parser = LocalParser(command=("/no/such/program",))
    verify = parser.verify_signatures
    assert own_check(signed(mail("yes")), "example.org", Envelope(), names, verify).passed
    tags = "v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s1; h=from; bh=QUFB; b=QUFB"
    crafted = f"DKIM-Signature: {tags}\r\n".encode() * 3 + mail((" " * 199 + "x") * 300)
    with cpu_within(0.2):
        assert not own_check(crafted, "example.org", Envelope(), names, verify).passed


def test_a_few_bytes_that_mean_countless_words_are_refused(parser: LocalParser) -> None:
    cells = '<row><c t="s"><v>0</v></c></row>' * 15_000
    texts = f"<sst><si><t>{'x' * 2000}</t></si></sst>"
    bomb = book(texts=texts, sheet=sheet(cells))
    assert len(bomb) < 10_000
    with pytest.raises(Invalid, match="This sheet is far larger inside than it looks"):
        parser.read_table(bomb, "xlsx")


ASKED: dict[str, tuple[Ask, str, str]] = {
    "list": (lambda parser: parser.read_list(LIST), "This list", "Nothing was imported."),
    "sheet": (
        lambda parser: parser.read_table(TABLE, "csv"),
        "This sheet",
        "The list here stays as it was.",
    ),
    "edit": (
        lambda parser: parser.edit_table(TABLE, "csv", Edits()),
        "This sheet",
        "The list here stays as it was.",
    ),
    "feed": (
        lambda parser: parser.read_feed(feed(), "UTC", JUNE, JULY),
        "This calendar",
        "The times we know already stay.",
    ),
}
CHILDREN = {
    "takes too long to read": in_python("import time; time.sleep(60)"),
    "could not be read": in_python("pass"),
    "can't be read just now": ("/no/such/program",),
}


@pytest.mark.parametrize("why", CHILDREN)
@pytest.mark.parametrize("what", ASKED)
def test_an_error_says_what_happened_and_what_was_kept(what: str, why: str) -> None:
    ask, subject, kept = ASKED[what]
    seconds = 0.2 if "long" in why else 60
    parser = LocalParser(seconds, CHILDREN[why])
    with pytest.raises((Invalid, FeedProblem)) as refused:
        ask(parser)
    parser.close()
    assert str(refused.value).startswith(f"{subject} {why}. {kept} ")


def test_a_closed_parser_asks_for_another_try() -> None:
    parser = LocalParser()
    parser.close()
    with pytest.raises(Invalid, match=r"can't be read just now\..*Try again in a minute\."):
        parser.read_list(LIST)
