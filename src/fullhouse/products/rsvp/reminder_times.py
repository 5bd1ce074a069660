"""Times of an event's alarms: reminders, the host's daily headcount, the thank-you draft."""

from datetime import date, datetime, timedelta
from typing import Literal

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.times import duration, instant, time_of_day, wall_time
from fullhouse.products.rsvp.commands import DraftThanks, Remind, SendHeadcount
from fullhouse.products.rsvp.model import MORNING, Event, ReminderPlan

NOON = 12
# Before this time of day it is still the night of the day before.
NIGHT_ENDS = timedelta(hours=6)


class Reminder(msgspec.Struct, frozen=True):
    """One reminder of a plan: when it is due, and how long it is of use."""

    name: str
    due_at: datetime
    use_by: datetime


FateCode = Literal["sent", "past", "merged", "after_start"]


class ReminderOutcome(msgspec.Struct, frozen=True):
    """The outcome of a reminder; `target` is when it would be due without quiet hours."""

    name: str
    due_at: datetime
    target: datetime
    fate: FateCode


def reminders(event: Event, plan: ReminderPlan) -> tuple[Reminder, ...]:
    """Return a plan's reminders before the start, the earliest first.

    Of those that fall on the same morning only the last is kept, and none if guests got one before
    the event was changed. Each is of use until the next.
    """
    found: list[Reminder] = []
    use_by = event.starts
    later: list[datetime] = []
    for due, name in reversed(_times(event, plan)):
        if due >= event.starts:
            continue
        if not _same_morning(event, due, later) and not _is_second(event, plan, due):
            found.append(Reminder(name, due, use_by))
            use_by = due
        later.append(due)
    return tuple(reversed(found))


def fates(event: Event, plan: ReminderPlan, now: datetime) -> tuple[ReminderOutcome, ...]:
    """Return the outcome of each reminder of a plan, the earliest first."""
    kept = {reminder.name for reminder in reminders(event, plan)}
    outcomes = []
    for due, name in _times(event, plan):
        fate = _fate(event, due, now, kept=name in kept)
        outcomes.append(ReminderOutcome(name, due, _target(event, plan, name), fate))
    return tuple(outcomes)


def _fate(event: Event, due: datetime, now: datetime, *, kept: bool) -> FateCode:
    if due >= event.starts:
        return "after_start"
    if not kept:
        return "merged"
    if due <= now:
        return "past"
    return "sent"


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


def _same_morning(event: Event, due: datetime, later: list[datetime]) -> bool:
    """Return True if a later reminder is due on the morning of the same day."""
    day = wall_time(due, event.timezone).date()
    others = [wall_time(other, event.timezone) for other in later]
    return any(other.date() == day and other.hour < NOON for other in others)


def _is_second(event: Event, plan: ReminderPlan, due: datetime) -> bool:
    """Return True if guests got another reminder on that morning, before a change."""
    if plan.reminded_at is None or due <= plan.reminded_at:
        return False
    day, hour = _morning(event, due)
    return hour < NOON and day == _morning(event, plan.reminded_at)[0]


def _morning(event: Event, moment: datetime) -> tuple[date, int]:
    """Return day and hour of a moment where the event is."""
    local = wall_time(moment, event.timezone)
    return local.date(), local.hour


def noted_plans(event: Event, now: datetime) -> tuple[ReminderPlan, ...]:
    """Return the plans of an event that is changed, with the reminder of this morning if any."""
    return tuple(_noted(event, plan, now) for plan in event.plans)


def _noted(event: Event, plan: ReminderPlan, now: datetime) -> ReminderPlan:
    today = _morning(event, now)[0]
    for reminder in reversed(reminders(event, plan)):
        day, hour = _morning(event, reminder.due_at)
        if reminder.due_at <= now and day == today and hour < NOON:
            return msgspec.structs.replace(plan, reminded_at=reminder.due_at)
    return plan


def nth_plan(event: Event, number: int) -> ReminderPlan | None:
    """Return the plan with this number, or None if it is not in force any more."""
    return next((plan for plan in event.plans if plan.number == number), None)


