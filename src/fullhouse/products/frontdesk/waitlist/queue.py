"""Queues and contacts: who is eligible for an offer, and how they are reached."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.contacts import (
    NOT_STORED,
    Contact,
    contact_id,
    reach_of,
    write_contact,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Channel,
    Entry,
    FittingEntries,
    ServiceQueue,
    Slot,
    WaitlistState,
)

Changes = tuple[Change[Any], ...]
Alarms = tuple[Alarm, ...]
# Slots woken at most in one commit, so that it does not grow with the idle slots.
MOST_WOKEN = 12


def look_alarm(slot_id: str, at: datetime) -> Alarm:
    """Return the alarm that advances a slot at that time."""
    return Alarm(look_key(slot_id), at, AdvanceSlot(slot_id=slot_id))


def look_key(slot_id: str) -> str:
    """Return the key of the alarm that advances a slot."""
    return f"look:{slot_id}"


def wake_slots(
    line: ServiceQueue | None, name: str, now: datetime, *, waiting: int = 0, lines: int = 1
) -> tuple[Changes, Alarms]:
    """Wake the first few idle slots after an entry may have become eligible.

    `lines` is the number of queues that share one commit. The other slots wait on: for the next
    eligible entry, or for their own alarm.
    """
    if line is None:
        return (create(ServiceQueue(id=name, waiting=waiting, rev=1)),), ()
    most = max(1, MOST_WOKEN // lines)
    sets: dict[str, Any] = {}
    if line.idle:
        sets["idle"] = line.idle[most:]
    changed = update(line, *if_unchanged(line, "idle"), adds={"waiting": waiting, "rev": 1}, **sets)
    return (changed,), tuple(look_alarm(slot_id, now) for slot_id in line.idle[:most])


def stirred_for(entry: Entry, state: WaitlistState, now: datetime) -> tuple[Changes, Alarms]:
    """Wake slots in every queue of a customer whose offer has ended."""
    names: set[str] = set()
    for contact in of(entry, state.contacts):
        names.update(contact.entries)
    theirs = {other.line for other in state.entries if other.id in names}
    changes: Changes = ()
    alarms: Alarms = ()
    for line in [loaded for loaded in state.lines if loaded.id in theirs]:
        changed, woken = wake_slots(line, line.id, now, lines=len(theirs))
        changes += changed
        alarms += woken
    return changes, alarms


def decrement(state: WaitlistState, entry: Entry) -> Changes:
    """Count one entry less in the queue of this entry."""
    return tuple(
        update(line, adds={"waiting": -1}) for line in state.lines if line.id == entry.line
    )


def line_of(state: WaitlistState, name: str) -> ServiceQueue | None:
    """Return a queue among those that were loaded."""
    return next((line for line in state.lines if line.id == name), None)


def link_contact(contacts: Iterable[Contact], entry: Entry, now: datetime) -> Changes:
    """Add an entry to the contact of each of its addresses."""
    known = {contact.id: contact for contact in contacts}
    names = map(contact_id, entry.addresses)
    return tuple(_linked(known.get(name), name, entry, now) for name in names)


def _linked(contact: Contact | None, name: str, entry: Entry, now: datetime) -> Change[Contact]:
    if contact is None:
        contact = Contact(id=name, at=now, rev=NOT_STORED)
    if not contact.is_stored:
        return write_contact(contact, entries=(entry.id,), offer=entry.offer)
    return write_contact(contact, entries=tuple(dict.fromkeys((*contact.entries, entry.id))))


def unlink_contact(contacts: Iterable[Contact], entry: Entry) -> Changes:
    """Remove an ended entry, and the offer it held, from its contacts."""
    changes: list[Change[Contact]] = []
    for contact in [linked for linked in contacts if entry.id in linked.entries]:
        entries = tuple(name for name in contact.entries if name != entry.id)
        offer = "" if contact.offer == entry.offer else contact.offer
        changes.append(write_contact(contact, entries=entries, offer=offer))
    return tuple(changes)


def set_offer(contacts: Iterable[Contact], offer: str) -> Changes:
    """Set the offer that a customer holds, at each of their contacts."""
    return tuple(write_contact(contact, offer=offer) for contact in contacts)


def of(entry: Entry, contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """Return the contacts of an entry."""
    names = {contact_id(address) for address in entry.addresses}
    return tuple(contact for contact in contacts if contact.id in names)


def channel_of(entry: Entry, contacts: Iterable[Contact], *, texts: bool = True) -> Channel:
    """Return the channel for an offer: text if the number takes it, else mail, else none."""
    known = tuple(contacts)
    if texts and entry.phone and reach_of(entry.phone, known) == "fine":
        return "text"
    if entry.email and reach_of(entry.email, known) == "fine":
        return "mail"
    return ""


def why_not(entry: Entry, contacts: Iterable[Contact], *, texts: bool = True) -> str:
    """Return why a fitting entry may not be asked now; empty if it may."""
    theirs = of(entry, contacts)
    if entry.offer or any(contact.offer for contact in theirs):
        return "held_another_offer"
    if not channel_of(entry, theirs, texts=texts):
        return "unreachable"
    return ""


def staff_named(name: str, rulebook: Rulebook) -> str:
    """Return the staff name as the rules write it; empty if they name others only."""
    if not rulebook.staff:
        return name
    return rulebook.staff_member(name)


def fitting(
    slot: Slot,
    rulebook: Rulebook,
    *,
    busy: bool = False,
    texts: bool = True,
    behind: Entry | None = None,
    limit: int = 1,
) -> FittingEntries:
    """Return the query for entries that a slot fits, by the rules in force."""
    return FittingEntries(
        line=slot.line,
        date=f"{wall_time(slot.starts_at, rulebook.zone):%Y-%m-%d}",
        staff=slot.staff,
        party=slot.party_capacity,
        down_fitting=rulebook.down_fitting,
        order=rulebook.order,
        busy=busy,
        mail_only=not texts,
        after_priority=behind.priority if behind else 0,
        after_joined=behind.joined_at if behind else None,
        after_id=behind.id if behind else "",
        limit=limit,
    )
