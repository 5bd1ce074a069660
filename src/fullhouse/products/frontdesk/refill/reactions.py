"""The closed loop: a time that is given up becomes a slot, and a slot that is claimed becomes an appointment.

Neither product knows the other. What follows from a change on one side is an alarm in the same commit, and whoever it
wakes works out from what is then what is to be done: twice, late or out of order, the outcome is the same.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Decision
from fullhouse.kernel.product import Rule
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    EditAppointment,
    RestoreAppointment,
    RunDueAction,
    SetAppointmentRetention,
)
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.proposals import ApproveAppointment
from fullhouse.products.frontdesk.appointments.reminder_ticks import wake_tick
from fullhouse.products.frontdesk.appointments.retention import keep_appointments
from fullhouse.products.frontdesk.refill.conflicts import external_ref, freeing, overlap
from fullhouse.products.frontdesk.refill.free_slot import notify_not_offered
from fullhouse.products.frontdesk.refill.reach_sync import hearing_rules, listening
from fullhouse.products.frontdesk.refill.restore import taking_back
from fullhouse.products.frontdesk.refill.slot_sync import RULES as FOLLOWING
from fullhouse.products.frontdesk.refill.slot_sync import follow_alarms, sync_alarm
from fullhouse.products.frontdesk.waitlist.commands import (
    FreeSlot,
    Housekeep,
    SetEntryRetention,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.model import Slot

Rules = Mapping[type[Command], Rule]
OF_ADDRESSES = (BookAppointment, EditAppointment, ApproveAppointment, RunDueAction)


def loop_rules(waitlist: Rules, appointments: Rules) -> dict[type[Command], Rule]:
    """Join the rules of both products."""
    lists = {command: _following(rule) for command, rule in waitlist.items()}
    lists[FreeSlot] = notify_not_offered(freeing(lists[FreeSlot]))
    lists |= {
        Housekeep: _looking_after(lists[Housekeep]),
        SetEntryRetention: _forgetting(lists[SetEntryRetention]),
    }
    books = {command: _giving_up(rule) for command, rule in appointments.items()}
    books |= {command: listening(books[command]) for command in OF_ADDRESSES}
    books[RestoreAppointment] = taking_back(books[RestoreAppointment], lists[WithdrawSlot])
    following = {command: _giving_up(wake_tick(rule)) for command, rule in FOLLOWING.items()}
    return {**lists, **books, **hearing_rules({**lists, **books}), **following}


def _with(decision: Decision, *alarms: Alarm) -> Decision:
    return (
        msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, *alarms))
        if alarms
        else decision
    )


def _following(rule: Rule) -> Rule:
    """Follow each slot that ends, in any way."""

    def decide(state: Any, command: Command, now: datetime) -> Decision:  # noqa: ANN401 - each rule has its own
        decision = rule.decide(state, command, now)
        return _with(
            decision,
            *(sync_alarm(one.after.id, now) for one in decision.changes if _ends_a_slot(one)),
        )

    return msgspec.structs.replace(rule, decide=decide)


def _ends_a_slot(one: Change[Any]) -> bool:
    return one.kind is Slot and one.before is not None and one.before.status != one.after.status


def _looking_after(rule: Rule) -> Rule:
    """Look by night, and when other rules are put in force, whether each open slot is held."""

    def decide(state: Any, command: Housekeep, now: datetime) -> Decision:  # noqa: ANN401 - the rule's own
        return _with(
            rule.decide(state, command, now), *(sync_alarm(one.id, now) for one in state.slots)
        )

    return msgspec.structs.replace(rule, decide=decide)


def _forgetting(rule: Rule) -> Rule:
    """Forget appointments as long after their time as people who are off the list: who claimed a slot is in both."""

    def decide(state: Any, command: SetEntryRetention, now: datetime) -> Decision:  # noqa: ANN401 - the rule's own
        decision = rule.decide(state, command, now)
        also = keep_appointments(
            AppointmentState(), SetAppointmentRetention(days=command.days), now
        )
        cleared = (*decision.clear_alarms, *also.clear_alarms)
        return msgspec.structs.replace(_with(decision, *also.set_alarms), clear_alarms=cleared)

    return msgspec.structs.replace(rule, decide=decide)


def _giving_up(rule: Rule) -> Rule:
    """Free what an appointment gives up, and look again at slots whose time someone was written into."""

    def decide(state: Any, command: Command, now: datetime) -> Decision:  # noqa: ANN401 - each rule has its own
        decision = rule.decide(state, command, now)
        given_up = [_free_alarm(one, now) for one in decision.changes if _gives_up(one)]
        crowded = list(dict.fromkeys(name for one in decision.changes for name in _crowded(one)))
        return _with(decision, *given_up, *follow_alarms(crowded, now))

    return msgspec.structs.replace(rule, decide=decide)


def _gives_up(one: Change[Any]) -> bool:
    if one.kind is not Appointment or one.before is None:
        return False
    return bool(one.after.frees) and one.after.frees != one.before.frees


def _free_alarm(one: Change[Appointment], now: datetime) -> Alarm:
    """Free the time that was given up, by the name under which it is held; it is `again` free, whoever had it before.

    Where nobody is named, times that are alike are told apart by it, too.
    """
    old, slot_id = one.before or one.after, one.after.frees
    free = FreeSlot(
        slot_id=slot_id,
        service=old.service,
        starts_at=old.starts_at,
        minutes=old.minutes,
        staff=old.staff,
        reason="no_show" if one.after.status == "no_show" else "cancelled",
        ref=external_ref(old) or ("" if old.staff else f"appointment:{slot_id}"),
        again=slot_id,
    )
    return Alarm(f"free:{slot_id}", now, free)


def _crowded(one: Change[Any]) -> list[str]:
    """Name the slots that were held in a day's book where an appointment is now, too."""
    if one.kind is not DaySchedule or one.before is None:
        return []
    fresh = [
        taken
        for taken in one.after.taken
        if taken.by == "appointment" and taken not in one.before.taken
    ]
    held = [taken for taken in one.before.taken if taken.by == "slot" and taken in one.after.taken]
    return [
        slot.id for slot in held if any(overlap(slot, new.starts_at, new.ends_at) for new in fresh)
    ]
