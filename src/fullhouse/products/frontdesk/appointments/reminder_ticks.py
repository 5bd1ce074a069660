"""What comes round by itself: the tick at each quarter of an hour in which a move may be due, and those moves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, Step
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.kernel.times import to_compact
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
)
from fullhouse.products.frontdesk.appointments.weekly_summary import week_alarm
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.opening_hours import next_open_minute

MINUTES = 15
TO_THE_MINUTE = len("20260601T0900")
TICKING = "appointments:tick"
PAGE = 250
MOST_MOVED = 40  # at once: what one commit sets off fits into it on every platform
A_QUARTER = timedelta(minutes=MINUTES)
RESTS = timedelta(hours=6)  # at most: how long nothing is looked at where nothing will be due
HAS_LEFT = frozenset({"sent", "kept"})


def start_ticks(state: AppointmentState, _command: StartReminderTicks, now: datetime) -> Decision:
    """Begin to look after reminders; what is begun already stays as it is."""
    zone = rulebook_of(state.rules).zone
    return Decision(None, set_alarms=(_tick_alarm(_from_now(now)), week_alarm(now, zone)))


def _tick_alarm(when: datetime) -> Alarm:
    """Ring at the first quarter of an hour from a time on, by any clock on earth."""
    past = timedelta(
        minutes=when.minute % MINUTES, seconds=when.second, microseconds=when.microsecond
    )
    due = when - past + (A_QUARTER if past else timedelta())
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
    """Load those who are expected soon, behind a place."""
    until = command.at + lookahead(rulebook_of(found["rules"])) + RESTS
    return {"page": AppointmentsBetween(command.since or command.at, until, command.after, PAGE)}


def tick(state: AppointmentState, command: Tick, now: datetime) -> Decision:
    """Have everyone moved whose move is due; where there are more than fit, go on behind the last one at once.

    It comes again when something is due next, and in a quarter of an hour where something was: it may not be done yet.
    """
    rulebook = rulebook_of(state.rules)
    alarms: list[Alarm] = []
    last = state.page[-1] if state.page else None
    soonest = now + RESTS
    for one, earliest in nearby(state.page, rulebook, soonest):
        due = due_at(one, rulebook, now) if earliest <= soonest else None
        if due is None:
            continue
        soonest = min(soonest, due)
        if due <= now:
            alarms.append(Alarm(f"move:{one.id}", now, RunDueAction(appointment_id=one.id)))
            if len(alarms) == MOST_MOVED:
                last = one
                break
    if last is not None and (last.id != state.page[-1].id or len(state.page) == PAGE):
        behind = Tick(at=command.at, again=command.again, since=last.starts_at, after=last.id)
        # By its place, so that two rounds at once do not take each other's next page for their own.
        alarms.append(Alarm(f"{TICKING}:more:{last.id}", now, behind))
    if command.again:
        alarms.append(_tick_alarm(max(soonest, _from_now(now))))
    return Decision(None, set_alarms=tuple(alarms))


def move(state: AppointmentState, _command: RunDueAction, now: datetime) -> Decision:
    """Make the one move that is due, as things stand now."""
    appointment = state.appointment
    if appointment is None:
        return Decision(None)
    due = next_action(appointment, rulebook_of(state.rules), now)
    if isinstance(due, ReminderDue):
        return _remind(state, appointment, due, now)
    reason: Doubt = (
        _why_alert(state.reminder, appointment, now) if isinstance(due, GapAlert) else ""
    )
    return gap_alert(state, appointment, reason, now) if reason else Decision(None)


def _why_alert(reminder: Message | None, appointment: Appointment, now: datetime) -> Doubt:
    """Say what staff should hear of it that nobody answers; nothing while the last reminder is still on its way."""
    if reminder is not None and reminder.status in HAS_LEFT:
        return "no_answer"
    last_chance = now + A_QUARTER >= appointment.starts_at
    lost = (
        reminder is None or reminder.status == "failed" or (reminder.attempts > 0 and last_chance)
    )
    return "unreachable" if lost else ""


def _remind(
    state: AppointmentState, appointment: Appointment, due: ReminderDue, now: datetime
) -> Decision:
    """Write a reminder for the next open minute; what would come too late, or reach nobody, is told to staff."""
    leaves_at = next_open_minute(rulebook_of(state.rules), state.holidays, now)
    channel = channel_now(state, appointment, now)
    reminded = {"reminded": (*appointment.reminded, due.hours)}
    if not channel or leaves_at >= appointment.starts_at:
        return gap_alert(
            state, appointment, "too_late" if channel else "unreachable", now, **reminded
        )
    occasion = f"{appointment.chain}-{due.hours}"
    facts = {"move": due.move, "hours": due.hours, "reply": occasion}
    (words,) = to_customer("reminder", state, appointment, channel, now, occasion, **facts)
    noted = with_alert_noted(appointment, **reminded, reminder=words.id)
    step = Step(SCOPE, due.move, appointment.id, (noted,), channel)
    return Decision(None, steps=(step,), messages=(replace(words, not_before=leaves_at),))
