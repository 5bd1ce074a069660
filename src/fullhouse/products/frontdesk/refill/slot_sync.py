"""Sync of a slot with the day's schedule, from the state of both, so it may run at any time."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision, Step, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.calendar_entries import FROM_THE_LINE
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    day_of,
    days_with_waiting,
    taken_by,
    updated_days,
)
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, DaySchedule
from fullhouse.products.frontdesk.refill.conflicts import (
    all_times,
    books_of,
    hold_for,
    is_known_to_staff,
    lost_chair,
    overlapping_appointments,
    overlapping_holds,
    schedule_needs,
)
from fullhouse.products.frontdesk.refill.release_notes import NOTE, note_needs, told_in_note
from fullhouse.products.frontdesk.refill.rest_of_slot import rest_alarms, rest_to_free, time_left
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.frontdesk.waitlist.queue import look_alarm

# A commit must not grow with the slots that are held: at most so many are synced after one.
MOST_AT_ONCE = 12


class SyncSlot(Command, frozen=True, kw_only=True, tag="FollowSlot"):
    """Sync the day's schedule with a slot.

    It is held while an offer is live, an appointment once booked, and else its time is free.
    `starts_at` is the time of a hold for a slot that never came to be. `rest` are synced next.
    """

    slot_id: str
    starts_at: datetime | None = None
    rest: tuple[str, ...] = ()


class SyncState(msgspec.Struct, frozen=True, kw_only=True):
    """The loaded slot, its entry, its appointment, and the schedules of its day.

    `rest` frees what a booking has left of its time.
    """

    rules: Document | None
    slot: Slot | None
    entry: Entry | None = None
    appointment: Appointment | None = None
    replaced: Appointment | None = None
    books: dict[str, DaySchedule]
    there: tuple[Appointment, ...] = ()
    held: tuple[Slot, ...] = ()
    note: Message | None = None
    rest: tuple[FreeSlot, ...] = ()


def sync_alarm(slot_id: str, now: datetime, starts_at: datetime | None = None) -> Alarm:
    """Return an alarm that syncs a slot at once.

    An alarm with the time of a hold has a key of its own, so that none without it replaces it.
    """
    key = f"follow:{slot_id}" if starts_at is None else f"follow:{slot_id}:held"
    return Alarm(key, now, SyncSlot(slot_id=slot_id, starts_at=starts_at))


def follow_alarms(names: Sequence[str], now: datetime) -> tuple[Alarm, ...]:
    """Return alarms that sync several slots: a few at once, and the rest after them."""
    few, rest = names[:MOST_AT_ONCE], tuple(names[MOST_AT_ONCE:])
    alarms = tuple(sync_alarm(slot_id, now) for slot_id in few)
    if not rest:
        return alarms
    # The key names all of them, so that two commits at once do not replace each other's rest.
    key = f"follow:rest:{hashlib.sha256(' '.join(rest).encode()).hexdigest()[:32]}"
    return (*alarms, Alarm(key, now, SyncSlot(slot_id=rest[0], rest=rest[1:])))


def _the_slot(command: SyncSlot, _found: Found) -> Needs:
    return {"rules": Get(Document, ("rules",)), "slot": Get(Slot, (command.slot_id,))}


def _its_books(command: SyncSlot, found: Found) -> Needs:
    slot: Slot | None = found["slot"]
    starts_at = command.starts_at if slot is None else slot.starts_at
    return schedule_needs(starts_at, rulebook_of(found["rules"])) if starts_at is not None else {}


def _its_person(_command: object, found: Found) -> Needs:
    slot: Slot | None = found["slot"]
    if slot is None or slot.status != "booked":
        return {}
    person: Needs = {
        "entry": Get(Entry, (slot.booked_by,)),
        "appointment": Get(Appointment, (slot.id,)),
    }
    return {**person, "replaced": Get(Appointment, (slot.replaces,))} if slot.replaces else person


def _those_there(_command: object, found: Found) -> Needs:
    slot: Slot | None = found["slot"]
    if slot is None:
        return {}
    time = slot if slot.status == "open" else time_left(found)
    if time is None:
        return {}
    span = time.starts_at, time.ends_at
    return {**overlapping_appointments(found, *span), **overlapping_holds(found, *span)}


def _its_note(_command: object, found: Found) -> Needs:
    """Load the note about the time of a slot that ended before its first look."""
    slot: Slot | None = found["slot"]
    if slot is None or slot.status != "handed_back" or slot.offers or slot.noted:
        return {}
    return note_needs(slot.id)


def sync_state(**found: Any) -> SyncState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    plain = {name: value for name, value in found.items() if ":" not in name}
    there, held = found_many(found, "there"), found_many(found, "held")
    note = found.get(NOTE)
    return SyncState(
        **plain,
        books=books_of(found),
        there=there,
        held=held,
        note=note,
        rest=rest_to_free(found),
    )


def follow_slot(seen: SyncState, command: SyncSlot, now: datetime) -> Decision:
    """Sync a slot as it is now, then the rest."""
    decision = _synced(seen, command, now)
    return msgspec.structs.replace(
        decision, set_alarms=(*decision.set_alarms, *follow_alarms(command.rest, now))
    )


def _synced(seen: SyncState, command: SyncSlot, now: datetime) -> Decision:
    slot = seen.slot
    if slot is None:
        return _let_go(seen, command.slot_id)
    if slot.status == "handed_back":
        decision = told_in_note(seen.note, _ended(seen, slot, now), slot, now)
    elif slot.status == "booked":
        decision = _booked(seen, slot, now)
    else:
        decision = _open(seen, slot, now)
    # A commit that ends the slot meanwhile sets the same alarm, which must not be cleared.
    return msgspec.structs.replace(
        decision, moves=(*decision.moves, update(slot, *if_unchanged(slot, "rev")))
    )


def _let_go(seen: SyncState, slot_id: str) -> Decision:
    """Remove a hold: the time is free."""
    open_times = [busy.id for busy in all_times(seen.books) if busy.by == "slot"]
    if slot_id not in open_times:
        return Decision(None)
    books = updated_days(seen.books, rulebook_of(seen.rules), without=(slot_id,))
    return Decision(None, steps=(Step(SCOPE, "let_go", slot_id, books),))


def _ended(seen: SyncState, slot: Slot, now: datetime) -> Decision:
    """Remove the hold of a slot that has ended; what a booking left of its time goes on."""
    rest = rest_alarms(seen.rest, rulebook_of(seen.rules), now)
    return msgspec.structs.replace(_let_go(seen, slot.id), set_alarms=rest)


def _open(seen: SyncState, slot: Slot, now: datetime) -> Decision:
    """Write an open slot down; if its chair was taken meanwhile, withdraw the slot."""
    rulebook = rulebook_of(seen.rules)
    if not rulebook.refill:
        return Decision(None)
    why = lost_chair(seen.books, seen.there, seen.held, slot, rulebook)
    if why is not None:
        known = is_known_to_staff(why, seen.there)
        withdraw = WithdrawSlot(slot_id=slot.id, why=why, known=known)
        return Decision(None, set_alarms=(Alarm(f"withdraw:{slot.id}", now, withdraw),))
    look: tuple[Alarm, ...] = ()
    if slot.is_waiting and not is_written_down(seen.books, slot, rulebook):
        look = (look_alarm(slot.id, now),)
    return Decision(None, steps=hold_steps(seen.books, slot, rulebook), set_alarms=look)


def is_written_down(books: Mapping[str, DaySchedule], slot: Slot, rulebook: Rulebook) -> bool:
    """Return True if the schedule of a slot's day knows it, as held or as waiting."""
    day = books.get(day_of(slot.starts_at, rulebook))
    return day is not None and any(time.id == slot.id for time in (*day.taken, *day.waiting))


