"""Alarms on AWS: each has an item, and a one-off schedule until it is due.

A function that is woken reads the item as it is now. So a stream record that comes late or twice,
and a schedule that fires early, late, twice or after its alarm was cleared, do no harm.
"""

import asyncio
import logging
from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.execute import with_narrative
from fullhouse.engine.narratives import Narrator
from fullhouse.engine.ports import DueAlarms, Executor, Invocation
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Alarm, Command, tag_of
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.executor import DynamoExecutor
from fullhouse.platforms.aws.handler import HandlerFailed, attempt_all
from fullhouse.platforms.aws.schedules import UTC_ZONE, Booking, Schedules
from fullhouse.products.frontdesk.appointments.commands import (
    EraseAppointment,
    RetireAppointments,
    RunDueAction,
    SetAppointmentRetention,
    SummariseWeek,
    Tick,
)
from fullhouse.products.frontdesk.refill.contact_adoption import AdoptContacts
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.shared.contacts import Hear, RerouteEntries
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    EndJoinRequest,
    EraseEntry,
    ExpireEntry,
    FreeSlot,
    Housekeep,
    LapseSlot,
    RetireEntries,
    SendMonthSummary,
    WithdrawSlot,
)
from fullhouse.products.frontdesk.waitlist.proposals import DiscardProposal
from fullhouse.products.rsvp.commands import DraftThanks, LapseOffer, Remind, SendHeadcount
from fullhouse.products.rsvp.model import Event

log = logging.getLogger("fullhouse.alarms")

KEEPER, OFFER_ENGINE, HOUSEKEEPING = "ev-keeper", "wl-offer-engine", "wl-housekeeping"
REMINDER, REFILL = "ar-reminder", "ar-refill"
RUNG_BY: dict[type[Command], str] = {
    LapseOffer: "ev-offer-timeout",
    Remind: "ev-reminder-fire",
    SendHeadcount: "ev-host-summary",
    DraftThanks: "ev-host-summary",
    AdvanceSlot: OFFER_ENGINE,
    LapseSlot: "wl-roll-on-timer",
    Housekeep: HOUSEKEEPING,
    AdoptContacts: HOUSEKEEPING,
    ExpireEntry: HOUSEKEEPING,
    EndJoinRequest: HOUSEKEEPING,
    RetireEntries: HOUSEKEEPING,
    EraseEntry: HOUSEKEEPING,
    SetAppointmentRetention: HOUSEKEEPING,
    RetireAppointments: HOUSEKEEPING,
    EraseAppointment: HOUSEKEEPING,
    SendMonthSummary: "wl-summary",
    Tick: REMINDER,
    RunDueAction: REMINDER,
    SummariseWeek: "ar-summary",
    FreeSlot: REFILL,
    SyncSlot: REFILL,
    WithdrawSlot: REFILL,
    Hear: REFILL,
    RerouteEntries: REFILL,
    DiscardProposal: REFILL,
}
# The keeper leaves these functions' alarms to them: its role has no access to their tables.
NOT_THE_KEEPERS = ("wl-", "ar-")
# Alarms due this soon are waited for: a schedule would take as long, and clocks differ by as much.
SOON = timedelta(seconds=2)
MARGIN = timedelta(milliseconds=10)
# Alarms overdue for longer were missed; others are on their way.
LATE = timedelta(minutes=1)
SWEPT_AT_ONCE = 100


class AlarmDue(msgspec.Struct, frozen=True):
    """Input that a schedule gives to its function."""

    alarm: str
    due_at: datetime


async def changed(
    executor: DynamoExecutor, schedules: Schedules, key: str, before: datetime | None
) -> None:
    """Update the schedules of an alarm after a change; `before` is when it was due before."""
    alarm, now = executor.store.alarm(key), executor.clock.now()
    if before is not None and before > now and (alarm is None or alarm.due_at != before):
        schedules.clear(key, before)
    if alarm is None:
        return
    if alarm.due_at - now > SOON:
        schedules.book(_booking(executor, alarm))
    elif not function_for(alarm).startswith(NOT_THE_KEEPERS):
        await ring(executor, AlarmDue(key, alarm.due_at))
    elif function_for(alarm) != OFFER_ENGINE:
        schedule_now(executor, schedules, alarm)


async def heard(executor: DynamoExecutor, key: str) -> None:
    """Run an alarm of the stream if it is due; the keeper schedules the others."""
    alarm = executor.store.alarm(key)
    if alarm is not None and alarm.due_at - executor.clock.now() <= SOON:
        await ring(executor, AlarmDue(key, alarm.due_at))


