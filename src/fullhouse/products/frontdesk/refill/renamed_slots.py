"""Slots whose service or staff member has another name: they keep their offers and bookings."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.needs import in_sequence
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times, updated_days
from fullhouse.products.frontdesk.appointments.model import DaySchedule
from fullhouse.products.frontdesk.refill.conflicts import books_of, hold_for, schedule_needs
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    ServiceQueue,
    Slot,
    SlotIndex,
    WaitlistResult,
)
from fullhouse.products.frontdesk.waitlist.queue import look_alarm
from fullhouse.products.frontdesk.waitlist.slot_index import rename_in_index

# Those who wait get the new name right after the slots: nobody fits in between.
LOOKED_AT_AFTER = timedelta(minutes=1)


class RenameSlot(Command, frozen=True, kw_only=True, tag="RenameSlot"):
    """Give a slot the new name of its service or of its staff member; an empty one stays."""

    slot_id: str
    service: str = ""
    staff: str = ""


class RenameState(msgspec.Struct, frozen=True, kw_only=True):
    """The loaded slot, the index of its time, both queues, and the schedules of its day."""

    rules: Document | None
    slot: Slot | None
    agenda: SlotIndex | None = None
    line: ServiceQueue | None = None
    new_line: ServiceQueue | None = None
    books: dict[str, DaySchedule] = {}


def rename_state(**found: Any) -> RenameState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    plain = {name: value for name, value in found.items() if ":" not in name}
    return RenameState(**plain, books=books_of(found))


def _the_slot(command: RenameSlot, _found: Found) -> Needs:
    return {"rules": Get(Document, ("rules",)), "slot": Get(Slot, (command.slot_id,))}


def _beside_it(command: RenameSlot, found: Found) -> Needs:
    slot: Slot | None = found["slot"]
    if slot is None:
        return {}
    rulebook = rulebook_of(found["rules"])
    renamed = _renamed(slot, command, rulebook)
    return {
        "agenda": Get(SlotIndex, (slot.agenda,)),
        "line": Get(ServiceQueue, (slot.line,)),
        "new_line": Get(ServiceQueue, (renamed.line,)),
        **schedule_needs(slot.starts_at, rulebook),
    }


rename_needs = in_sequence(_the_slot, _beside_it)


def rename_slot(state: RenameState, command: RenameSlot, now: datetime) -> Decision:
    """Rename a slot in its queue, in the index of its time and in the day's schedule.

    A live offer stays. A slot without one is looked at a little later.
    """
    slot, rulebook = state.slot, rulebook_of(state.rules)
    if slot is None:
        return Decision(WaitlistResult("unknown_slot"))
    renamed = _renamed(slot, command, rulebook)
    if renamed == slot:
        return Decision(WaitlistResult("unchanged", slot=slot))
    sets: dict[str, Any] = {"service": renamed.service, "line": renamed.line}
    sets |= {"staff": renamed.staff, "rev": slot.rev + 1}
    changed = update(slot, *if_unchanged(slot, "rev"), **sets)
    changes: tuple[Change[Any], ...] = (
        changed,
        *rename_in_index(state.agenda, renamed),
        *_queues(state, slot, renamed),
        *_hold(state, slot, renamed, rulebook),
    )
    return Decision(
        WaitlistResult("edited", slot=changed.after),
        steps=(Step(SCOPE, "slot_renamed", slot.id, changes),),
        set_alarms=_look(slot, now),
    )


def _renamed(slot: Slot, command: RenameSlot, rulebook: Rulebook) -> Slot:
    """Return the slot with names as the rules write them; names that they lack are not used."""
    service = rulebook.service(command.service)
    name = service.name if service is not None else slot.service
    staff = rulebook.staff_member(command.staff) or slot.staff
    return msgspec.structs.replace(slot, service=name, line=normalized_name(name), staff=staff)


def _queues(state: RenameState, slot: Slot, renamed: Slot) -> tuple[Change[ServiceQueue], ...]:
    """Take a slot out of its old queue; the new one is there before anybody waits in it."""
    if renamed.line == slot.line:
        return ()
    changes: list[Change[ServiceQueue]] = []
    line = state.line
    if line is not None and slot.id in line.idle:
        idle = tuple(name for name in line.idle if name != slot.id)
        changes.append(update(line, *if_unchanged(line, "idle"), idle=idle))
    if state.new_line is None:
        changes.append(create(ServiceQueue(id=renamed.line)))
    return tuple(changes)


def _hold(
    state: RenameState, slot: Slot, renamed: Slot, rulebook: Rulebook
) -> tuple[Change[DaySchedule], ...]:
    """Rename the hold of an open slot; a booked one has an appointment, which is edited itself."""
    held = any(busy.id == slot.id and busy.by == "slot" for busy in busy_times(state.books))
    if not held or hold_for(renamed) == hold_for(slot):
        return ()
    return updated_days(state.books, rulebook, hold_for(renamed), without=(slot.id,))


def _look(slot: Slot, now: datetime) -> tuple[Alarm, ...]:
    if slot.status != "open" or slot.live_offer_seq:
        return ()
    return (look_alarm(slot.id, now + LOOKED_AT_AFTER),)
