"""How lines and contacts change with the people in them: the one home of who may be asked, and how they are reached."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Channel,
    Contact,
    Entry,
    FittingEntries,
    ServiceQueue,
    Slot,
    WaitlistState,
    contact_id,
)

Changes = tuple[Change[Any], ...]
Alarms = tuple[Alarm, ...]
# A commit must not grow with the slots that wait.
MOST_WOKEN = 12


def look_alarm(slot_id: str, at: datetime) -> Alarm:
    """Make the next move for a slot at that time."""
    return Alarm(look_key(slot_id), at, AdvanceSlot(slot_id=slot_id))


def look_key(slot_id: str) -> str:
    """Name the alarm that makes a slot's next move."""
    return f"look:{slot_id}"


def wake_slots(
    line: ServiceQueue | None, name: str, now: datetime, *, waiting: int = 0, lines: int = 1
) -> tuple[Changes, Alarms]:
    """Note that someone in a line may have become askable; slots that waited for that look again, the first few.

    `lines` says how many share what is woken in one commit. The others wait on: for the next to be askable, or until
    the time comes that each has set for itself.
    """
    if line is None:
        return (create(ServiceQueue(id=name, waiting=waiting, rev=1)),), ()
    most = max(1, MOST_WOKEN // lines)
    sets = {"idle": line.idle[most:]} if line.idle else {}
    changed = update(line, *if_unchanged(line, "idle"), adds={"waiting": waiting, "rev": 1}, **sets)
    return (changed,), tuple(look_alarm(slot_id, now) for slot_id in line.idle[:most])


def stirred_for(entry: Entry, state: WaitlistState, now: datetime) -> tuple[Changes, Alarms]:
    """Note that a person who held an offer may be asked again, or has gone, in every line where they stand."""
    names = {name for one in of(entry, state.contacts) for name in one.entries}
    where = {one.line for one in state.entries if one.id in names}
    found = [
        wake_slots(one, one.id, now, lines=len(where)) for one in state.lines if one.id in where
    ]
    return tuple(one for changes, _ in found for one in changes), tuple(
        one for _, rings in found for one in rings
    )


def decrement(state: WaitlistState, entry: Entry) -> Changes:
    """Count one less in the line where an entry stood."""
    return tuple(update(one, adds={"waiting": -1}) for one in state.lines if one.id == entry.line)


def line_of(state: WaitlistState, name: str) -> ServiceQueue | None:
    """Find a line among those that were loaded."""
    return next((one for one in state.lines if one.id == name), None)


def link_contact(contacts: Iterable[Contact], entry: Entry, now: datetime) -> Changes:
    """Write an entry down under each of its addresses."""
    known = {one.id: one for one in contacts}
    return tuple(
        _enrolled(known.get(contact_id(address)), contact_id(address), entry, now)
        for address in entry.addresses
    )


def _enrolled(contact: Contact | None, name: str, entry: Entry, now: datetime) -> Change[Contact]:
    if contact is None:
        return create(Contact(id=name, at=now, entries=(entry.id,), offer=entry.offer))
    entries = tuple(dict.fromkeys((*contact.entries, entry.id)))
    return update(contact, *if_unchanged(contact, "rev"), entries=entries, rev=contact.rev + 1)


def unlink_contact(contacts: Iterable[Contact], entry: Entry) -> Changes:
    """Take an entry that ended, and the offer it held, off the contacts it stands under."""
    return tuple(
        update(
            one,
            *if_unchanged(one, "rev"),
            entries=tuple(name for name in one.entries if name != entry.id),
            offer="" if one.offer == entry.offer else one.offer,
            rev=one.rev + 1,
        )
        for one in contacts
        if entry.id in one.entries
    )


def set_offer(contacts: Iterable[Contact], offer: str) -> Changes:
    """Let a person hold an offer, or none: at every address they have."""
    return tuple(
        update(one, *if_unchanged(one, "rev"), offer=offer, rev=one.rev + 1) for one in contacts
    )


def of(entry: Entry, contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """Pick the contacts of an entry."""
    names = {contact_id(address) for address in entry.addresses}
    return tuple(one for one in contacts if one.id in names)


def channel_of(entry: Entry, contacts: Iterable[Contact], *, texts: bool = True) -> Channel:
    """Say how an offer reaches someone: by text if there is a number that takes it, else by mail, else not at all."""
    reach = {one.id: one.reach for one in contacts}
    if texts and entry.phone and reach.get(contact_id(entry.phone), "fine") == "fine":
        return "text"
    if entry.email and reach.get(contact_id(entry.email), "fine") == "fine":
        return "mail"
    return ""


def why_not(entry: Entry, contacts: Iterable[Contact], *, texts: bool = True) -> str:
    """Say why someone whom a slot fits may not be asked just now; nothing if they may."""
    theirs = of(entry, contacts)
    if entry.offer or any(one.offer for one in theirs):
        return "held_another_offer"
    return "" if channel_of(entry, theirs, texts=texts) else "unreachable"


def staff_named(name: str, rulebook: Rulebook) -> str:
    """Write someone's name as the rules write it; nothing if the rules name their staff, and not this one."""
    return rulebook.staff_member(name) or ("" if rulebook.staff else name)


def fitting(
    slot: Slot,
    rulebook: Rulebook,
    *,
    busy: bool = False,
    texts: bool = True,
    behind: Entry | None = None,
    limit: int = 1,
) -> FittingEntries:
    """Ask for those whom a slot fits, by the rules in force."""
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
