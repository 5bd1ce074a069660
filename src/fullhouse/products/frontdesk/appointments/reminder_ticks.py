"""The reminder tick, every 15 minutes in which an action may be due, and those actions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.kernel.times import to_compact
from fullhouse.products.frontdesk.appointments.bookings import restart_chain
from fullhouse.products.frontdesk.appointments.commands import (
    RunDueAction,
    StartReminderTicks,
    Tick,
)
from fullhouse.products.frontdesk.appointments.gap_alerts import gap_alert, with_alert_noted
from fullhouse.products.frontdesk.appointments.messages import channel_now, to_customer
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentsBetween,
    AppointmentState,
    Doubt,
)
from fullhouse.products.frontdesk.appointments.reminder_chain import (
    GapAlert,
    ReminderDue,
    due_at,
    lookahead,
    nearby,
    next_action,
    was_dropped,
)
from fullhouse.products.frontdesk.appointments.weekly_summary import week_alarm
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.opening_hours import next_open_minute

MINUTES = 15
# Doubts that end once a reminder can be sent.
NOT_REMINDED = frozenset({"too_late", "unreachable"})
TO_THE_MINUTE = len("20260601T0900")
TICKING = "appointments:tick"
PAGE = 250
# Alarms that one tick sets at most, so that they fit into one commit on every platform.
MOST_MOVED = 40
A_QUARTER = timedelta(minutes=MINUTES)
# The longest pause between two ticks if nothing is due.
RESTS = timedelta(hours=6)
HAS_LEFT = frozenset({"sent", "kept"})


def start_ticks(state: AppointmentState, _command: StartReminderTicks, now: datetime) -> Decision:
    """Start the tick and the weekly summary; if they run already, nothing changes."""
    zone = rulebook_of(state.rules).zone
    return Decision(None, set_alarms=(_tick_alarm(_from_now(now)), week_alarm(now, zone)))


def _tick_alarm(when: datetime) -> Alarm:
    """Return the alarm at the first full quarter of an hour from a time on."""
    past = timedelta(
        minutes=when.minute % MINUTES, seconds=when.second, microseconds=when.microsecond
    )
    due = when - past
    if past:
        due += A_QUARTER
    return Alarm(f"{TICKING}:{to_compact(due)[:TO_THE_MINUTE]}", due, Tick(at=due))


def _from_now(now: datetime) -> datetime:
    return now + datetime.resolution


def wake_tick(
    changes: Sequence[Change[Appointment]], found: Found, now: datetime
) -> tuple[Alarm, ...]:
    """Set the tick for each changed appointment whose next action is due before the tick comes."""
    changed = [change.after for change in changes if _affects_reminders(change)]
    if not changed:
        return ()
    rulebook = rulebook_of(found.get("rules"))
    due_times = {due_at(appointment, rulebook, now) for appointment in changed}
    alarms = set()
    for due in due_times:
        if due is not None and due < now + RESTS:
            alarms.add(_tick_alarm(max(due, _from_now(now))))
    return tuple(sorted(alarms, key=lambda alarm: alarm.due_at))


# A reminder or an alert that was decided on needs no waking: the tick that found it comes again.
AFFECTS_REMINDERS = ("starts_at", "service", "remind_at", "status", "made_at", "chain")


def _affects_reminders(change: Change[Appointment]) -> bool:
    before, after = change.before, change.after
    if before is None:
        return True
    return any(getattr(before, name) != getattr(after, name) for name in AFFECTS_REMINDERS)


def page_need(command: Tick, found: Found) -> Needs:
    """Load the next page of appointments within the lookahead."""
    until = command.at + lookahead(rulebook_of(found["rules"])) + RESTS
    return {"page": AppointmentsBetween(command.since or command.at, until, command.after, PAGE)}


def tick(state: AppointmentState, command: Tick, now: datetime) -> Decision:
    """Set an alarm for each due action, and for the next page if there is more.

    The tick comes again when the next action is due. If one is due now, that is in 15 minutes:
    it may not be done yet. So it is if the tick is late: its page is of the time that it was due.
    """
    rulebook = rulebook_of(state.rules)
    due_now: list[Appointment] = []
    soonest = now + RESTS if now - command.at < A_QUARTER else now
    for appointment, earliest in nearby(state.page, rulebook, soonest):
        # An earlier appointment may have lowered `soonest`: a later action does not matter then.
        if earliest > soonest:
            continue
        due = due_at(appointment, rulebook, now)
        if due is None:
            continue
        soonest = min(soonest, due)
        if due <= now:
            due_now.append(appointment)
            if len(due_now) == MOST_MOVED:
                break
    alarms = [
        Alarm(f"move:{appointment.id}", now, RunDueAction(appointment_id=appointment.id))
        for appointment in due_now
    ]
    alarms += _more(state.page, due_now, command, now)
    if command.again:
        alarms.append(_tick_alarm(max(soonest, _from_now(now))))
    return Decision(None, set_alarms=tuple(alarms))


def _more(
    page: tuple[Appointment, ...], due_now: list[Appointment], command: Tick, now: datetime
) -> list[Alarm]:
    """Return the alarm for the rest of the page, or for the next one; empty at the end."""
    if not page:
        return []
    last = page[-1]
    if len(due_now) == MOST_MOVED:
        last = due_now[-1]
    if last.id == page[-1].id and len(page) < PAGE:
        return []
    behind = Tick(at=command.at, again=command.again, since=last.starts_at, after=last.id)
    # The key names the page, so that two ticks at once do not overwrite each other's alarm.
    return [Alarm(f"{TICKING}:more:{last.id}", now, behind)]


def move(state: AppointmentState, _command: RunDueAction, now: datetime) -> Decision:
    """Run the due action of an appointment."""
    appointment = state.appointment
    if appointment is None:
        return Decision(None)
    due = next_action(appointment, rulebook_of(state.rules), now)
    if isinstance(due, ReminderDue):
        return _remind(state, appointment, due, now)
    if not isinstance(due, GapAlert):
        return Decision(None)
    reason = _why_alert(state.reminder, appointment, now)
    if not reason:
        return Decision(None)
    return gap_alert(state, appointment, reason, now)


def _why_alert(reminder: Message | None, appointment: Appointment, now: datetime) -> Doubt:
    """Return the reason of the alert; empty while the last reminder is still being sent."""
    if reminder is not None and reminder.status in HAS_LEFT:
        return "no_answer"
    last_chance = now + A_QUARTER >= appointment.starts_at
    if reminder is None or reminder.status == "failed":
        return "unreachable"
    if reminder.attempts > 0 and last_chance:
        return "unreachable"
    return ""


def _remind(
    state: AppointmentState, appointment: Appointment, due: ReminderDue, now: datetime
) -> Decision:
    """Queue a reminder for the next open minute; alert staff if it would be late or lost."""
    leaves_at = next_open_minute(rulebook_of(state.rules), state.holidays, now)
    channel = channel_now(state, appointment, now)
    reminded = {"reminded": (*appointment.reminded, due.hours)}
    if not channel:
        return gap_alert(state, appointment, "unreachable", now, **reminded)
    if leaves_at >= appointment.starts_at:
        return gap_alert(state, appointment, "too_late", now, **reminded)
    # Each reminder is written once per chain, also one that was dropped and is wanted again.
    fresh = restart_chain(appointment) if was_dropped(state.reminder) else {}
    told = replace(appointment, **fresh)
    occasion = f"{told.chain}-{due.hours}"
    facts = {"move": due.move, "hours": due.hours, "reply": occasion}
    (words,) = to_customer("reminder", state, told, channel, now, occasion, **facts)
    sets: dict[str, Any] = {**fresh, "reminder": words.id}
    sets["reminded"] = (*told.reminded, due.hours)
    # They can be reached after all.
    if appointment.alerted_for in NOT_REMINDED:
        sets |= {"alerted_at": None, "alerted_for": ""}
    noted = with_alert_noted(appointment, **sets)
    step = Step(SCOPE, due.move, appointment.id, (noted,), channel)
    return Decision(None, steps=(step,), messages=(replace(words, not_before=leaves_at),))
