"""One row of the waitlist's sheet, read: customer, service, wishes and problems."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import msgspec

from fullhouse.inbound.forms.guest_form import clean_party
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.people_cells import (
    Reader,
    read_email,
    read_name,
    read_phone,
    read_service,
    read_staff,
    says_nothing,
    unfit,
)
from fullhouse.inbound.sync.typed_dates import Moment, read_day, read_moment
from fullhouse.inbound.sync.waitlist_sheet.priorities import priority_of
from fullhouse.inbound.wish_words.reader import Wish, read_wish
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Entry

LONGEST_NUMBER = 3
NO_CONTACT = "A mobile number or an email address is needed: without one nobody can be reached."
CROSSED = "The latest date lies before the earliest."
PAST = "This date has passed."
FUTURE = "This lies in the future."


WISH_COLUMNS = ("weekdays", "times")
UNREAD_WISH = {
    "weekdays": "These are not weekdays such as Mon, Thu or weekdays.",
    "times": "This is not a time of day such as mornings, after 17:00 or 9:00 to 12:00.",
}
# Nobody can join without these; any other cell that cannot be read is left out.
NEEDED = frozenset({"name", "service"})


class EntryRowRead(msgspec.Struct, frozen=True):
    """A row: its number, its key and status as written, and each field that has a column.

    Fields that are `assumed` have no column and overrule nothing. `problems` are cells that cannot
    be read; their fields are left out.
    """

    number: int
    key: str = ""
    status: str = ""
    fields: dict[str, Any] = {}
    assumed: frozenset[str] = frozenset()
    joined: Moment | None = None
    problems: tuple[RowProblem, ...] = ()

    @property
    def unread(self) -> tuple[RowProblem, ...]:
        """All cells that cannot be read."""
        return self.problems

    @property
    def name(self) -> str:
        """The name, if one can be read."""
        return str(self.fields.get("name", ""))

    @property
    def line(self) -> str:
        """The queue of the service, if one can be read."""
        return normalized_name(str(self.fields.get("service", "")))

    @property
    def addresses(self) -> tuple[str, ...]:
        """The customer's phone number and email address, as far as they are given."""
        return tuple(filter(None, (self.fields.get("phone"), self.fields.get("email"))))

    def is_person(self, entry: Entry) -> bool:
        """Return True if it names the customer and the service of an entry.

        A family may share an address, so the name has to be the same too.
        """
        shares = bool(set(self.addresses) & set(entry.addresses))
        return self.line == entry.line and shares and self.is_named(entry)

    def is_named(self, entry: Entry) -> bool:
        """Return True if it has the name of an entry."""
        return normalized_name(self.name) == normalized_name(entry.name)


def read_row(row: Row, columns: Columns, book: Rulebook) -> EntryRowRead:
    """Read a row; each cell that cannot be read is a problem with its field."""
    reader = Reader(row, columns, book)
    fields: dict[str, Any] = {}
    for field, read in READERS.items():
        if field in columns.places or field in ALWAYS:
            value = reader.checked(field, read)
            if value is not None:
                fields[field] = value
    fields |= _wishes(reader)
    joined = reader.checked("joined", _joined)
    key, status = columns.cell(row, "key"), columns.cell(row, "status")
    assumed = ALWAYS - columns.places.keys()
    if columns.has_names:
        assumed -= {"name"}
    return EntryRowRead(row.number, key, status, fields, assumed, joined, tuple(reader.problems))


def _party(reader: Reader) -> int:
    typed = reader.cell("party")
    return clean_party(_number(typed, "party") if typed else None, LARGEST_PARTY)


def _priority(reader: Reader) -> int:
    typed = reader.cell("priority")
    found = priority_of(typed)
    if found is not None:
        return found
    if not typed or says_nothing(typed):
        return 0
    raise unfit("priority", f"A priority is yes, no, or a number from 0 to {HIGHEST_PRIORITY}.")


