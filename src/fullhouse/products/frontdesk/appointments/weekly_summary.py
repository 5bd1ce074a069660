"""How a week went: who confirmed, who went quiet, what was given up in time and filled again, what it brought in."""

from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
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


class Unanswered(msgspec.Struct, frozen=True):
    """Someone who was reminded and never answered; by id, so that they can be forgotten here too."""

    id: str
    name: str


class WeekFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A week in figures. `prevented` counts chairs that customers gave up in time instead of leaving them empty.

    `freed` counts those that were offered to the waitlist, `refilled` those that came from it.
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
    """Ring on the next Monday at eight, there, for the week before."""
    due, monday = next_monday(now, zone)
    week = (monday - timedelta(days=DAYS)).isoformat()
    return Alarm(f"{SUMMARY}:{week}", due, SummariseWeek(week=week))


def next_monday(now: datetime, zone: str) -> tuple[datetime, date]:
    """Say when the next Monday morning is, and which day that is there."""
    today = wall_time(now, zone).date()
    monday = today + timedelta(days=-today.weekday() % DAYS)
    due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
    if due <= now:
        monday += timedelta(days=DAYS)
        due = instant(datetime.combine(monday, MORNING, tzinfo=None), zone)
    return due, monday


def span_of(week: str, zone: str) -> tuple[datetime, datetime]:
    """Return the instants between which a week lies there."""
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


def week_of(appointments: tuple[Appointment, ...]) -> WeekFigures:
    """Add a week's appointments up."""
    stood = [one for one in appointments if one.stands]
    quiet = [Unanswered(one.id, one.name) for one in stood if _is_quiet(one)]
    refilled = [one for one in stood if one.slot]
    money: dict[str, int] = {}
    for one in refilled:
        if one.price is not None:
            money[one.price.currency] = money.get(one.price.currency, 0) + one.price.amount
    return WeekFigures(
        appointments=len(appointments),
        confirmed=sum(one.status == "confirmed" for one in appointments),
        cancelled=sum(one.status == "cancelled" for one in appointments),
        no_shows=sum(one.status == "no_show" for one in appointments),
        prevented=sum(one.gave_up for one in appointments),
        freed=sum(bool(one.frees) for one in appointments),
        refilled=len(refilled),
        money=money,
        quiet=tuple(quiet[:MOST_QUIET]),
        more_quiet=max(0, len(quiet) - MOST_QUIET),
    )


def _is_quiet(appointment: Appointment) -> bool:
    return (
        appointment.status == "booked" and bool(appointment.reminder) and not appointment.is_erased
    )


def summarise(state: AppointmentState, command: SummariseWeek, now: datetime) -> Decision:
    """Write the week's summary to staff, once, and come again next week."""
    told = msgspec.to_builtins(week_of(state.page))
    note = to_staff("summary", state, now, command.week, week=command.week, summary=told)
    again = (week_alarm(now, rulebook_of(state.rules).zone),) if command.again else ()
    return Decision(None, messages=(note,), set_alarms=again)
