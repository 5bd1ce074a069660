"""What comes round by itself: the tick at each quarter of an hour in which a move may be due, and those moves."""

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Decision, Step
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found, Rule
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


def wake_tick(rule: Rule) -> Rule:
    """Have the tick ring in time for each appointment whose next move comes before it would have been looked at."""

    def decide(state: Any, command: Command, now: datetime) -> Decision:  # noqa: ANN401 - each rule has its own
        decision = rule.decide(state, command, now)
        moved = [one.after for one in decision.changes if _is_to_be_looked_at(one)]
        if not moved:
            return decision
        due = {due_at(one, rulebook_of(state.rules), now) for one in moved}
        alarms = {
            _tick_alarm(max(when, _from_now(now)))
            for when in due
            if when is not None and when < now + RESTS
        }
        if not alarms:
            return decision
        return replace(
            decision, set_alarms=(*decision.set_alarms, *sorted(alarms, key=lambda one: one.due_at))
        )

    return replace(rule, decide=decide)


WHAT_COUNTS = ("starts_at", "service", "remind_at", "status", "reminded", "alerted_at", "made_at")


def _is_to_be_looked_at(one: Change[Any]) -> bool:
    if one.kind is not Appointment:
        return False
    return one.before is None or any(
        getattr(one.before, name) != getattr(one.after, name) for name in WHAT_COUNTS
    )


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
