"""How lines and contacts change with the people in them: the one home of who may be asked, and how they are reached."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Change, change, new, unchanged
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import wall_time
from fullhouse.products.waitlist.commands import Look
from fullhouse.products.waitlist.model import Channel, Contact, Entry, Fitting, ServiceLine, Slot, State, contact_id

Changes = tuple[Change[Any], ...]
Alarms = tuple[Alarm, ...]
# A commit must not grow with the slots that wait.
MOST_WOKEN = 12


def look_alarm(slot_id: str, at: datetime) -> Alarm:
    """Make the next move for a slot at that time."""
    return Alarm(look_key(slot_id), at, Look(slot_id=slot_id))


def look_key(slot_id: str) -> str:
    """Name the alarm that makes a slot's next move."""
    return f"look:{slot_id}"


def stirred(
    line: ServiceLine | None, name: str, now: datetime, *, waiting: int = 0, lines: int = 1
) -> tuple[Changes, Alarms]:
    """Note that someone in a line may have become askable; slots that waited for that look again, the first few.

    `lines` says how many share what is woken in one commit. The others wait on: for the next to be askable, or until
    the time comes that each has set for itself.
    """
    if line is None:
        return (new(ServiceLine(id=name, waiting=waiting, rev=1)),), ()
    most = max(1, MOST_WOKEN // lines)
    sets = {"idle": line.idle[most:]} if line.idle else {}
    changed = change(line, *unchanged(line, "idle"), adds={"waiting": waiting, "rev": 1}, **sets)
    return (changed,), tuple(look_alarm(slot_id, now) for slot_id in line.idle[:most])


def stirred_for(entry: Entry, state: State, now: datetime) -> tuple[Changes, Alarms]:
    """Note that a person who held an offer may be asked again, or has gone, in every line where they stand."""
    names = {name for one in of(entry, state.contacts) for name in one.entries}
    where = {one.line for one in state.entries if one.id in names}
    found = [stirred(one, one.id, now, lines=len(where)) for one in state.lines if one.id in where]
    return tuple(one for changes, _ in found for one in changes), tuple(one for _, rings in found for one in rings)


def thinned(state: State, entry: Entry) -> Changes:
    """Count one less in the line where an entry stood."""
    return tuple(change(one, adds={"waiting": -1}) for one in state.lines if one.id == entry.line)


def line_of(state: State, name: str) -> ServiceLine | None:
    """Find a line among those that were loaded."""
    return next((one for one in state.lines if one.id == name), None)


def enrolled(contacts: Iterable[Contact], entry: Entry, now: datetime) -> Changes:
    """Write an entry down under each of its addresses."""
    known = {one.id: one for one in contacts}
    return tuple(
        _enrolled(known.get(contact_id(address)), contact_id(address), entry, now) for address in entry.addresses
    )


def _enrolled(contact: Contact | None, name: str, entry: Entry, now: datetime) -> Change[Contact]:
    if contact is None:
        return new(Contact(id=name, at=now, entries=(entry.id,), offer=entry.offer))
    entries = tuple(dict.fromkeys((*contact.entries, entry.id)))
    return change(contact, *unchanged(contact, "rev"), entries=entries, rev=contact.rev + 1)


def struck_off(contacts: Iterable[Contact], entry: Entry) -> Changes:
    """Take an entry that ended, and the offer it held, off the contacts it stands under."""
    return tuple(
        change(
            one,
            *unchanged(one, "rev"),
            entries=tuple(name for name in one.entries if name != entry.id),
            offer="" if one.offer == entry.offer else one.offer,
            rev=one.rev + 1,
        )
        for one in contacts
        if entry.id in one.entries
    )


def holding(contacts: Iterable[Contact], offer: str) -> Changes:
    """Let a person hold an offer, or none: at every address they have."""
    return tuple(change(one, *unchanged(one, "rev"), offer=offer, rev=one.rev + 1) for one in contacts)


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
) -> Fitting:
    """Ask for those whom a slot fits, by the rules in force."""
    return Fitting(
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
