"""A freed slot in the day's book: held there, so that nobody picks its time; and whose appointment it was."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.asking import several
from fullhouse.kernel.decisions import Change, Decision, Step, change, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.rulebook import Rulebook, Service, known_as
from fullhouse.products.appointments.books import all_taken, clash, day_of, days_near, rewritten
from fullhouse.products.appointments.calendars import FROM_THE_LINE
from fullhouse.products.appointments.model import SCOPE, Appointment, Day, Taken
from fullhouse.products.waitlist.commands import FreeSlot
from fullhouse.products.waitlist.model import Agenda, Answer, Slot, State

# Whoever has picked a time so lately is not the one of whose cancelling another system tells.
JUST_PICKED = timedelta(hours=1)
# So many appointments at one time are looked at: more would be more chairs than a front desk has.
MOST_THERE = 20


class Seen(msgspec.Struct, frozen=True):
    """What a freed slot is decided on: what the waitlist knows, the books of its day, who and what stands there."""

    state: State
    books: dict[str, Day]
    there: tuple[Appointment, ...]
    held: tuple[Slot, ...]


def books_near(starts_at: datetime, rulebook: Rulebook) -> Needs:
    """Ask for the book of a time's day, and for those beside it."""
    days = (day_of(starts_at, rulebook), *days_near(starts_at, rulebook))
    return {f"book:{day}": Get(Day, (day,)) for day in days}


def books_of(found: Found) -> dict[str, Day]:
    """Put the books that were found together, by their dates."""
    return {one.id: one for one in several(found, "book")}


