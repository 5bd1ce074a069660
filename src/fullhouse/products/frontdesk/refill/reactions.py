"""Reactions of the refill loop: alarms that follow from a change, whichever rule made it.

A released time becomes a slot, and a claimed slot becomes an appointment. Neither product knows
the other. Each alarm is set in the commit of the change. The command it runs looks at the records
as they are then, so running it twice, late or out of order gives the same result.
"""

from collections.abc import Sequence
from datetime import datetime

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change
from fullhouse.kernel.product import Found, Reactions
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.appointments.released_times import slot_id_for
from fullhouse.products.frontdesk.appointments.reminder_ticks import wake_tick
from fullhouse.products.frontdesk.refill.conflicts import external_ref, overlap
from fullhouse.products.frontdesk.refill.slot_sync import follow_alarms, sync_alarm
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot
from fullhouse.products.frontdesk.waitlist.proposals import close_alarm
from fullhouse.products.frontdesk.waitlist.queue import look_alarms


def sync_ended_slots(
    changes: Sequence[Change[Slot]], _found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Sync each slot whose status changed with the day's schedule.

    So is one whose offer could not be sent: the next look may be a while off.
    """
    changed = [change for change in changes if _ends_slot(change) or _is_put_back(change)]
    return tuple(sync_alarm(change.after.id, now) for change in changed)


def _ends_slot(change: Change[Slot]) -> bool:
    return change.before is not None and change.before.status != change.after.status


def _is_put_back(change: Change[Slot]) -> bool:
    before, after = change.before, change.after
    return before is not None and len(after.tried) < len(before.tried)


def free_released_times(
    changes: Sequence[Change[Appointment]], _found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Free a slot for each appointment that released its time."""
    return tuple(_free_alarm(change, now) for change in changes if _releases_time(change))


def _releases_time(change: Change[Appointment]) -> bool:
    """Return True if an appointment released its own time.

    An appointment that ends because its slot was freed elsewhere names that slot, not its own.
    """
    before, after = change.before, change.after
    if before is None or not after.frees or after.frees == before.frees:
        return False
    return slot_id_for(after.frees) == after.id


def _free_alarm(change: Change[Appointment], now: datetime) -> Alarm:
    """Free the released time under the name by which the schedule holds it.

    It is free `again`, also if it was a slot before. Where no staff are named, the reference tells
    equal times apart.
    """
    old, slot_id = change.before or change.after, change.after.frees
    ref = external_ref(old)
    if not ref and not old.staff:
        ref = f"appointment:{slot_id}"
    free = FreeSlot(
        slot_id=slot_id,
        service=old.service,
        starts_at=old.starts_at,
        minutes=old.minutes,
        staff=old.staff,
        reason="no_show" if change.after.status == "no_show" else "cancelled",
        ref=ref,
        again=slot_id,
    )
    return Alarm(f"free:{slot_id}", now, free)


def close_claim_questions(
    changes: Sequence[Change[Appointment]], _found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Close the question about each claimed booking that ended, moved or went to someone else."""
    return tuple(close_alarm(change.after.slot, now) for change in changes if _leaves_slot(change))


def _leaves_slot(change: Change[Appointment]) -> bool:
    before, after = change.before, change.after
    if before is None or not before.slot or not before.stands:
        return False
    is_given_on = after.name != before.name and set(after.addresses).isdisjoint(before.addresses)
    return not after.stands or after.starts_at != before.starts_at or is_given_on


def sync_overlapped_slots(
    changes: Sequence[Change[DaySchedule]], found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Sync each open slot that a new appointment overlaps: held, or waiting.

    It may be on the day before or after: of a time around midnight, or since the time zone was
    changed.
    """
    new = [busy for change in changes for busy in _new_appointments(change)]
    if not new:
        return ()
    held = [hold for change in changes for hold in _kept_holds(change)]
    held += _holds_of_other_days(changes, found)
    slot_ids = [hold.id for hold in held if _overlaps_any(hold, new)]
    return follow_alarms(list(dict.fromkeys(slot_ids)), now)


def look_beside_ended(
    changes: Sequence[Change[DaySchedule]], found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Look again at each waiting slot that overlapped an appointment: its customer may fit now."""
    ended = [busy for change in changes for busy in _ended_appointments(change)]
    if not ended:
        return ()
    waiting = [hold for change in changes for hold in change.after.waiting]
    waiting += _holds_of_other_days(changes, found)
    slot_ids = [hold.id for hold in waiting if _overlaps_any(hold, ended)]
    return look_alarms(list(dict.fromkeys(slot_ids)), now)


def _new_appointments(change: Change[DaySchedule]) -> list[BusyTime]:
    before = change.before.taken if change.before else ()
    return [busy for busy in change.after.taken if busy.by == "appointment" and busy not in before]


def _ended_appointments(change: Change[DaySchedule]) -> list[BusyTime]:
    before, after = change.before.taken if change.before else (), change.after.taken
    return [busy for busy in before if busy.by == "appointment" and busy not in after]


def _kept_holds(change: Change[DaySchedule]) -> list[BusyTime]:
    """Return the open slots that were there before and still are."""
    if change.before is None:
        return []
    now = (*change.after.taken, *change.after.waiting)
    return [busy for busy in _open_slots(change.before) if busy in now]


def _open_slots(schedule: DaySchedule) -> list[BusyTime]:
    return [busy for busy in (*schedule.taken, *schedule.waiting) if busy.by == "slot"]


def _holds_of_other_days(changes: Sequence[Change[DaySchedule]], found: Found) -> list[BusyTime]:
    changed = {change.after.id for change in changes}
    schedules = [record for record in found.values() if isinstance(record, DaySchedule)]
    return [
        busy
        for schedule in schedules
        if schedule.id not in changed
        for busy in _open_slots(schedule)
    ]


def _overlaps_any(hold: BusyTime, taken: Sequence[BusyTime]) -> bool:
    return any(overlap(hold, busy.starts_at, busy.ends_at) for busy in taken)


REACTIONS: Reactions = {
    Slot: (sync_ended_slots,),
    Appointment: (wake_tick, free_released_times, close_claim_questions),
    DaySchedule: (sync_overlapped_slots, look_beside_ended),
}