def hold_steps(
    books: Mapping[str, DaySchedule], slot: Slot, rulebook: Rulebook
) -> tuple[Step, ...]:
    """Hold the time of an open slot while an offer of it is live, else let it go."""
    hold = hold_for(slot)
    if slot.is_waiting:
        days = days_with_waiting(books, rulebook, hold)
        return (Step(SCOPE, "let_go", slot.id, days),) if days else ()
    if hold in busy_times(books):
        return ()
    days = updated_days(books, rulebook, hold, without=(slot.id,))
    return (Step(SCOPE, "held", slot.id, days),)


def _booked(seen: SyncState, slot: Slot, now: datetime) -> Decision:
    """Book the appointment of a claimed slot, once; the waitlist has confirmed it already.

    A customer who gave up a later appointment keeps the number and the address of that one, too.
    """
    rulebook, entry = rulebook_of(seen.rules), seen.entry
    if seen.appointment is not None or not rulebook.refill or entry is None or entry.is_erased:
        return Decision(None)
    old = seen.replaced
    appointment = Appointment(
        id=slot.id,
        name=entry.name,
        phone=entry.phone or (old.phone if old is not None else ""),
        email=entry.email or (old.email if old is not None else ""),
        service=slot.service,
        staff=slot.staff,
        starts_at=slot.starts_at,
        minutes=slot.minutes,
        price=slot.price,
        party=entry.party,
        ref=f"{FROM_THE_LINE}{entry.id}",
        source="waitlist",
        slot=slot.id,
        made_at=slot.ended_at or now,
        language=entry.language,
    )
    books = updated_days(seen.books, rulebook, taken_by(appointment), without=(slot.id,))
    step = Step(SCOPE, "booked", appointment.id, (create(appointment), *books))
    return Decision(None, steps=(step,), set_alarms=rest_alarms(seen.rest, rulebook, now))


sync_needs = in_sequence(
    _the_slot,
    _its_books,
    together(_its_person, _its_note),
    _those_there,
)
