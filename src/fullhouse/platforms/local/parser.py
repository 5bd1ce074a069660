"""Lists, sheets, feeds and signatures of mails, read in a child so that pages stay fast."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import READING_SECONDS
from fullhouse.inbound.attachments.sandbox import (
    CRASHED,
    TOO_SLOW,
    Closing,
    SandboxedReader,
    child_of,
)
from fullhouse.inbound.attachments.sandbox_worker import TOO_HEAVY
from fullhouse.inbound.calendar_feeds.ical_feed import ParsedFeed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem, Occurrence
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.reader import GuestList
from fullhouse.inbound.guest_import.row import BadRow, GuestRow
from fullhouse.inbound.mail.sender_check import SignatureCheck, verify_signatures
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table
from fullhouse.inbound.spreadsheets.table_files import Kind
from fullhouse.locale.current import current_language
from fullhouse.platforms.local.parser_worker import (
    VALID,
    EditRequest,
    FeedRequest,
    ListRequest,
    PackedRow,
    Parsed,
    TableRequest,
)
from fullhouse.products.rsvp.form_questions import FormQuestion

T = TypeVar("T")
MEMORY_MB = 256
LARGEST_CHECKED_HERE = 64 * 1024  # at most 40 ms, however crafted
CHILD = child_of("fullhouse.platforms.local.parser_worker", MEMORY_MB)


class _Words(NamedTuple):
    """The parts of an error: its subject, what was kept, and what to do."""

    subject: str
    kept: str
    advice: str


GUEST_LIST = _Words(
    "This list",
    "Nothing was imported.",
    "Save just the list as CSV, or split it, and try again.",
)
SHEET = _Words(
    "This sheet", "The list here stays as it was.", "Keep just the list in the sheet, and save it."
)
FEED = _Words(
    "This calendar",
    "The times we know already stay.",
    "Share a calendar with fewer repeating entries.",
)
REASONS = {
    TOO_SLOW: "takes too long to read",
    TOO_HEAVY: "is far larger inside than it looks",
    CRASHED: "could not be read",
}


class LocalParser(SandboxedReader):
    """Parses in a child process of its own, one file after the other."""

    def __init__(self, seconds: float = READING_SECONDS, command: Sequence[str] = CHILD) -> None:
        """Prepare; the child process starts with the first file."""
        super().__init__(command, seconds)

    def read_list(self, data: bytes, questions: tuple[FormQuestion, ...] = ()) -> GuestList:
        """Read a guest list, or raise `Invalid`."""
        asked = msgspec.msgpack.encode(ListRequest(data, current_language(), questions))
        parsed = self._parsed(asked, "guest list", GUEST_LIST)
        rows: list[GuestRow | BadRow] = []
        for row in _items(parsed, PackedRow):
            if row.good is not None:
                rows.append(row.good)
            elif row.bad is not None:
                rows.append(row.bad)
        return GuestList(parsed.head.decode(), rows)

    def read_table(self, content: bytes, kind: Kind) -> Table:
        """Read a sheet, or raise `Invalid`."""
        asked = msgspec.msgpack.encode(TableRequest(content, kind))
        parsed = self._parsed(asked, "table", SHEET)
        head = msgspec.msgpack.decode(parsed.head, type=Table)
        return Table(head.headers, tuple(_items(parsed, Row)), head.head, head.above)

    def edit_table(self, content: bytes, kind: Kind, edits: Edits) -> bytes:
        """Return a sheet's bytes with the edits, or raise `Invalid`."""
        asked = msgspec.msgpack.encode(EditRequest(content, kind, edits))
        return self._parsed(asked, "edit", SHEET).head

    def read_feed(self, content: bytes, zone: str, since: datetime, until: datetime) -> ParsedFeed:
        """Read a calendar feed between two instants, or raise `FeedProblem`."""
        asked = msgspec.msgpack.encode(FeedRequest(content, zone, since, until))
        try:
            parsed = self._parsed(asked, "feed", FEED)
        except Invalid as unfit:
            raise FeedProblem(unfit.problems[0].message) from unfit
        names = msgspec.msgpack.decode(parsed.head, type=tuple[tuple[str, ...], tuple[str, ...]])
        return ParsedFeed(tuple(_items(parsed, Occurrence)), *names)

    def verify_signatures(self, check: SignatureCheck) -> bool:
        """Return True if a signature vouches for a mail; one that takes too long does not.

        A small mail costs less than starting a child, so the first is as fast as the rest.
        """
        if len(check.raw) <= LARGEST_CHECKED_HERE:
            return verify_signatures(check)
        try:
            data = self.parse(msgspec.msgpack.encode(check), "signatures")
        except Unreadable:
            return False
        return msgspec.msgpack.decode(data, type=Parsed).head == VALID

    def _parsed(self, content: bytes, kind: str, words: _Words) -> Parsed:
        try:
            data = self.parse(content, kind)
        except Unreadable as unreadable:
            why = REASONS.get(unreadable.reason, "is damaged")
            raise _unfit(f"{words.subject} {why}. {words.kept} {words.advice}") from unreadable
        except (Closing, OSError) as error:
            later = "can't be read just now"
            raise _unfit(f"{words.subject} {later}. {words.kept} Try again in a minute.") from error
        parsed = msgspec.msgpack.decode(data, type=Parsed)
        if parsed.problems:
            raise Invalid(*parsed.problems)
        return parsed


def _unfit(sentence: str) -> Invalid:
    return Invalid(FieldProblem("unreadable", sentence))


def _items(parsed: Parsed, kind: type[T]) -> list[T]:
    found: list[T] = []
    for piece in parsed.pieces:
        found += msgspec.msgpack.decode(piece, type=list[kind])  # type: ignore[valid-type]
    return found
