"""Text of calendar files, mails and tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import LARGEST_ENTRY, MOST_ELEMENTS, MOST_ROWS, weigh
from fullhouse.inbound.calendar_feeds.ical_feed import FeedLimits, read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem, Occurrence
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.xlsx_reader import rows_of_sheet
from fullhouse.inbound.mail.parsing import LARGEST_WITH_FILES, Mail, read, words
from fullhouse.inbound.mail.reader import text_of_mail
from fullhouse.inbound.spreadsheets.cell_format import looks_of
from fullhouse.kernel.letters import single_line

AHEAD = timedelta(days=366)
MOST_ENTRIES = 5
OF_A_STRANGER = FeedLimits(work=400_000, times=5_000)
TIMES_UNREAD = "The times of its entry can't be read."
NONE_AHEAD = "There is no entry in it that is still to come."


class PackedEntry(msgspec.Struct, frozen=True, array_like=True):
    """A calendar file for the child process, with the zone of the business and the time."""

    content: bytes
    zone: str
    now: datetime


def pack_entry(content: bytes, zone: str, now: datetime) -> bytes:
    """Return a calendar file with what is needed to read it."""
    return msgspec.msgpack.encode(PackedEntry(content, zone, now))


def read_packed_entry(packed: bytes) -> str:
    """Read the first entries of a packed file, or raise `Unreadable`."""
    entry = msgspec.msgpack.decode(packed, type=PackedEntry)
    return read_entry(entry.content, entry.zone, entry.now)


def read_entry(content: bytes, zone: str, now: datetime) -> str:
    """Read the first entries, or raise `Unreadable`."""
    if len(content) > LARGEST_ENTRY:
        raise Unreadable("It is larger than an entry can be.")
    try:
        found = read_feed(content, zone, now, now + AHEAD, OF_A_STRANGER)
    except FeedProblem as problem:
        raise Unreadable(problem.reason) from problem
    ahead = [occurrence for occurrence in found.times if not occurrence.cancelled]
    if not ahead:
        raise Unreadable(TIMES_UNREAD if found.left_out else NONE_AHEAD)
    return "\n\n".join(_entry_text(entry, ZoneInfo(zone)) for entry in ahead[:MOST_ENTRIES])


def _entry_text(entry: Occurrence, zone: ZoneInfo) -> str:
    guests = [
        f"{name} <{address}>" if name and "@" not in name else address
        for name, address in entry.guests
    ]
    when = f"{entry.starts_at.astimezone(zone):%Y-%m-%d %H:%M}"
    return "\n".join(filter(None, (entry.summary, when, entry.description, *guests)))


HEADS = ("From", "Date", "Subject", "To")


def mail_in(content: bytes) -> Mail:
    """Read the mail; never raises."""
    return read(content, LARGEST_WITH_FILES)


def forwarded_text(mail: Mail) -> str:
    """Return a mail as mail programs write it when they forward one."""
    values = ((name, single_line(words(mail.first(name.lower())))) for name in HEADS)
    head = [f"{name}: {value}" for name, value in values if value]
    return "\n".join([*head, "", text_of_mail(mail).strip()])


A_PAIR = 2


def text_of_rows(rows: Iterable[Sequence[str]]) -> str:
    """Return pairs as `this: that`, rows below headings as `heading: cell`, others in a row."""
    filled = _filled(rows)
    if not filled or max(map(len, filled)) <= A_PAIR:
        return "\n".join(map(_pair, filled))
    heads, *below = filled
    if not below or not _are_headings(heads):
        return "\n".join(" | ".join(filter(None, row)) for row in filled)
    return "\n\n".join(_under(heads, row) for row in below)


def _filled(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Return the rows that are not empty, each cell on one line."""
    plain = ([" ".join(cell.split()) for cell in row] for row in rows)
    return [row for row in plain if any(row)]


def _are_headings(cells: list[str]) -> bool:
    """Return True if every cell has text, and none has a digit."""
    return all(cells) and not any(letter.isdigit() for cell in cells for letter in cell)


def _pair(row: list[str]) -> str:
    first, *rest = [cell for cell in row if cell]
    return f"{first.rstrip(':')}: {rest[0]}" if rest else first


def _under(heads: list[str], row: list[str]) -> str:
    return "\n".join(
        f"{head.rstrip(':')}: {cell}" for head, cell in zip(heads, row, strict=False) if cell
    )


def read_sheet(content: bytes) -> str:
    """Read a sheet, or raise `Unreadable`."""
    weigh(content)
    try:
        found = rows_of_sheet(content, lambda book: looks_of(book).shown, MOST_ELEMENTS)
        rows = [cells for _, cells in islice(found, MOST_ROWS + 1)]
    except Invalid as unfit:
        raise Unreadable(unfit.problems[0].message) from unfit
    text = text_of_rows(rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        raise Unreadable(f"Only the first {MOST_ROWS} rows were read.", text)
    return text
