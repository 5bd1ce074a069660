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
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Entry

LONGEST_NUMBER = 3
NO_CONTACT = "A mobile number or an email address is needed: without one nobody can be reached."
CROSSED = "The latest date lies before the earliest."
PAST = "This date has passed."
FUTURE = "This lies in the future."


class EntryRowRead(msgspec.Struct, frozen=True):
    """A row: its number, its key and status as written, and each field that has a column.

    Fields that are `assumed` have no column and overrule nothing.
    """

    number: int
    key: str = ""
    status: str = ""
    fields: dict[str, Any] = {}
    assumed: frozenset[str] = frozenset()
    joined: Moment | None = None
    problems: tuple[RowProblem, ...] = ()

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
        """Return True if it names the customer and the service of an entry."""
        return self.line == entry.line and bool(set(self.addresses) & set(entry.addresses))


def read_row(row: Row, columns: Columns, book: Rulebook) -> EntryRowRead:
    """Read a row; each cell that cannot be read is a problem with its field."""
    reader = Reader(row, columns, book)
    fields: dict[str, Any] = {}
    for field, read in READERS.items():
        if field in columns.places or field in ALWAYS:
            value = reader.checked(field, read)
            if value is not None:
                fields[field] = value
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
    number = 0 if not typed or says_nothing(typed) else _number(typed, "priority")
    if number > HIGHEST_PRIORITY:
        raise unfit(
            "priority", f"A priority is from 0 to {HIGHEST_PRIORITY}; higher ones are asked first."
        )
    return number


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


def problems_of(
    row: EntryRowRead, entry: Entry | None, book: Rulebook, now: datetime, today: date
) -> list[RowProblem]:
    """Return the problems of a row: of its cells, and of their meaning with its entry's data."""
    if row.problems:
        return list(row.problems)
    found: list[tuple[str, str]] = []
    if not _said(row, entry, "phone") and not _said(row, entry, "email"):
        found.append(("phone", NO_CONTACT))
    wrong_latest = _wrong_latest(row, entry, today)
    if wrong_latest:
        found.append(("latest", wrong_latest))
    if row.joined is not None and _is_ahead(row.joined, entry, book, now):
        found.append(("joined", FUTURE))
    return [RowProblem(row.number, field, reason) for field, reason in found]


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
