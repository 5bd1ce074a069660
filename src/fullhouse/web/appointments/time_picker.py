"""Another time: a page of times that are really free, and the one that a customer picks.

The form posts the picked time to the link itself. It needs no signature of its own: whatever is posted, only a time
that could have been offered and is still free is given, in the same write that spends the link.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import read_picked_time
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.timestamps import read_date
from fullhouse.kernel.links import Link
from fullhouse.kernel.localized_dates import format_day, say_time
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.availability import (
    FARTHEST_PICK,
    FreeTime,
    TimeRequest,
    books_for,
    free_times,
)
from fullhouse.products.frontdesk.appointments.commands import Reschedule
from fullhouse.products.frontdesk.appointments.model import AppointmentResult
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.web.appointments.link_pages import BY, after, nobody, not_theirs, others, tell
from fullhouse.web.appointments.link_session import (
    AppointmentLinkSession,
    about,
    find_visit,
    refreshed,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import LANGUAGE
from fullhouse.web.pages import page
from fullhouse.web.request_body import read_fields

SHOWN = timedelta(days=14)
A_DAY = timedelta(days=1)
ANYONE = "Anyone"


class RetryReason(msgspec.Struct, frozen=True):
    """Why times are shown again instead of given: the status, what is said, and the day that was picked."""

    status: int = 200
    said: str = ""
    day: date | None = None


AGAIN = {
    "taken": RetryReason(
        409, "Someone was quicker: this time has just been taken. These are free now."
    ),
    "no_such_time": RetryReason(409, "This time cannot be picked. These are free now."),
    "same_time": RetryReason(409, "This is the time that you have. Nothing was changed."),
}
FIRST_LOOK = RetryReason()


class Span(msgspec.Struct, frozen=True):
    """The days that a page shows, and the first and last that can be picked at all."""

    first: date
    last: date
    today: date
    farthest: date


class DayChoices(msgspec.Struct, frozen=True):
    """A day's free times: how the day is said, and each time as it is posted and as it is said."""

    day: date
    said: str
    times: tuple[tuple[str, str], ...]


