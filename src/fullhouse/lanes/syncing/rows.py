"""One row of the sheet, read: what its cells say about a person and what they wait for, and what is wrong with them."""

from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import msgspec

from fullhouse.kernel.externals import RowProblem
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.lanes.form import Problem, Unfit, clean_address, clean_name, clean_party
from fullhouse.lanes.hosting import line, short
from fullhouse.lanes.phone import clean_phone, region_of_zone
from fullhouse.lanes.sheets.table import Row
from fullhouse.lanes.syncing.days import Moment, read_day, read_moment
from fullhouse.lanes.syncing.headings import Columns
from fullhouse.products.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Entry

PHONES_KEPT = 40_000
LONGEST_NUMBER = 3
# What people write into a cell that says nothing.
NOTHING = frozenset(
    {"-", "\u2013", "\u2014", "/", ".", "x", "any", "anyone", "egal", "beliebig", "n/a", "indifferent", "cualquiera"}
)
NO_CONTACT = "A mobile number or an email address is needed: without one nobody can be reached."
CROSSED = "The latest date lies before the earliest."
PAST = "This date has passed."
FUTURE = "This lies in the future."


class RowRead(msgspec.Struct, frozen=True):
    """A row: its number, its key and status as they stand there, and each field that has a column.

    What is `assumed` has none: it goes without saying, and overrules nothing.
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
        """The line of the service, if one can be read."""
        return known_as(str(self.fields.get("service", "")))

    @property
    def addresses(self) -> tuple[str, ...]:
        """How the person is reached."""
        return tuple(one for one in (self.fields.get("phone"), self.fields.get("email")) if one)

    def is_person(self, entry: Entry) -> bool:
        """Say whether it is the person of an entry, waiting for the same."""
        return self.line == entry.line and bool(set(self.addresses) & set(entry.addresses))


def read_row(row: Row, columns: Columns, book: Rulebook) -> RowRead:
    """Read a row; each cell that cannot be read is a problem with its field."""
    reader = _Reader(row, columns, book)
    fields: dict[str, Any] = {}
    for field, read in READERS.items():
        if field in columns.places or field in ALWAYS:
            value = reader.checked(field, read)
            if value is not None:
                fields[field] = value
    joined = reader.checked("joined", _joined)
    key, status = columns.cell(row, "key"), columns.cell(row, "status")
    assumed = frozenset(ALWAYS - columns.places.keys() - ({"name"} if columns.has_names else set()))
    return RowRead(row.number, key, status, fields, assumed, joined, tuple(reader.problems))


class _Reader:
    """Reads the cells of one row by the rules in force, and gathers what is wrong."""

    def __init__(self, row: Row, columns: Columns, book: Rulebook) -> None:
        self.row, self.columns, self.book = row, columns, book
        self.problems: list[RowProblem] = []

    def cell(self, field: str) -> str:
        return self.columns.cell(self.row, field)

    def checked(self, field: str, read: "Callable[[_Reader], Any]") -> Any:  # noqa: ANN401 - each field has its own type
        try:
            return read(self)
        except Unfit as unfit:
            self.problems.append(RowProblem(self.row.number, field, unfit.problems[0].message))
            return None


def _name(reader: _Reader) -> str:
    whole = reader.cell("name") or " ".join(filter(None, (reader.cell("first"), reader.cell("last"))))
    return clean_name(whole)


def _phone(reader: _Reader) -> str:
    typed = reader.cell("phone")
    if not typed or _says_nothing(typed):
        return ""
    found = _known_phone(typed, region_of_zone(reader.book.zone))
    if isinstance(found, Problem):
        raise Unfit(found)
    return found


@lru_cache(PHONES_KEPT)
def _known_phone(typed: str, region: str) -> str | Problem:
    """Read a number once; a spreadsheet may have taken it for a sum and left out the plus sign or the first zero."""
    try:
        return clean_phone(typed, region)
    except Unfit as unfit:
        if typed.isascii() and typed.isdecimal():
            for begin in ("+", "0"):
                try:
                    return clean_phone(f"{begin}{typed}", region)
                except Unfit:
                    continue
        return unfit.problems[0]


def _email(reader: _Reader) -> str:
    typed = reader.cell("email")
    return clean_address(typed) if typed and not _says_nothing(typed) else ""


def _service(reader: _Reader) -> str:
    typed, services = reader.cell("service"), reader.book.services
    if not typed and len(services) == 1:
        return services[0].name
    found = reader.book.service(typed)
    if found is None:
        there = short(", ".join(one.name for one in services)) or "none yet"
        raise _unfit("service", f"There is no such service. There are: {there}.")
    return found.name


def _staff(reader: _Reader) -> str:
    typed = line(reader.cell("staff"), "staff", empty=True)
    if not typed or _says_nothing(typed) or not reader.book.staff:
        return "" if _says_nothing(typed) else typed
    found = reader.book.staff_member(typed)
    if not found:
        there = short(", ".join(reader.book.staff))
        raise _unfit("staff", f"Nobody of this name works here. There are: {there}.")
    return found


def _party(reader: _Reader) -> int:
    typed = reader.cell("party")
    return clean_party(_number(typed, "party") if typed else None, LARGEST_PARTY)


def _priority(reader: _Reader) -> int:
    typed = reader.cell("priority")
    number = 0 if not typed or _says_nothing(typed) else _number(typed, "priority")
    if number > HIGHEST_PRIORITY:
        raise _unfit("priority", f"A priority is from 0 to {HIGHEST_PRIORITY}; higher ones are asked first.")
    return number


def _number(typed: str, field: str) -> int:
    whole = typed.removesuffix(".0").removesuffix(",0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= LONGEST_NUMBER):
        raise _unfit(field, "This is not a whole number.")
    return int(whole)


def _day(field: str) -> Callable[[_Reader], str]:
    def read(reader: _Reader) -> str:
        typed = reader.cell(field)
        if not typed or _says_nothing(typed):
            return ""
        day = read_day(typed, reader.book)
        if day is None:
            raise _unfit(field, "This is not a date such as 2026-06-20.")
        return day.isoformat()

    return read


def _joined(reader: _Reader) -> Moment | None:
    typed = reader.cell("joined")
    if not typed or _says_nothing(typed):
        return None
    moment = read_moment(typed, reader.book)
    if moment is None:
        raise _unfit("joined", "This is not a date such as 2026-06-20, or 2026-06-20 14:00.")
    return moment


def _says_nothing(typed: str) -> bool:
    return typed.casefold() in NOTHING


def _unfit(field: str, sentence: str) -> Unfit:
    return Unfit(Problem(f"bad_{field}", sentence, field))


READERS: dict[str, Callable[[_Reader], Any]] = {
    "name": _name,
    "phone": _phone,
    "email": _email,
    "service": _service,
    "party": _party,
    "earliest": _day("earliest"),
    "latest": _day("latest"),
    "staff": _staff,
    "priority": _priority,
}
ALWAYS = frozenset({"name", "service"})


def problems_of(row: RowRead, entry: Entry | None, book: Rulebook, now: datetime, today: date) -> list[RowProblem]:
    """Say all that is wrong with a row: its cells, and what they mean together with what is known of its entry."""
    if row.problems:
        return list(row.problems)
    known = {
        name: getattr(entry, name) if entry is not None else "" for name in ("phone", "email", "earliest", "latest")
    }
    said = {name: row.fields.get(name, value) for name, value in known.items()}
    found: list[tuple[str, str]] = []
    if not said["phone"] and not said["email"]:
        found.append(("phone", NO_CONTACT))
    if said["earliest"] and said["latest"] and said["earliest"] > said["latest"]:
        found.append(("latest", CROSSED))
    elif said["latest"] and said["latest"] < today.isoformat() and said["latest"] != known["latest"]:
        found.append(("latest", PAST))
    if row.joined is not None and _is_ahead(row.joined, entry, book, now):
        found.append(("joined", FUTURE))
    return [RowProblem(row.number, field, reason) for field, reason in found]


def _is_ahead(joined: Moment, entry: Entry | None, book: Rulebook, now: datetime) -> bool:
    known = entry is not None and joined.covers(entry.joined_at, book.zone)
    return not known and joined.instant(book.zone) > now


def differences(row: RowRead, entry: Entry, book: Rulebook) -> dict[str, Any]:
    """Say what a row says otherwise than its entry, field by field."""
    said = {name: value for name, value in row.fields.items() if name not in row.assumed}
    found = {name: value for name, value in said.items() if value != getattr(entry, name)}
    if "service" in found and row.line == entry.line:
        del found["service"]
    if "staff" in found and known_as(found["staff"]) == known_as(entry.staff):
        del found["staff"]
    if row.joined is not None and not row.joined.covers(entry.joined_at, book.zone):
        found["joined_at"] = row.joined.instant(book.zone)
    return found
