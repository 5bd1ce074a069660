"""A freed slot in the day's book: held there, so that nobody picks its time; and whose appointment it was."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, if_unchanged, update
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.calendar_entries import FROM_THE_LINE
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    conflict,
    day_of,
    days_near,
    updated_days,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    BusyTime,
    DaySchedule,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Slot,
    SlotIndex,
    WaitlistResult,
    WaitlistState,
)

# Whoever has picked a time so lately is not the one of whose cancelling another system tells.
JUST_PICKED = timedelta(hours=1)
# So many appointments at one time are looked at: more would be more chairs than a front desk has.
MOST_THERE = 20


class Seen(msgspec.Struct, frozen=True):
    """What a freed slot is decided on: what the waitlist knows, the books of its day, who and what stands there."""

    state: WaitlistState
    books: dict[str, DaySchedule]
    there: tuple[Appointment, ...]
    held: tuple[Slot, ...]


def schedule_needs(starts_at: datetime, rulebook: Rulebook) -> Needs:
    """Ask for the book of a time's day, and for those beside it."""
    days = (day_of(starts_at, rulebook), *days_near(starts_at, rulebook))
    return {f"book:{day}": Get(DaySchedule, (day,)) for day in days}


def books_of(found: Found) -> dict[str, DaySchedule]:
    """Put the books that were found together, by their dates."""
    return {one.id: one for one in found_many(found, "book")}