def _number(typed: str, field: str) -> int:
    whole = typed.removesuffix(".0").removesuffix(",0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= LONGEST_NUMBER):
        raise unfit(field, "This is not a whole number.")
    return int(whole)


def _day(field: str) -> Callable[[Reader], str]:
    def read(reader: Reader) -> str:
        typed = reader.cell(field)
        if not typed or says_nothing(typed):
            return ""
        day = read_day(typed, reader.book)
        if day is None:
            raise unfit(field, "This is not a date such as 2026-06-20.")
        return day.isoformat()

    return read


def _wishes(reader: Reader) -> dict[str, Any]:
    """Read the weekdays and the times of day, as far as they have columns and can be read.

    People write "Mon after 5" into either cell; the cell of its own column wins.
    """
    days, times = (_wish_in(reader, column) for column in WISH_COLUMNS)
    fields: dict[str, Any] = {}
    if days is not None:
        fields |= _days_of(days)
        if days.names_times:
            fields |= _times_of(days)
    if times is not None:
        if times.names_times or "from_time" not in fields:
            fields |= _times_of(times)
        if times.names_days and not (days is not None and days.names_days):
            fields |= _days_of(times)
    return fields


def _wish_in(reader: Reader, column: str) -> Wish | None:
    if not reader.columns.has(column):
        return None
    found: Wish | None = reader.checked(column, _wish(column))
    return found


def _wish(column: str) -> Callable[[Reader], Wish]:
    def read(reader: Reader) -> Wish:
        typed = reader.cell(column)
        if not typed or says_nothing(typed):
            return Wish()
        wish = read_wish(typed, reader.book.language)
        if wish is None:
            raise unfit(column, UNREAD_WISH[column])
        return wish

    return read


def _days_of(wish: Wish) -> dict[str, Any]:
    return {"weekdays": wish.weekdays}


def _times_of(wish: Wish) -> dict[str, Any]:
    return {"from_time": wish.from_time, "until_time": wish.until_time}


def _joined(reader: Reader) -> Moment | None:
    typed = reader.cell("joined")
    if not typed or says_nothing(typed):
        return None
    moment = read_moment(typed, reader.book)
    if moment is None:
        raise unfit("joined", "This is not a date such as 2026-06-20, or 2026-06-20 14:00.")
    return moment


READERS: dict[str, Callable[[Reader], Any]] = {
    "name": read_name,
    "phone": read_phone,
    "email": read_email,
    "service": read_service,
    "party": _party,
    "earliest": _day("earliest"),
    "latest": _day("latest"),
    "staff": read_staff,
    "priority": _priority,
}
ALWAYS = frozenset({"name", "service"})


class RowCheck(msgspec.Struct, frozen=True):
    """The faults of a row: its problems, the fields to leave out, and its use without them."""

    problems: list[RowProblem]
    left_out: frozenset[str] = frozenset()
    is_usable: bool = True


def check_row(
    row: EntryRowRead, entry: Entry | None, book: Rulebook, now: datetime, today: date
) -> RowCheck:
    """Check a row: its cells, and their meaning with its entry's data.

    A cell that cannot be read, or has no good meaning, changes nothing; all others do. Only a new
    row is of no use if what it needs is missing.
    """
    problems = list(row.problems)
    unread = {problem.field for problem in problems}
    left_out: set[str] = set()
    is_usable = unread.isdisjoint(NEEDED)
    if not _said(row, entry, "phone") and not _said(row, entry, "email"):
        left_out |= {"phone", "email"}
        is_usable = False
        if unread.isdisjoint(left_out):
            problems.append(RowProblem(row.number, "phone", NO_CONTACT))
    wrong_latest = _wrong_latest(row, entry, today)
    if wrong_latest:
        left_out |= {"earliest", "latest"}
        is_usable = False
        problems.append(RowProblem(row.number, "latest", wrong_latest))
    if row.joined is not None and _is_ahead(row.joined, entry, book, now):
        left_out.add("joined_at")
        problems.append(RowProblem(row.number, "joined", FUTURE))
    return RowCheck(problems, frozenset(left_out), is_usable or entry is not None)


def _said(row: EntryRowRead, entry: Entry | None, field: str) -> str:
    """Return the text of a row's field; without a column for it, the entry's."""
    known = _known(entry, field)
    return str(row.fields.get(field, known))


def _known(entry: Entry | None, field: str) -> str:
    return str(getattr(entry, field)) if entry is not None else ""


def _wrong_latest(row: EntryRowRead, entry: Entry | None, today: date) -> str:
    """Return the reason why the latest date is wrong; empty if it is not."""
    earliest, latest = _said(row, entry, "earliest"), _said(row, entry, "latest")
    if not latest:
        return ""
    if earliest and earliest > latest:
        return CROSSED
    if latest < today.isoformat() and latest != _known(entry, "latest"):
        return PAST
    return ""


def _is_ahead(joined: Moment, entry: Entry | None, book: Rulebook, now: datetime) -> bool:
    known = entry is not None and joined.covers(entry.joined_at, book.zone)
    return not known and joined.instant(book.zone) > now


def differences(row: EntryRowRead, entry: Entry, book: Rulebook) -> dict[str, Any]:
    """Return the fields in which a row differs from its entry."""
    found = {
        name: value
        for name, value in row.fields.items()
        if name not in row.assumed and value != getattr(entry, name)
    }
    if "service" in found and row.line == entry.line:
        del found["service"]
    if "staff" in found and normalized_name(found["staff"]) == normalized_name(entry.staff):
        del found["staff"]
    if row.joined is not None and not row.joined.covers(entry.joined_at, book.zone):
        found["joined_at"] = row.joined.instant(book.zone)
    return found
