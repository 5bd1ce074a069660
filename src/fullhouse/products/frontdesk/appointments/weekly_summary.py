"""The weekly summary: figures of a week, sent to staff on Monday."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.appointments.messages import to_staff
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsBetween,
    AppointmentState,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of

SUMMARY = "summary:appointments"
MORNING = time(8)
DAYS = 7
MOST = 10_000
MOST_QUIET = 20
LEFT = frozenset({"sending", "sent", "kept"})


class Unanswered(msgspec.Struct, frozen=True):
    """A customer who never answered a reminder; with an id, so that they can be erased."""

    id: str
    name: str


class WeekFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a week.

    `prevented` counts times that customers released early instead of not coming, `freed` the times
    that came free for the waitlist, `refilled` those of them that it has filled.
    """

    appointments: int = 0
    confirmed: int = 0
    cancelled: int = 0
    no_shows: int = 0
    prevented: int = 0
    freed: int = 0
    refilled: int = 0
    money: dict[str, int] = msgspec.field(default_factory=dict)
    quiet: tuple[Unanswered, ...] = ()
    more_quiet: int = 0


def week_alarm(now: datetime, zone: str) -> Alarm:
    """Return the alarm on the next Monday at eight in the zone, for the week before."""
    due, monday = next_monday(now, zone)
    week = (monday - timedelta(days=DAYS)).isoformat()
    return Alarm(f"{SUMMARY}:{week}", due, SummariseWeek(week=week))


def next_monday(now: datetime, zone: str) -> tuple[datetime, date]:
    """Return the next Monday morning, and its local date."""
    today = wall_time(now, zone).date()
    monday = today + timedelta(days=-today.weekday() % DAYS)
    due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
    if due <= now:
        monday += timedelta(days=DAYS)
        due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
    return due, monday


def span_of(week: str, zone: str) -> tuple[datetime, datetime]:
    """Return the start and end of a week in the zone."""
    monday = date.fromisoformat(week)
    since, until = (
        instant(datetime.combine(day, time(), tzinfo=None), zone)
        for day in (monday, monday + timedelta(days=DAYS))
    )
    return since, until


def week_needs(command: SummariseWeek, found: Found) -> Needs:
    """Load all appointments of a week."""
    since, until = span_of(command.week, rulebook_of(found["rules"]).zone)
    return {"page": AppointmentsBetween(since, until, limit=MOST)}


def reminders_of(appointments: Iterable[Appointment]) -> Needs:
    """Load the reminders that customers have not answered: perhaps they never left."""
    return {
        f"reminder:{appointment.id}": Get(Message, (appointment.reminder,))
        for appointment in appointments
        if _is_quiet(appointment)
    }


def unsent(reminders: Iterable[Message]) -> frozenset[str]:
    """Return the customers whose reminder did not leave: nothing was there to answer."""
    return frozenset(one.person for one in reminders if one.status not in LEFT)


def week_of(
    appointments: tuple[Appointment, ...], unreminded: frozenset[str] = frozenset()
) -> WeekFigures:
    """Add up a week's appointments; the slots that came free are counted elsewhere."""
    statuses = Counter(appointment.status for appointment in appointments)
    quiet = [
        Unanswered(appointment.id, appointment.name)
        for appointment in appointments
        if _is_quiet(appointment) and appointment.id not in unreminded
    ]
    return WeekFigures(
        appointments=len(appointments),
        confirmed=statuses["confirmed"],
        cancelled=statuses["cancelled"],
        no_shows=statuses["no_show"],
        prevented=sum(appointment.gave_up for appointment in appointments),
        quiet=tuple(quiet[:MOST_QUIET]),
        more_quiet=max(0, len(quiet) - MOST_QUIET),
    )


def _is_quiet(appointment: Appointment) -> bool:
    if appointment.status != "booked" or appointment.is_erased:
        return False
    return bool(appointment.reminder)


def summarise(
    state: AppointmentState, week: WeekFigures, command: SummariseWeek, now: datetime
) -> Decision:
    """Send the week's summary to staff, once, if anything happened; repeat next week."""
    notes: tuple[Message, ...] = ()
    if week.appointments or week.freed:
        figures = msgspec.to_builtins(week)
        note = to_staff("summary", state, now, command.week, week=command.week, summary=figures)
        notes = (note,)
    if not command.again:
        return Decision(None, messages=notes)
    again = week_alarm(now, rulebook_of(state.rules).zone)
    return Decision(None, messages=notes, set_alarms=(again,))