def overlapping_appointments(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the appointments that take a part of a time."""
    there = [
        one
        for one in busy_times(books_of(found))
        if one.by == "appointment" and overlap(one, begins, ends)
    ]
    return {f"there:{one.id}": Get(Appointment, (one.id,)) for one in there[:MOST_THERE]}


def overlapping_holds(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the slots that hold a part of a time: one that is over is let go of a moment later."""
    held = [
        one
        for one in busy_times(books_of(found))
        if one.by == "slot" and overlap(one, begins, ends)
    ]
    return {f"held:{one.id}": Get(Slot, (one.id,)) for one in held[:MOST_THERE]}


def overlap(one: BusyTime | Appointment, begins: datetime, ends: datetime) -> bool:
    """Say whether something takes a part of a time."""
    return one.starts_at < ends and begins < one.ends_at


def hold_for(slot: Slot) -> BusyTime:
    """Write a slot as it stands in the book while it is offered."""
    return BusyTime(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot")


def is_unavailable(
    there: Iterable[Appointment], taken: Sequence[BusyTime], slot: Slot, rulebook: Rulebook
) -> bool:
    """Say whether the chair that a slot needs is not to be had: somebody has it, it is on offer, or all are taken.

    Chairs are those of the staff whom the rules name. Tables are not counted among them, and where nobody is named,
    only what is surely the same chair is in the way.
    """
    if rulebook.staff and slot.party_capacity == 1:
        return conflict(taken, hold_for(slot), rulebook) is not None
    return _in_the_way(there, slot) or _is_on_offer(taken, slot)


def _in_the_way(there: Iterable[Appointment], slot: Slot) -> bool:
    """Say whether somebody has the chair that a slot would need."""
    return any(
        one.stands and overlap(one, slot.starts_at, slot.ends_at) and _is_in_its_chair(one, slot)
        for one in there
    )


def _is_in_its_chair(one: Appointment, slot: Slot) -> bool:
    """Say whether it is surely the same chair: that of someone named, or the only one there is."""
    if one.staff or slot.staff:
        return normalized_name(one.staff) == normalized_name(slot.staff)
    return _is_the_only_chair(one, slot)


def _is_on_offer(taken: Iterable[BusyTime], slot: Slot) -> bool:
    """Say whether the chair of someone named is held already for a slot at a time that overlaps."""
    held = (one for one in taken if one.by == "slot" and overlap(one, slot.starts_at, slot.ends_at))
    return bool(slot.staff) and any(
        normalized_name(one.staff) == normalized_name(slot.staff) for one in held
    )


def _is_the_only_chair(one: Appointment, slot: Slot | FreeSlot) -> bool:
    """Say whether a chair without a name can only be one: tables for several, and slots told one by one, are not."""
    return slot.party_capacity == 1 and not one.slot


def freeing(rule: Rule) -> Rule:
    """Make the rule for a freed slot over the waitlist's own."""

    def needs(command: FreeSlot, found: Found) -> Needs:
        if wanted := rule.needs(command, found):
            return wanted
        rulebook = rulebook_of(found["rules"])
        service = rulebook.service(command.service)
        if service is None or not rulebook.refill:
            return {}
        books = schedule_needs(command.starts_at, rulebook)
        if not books.keys() & found.keys():
            return books
        span = command.starts_at, _latest_end(command, service, books_of(found))
        wanted = {**overlapping_appointments(found, *span), **overlapping_holds(found, *span)}
        return {name: need for name, need in wanted.items() if name not in found}

    def decide(seen: Seen, command: FreeSlot, now: datetime) -> Decision:
        gone = next(
            (one for one in seen.there if _is_the_one(one, command, seen.state.agenda, now)), None
        )
        if gone is not None and not command.minutes:
            command = msgspec.structs.replace(command, minutes=gone.minutes)
        decision = rule.decide(seen.state, command, now)
        if decision.answer.code != "freed" or not rulebook_of(seen.state.rules).refill:
            return decision
        return _into_the_book(seen, command, gone, decision, now)

    def state(**found: Any) -> Seen:  # noqa: ANN401 - whatever was asked for
        return Seen(
            rule.state(**found),
            books_of(found),
            found_many(found, "there"),
            found_many(found, "held"),
        )

    return Rule(needs, decide, state)


def external_ref(one: Appointment) -> str:
    """Return what the booking tool calls an appointment; of one that came from the line it knows nothing."""
    return "" if one.ref.startswith(FROM_THE_LINE) else one.ref


def is_own_release(command: FreeSlot) -> bool:
    """Say whether an appointment gives its own time up: it is named after it, and held in the book already."""
    return command.again == command.slot_id


def _latest_end(command: FreeSlot, service: Service, books: Mapping[str, DaySchedule]) -> datetime:
    """Say until when a slot may last: as long as its service, or as whoever was booked for its time."""
    usual = command.starts_at + timedelta(minutes=command.minutes or service.minutes)
    return max(
        [usual, *(one.ends_at for one in busy_times(books) if one.starts_at == command.starts_at)]
    )


def _into_the_book(
    seen: Seen, command: FreeSlot, gone: Appointment | None, decision: Decision, now: datetime
) -> Decision:
    """Hold a slot's time, or the whole chair of whoever it was; what is somebody else's by now is not freed."""
    slot, rulebook = decision.answer.slot, rulebook_of(seen.state.rules)
    others = [one for one in seen.there if one != gone]
    taken = [
        one for one in busy_now(seen.books, slot, seen.held) if gone is None or one.id != gone.id
    ]
    if is_unavailable(others, taken, slot, rulebook):
        return Decision(WaitlistResult("taken", field="starts_at"))
    hold = hold_for(slot)
    if gone is not None:
        books = updated_days(seen.books, rulebook, hold, without=(gone.id,))
        step = Step(SCOPE, _status(command), gone.id, (_ended(gone, command, slot, now), *books))
    elif hold in busy_times(seen.books):
        return decision
    else:
        step = Step(
            SCOPE, "held", slot.id, updated_days(seen.books, rulebook, hold, without=(slot.id,))
        )
    return msgspec.structs.replace(decision, steps=(*decision.steps, step))


def busy_now(books: Mapping[str, DaySchedule], slot: Slot, held: Iterable[Slot]) -> list[BusyTime]:
    """List what is taken beside a slot; what is held for one that is over is not, and tables are not chairs."""
    apart = {
        one.id
        for one in held
        if one.status == "handed_back" or (one.party_capacity > 1 and not one.staff)
    }
    return [one for one in busy_times(books, but=slot.id) if one.id not in apart]


def holds_before(
    books: Mapping[str, DaySchedule], slot: Slot, held: Iterable[Slot]
) -> list[BusyTime]:
    """List what a slot on offer makes room for: whoever is expected, and slots that are claimed, or before it in order.

    One whose own chair is somebody's by now is not offered any more itself, so nothing makes room for it.
    """
    taken, claimed = busy_now(books, slot, held), {one.id for one in held if one.status == "booked"}
    people = [one for one in taken if one.by == "appointment" or one.id in claimed]
    before = [
        one
        for one in taken
        if one not in people and (one.starts_at, one.id) < (slot.starts_at, slot.id)
    ]
    return [*people, *(one for one in before if not _has_its_chair(people, one))]


def _has_its_chair(people: Iterable[BusyTime], hold: BusyTime) -> bool:
    there = (one for one in people if one.staff and overlap(one, hold.starts_at, hold.ends_at))
    return any(normalized_name(one.staff) == normalized_name(hold.staff) for one in there)


def _status(command: FreeSlot) -> str:
    return "no_show" if command.reason == "no_show" else "cancelled"


def _ended(one: Appointment, command: FreeSlot, slot: Slot, now: datetime) -> Change[Appointment]:
    sets: dict[str, Any] = {
        "status": _status(command),
        "ended_at": now,
        "frees": slot.id,
        "unwritten": True,
    }
    return update(one, *if_unchanged(one, "rev"), **sets, rev=one.rev + 1)


def _is_the_one(
    one: Appointment, command: FreeSlot, agenda: SlotIndex | None, now: datetime
) -> bool:
    """Say whether it is this appointment that was cancelled elsewhere, or whose customer did not come.

    To take one from somebody who is coming is worse than to leave one standing: where it is not sure, it is not.
    """
    if (
        not one.stands
        or one.starts_at != command.starts_at
        or command.reason == "opening"
        or is_own_release(command)
    ):
        return False
    if command.again:
        return one.slot == command.again
    if command.ref and (name := external_ref(one)):
        return name == command.ref
    return _is_same_chair(one, command) and (
        command.reason == "no_show" or not _may_be_late(one, command, agenda, now)
    )


def _is_same_chair(one: Appointment, command: FreeSlot) -> bool:
    if one.staff or command.staff:
        return normalized_name(one.staff) == normalized_name(command.staff)
    return normalized_name(one.service) == normalized_name(command.service) and _is_the_only_chair(
        one, command
    )


def _may_be_late(
    one: Appointment, command: FreeSlot, agenda: SlotIndex | None, now: datetime
) -> bool:
    """Say whether it may be about whoever had this time before: nobody took it then, or it was picked just now."""
    over = (
        mark
        for mark in (agenda.marks if agenda is not None else ())
        if mark.status == "handed_back"
    )
    known = any(
        normalized_name(mark.staff) == normalized_name(one.staff) and not (mark.ref and command.ref)
        for mark in over
    )
    return known or (one.chain > 1 and now - one.made_at < JUST_PICKED)
