"""A row of the list as it is typed: cells in, a command with just what is different out, or problems by cell."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.waitlist_form import read_entry, read_entry_edit
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Contact, Entry, contact_id
from fullhouse.web.desk.frontdesk.waitlist.formatting import CHANNELS, REACH

CELLS = ("name", "phone", "email", "service", "party", "earliest", "latest", "staff", "priority")
NUMBERS = {"party": 0, "priority": -1}  # and what stands for one that cannot be read
LONGEST_CELL = 500
LONGEST_NUMBER = 3
BEFORE = "was"


class Reached(msgspec.Struct, frozen=True):
    """How someone is reached just now, and what is wrong with an address of theirs."""

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
    """Say how someone is reached, and why not otherwise."""
    wrong = []
    for label, address in (("mobile", entry.phone), ("mail", entry.email)):
        contact = engine.load(Get(Contact, (contact_id(address),))) if address else None
        if contact is not None and contact.reach != "fine":
            wrong.append(f"{label}: {REACH[contact.reach]}")
    how = CHANNELS[entry.channel]
    said = how.capitalize() if entry.channel else "Cannot be reached"
    return Reached(how, said, "; ".join(wrong))


def line_of(engine: Engine, entry: Entry) -> EntryRow:
    """Write an entry as a row."""
    cells = cells_of(entry)
    return EntryRow(entry, cells, msgspec.json.encode(cells).decode(), reached(engine, entry))


def cells_of(entry: Entry) -> dict[str, str]:
    """Write an entry as cells."""
    return {name: str(getattr(entry, name)) for name in CELLS}


def blank(service: str = "") -> dict[str, str]:
    """Begin a new row."""
    return {**dict.fromkeys(CELLS, ""), "service": service, "party": "1", "priority": "0"}


def typed(form: Mapping[str, Any]) -> dict[str, str]:
    """Take the cells that a form carries, as they were typed."""
    return {name: str(form[name]).strip()[:LONGEST_CELL] for name in CELLS if name in form}


def original_values(form: Mapping[str, Any]) -> dict[str, str]:
    """Read what the row said when its page was made; nothing if that cannot be read."""
    try:
        return msgspec.json.decode(str(form.get(BEFORE, "")), type=dict[str, str])
    except (msgspec.DecodeError, RecursionError):
        return {}


def changed(cells: Mapping[str, str], was: Mapping[str, str]) -> dict[str, str]:
    """Keep the cells that someone changed: what others have changed meanwhile in the rest of the row stays."""
    return {name: text for name, text in cells.items() if was.get(name) != text}


def edit(cells: Mapping[str, str], book: Rulebook, now: datetime, entry: Entry) -> EditEntry:
    """Make the command of the cells that were changed, or raise `Unfit`."""
    command = read_entry_edit(_body(cells), book, now, entry)
    return msgspec.structs.replace(command, source="desk")


def new(cells: Mapping[str, str], book: Rulebook, now: datetime, entry_id: str) -> JoinWaitlist:
    """Make the command of a new row, or raise `Unfit`."""
    command = read_entry(_body({**blank(), **cells}), book, now, entry_id)
    return msgspec.structs.replace(command, source="desk")


def _body(cells: Mapping[str, str]) -> bytes:
    return msgspec.json.encode(
        {name: _number(name, text) if name in NUMBERS else text for name, text in cells.items()}
    )


def _number(name: str, text: str) -> int:
    """Read a number; what is none becomes one that no check lets pass, and nothing the usual one."""
    if not text:
        return int(name == "party")
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else NUMBERS[name]
