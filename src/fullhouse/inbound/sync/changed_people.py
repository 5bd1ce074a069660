"""Names, phone numbers and addresses that change in a sheet: rows that become someone else's.

A column that is sorted by itself gives everyone what belongs to someone else.
"""

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from fullhouse.inbound.sync.sync_run import SyncRun
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.model import Entry

PERSONAL = ("name", "phone", "email")
CONTACT = frozenset({"phone", "email"})


def personal_changes(edit: Command, before: Entry | Appointment) -> dict[str, str]:
    """Return the name, number and address that an edit changes; a name in capitals is the same."""
    found: dict[str, str] = {}
    for field in PERSONAL:
        value = getattr(edit, field)
        if value is UNSET or normalized_name(value) == normalized_name(getattr(before, field)):
            continue
        found[field] = value
    return found


def replaces(before: Entry | Appointment, fields: Iterable[str]) -> bool:
    """Return True if one of these fields is not just filled in: something else was there."""
    return any(getattr(before, field) for field in fields)


def mark_of(record_id: str, changes: Mapping[str, str]) -> str:
    """Return a mark of these changes, so that the question holds nothing about people."""
    words = [record_id, *(f"{field} {normalized_name(text)}" for field, text in changes.items())]
    return hashlib.sha256(chr(31).join(words).encode("utf-8", "replace")).hexdigest()[:12]


def still_meant(held: HeldRemoval, found: Iterable[HeldItem]) -> HeldRemoval:
    """Drop answers of staff to another change of the same record."""
    items = set(found)
    confirmed = tuple(item for item in held.confirmed if item in items)
    kept = tuple(item for item in held.kept if item in items)
    return replace(held, confirmed=confirmed, kept=kept)


def note_held(
    look: SyncRun, held: HeldRemoval, people: Mapping[str, Entry | Appointment], doubt: str
) -> HeldRemoval:
    """Note which rows are written anew and that staff are asked; return the record to keep."""
    look.rewritten = {item.id: people[item.id] for item in held.kept}
    if held.asked:
        look.doubt = doubt.format(count=len(held.asked))
    return replace(held, confirmed=())
