"""Queues and contacts: who is eligible for an offer, and how they are reached."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Step, create, if_unchanged, update
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.contacts import (
    NOT_STORED,
    BookedThere,
    Contact,
    Given,
    contact_id,
    given_now,
    identities,
    reach_of,
    takes_offers,
    write_contact,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    STILL_MEANT,
    Channel,
    Entry,
    FittingEntries,
    ServiceQueue,
    Slot,
    SlotOffer,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.wishes import weekday_of

Changes = tuple[Change[Any], ...]
Alarms = tuple[Alarm, ...]
# Slots woken at most in one commit, so that it does not grow with the idle slots. The rest are
# woken after them.
MOST_WOKEN = 12


def look_alarm(slot_id: str, at: datetime) -> Alarm:
    """Return the alarm that advances a slot at that time."""
    return Alarm(look_key(slot_id), at, AdvanceSlot(slot_id=slot_id))


def look_key(slot_id: str) -> str:
    """Return the key of the alarm that advances a slot."""
    return f"look:{slot_id}"


def look_alarms(names: Sequence[str], now: datetime, most: int = MOST_WOKEN) -> Alarms:
    """Return alarms that advance several slots: a few at once, and the rest after them."""
    few, rest = names[:most], tuple(names[most:])
    alarms = tuple(look_alarm(slot_id, now) for slot_id in few)
    if not rest:
        return alarms
    # The key names all of them, so that two commits at once do not replace each other's rest.
    key = f"look:rest:{hashlib.sha256(' '.join(rest).encode()).hexdigest()[:32]}"
    return (*alarms, Alarm(key, now, AdvanceSlot(slot_id=rest[0], rest=rest[1:])))


def looks_together(alarms: Iterable[Alarm], now: datetime) -> Alarms:
    """Return alarms of several entries, which may wake the same slots, as those of one commit."""
    rings = tuple(alarms)
    looks = [alarm.command for alarm in rings if isinstance(alarm.command, AdvanceSlot)]
    others = [alarm for alarm in rings if not isinstance(alarm.command, AdvanceSlot)]
    names = dict.fromkeys(name for look in looks for name in (look.slot_id, *look.rest))
    return (*others, *look_alarms(tuple(names), now))


def wake_slots(
    line: ServiceQueue | None, name: str, now: datetime, *, waiting: int = 0, lines: int = 1
) -> tuple[Changes, Alarms]:
    """Wake the idle slots after an entry may have become eligible: a few, then the rest.

    `lines` is the number of queues that share one commit.
    """
    if line is None:
        return (create(ServiceQueue(id=name, waiting=waiting, rev=1)),), ()
    changed = update(line, *if_unchanged(line, "idle"), adds={"waiting": waiting, "rev": 1})
    return (changed,), look_alarms(line.idle, now, max(1, MOST_WOKEN // lines))


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


class NumberGiven(msgspec.Struct, frozen=True):
    """The way a phone number was given; with `consent` staff confirm that of its customer."""

    how: Given = ""
    consent: bool = False


NOT_GIVEN = NumberGiven()


def link_contact(
    contacts: Iterable[Contact], entry: Entry, now: datetime, given: NumberGiven = NOT_GIVEN
) -> Changes:
    """Add an entry to the contact of each of its addresses; `given` is about its number."""
    known = {contact.id: contact for contact in contacts}
    changes: list[Change[Contact]] = []
    for address in entry.addresses:
        name = contact_id(address)
        contact = known.get(name) or Contact(id=name, at=now, rev=NOT_STORED)
        sets: dict[str, Any] = {}
        if address == entry.phone:
            sets = given_now(contact, given.how, now, consent=given.consent)
        changes.append(_linked(contact, entry, sets))
    return tuple(changes)


def agree(
    contacts: Iterable[Contact], entry: Entry, now: datetime, given: NumberGiven
) -> tuple[Step, ...]:
    """Store that the customer of a number agrees, if they give it again themselves."""
    name = contact_id(entry.phone)
    contact = next((known for known in contacts if known.id == name), None)
    if contact is None or not contact.awaits_consent:
        return ()
    sets = given_now(contact, given.how, now, consent=given.consent)
    if not sets:
        return ()
    return (Step(SCOPE, "consent", contact.id, (write_contact(contact, **sets),)),)


def _linked(contact: Contact, entry: Entry, sets: dict[str, Any]) -> Change[Contact]:
    if not contact.is_stored:
        return write_contact(contact, entries=(entry.id,), offer=entry.offer, **sets)
    entries = tuple(dict.fromkeys((*contact.entries, entry.id)))
    return write_contact(contact, entries=entries, **sets)


def unlink_contact(contacts: Iterable[Contact], entry: Entry) -> Changes:
    """Remove an ended entry, and the offer it held, from its contacts."""
    changes: list[Change[Contact]] = []
    for contact in [linked for linked in contacts if entry.id in linked.entries]:
        entries = tuple(name for name in contact.entries if name != entry.id)
        offer = "" if contact.offer == entry.offer else contact.offer
        changes.append(write_contact(contact, entries=entries, offer=offer))
    return tuple(changes)


def hold(contacts: Iterable[Contact], offer: SlotOffer) -> Changes:
    """Set the offer that a customer holds now, at each of their contacts."""
    sets: dict[str, Any] = {"offer": offer.name, "asked_until": offer.ends_at}
    return tuple(write_contact(contact, **sets) for contact in contacts)


def release(contacts: Iterable[Contact]) -> Changes:
    """Remove the offer that a customer held from each of their contacts."""
    return tuple(write_contact(contact, offer="") for contact in contacts)


def may_mean_earlier(phone: str, contacts: Iterable[Contact], now: datetime) -> bool:
    """Return True if an answer by text to an offer made now may mean an earlier one."""
    name = contact_id(phone)
    ends = [known.asked_until for known in contacts if known.id == name and known.asked_until]
    return any(now < end + STILL_MEANT for end in ends)


def may_mean_reminder(there: Iterable[BookedThere], now: datetime) -> bool:
    """Return True if an answer by text to an offer may mean a reminder to the same number."""
    return any(booked.unanswered and now < booked.starts_at for booked in there)


def of(entry: Entry, contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """Return the contacts of an entry."""
    names = {contact_id(address) for address in entry.addresses}
    return tuple(contact for contact in contacts if contact.id in names)


def channel_of(entry: Entry, contacts: Iterable[Contact], *, texts: bool = True) -> Channel:
    """Return the channel for an offer: text if the number takes it, else mail, else none."""
    known = tuple(contacts)
    if texts and entry.phone and takes_offers(entry.phone, known):
        return "text"
    if entry.email and reach_of(entry.email, known) == "fine":
        return "mail"
    return ""


def has_this_time(entry: Entry, state: WaitlistState) -> bool:
    """Return True if the customer of an entry has a booking that overlaps the slot."""
    return not state.busy_then.isdisjoint(identities(entry.name, entry.addresses))


def why_not(entry: Entry, state: WaitlistState, *, texts: bool = True) -> str:
    """Return why a fitting entry may not be asked now; empty if it may."""
    if has_this_time(entry, state):
        return "has_this_time"
    theirs = of(entry, state.contacts)
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
    wall = wall_time(slot.starts_at, rulebook.zone)
    return FittingEntries(
        line=slot.line,
        date=f"{wall:%Y-%m-%d}",
        weekday=weekday_of(wall),
        time=f"{wall:%H:%M}",
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