def plan_ends(event: Event, plan: ReminderPlan) -> datetime | None:
    """Return when the next plan begins: guests confirmed from then on belong to it."""
    later = [other.since for other in event.plans if other.number > plan.number]
    return min((since for since in later if since is not None), default=None)


def alarms(event: Event, now: datetime) -> tuple[Alarm, ...]:
    """Return all alarms that are still to come for an event."""
    later = (alarm for alarm in _reminder_alarms(event) if alarm.due_at > now)
    return (*later, *headcount_alarm(event, now), thanks_alarm(event))


def rescheduled_alarms(
    before: Event, after: Event, now: datetime
) -> tuple[tuple[str, ...], tuple[Alarm, ...]]:
    """Return the keys of alarms that a change clears, and the alarms that it sets.

    A reminder that stays the same is left alone, because it may be half sent. One that is past by
    a new date is skipped.
    """
    same = {*_reminder_alarms(before)} & {*_reminder_alarms(after)}
    kept = {alarm.key for alarm in same}
    clear = tuple(key for key in keys(before) if key not in kept)
    new = (alarm for alarm in alarms(after, now) if alarm not in same)
    return clear, (*new, *_missed(before, after, now))


def _missed(before: Event, after: Event, now: datetime) -> list[Alarm]:
    """Return alarms, due now, for reminders of this date that new quiet hours put into the past."""
    if (before.starts_at, before.timezone) != (after.starts_at, after.timezone):
        return []
    to_come = {alarm.key for alarm in _reminder_alarms(before) if alarm.due_at > now}
    missed = []
    for plan in after.plans:
        for reminder in reminders(after, plan):
            alarm = _reminder_alarm(after, plan, reminder)
            if reminder.due_at <= now < reminder.use_by and alarm.key in to_come:
                missed.append(msgspec.structs.replace(alarm, due_at=now))
    return missed


def _reminder_alarms(event: Event) -> list[Alarm]:
    found = []
    for plan in event.plans:
        found += [_reminder_alarm(event, plan, reminder) for reminder in reminders(event, plan)]
    return found


def keys(event: Event) -> tuple[str, ...]:
    """Return the keys of all alarms that may be set for an event."""
    found = []
    for plan in event.plans:
        found += [_reminder_key(event, plan, name) for name in plan.reminders]
    return (*found, f"headcount:{event.id}", f"thanks:{event.id}")


def _reminder_alarm(event: Event, plan: ReminderPlan, reminder: Reminder) -> Alarm:
    name, due_at = reminder.name, reminder.due_at
    command = Remind(event_id=event.id, plan=plan.number, reminder=name, due_at=due_at)
    return Alarm(_reminder_key(event, plan, name), due_at, command)


def _reminder_key(event: Event, plan: ReminderPlan, name: str) -> str:
    return f"reminder:{event.id}:{plan.number}:{name}"


def headcount_alarm(event: Event, now: datetime) -> tuple[Alarm, ...]:
    """Return the alarm for the next morning of the run-up, if there is one before the start."""
    run_up = event.starts_at - timedelta(days=event.settings.run_up_days)
    after = max(run_up, wall_time(now, event.timezone) + timedelta(milliseconds=1))
    morning = datetime.combine(after.date(), time_of_day(event.settings.morning_at), tzinfo=None)
    if morning < after:
        morning += timedelta(days=1)
    due = instant(morning, event.timezone)
    if due >= event.starts:
        return ()
    return (Alarm(f"headcount:{event.id}", due, SendHeadcount(event_id=event.id, due_at=due)),)


def thanks_alarm(event: Event) -> Alarm:
    """Return the alarm for the morning after the end."""
    morning = (event.ends_at - NIGHT_ENDS).date() + timedelta(days=1)
    due = instant(
        datetime.combine(morning, time_of_day(event.settings.morning_at), tzinfo=None),
        event.timezone,
    )
    return Alarm(f"thanks:{event.id}", due, DraftThanks(event_id=event.id))
