"""When an event's own alarms ring: reminders, the host's daily headcount, the thank-you draft. Date arithmetic only."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.times import duration, instant, time_of_day, wall_time
from fullhouse.products.rsvp.commands import DraftThanks, Remind, SendHeadcount
from fullhouse.products.rsvp.model import MORNING, Event, ReminderPlan

HOST_MORNING = "09:00"
NOON = 12
# Before this time of day it is still the night of the evening before.
NIGHT_ENDS = timedelta(hours=6)


class Reminder(msgspec.Struct, frozen=True):
    """One reminder of a plan: when it is due, and until when it is of use."""

    name: str
    due_at: datetime
    use_by: datetime


FateCode = Literal["sent", "past", "merged", "after_start"]


class ReminderOutcome(msgspec.Struct, frozen=True):
    """What becomes of a reminder: sent when it is due, or not at all; `target` is when it would be without a night."""

    name: str
    due_at: datetime
    target: datetime
    fate: FateCode


def reminders(event: Event, plan: ReminderPlan) -> tuple[Reminder, ...]:
    """Work out a plan's reminders, the earliest first; none after the start, one where two fall on the same morning."""
    before = [(due, name) for due, name in _times(event, plan) if due < event.starts]
    kept = [one for at, one in enumerate(before) if not _same_morning(event, one, before[at + 1 :])]
    ends = [*(due for due, _ in kept[1:]), event.starts]
    return tuple(
        Reminder(name, due, use_by) for (due, name), use_by in zip(kept, ends, strict=False)
    )


def fates(event: Event, plan: ReminderPlan, now: datetime) -> tuple[ReminderOutcome, ...]:
    """Foretell what becomes of each reminder that a plan names, the earliest first."""
    kept = {one.name for one in reminders(event, plan)}
    return tuple(
        ReminderOutcome(
            name, due, _target(event, plan, name), _fate(event, due, now, kept=name in kept)
        )
        for due, name in _times(event, plan)
    )


def _fate(event: Event, due: datetime, now: datetime, *, kept: bool) -> FateCode:
    if due >= event.starts:
        return "after_start"
    if not kept:
        return "merged"
    return "past" if due <= now else "sent"


def _times(event: Event, plan: ReminderPlan) -> list[tuple[datetime, str]]:
    return sorted((_due(event, plan, name), name) for name in set(plan.reminders))


def _due(event: Event, plan: ReminderPlan, name: str) -> datetime:
    return event.settings.quiet_hours.next_open(_target(event, plan, name), event.timezone)


def _target(event: Event, plan: ReminderPlan, name: str) -> datetime:
    if name == MORNING:
        morning = datetime.combine(
            event.starts_at.date(), time_of_day(plan.morning_at), tzinfo=None
        )
        return instant(morning, event.timezone)
    ahead = duration(name)
    if name.endswith(("d", "w")) and not ahead % timedelta(days=1):
        return instant(event.starts_at - ahead, event.timezone)
    return event.starts - ahead


def _same_morning(
    event: Event, one: tuple[datetime, str], later: list[tuple[datetime, str]]
) -> bool:
    here = wall_time(one[0], event.timezone)
    there = [wall_time(due, event.timezone) for due, _ in later]
    return any(due.date() == here.date() and due.hour < NOON for due in there)


def nth_plan(event: Event, number: int) -> ReminderPlan | None:
    """Find a plan that is still in force."""
    return next((plan for plan in event.plans if plan.number == number), None)


def plan_ends(event: Event, plan: ReminderPlan) -> datetime | None:
    """Say from when on confirmations belong to the next plan."""
    later = [one.since for one in event.plans if one.number > plan.number and one.since is not None]
    return min(later, default=None)


def alarms(event: Event, now: datetime) -> tuple[Alarm, ...]:
    """Set all that is still to ring for an event."""
    later = (one for one in _reminder_alarms(event) if one.due_at > now)
    return (*later, *headcount_alarm(event, now), thanks_alarm(event))


def rescheduled_alarms(
    before: Event, after: Event, now: datetime
) -> tuple[tuple[str, ...], tuple[Alarm, ...]]:
    """Say which alarms a change clears and which it sets. A reminder that stays is left alone: it may be under way."""
    stay = {*_reminder_alarms(before)} & {*_reminder_alarms(after)}
    kept = {one.key for one in stay}
    clear = tuple(key for key in keys(before) if key not in kept)
    missed = _missed(before, after, now)
    return clear, (*(one for one in alarms(after, now) if one not in stay), *missed)


def _missed(before: Event, after: Event, now: datetime) -> list[Alarm]:
    """Ring at once what was still to ring, and by the new hours should have rung already."""
    ahead = {one.key for one in _reminder_alarms(before) if one.due_at > now}
    times = {
        _reminder_key(after, plan, one.name): one
        for plan in after.plans
        for one in reminders(after, plan)
    }
    past = [
        one
        for one in _reminder_alarms(after)
        if one.due_at <= now < times[one.key].use_by and one.key in ahead
    ]
    return [msgspec.structs.replace(one, due_at=now) for one in past]


def _reminder_alarms(event: Event) -> list[Alarm]:
    return [
        _reminder_alarm(event, plan, one) for plan in event.plans for one in reminders(event, plan)
    ]


def keys(event: Event) -> tuple[str, ...]:
    """Name all that may be set for an event, to clear it."""
    plans = [(plan, name) for plan in event.plans for name in plan.reminders]
    return (
        *(_reminder_key(event, plan, name) for plan, name in plans),
        f"headcount:{event.id}",
        f"thanks:{event.id}",
    )


def _reminder_alarm(event: Event, plan: ReminderPlan, one: Reminder) -> Alarm:
    command = Remind(event_id=event.id, plan=plan.number, reminder=one.name, due_at=one.due_at)
    return Alarm(_reminder_key(event, plan, one.name), one.due_at, command)


def _reminder_key(event: Event, plan: ReminderPlan, name: str) -> str:
    return f"reminder:{event.id}:{plan.number}:{name}"


def headcount_alarm(event: Event, now: datetime) -> tuple[Alarm, ...]:
    """Ring on the next morning of the run-up, if there is one before the start."""
    run_up = event.starts_at - timedelta(days=event.settings.run_up_days)
    after = max(run_up, wall_time(now, event.timezone) + timedelta(milliseconds=1))
    morning = datetime.combine(after.date(), time_of_day(HOST_MORNING), tzinfo=None)
    due = instant(morning if morning >= after else morning + timedelta(days=1), event.timezone)
    if due >= event.starts:
        return ()
    return (Alarm(f"headcount:{event.id}", due, SendHeadcount(event_id=event.id, due_at=due)),)


def thanks_alarm(event: Event) -> Alarm:
    """Ring on the morning after the end."""
    morning = (event.ends_at - NIGHT_ENDS).date() + timedelta(days=1)
    due = instant(datetime.combine(morning, time_of_day(HOST_MORNING), tzinfo=None), event.timezone)
    return Alarm(f"thanks:{event.id}", due, DraftThanks(event_id=event.id))