def whoever_is_there(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the appointments that take a part of a time."""
    there = [one for one in all_taken(books_of(found)) if one.by == "appointment" and overlap(one, begins, ends)]
    return {f"there:{one.id}": Get(Appointment, (one.id,)) for one in there[:MOST_THERE]}


def whatever_is_held(found: Found, begins: datetime, ends: datetime) -> Needs:
    """Ask for the slots that hold a part of a time: one that is over is let go of a moment later."""
    held = [one for one in all_taken(books_of(found)) if one.by == "slot" and overlap(one, begins, ends)]
    return {f"held:{one.id}": Get(Slot, (one.id,)) for one in held[:MOST_THERE]}


def overlap(one: Taken | Appointment, begins: datetime, ends: datetime) -> bool:
    """Say whether something takes a part of a time."""
    return one.starts_at < ends and begins < one.ends_at


def hold_of(slot: Slot) -> Taken:
    """Write a slot as it stands in the book while it is offered."""
    return Taken(slot.id, slot.starts_at, slot.minutes, slot.staff, "slot")


def is_full(there: Iterable[Appointment], taken: Sequence[Taken], slot: Slot, rulebook: Rulebook) -> bool:
    """Say whether the chair that a slot needs is not to be had: somebody has it, it is on offer, or all are taken.

    Chairs are those of the staff whom the rules name. Tables are not counted among them, and where nobody is named,
    only what is surely the same chair is in the way.
    """
    if rulebook.staff and slot.party_capacity == 1:
        return clash(taken, hold_of(slot), rulebook) is not None
    return _in_the_way(there, slot) or _is_on_offer(taken, slot)


def _in_the_way(there: Iterable[Appointment], slot: Slot) -> bool:
    """Say whether somebody has the chair that a slot would need."""
    return any(
        one.stands and overlap(one, slot.starts_at, slot.ends_at) and _is_in_its_chair(one, slot) for one in there
    )


def _is_in_its_chair(one: Appointment, slot: Slot) -> bool:
    """Say whether it is surely the same chair: that of someone named, or the only one there is."""
    if one.staff or slot.staff:
        return known_as(one.staff) == known_as(slot.staff)
    return _is_the_only_chair(one, slot)


def _is_on_offer(taken: Iterable[Taken], slot: Slot) -> bool:
    """Say whether the chair of someone named is held already for a slot at a time that overlaps."""
    held = (one for one in taken if one.by == "slot" and overlap(one, slot.starts_at, slot.ends_at))
    return bool(slot.staff) and any(known_as(one.staff) == known_as(slot.staff) for one in held)


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
        books = books_near(command.starts_at, rulebook)
        if not books.keys() & found.keys():
            return books
        span = command.starts_at, _latest_end(command, service, books_of(found))
        wanted = {**whoever_is_there(found, *span), **whatever_is_held(found, *span)}
        return {name: need for name, need in wanted.items() if name not in found}

    def decide(seen: Seen, command: FreeSlot, now: datetime) -> Decision:
        gone = next((one for one in seen.there if _is_the_one(one, command, seen.state.agenda, now)), None)
        if gone is not None and not command.minutes:
            command = msgspec.structs.replace(command, minutes=gone.minutes)
        decision = rule.decide(seen.state, command, now)
        if decision.answer.code != "freed" or not rulebook_of(seen.state.rules).refill:
            return decision
        return _into_the_book(seen, command, gone, decision, now)

    def state(**found: Any) -> Seen:  # noqa: ANN401 - whatever was asked for
        return Seen(rule.state(**found), books_of(found), several(found, "there"), several(found, "held"))

    return Rule(needs, decide, state)


def tools_name(one: Appointment) -> str:
    """Return what the booking tool calls an appointment; of one that came from the line it knows nothing."""
    return "" if one.ref.startswith(FROM_THE_LINE) else one.ref


def is_own_time(command: FreeSlot) -> bool:
    """Say whether an appointment gives its own time up: it is named after it, and held in the book already."""
    return command.again == command.slot_id


def _latest_end(command: FreeSlot, service: Service, books: Mapping[str, Day]) -> datetime:
    """Say until when a slot may last: as long as its service, or as whoever was booked for its time."""
    usual = command.starts_at + timedelta(minutes=command.minutes or service.minutes)
    return max([usual, *(one.ends_at for one in all_taken(books) if one.starts_at == command.starts_at)])


def _into_the_book(
    seen: Seen, command: FreeSlot, gone: Appointment | None, decision: Decision, now: datetime
) -> Decision:
    """Hold a slot's time, or the whole chair of whoever it was; what is somebody else's by now is not freed."""
    slot, rulebook = decision.answer.slot, rulebook_of(seen.state.rules)
    others = [one for one in seen.there if one != gone]
    taken = [one for one in still_taken(seen.books, slot, seen.held) if gone is None or one.id != gone.id]
    if is_full(others, taken, slot, rulebook):
        return Decision(Answer("taken", field="starts_at"))
    hold = hold_of(slot)
    if gone is not None:
        books = rewritten(seen.books, rulebook, hold, without=(gone.id,))
        step = Step(SCOPE, _status(command), gone.id, (_ended(gone, command, slot, now), *books))
    elif hold in all_taken(seen.books):
        return decision
    else:
        step = Step(SCOPE, "held", slot.id, rewritten(seen.books, rulebook, hold, without=(slot.id,)))
    return msgspec.structs.replace(decision, steps=(*decision.steps, step))


def still_taken(books: Mapping[str, Day], slot: Slot, held: Iterable[Slot]) -> list[Taken]:
    """List what is taken beside a slot; what is held for one that is over is not, and tables are not chairs."""
    apart = {one.id for one in held if one.status == "handed_back" or (one.party_capacity > 1 and not one.staff)}
    return [one for one in all_taken(books, but=slot.id) if one.id not in apart]


def ahead_of(books: Mapping[str, Day], slot: Slot, held: Iterable[Slot]) -> list[Taken]:
    """List what a slot on offer makes room for: whoever is expected, and slots that are claimed, or before it in order.

    One whose own chair is somebody's by now is not offered any more itself, so nothing makes room for it.
    """
    taken, claimed = still_taken(books, slot, held), {one.id for one in held if one.status == "booked"}
    people = [one for one in taken if one.by == "appointment" or one.id in claimed]
    before = [one for one in taken if one not in people and (one.starts_at, one.id) < (slot.starts_at, slot.id)]
    return [*people, *(one for one in before if not _has_its_chair(people, one))]


def _has_its_chair(people: Iterable[Taken], hold: Taken) -> bool:
    there = (one for one in people if one.staff and overlap(one, hold.starts_at, hold.ends_at))
    return any(known_as(one.staff) == known_as(hold.staff) for one in there)


def _status(command: FreeSlot) -> str:
    return "no_show" if command.reason == "no_show" else "cancelled"


def _ended(one: Appointment, command: FreeSlot, slot: Slot, now: datetime) -> Change[Appointment]:
    sets: dict[str, Any] = {"status": _status(command), "ended_at": now, "frees": slot.id, "unwritten": True}
    return change(one, *unchanged(one, "rev"), **sets, rev=one.rev + 1)


def _is_the_one(one: Appointment, command: FreeSlot, agenda: Agenda | None, now: datetime) -> bool:
    """Say whether it is this appointment that was cancelled elsewhere, or whose customer did not come.

    To take one from somebody who is coming is worse than to leave one standing: where it is not sure, it is not.
    """
    if not one.stands or one.starts_at != command.starts_at or command.reason == "opening" or is_own_time(command):
        return False
    if command.again:
        return one.slot == command.again
    if command.ref and (name := tools_name(one)):
        return name == command.ref
    return _is_same_chair(one, command) and (command.reason == "no_show" or not _may_be_late(one, command, agenda, now))


def _is_same_chair(one: Appointment, command: FreeSlot) -> bool:
    if one.staff or command.staff:
        return known_as(one.staff) == known_as(command.staff)
    return known_as(one.service) == known_as(command.service) and _is_the_only_chair(one, command)


def _may_be_late(one: Appointment, command: FreeSlot, agenda: Agenda | None, now: datetime) -> bool:
    """Say whether it may be about whoever had this time before: nobody took it then, or it was picked just now."""
    over = (mark for mark in (agenda.marks if agenda is not None else ()) if mark.status == "handed_back")
    known = any(known_as(mark.staff) == known_as(one.staff) and not (mark.ref and command.ref) for mark in over)
    return known or (one.chain > 1 and now - one.made_at < JUST_PICKED)
