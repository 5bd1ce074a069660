"""Cells that every list of people has: name, phone, email, service, staff."""

import logging
from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import Any

from fullhouse.inbound.forms.event_json import clean_line, short
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address, clean_name
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.inbound.guest_import.row import FORMULA
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.columns import Columns
from fullhouse.locale import DEFAULT
from fullhouse.locale.current import in_language
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name


def in_groups(phone: str) -> str:
    """Write a number in groups, so that spreadsheets take it for text."""
    from phonenumbers import NumberParseException, PhoneNumberFormat, format_number, parse

    if not phone:
        return ""
    try:
        return format_number(parse(phone), PhoneNumberFormat.INTERNATIONAL)
    except NumberParseException:
        return phone


def name_cells(name: str, columns: Columns) -> dict[str, str]:
    """Write a name into its column, or into two."""
    if columns.has("name") or not columns.has_names:
        return {columns.title("name"): name}
    if columns.has("first") and columns.has("last"):
        first, _, last = name.rpartition(" ")
        return {columns.title("first"): first, columns.title("last"): last}
    field = "first" if columns.has("first") else "last"
    return {columns.title(field): name}


log = logging.getLogger(__name__)
PHONES_KEPT = 40_000
# Words and signs that people write instead of leaving a cell empty.
NOTHING = frozenset(
    {
        "-",
        "\u2013",
        "\u2014",
        "/",
        ".",
        "x",
        "any",
        "anyone",
        "egal",
        "beliebig",
        "n/a",
        "indifferent",
        "cualquiera",
    }
)

NO_NAME = "A name is needed here. A formula is not read: write the name itself into the cell."
UNREAD = "This cannot be read. Please write it in another way."


class Reader:
    """Reads the cells of one row by the rules in force, and collects problems."""

    def __init__(self, row: Row, columns: Columns, book: Rulebook) -> None:
        """Read this row."""
        self.row, self.columns, self.book = row, columns, book
        self.problems: list[RowProblem] = []

    def cell(self, field: str) -> str:
        """Return the text of a field."""
        return self.columns.cell(self.row, field)

    def checked(self, field: str, read: "Callable[[Reader], Any]") -> Any:  # noqa: ANN401 - varies
        """Read a field; note a problem and return None if that fails."""
        try:
            with in_language(DEFAULT):  # problems are stored
                return read(self)
        except Invalid as unfit:
            self.problems.append(RowProblem(self.row.number, field, unfit.problems[0].message))
        except Exception as error:  # noqa: BLE001 - one bad cell must not stop the other rows
            log.warning(
                "%s in row %s was not read: %s", field, self.row.number, type(error).__name__
            )
            self.problems.append(RowProblem(self.row.number, field, UNREAD))
        return None


def writable(
    row: Row, columns: Columns, unread: Iterable[RowProblem], newer: Container[str]
) -> set[str]:
    """Return the unread fields that may be written: they are empty, or were put right elsewhere."""
    fields = {problem.field for problem in unread}
    return {one for one in fields if one in newer or not _typed(row, columns, one)}


def _typed(row: Row, columns: Columns, field: str) -> str:
    return name_in(row, columns) if field == "name" else columns.cell(row, field)


def read_name(reader: Reader) -> str:
    """Read a name; a formula is none, and may be read as an empty cell."""
    typed = name_in(reader.row, reader.columns)
    if not typed or FORMULA.match(typed):
        raise unfit("name", NO_NAME)
    return clean_name(typed)


def name_in(row: Row, columns: Columns) -> str:
    """Return the name from its column, or from two."""
    name = columns.cell(row, "name")
    if name:
        return name
    halves = (columns.cell(row, "first"), columns.cell(row, "last"))
    return " ".join(filter(None, halves))


def read_phone(reader: Reader) -> str:
    """Read a phone number."""
    typed = reader.cell("phone")
    if not typed or says_nothing(typed):
        return ""
    found = _known_phone(typed, region_of_zone(reader.book.zone))
    if isinstance(found, FieldProblem):
        raise Invalid(found)
    return found


@lru_cache(PHONES_KEPT)
def _known_phone(typed: str, region: str) -> str | FieldProblem:
    """Read a number; a spreadsheet may have taken it for a sum and dropped its plus or zero."""
    try:
        return _number(typed, region)
    except Invalid as unfit:
        if typed.isascii() and typed.isdecimal():
            for begin in ("+", "0"):
                try:
                    return _number(f"{begin}{typed}", region)
                except Invalid:
                    continue
        return unfit.problems[0]


def _number(typed: str, region: str) -> str:
    """Read a number; landlines as well, because we write those that staff approved."""
    return clean_phone(typed, region, calls=typed.startswith("+"))


def read_email(reader: Reader) -> str:
    """Read an email address."""
    typed = reader.cell("email")
    if not typed or says_nothing(typed):
        return ""
    return clean_address(typed)


def read_service(reader: Reader) -> str:
    """Read a service; it may be left out if there is only one."""
    typed, services = reader.cell("service"), reader.book.services
    if not typed and len(services) == 1:
        return services[0].name
    found = reader.book.service(typed)
    if found is None:
        there = short(", ".join(service.name for service in services)) or "none yet"
        raise unfit("service", f"There is no such service. There are: {there}.")
    return found.name


def read_staff(reader: Reader) -> str:
    """Read a staff member, as the rules write the name."""
    typed = clean_line(reader.cell("staff"), "staff", empty=True)
    if not typed or says_nothing(typed):
        return ""
    if not reader.book.staff:
        return typed
    found = reader.book.staff_member(typed)
    if not found:
        there = short(", ".join(reader.book.staff))
        raise unfit("staff", f"Nobody of this name works here. There are: {there}.")
    return found


def names_now(row: Row, columns: Columns, book: Rulebook) -> dict[str, str]:
    """Return the present names for cells of a row that have former ones.

    A former name may become the name of something else, so no row keeps it.
    """
    if not book.former:
        return {}
    service = book.service(columns.cell(row, "service"))
    meant = {
        "service": service.name if service is not None else "",
        "staff": book.staff_member(columns.cell(row, "staff")),
    }
    return {
        columns.title(field): name
        for field, name in meant.items()
        if name and normalized_name(name) != normalized_name(columns.cell(row, field))
    }


def says_nothing(typed: str) -> bool:
    """Return True if a cell holds a word for nothing."""
    return typed.casefold() in NOTHING


def unfit(field: str, sentence: str) -> Invalid:
    """Build the error for a field."""
    return Invalid(FieldProblem(f"bad_{field}", sentence, field))
