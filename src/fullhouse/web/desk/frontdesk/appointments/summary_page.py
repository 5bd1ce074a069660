"""Weekly figures: appointments confirmed, released and refilled, and the money they bring."""

from datetime import date, timedelta

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import AppointmentsBetween
from fullhouse.products.frontdesk.appointments.weekly_summary import (
    DAYS,
    MOST,
    WeekFigures,
    reminders_of,
    span_of,
)
from fullhouse.products.frontdesk.refill.summaries import week_with_slots
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook
from fullhouse.products.frontdesk.waitlist.model import SlotsBetween
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments import layout
from fullhouse.web.desk.frontdesk.waitlist.day_view import load_bookings
from fullhouse.web.desk.frontdesk.waitlist.formatting import format_date
from fullhouse.web.desk.frontdesk.waitlist.layout import book_of
from fullhouse.web.graphics import bar_charts as look

MOST_WEEKS = 8


class WeekSummary(msgspec.Struct, frozen=True):
    """A week with its first day and its sums."""

    monday: date
    week: WeekFigures
    money: tuple[Money, ...]


@require_session
async def summary(request: Request) -> Response:
    """Show the weeks so far, the newest first."""
    engine = dependencies(request).engine
    weeks = weeks_of(engine, book_of(engine))
    return layout.page(
        request,
        "frontdesk/appointments/summary.html",
        {"weeks": weeks, "chart": _chart(weeks), "look": look},
    )


def _chart(weeks: list[WeekSummary]) -> tuple[look.WeekBars, ...]:
    return tuple(
        look.WeekBars(
            format_date(summary.monday, year=False),
            summary.week.appointments,
            summary.week.confirmed,
            summary.week.freed,
            summary.week.refilled,
        )
        for summary in reversed(weeks)
    )


def weeks_of(engine: Engine, book: Rulebook) -> list[WeekSummary]:
    """Return the figures of this week and those before it, back to the first with appointments."""
    today = wall_time(engine.now(), book.zone).date()
    monday = today - timedelta(days=today.weekday())
    found = []
    for _ in range(MOST_WEEKS):
        since, until = span_of(monday.isoformat(), book.zone)
        slots = engine.load(SlotsBetween(since, until, limit=MOST))
        appointments = engine.load(AppointmentsBetween(since, until, limit=MOST))
        reminders = (engine.load(need) for need in reminders_of(appointments).values())
        week = week_with_slots(
            appointments,
            slots,
            load_bookings(engine, slots),
            tuple(one for one in reminders if one is not None),
        )
        money = tuple(Money(amount, currency) for currency, amount in week.money.items())
        found.append(WeekSummary(monday, week, money))
        monday -= timedelta(days=DAYS)
    while len(found) > 1 and not (found[-1].week.appointments or found[-1].week.freed):
        found.pop()
    return found


ROUTES = [Route(layout.SUMMARY, summary)]