def function_for(alarm: Alarm) -> str:
    """Return the name of the function that runs an alarm."""
    return RUNG_BY.get(type(alarm.command), KEEPER)


def schedule_now(executor: DynamoExecutor, schedules: Schedules, alarm: Alarm) -> None:
    """Schedule an alarm's function to run it in a moment."""
    event = msgspec.to_builtins(AlarmDue(alarm.key, alarm.due_at))
    # The name has the alarm's own time: one set anew within a second needs its own schedule.
    what = f"now:{alarm.key}:{alarm.due_at.isoformat()}"
    schedules.book(Booking(function_for(alarm), what, soon_after(executor.clock.now()), event))


def soon_after(now: datetime) -> datetime:
    """Return the next time that EventBridge accepts; it refuses one that is over."""
    return now.replace(microsecond=0) + 2 * SOON


async def ring(executor: DynamoExecutor, rung: AlarmDue, narrator: Narrator | None = None) -> None:
    """Execute an alarm's command if it is unchanged and due; a narrator may word its text."""
    alarm = _unchanged(executor, rung)
    if alarm is not None:
        await _execute(executor, alarm, narrator)


async def ring_or_schedule(executor: DynamoExecutor, schedules: Schedules, rung: AlarmDue) -> None:
    """Execute an alarm's command, or schedule it for the function whose role may.

    An earlier version may have scheduled the keeper for an alarm of another function.
    """
    alarm = _unchanged(executor, rung)
    if alarm is not None and function_for(alarm).startswith(NOT_THE_KEEPERS):
        schedule_now(executor, schedules, alarm)
    elif alarm is not None:
        await _execute(executor, alarm)


def _unchanged(executor: DynamoExecutor, rung: AlarmDue) -> Alarm | None:
    """Return the alarm if it is still set for the time at which it was rung."""
    alarm = executor.store.alarm(rung.alarm)
    if alarm is not None and alarm.due_at == rung.due_at:
        return alarm
    log.info("nothing is to ring any more")
    return None


async def _execute(
    executor: DynamoExecutor, alarm: Alarm, narrator: Narrator | None = None
) -> None:
    early = alarm.due_at - executor.clock.now()
    if early > SOON:
        log.warning(
            "rung too early; the sweep rings it in time",
            extra={"facts": {"seconds": early.total_seconds()}},
        )
        return
    await wait(early)
    await execute_worded(executor, alarm_invocation(alarm), narrator)
    log.info("rung", extra={"facts": {"command": tag_of(alarm.command)}})


async def execute_worded(
    executor: DynamoExecutor, invocation: Invocation, narrator: Narrator | None
) -> None:
    """Execute a command; a narrator, if there is one, words its message first."""
    from fullhouse.engine.catalogue import RULES

    await executor.execute(
        await with_narrative(invocation, executor, RULES, executor.clock.now(), narrator)
    )


async def wait(early: timedelta) -> None:
    """Wait until an alarm is due, and a little longer: a rule does nothing if it runs too early."""
    if early > timedelta(0):
        await asyncio.sleep((early + MARGIN).total_seconds())


async def ring_late(executor: DynamoExecutor, schedules: Schedules) -> None:
    """Run missed alarms, or schedule those of other functions."""

    async def run(alarm: Alarm) -> None:
        await ring_or_schedule(executor, schedules, AlarmDue(alarm.key, alarm.due_at))

    late = executor.load(DueAlarms(executor.clock.now() - LATE, SWEPT_AT_ONCE))
    left = await attempt_all(late, run)
    if left:
        raise HandlerFailed(f"{len(left)} alarms could not be rung")


def _booking(executor: DynamoExecutor, alarm: Alarm) -> Booking:
    event, function = msgspec.to_builtins(AlarmDue(alarm.key, alarm.due_at)), function_for(alarm)
    scope = getattr(alarm.command, "event_id", "")
    if function.startswith(NOT_THE_KEEPERS):
        scope = WAITLIST
    return Booking(function, alarm.key, alarm.due_at, event, zone_of(executor, scope))


def zone_of(executor: Executor, scope: str) -> str:
    """Return the time zone of an event or of the business; UTC for other scopes."""
    if scope in (WAITLIST, APPOINTMENTS):
        return rulebook_of(executor.load(Get(Document, ("rules",)))).zone
    event = executor.load(Get(Event, (scope,))) if scope else None
    if event is None:
        return UTC_ZONE
    return event.timezone
