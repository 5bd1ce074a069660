"""The cells that every list of people has, read by the rules in force: a name, how they are reached, service, staff."""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fullhouse.inbound.forms.event_json import clean_line, short
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address, clean_name
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.columns import Columns
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


def in_groups(phone: str) -> str:
    """Write a number in groups: every spreadsheet takes that for text, and people can read it aloud."""
    from phonenumbers import NumberParseException, PhoneNumberFormat, format_number, parse

    try:
        return format_number(parse(phone), PhoneNumberFormat.INTERNATIONAL) if phone else ""
    except NumberParseException:
        return phone


def name_cells(name: str, columns: Columns) -> dict[str, str]:
    """Write a name into its column, or into two."""
    if columns.has("name") or not columns.has_names:
        return {columns.title("name"): name}
    first, _, last = name.rpartition(" ")
    halves = {"first": first, "last": last} if columns.has("first") and columns.has("last") else {}
    alone = {field: name for field in ("first", "last") if columns.has(field)}
    return {columns.title(field): text for field, text in (halves or alone).items()}


log = logging.getLogger(__name__)
PHONES_KEPT = 40_000
# What people write into a cell that says nothing.
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

UNREAD = "This cannot be read. Please write it in another way."


class Reader:
    """Reads the cells of one row by the rules in force, and gathers what is wrong."""

    def __init__(self, row: Row, columns: Columns, book: Rulebook) -> None:
        """Know the row, what its columns are, and the rules."""
        self.row, self.columns, self.book = row, columns, book
        self.problems: list[RowProblem] = []

    def cell(self, field: str) -> str:
        """Return what stands in a field."""
        return self.columns.cell(self.row, field)

    def checked(self, field: str, read: "Callable[[Reader], Any]") -> Any:  # noqa: ANN401 - each field has its own type
        """Read a field; None, and a problem, if that cannot be done."""
        try:
            return read(self)
        except Invalid as unfit:
            self.problems.append(RowProblem(self.row.number, field, unfit.problems[0].message))
        except Exception as error:  # noqa: BLE001 - a cell never holds up the other rows, whatever is wrong with it
            log.warning(
                "%s in row %s was not read: %s", field, self.row.number, type(error).__name__
            )
            self.problems.append(RowProblem(self.row.number, field, UNREAD))
        return None


def read_name(reader: Reader) -> str:
    """Read a name."""
    return clean_name(name_in(reader.row, reader.columns))


def name_in(row: Row, columns: Columns) -> str:
    """Return what stands for a name in its column, or in two."""
    return columns.cell(row, "name") or " ".join(
        filter(None, (columns.cell(row, "first"), columns.cell(row, "last")))
    )


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
    """Read a number once; a spreadsheet may have taken it for a sum and left out the plus sign or the first zero."""
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
    """Read a number; a landline, too, as we write it there ourselves where staff approved one."""
    return clean_phone(typed, region, calls=typed.startswith("+"))


def read_email(reader: Reader) -> str:
    """Read a mail address."""
    typed = reader.cell("email")
    return clean_address(typed) if typed and not says_nothing(typed) else ""


def read_service(reader: Reader) -> str:
    """Read a service; where there is only one, it goes without saying."""
    typed, services = reader.cell("service"), reader.book.services
    if not typed and len(services) == 1:
        return services[0].name
    found = reader.book.service(typed)
    if found is None:
        there = short(", ".join(one.name for one in services)) or "none yet"
        raise unfit("service", f"There is no such service. There are: {there}.")
    return found.name


def read_staff(reader: Reader) -> str:
    """Read who works, as the rules write the name."""
    typed = clean_line(reader.cell("staff"), "staff", empty=True)
    if not typed or says_nothing(typed) or not reader.book.staff:
        return "" if says_nothing(typed) else typed
    found = reader.book.staff_member(typed)
    if not found:
        there = short(", ".join(reader.book.staff))
        raise unfit("staff", f"Nobody of this name works here. There are: {there}.")
    return found


def says_nothing(typed: str) -> bool:
    """Whether a cell holds a word for nothing."""
    return typed.casefold() in NOTHING


def unfit(field: str, sentence: str) -> Invalid:
    """Say what is wrong with a field."""
    return Invalid(FieldProblem(f"bad_{field}", sentence, field))
