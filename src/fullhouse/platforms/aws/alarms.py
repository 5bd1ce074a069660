"""Alarms on AWS: each has a row, and while it is still to ring a one-off schedule.

Whoever is woken looks at the row as it is now. So a stream that speaks late or twice, and a schedule that rings early,
late, twice or after its alarm was cleared, do nothing that is not to be done.
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
from fullhouse.products.frontdesk.refill.reach_sync import Hear
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    EraseEntry,
    ExpireEntry,
    FreeSlot,
    Housekeep,
    LapseSlot,
    RetireEntries,
    WithdrawSlot,
)
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
    ExpireEntry: HOUSEKEEPING,
    RetireEntries: HOUSEKEEPING,
    EraseEntry: HOUSEKEEPING,
    SetAppointmentRetention: HOUSEKEEPING,
    RetireAppointments: HOUSEKEEPING,
    EraseAppointment: HOUSEKEEPING,
    Tick: REMINDER,
    RunDueAction: REMINDER,
    SummariseWeek: "ar-summary",
    FreeSlot: REFILL,
    SyncSlot: REFILL,
    WithdrawSlot: REFILL,
    Hear: REFILL,
}
# What the keeper leaves to others also when it is due: its role knows nothing of the line or the day's book.
NOT_THE_KEEPERS = ("wl-", "ar-")
# What is due so soon is waited for: booking it would take as long, and clocks differ by as much.
SOON = timedelta(seconds=2)
MARGIN = timedelta(milliseconds=10)
# What is due for so long was left lying; what is due for less is on its way.
LATE = timedelta(minutes=1)
SWEPT_AT_ONCE = 100


class AlarmDue(msgspec.Struct, frozen=True):
    """What a schedule tells the function that it rings."""

    alarm: str
    due_at: datetime


async def changed(
    executor: DynamoExecutor, schedules: Schedules, key: str, before: datetime | None
) -> None:
    """Bring schedules in line with an alarm that was set, moved, cleared or rung; `before` is when it was due then."""
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
    """Ring an alarm at once of which the stream tells, if it is due; the keeper books those that are not yet."""
    alarm = executor.store.alarm(key)
    if alarm is not None and alarm.due_at - executor.clock.now() <= SOON:
        await ring(executor, AlarmDue(key, alarm.due_at))


def function_for(alarm: Alarm) -> str:
    """Name the function that rings an alarm."""
    return RUNG_BY.get(type(alarm.command), KEEPER)


def schedule_now(executor: DynamoExecutor, schedules: Schedules, alarm: Alarm) -> None:
    """Have the function ring an alarm whose it is, in a moment."""
    told = msgspec.to_builtins(AlarmDue(alarm.key, alarm.due_at))
    # By its own time, too: one that is set anew within the second must not meet the ring of the one before.
    what = f"now:{alarm.key}:{alarm.due_at.isoformat()}"
    schedules.book(Booking(function_for(alarm), what, soon_after(executor.clock.now()), told))


def soon_after(now: datetime) -> datetime:
    """Say when something rings that is to ring at once; a time that is over already would be refused."""
    return now.replace(microsecond=0) + 2 * SOON


async def ring(executor: DynamoExecutor, rung: AlarmDue, narrator: Narrator | None = None) -> None:
    """Give an alarm's command, if it is still that alarm and its time has come; a narrator may word what it says."""
    alarm = executor.store.alarm(rung.alarm)
    if alarm is None or alarm.due_at != rung.due_at:
        log.info("nothing is to ring any more")
        return
    early = rung.due_at - executor.clock.now()
    if early > SOON:
        log.warning(
            "rung too early; the sweep rings it in time",
            extra={"facts": {"seconds": early.total_seconds()}},
        )
        return
    await wait(early)
    await tell(executor, alarm_invocation(alarm), narrator)
    log.info("rung", extra={"facts": {"command": tag_of(alarm.command)}})


async def tell(executor: DynamoExecutor, invocation: Invocation, narrator: Narrator | None) -> None:
    """Give an order whose message a narrator words before, if there is one."""
    from fullhouse.engine.catalogue import RULES

    await executor.execute(
        await with_narrative(invocation, executor, RULES, executor.clock.now(), narrator)
    )


async def wait(early: timedelta) -> None:
    """Wait for a moment that is near, and a little longer: a rule that is asked too early only says so."""
    if early > timedelta(0):
        await asyncio.sleep((early + MARGIN).total_seconds())


async def ring_late(executor: DynamoExecutor, schedules: Schedules) -> None:
    """Ring what was left lying, or have those ring it whose it is."""

    async def rung(alarm: Alarm) -> None:
        if function_for(alarm).startswith(NOT_THE_KEEPERS):
            schedule_now(executor, schedules, alarm)
        else:
            await ring(executor, AlarmDue(alarm.key, alarm.due_at))

    late = executor.load(DueAlarms(executor.clock.now() - LATE, SWEPT_AT_ONCE))
    left = await attempt_all(late, rung)
    if left:
        raise HandlerFailed(f"{len(left)} alarms could not be rung")


def _booking(executor: DynamoExecutor, alarm: Alarm) -> Booking:
    told, function = msgspec.to_builtins(AlarmDue(alarm.key, alarm.due_at)), function_for(alarm)
    scope = (
        WAITLIST if function.startswith(NOT_THE_KEEPERS) else getattr(alarm.command, "event_id", "")
    )
    return Booking(function, alarm.key, alarm.due_at, told, zone_of(executor, scope))


def zone_of(executor: Executor, scope: str) -> str:
    """Say which clock people look at: an event's guests, or the business; UTC where there is neither."""
    if scope in (WAITLIST, APPOINTMENTS):
        return rulebook_of(executor.load(Get(Document, ("rules",)))).zone
    event = executor.load(Get(Event, (scope,))) if scope else None
    return UTC_ZONE if event is None else event.timezone