async def pick(request: Request, link: Link) -> Response:
    """Show what is free, or give the time that was picked."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if not visit.is_theirs:
        return not_theirs(request)
    if request.method == "POST":
        return await _picked(request, visit, await read_fields(request))
    return (
        tell(request, visit, visit.code)
        if visit.code
        else show(request, visit, _staff_asked_for(request, visit))
    )


async def _picked(
    request: Request, visit: AppointmentLinkSession, fields: dict[str, str]
) -> Response:
    engine = dependencies(request).engine
    try:
        picked = read_picked_time(fields, visit.rulebook, visit.appointment)
    except Invalid:
        if visit.code:
            return tell(request, visit, visit.code)
        return show(
            request,
            visit,
            _usual_staff(visit),
            RetryReason(422, "Please choose one of these times."),
        )
    command = Reschedule(
        appointment_id=visit.appointment.id,
        chain=visit.chain,
        reply=visit.reply_name,
        starts_at=picked.starts_at,
        staff=picked.staff,
    )
    answered: AppointmentResult = await engine.execute(command, BY)
    if answered.code in AGAIN:
        day = wall_time(picked.starts_at, visit.rulebook.zone).date()
        again = msgspec.structs.replace(AGAIN[answered.code], day=day)
        return show(request, refreshed(visit, answered), picked.staff, again)
    return after(request, visit, answered)


def _staff_asked_for(request: Request, visit: AppointmentLinkSession) -> str:
    """Read with whom times are asked for: whoever it is now, unless someone else who works here is named, or anyone."""
    asked = request.query_params.get("staff")
    if asked is None or (asked and not visit.rulebook.staff_member(asked)):
        return _usual_staff(visit)
    return visit.rulebook.staff_member(asked) if visit.rulebook.staff else visit.appointment.staff


def _usual_staff(visit: AppointmentLinkSession) -> str:
    """Take whoever has the appointment, if they still work here; where nobody is named there is one chair."""
    own = visit.appointment.staff
    return visit.rulebook.staff_member(own) if visit.rulebook.staff else own


def show(
    request: Request, visit: AppointmentLinkSession, staff: str, again: RetryReason = FIRST_LOOK
) -> Response:
    """Show the free times of two weeks by day, and the ways to later ones and to other staff."""
    engine = dependencies(request).engine
    span = _span(request.query_params.get("from", ""), visit)
    found = _free(engine, visit, staff, (span.first, span.last))
    days = list(_by_day(found, visit))
    context: dict[str, Any] = {
        **about(visit.appointment, visit.rulebook, visit.now),
        **_ways(engine, visit, staff, span, is_empty=not found),
        "others": others(engine, visit),
        "said": again.said,
        "staff": staff,
        "choices": _choices(span, staff, visit),
        "has_hours": bool(visit.rulebook.opening_hours),
        "days": days,
        "open_day": next(
            (one.day for one in days if one.day == again.day), days[0].day if days else None
        ),
    }
    return page(request, "appointments/pick.html", again.status, **context)


def _span(asked: str, visit: AppointmentLinkSession) -> Span:
    """Read from which day on times are asked for; what makes no sense begins today."""
    today = wall_time(visit.now, visit.rulebook.zone).date()
    farthest = wall_time(visit.now + FARTHEST_PICK, visit.rulebook.zone).date()
    try:
        first = read_date(asked, "from") if asked else today
    except Invalid:
        first = today
    first = first if today <= first <= farthest else today
    return Span(first, min(first + SHOWN - A_DAY, farthest), today, farthest)


def _free(
    engine: Engine, visit: AppointmentLinkSession, staff: str, span: tuple[date, date]
) -> list[FreeTime]:
    """Find what is free, without the time that they have."""
    rulebook, appointment = visit.rulebook, visit.appointment
    if not rulebook.opening_hours:
        return []
    days = engine.load(books_for(*span))
    place = rulebook.holidays_of
    holidays = engine.load(Get(Holidays, (place,))) if place else None
    wanted = TimeRequest(appointment.id, appointment.minutes, staff)
    found = free_times(days, wanted, rulebook, holidays, visit.now, span)
    return [one for one in found if one.starts_at != appointment.starts_at]


def _by_day(found: Iterable[FreeTime], visit: AppointmentLinkSession) -> Iterator[DayChoices]:
    zone, today = visit.rulebook.zone, wall_time(visit.now, visit.rulebook.zone)
    walls = [(wall_time(one.starts_at, zone), one.starts_at) for one in found]
    for _, times in groupby(walls, key=lambda one: one[0].date()):
        day = list(times)
        first = day[0][0]
        said = format_day(first, LANGUAGE, year=first.year != today.year)
        yield DayChoices(
            first.date(),
            said,
            tuple((_posted(starts_at), say_time(wall, LANGUAGE)) for wall, starts_at in day),
        )


def _posted(starts_at: datetime) -> str:
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def _choices(span: Span, staff: str, visit: AppointmentLinkSession) -> list[tuple[str, str, bool]]:
    """List with whom one may ask for times: words, the way there, and whether it is shown now. One needs no choice."""
    names = visit.rulebook.staff
    if len(names) < 2:  # noqa: PLR2004 - one is no choice
        return []
    return [(one or ANYONE, _way(span.first, one), one == staff) for one in (*names, "")]


def _ways(
    engine: Engine, visit: AppointmentLinkSession, staff: str, span: Span, *, is_empty: bool
) -> dict[str, str]:
    """Say where earlier and later times are; where nothing is free, where the next one is."""
    later = span.last + A_DAY
    earlier = _way(max(span.first - SHOWN, span.today), staff) if span.first > span.today else ""
    if later > span.farthest:
        return {"later": "", "earlier": earlier, "next_day": ""}
    if not is_empty:
        return {"later": _way(later, staff), "earlier": earlier, "next_day": ""}
    ahead = _free(engine, visit, staff, (later, span.farthest))
    if not ahead:
        return {"later": "", "earlier": earlier, "next_day": ""}
    wall = wall_time(ahead[0].starts_at, visit.rulebook.zone)
    return {
        "later": _way(wall.date(), staff),
        "earlier": earlier,
        "next_day": format_day(wall, LANGUAGE, year=False),
    }


def _way(first: date, staff: str) -> str:
    return f"?{urlencode({'from': first.isoformat(), 'staff': staff})}"
