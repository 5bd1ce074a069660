"""An entry as an editable row: cells in, a command with the changes or problems out."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.waitlist_form import read_entry, read_entry_edit
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.web.desk.frontdesk.waitlist.formatting import CHANNELS, REACH, capitalized
from fullhouse.web.wish_text import weekdays_text

CELLS = (
    *("name", "phone", "email", "service", "party", "earliest", "latest"),
    *("weekdays", "from_time", "until_time", "staff", "priority"),
)
NUMBERS = {"party": 0, "priority": -1}  # an invalid value stands for one that cannot be read
LONGEST_CELL = 500
LONGEST_NUMBER = 3
BEFORE = "was"


class Reached(msgspec.Struct, frozen=True):
    """The addresses of a customer, and their problems."""

    how: str
    said: str
    why_not: str = ""


class EntryRow(msgspec.Struct, frozen=True):
    """A row of the sheet."""

    entry: Entry
    cells: dict[str, str]
    was: str
    reached: Reached


def reached(engine: Engine, entry: Entry) -> Reached:
    """Return how the customer is reached, and the problems of their addresses."""
    wrong = []
    for label, address in ((gettext("mobile"), entry.phone), (gettext("mail"), entry.email)):
        contact = engine.load(Get(Contact, (contact_id(address),))) if address else None
        if contact is not None and contact.reach != "fine":
            wrong.append(f"{label}: {translate(REACH[contact.reach])}")
        elif contact is not None and contact.awaits_consent:
            wrong.append(gettext("mobile: no offers by text until you confirm that they agree"))
    return reached_by(entry.channel, translate(CHANNELS[entry.channel]), wrong)


def reached_by(channel: str, how: str, wrong: list[str]) -> Reached:
    """Return how a customer is reached by a channel, which may be none."""
    said = capitalized(how) if channel else gettext("Cannot be reached")
    return Reached(how, said, "; ".join(wrong))


def row_line(engine: Engine, entry: Entry) -> EntryRow:
    """Return an entry as a row."""
    cells = form_cells(entry)
    return EntryRow(entry, cells, msgspec.json.encode(cells).decode(), reached(engine, entry))


def form_cells(entry: Entry) -> dict[str, str]:
    """Return an entry as cells."""
    cells = {name: str(getattr(entry, name)) for name in CELLS}
    return {**cells, "weekdays": weekdays_text(entry.weekdays)}


def blank_row(service: str = "") -> dict[str, str]:
    """Return the cells of a new row."""
    return {**dict.fromkeys(CELLS, ""), "service": service, "party": "1", "priority": "0"}


def typed_row(form: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of a form as typed."""
    return {name: str(form[name]).strip()[:LONGEST_CELL] for name in CELLS if name in form}


def original_values(form: Mapping[str, Any]) -> dict[str, str]:
    """Return the row's cells when its page was made; empty if they cannot be read."""
    try:
        return msgspec.json.decode(str(form.get(BEFORE, "")), type=dict[str, str])
    except (msgspec.DecodeError, RecursionError):
        return {}


def changed(cells: Mapping[str, str], was: Mapping[str, str]) -> dict[str, str]:
    """Return the cells that the form changed; changes by others in the rest of the row stay."""
    return {name: text for name, text in cells.items() if was.get(name) != text}


def overtaken(
    cells: Mapping[str, str], was: Mapping[str, str], now: Mapping[str, str]
) -> dict[str, str]:
    """Name the changed cells that someone else has changed since the page was made.

    Nothing is saved then: whoever saves again has seen what it says by now.
    """
    late = [
        name for name, text in cells.items() if name in was and now[name] not in (was[name], text)
    ]
    return {name: _meanwhile(now[name] or "-") for name in late}


def _meanwhile(text: str) -> str:
    return gettext("This was changed meanwhile: %(now)s. Save again to use yours.", now=text)


def edit_of_row(cells: Mapping[str, str], book: Rulebook, now: datetime, entry: Entry) -> EditEntry:
    """Return the command for the changed cells; raise `Invalid`."""
    command = read_entry_edit(_body(cells), book, now, entry, cells.get("weekdays"))
    return msgspec.structs.replace(command, source="desk")


def new(cells: Mapping[str, str], book: Rulebook, now: datetime, entry_id: str) -> JoinWaitlist:
    """Return the command for a new row; raise `Invalid`."""
    body = _body({**blank_row(), **cells})
    command = read_entry(body, book, now, entry_id, cells.get("weekdays"))
    return msgspec.structs.replace(command, source="desk")


def _body(cells: Mapping[str, str]) -> bytes:
    body: dict[str, str | int] = {name: text for name, text in cells.items() if name != "weekdays"}
    for name in NUMBERS:
        if name in cells:
            body[name] = _number(name, cells[name])
    return msgspec.json.encode(body)


def _number(name: str, text: str) -> int:
    """Read a number; the default if it is empty, one that no check accepts if it is invalid."""
    if not text:
        return int(name == "party")
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return NUMBERS[name]
