"""The page on which a customer picks another time for an appointment.

The form posts the time to the link itself. The time needs no signature: only a time that could
have been shown and is still free is accepted, in the same commit that uses up the link.
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
from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language, gettext, translate
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
from fullhouse.web.appointments.link_pages import BY, after, nobody, not_theirs, others, show_result
from fullhouse.web.appointments.link_session import (
    AppointmentLinkSession,
    appointment_values,
    find_visit,
    refreshed,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import page
from fullhouse.web.request_body import read_fields

SHOWN = timedelta(days=14)
A_DAY = timedelta(days=1)


class RetryReason(msgspec.Struct, frozen=True):
    """The reason to show the times again: status, text and the day that was picked."""

    status: int = 200
    said: str = ""
    day: date | None = None


AGAIN = {
    "taken": RetryReason(
        409, to_translate("Someone was quicker: this time has just been taken. These are free now.")
    ),
    "no_such_time": RetryReason(
        409, to_translate("This time cannot be picked. These are free now.")
    ),
    "same_time": RetryReason(
        409, to_translate("This is the time that you have. Nothing was changed.")
    ),
}
FIRST_LOOK = RetryReason()


class Span(msgspec.Struct, frozen=True):
    """The days on a page, and the first and last day that can be picked."""

    first: date
    last: date
    today: date
    farthest: date


class DayChoices(msgspec.Struct, frozen=True):
    """The free times of a day: its text, and each time as form value and as text."""

    day: date
    said: str
    times: tuple[tuple[str, str], ...]


async def pick(request: Request, link: Link) -> Response:
    """Show the free times, or move the appointment to the picked one."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None:
        return nobody(request)
    if not visit.is_theirs:
        return not_theirs(request)
    if request.method == "POST":
        return await _picked(request, visit, await read_fields(request))
    if visit.code:
        return show_result(request, visit, visit.code)
    return show(request, visit, _staff_asked_for(request, visit))


async def _picked(
    request: Request, visit: AppointmentLinkSession, fields: dict[str, str]
) -> Response:
    engine = dependencies(request).engine
    try:
        picked = read_picked_time(fields, visit.rulebook, visit.appointment)
    except Invalid:
        if visit.code:
            return show_result(request, visit, visit.code)
        reason = RetryReason(422, to_translate("Please choose one of these times."))
        return show(request, visit, _usual_staff(visit), reason)
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
    """Return the staff member in the query, empty for anyone, else the appointment's own."""
    asked = request.query_params.get("staff")
    if asked is None or (asked and not visit.rulebook.staff_member(asked)):
        return _usual_staff(visit)
    if not visit.rulebook.staff:
        return visit.appointment.staff
    return visit.rulebook.staff_member(asked)


def _usual_staff(visit: AppointmentLinkSession) -> str:
    """Return the appointment's staff member, empty if they have left the business."""
    own = visit.appointment.staff
    # Without a list of staff the business has a single schedule.
    if not visit.rulebook.staff:
        return own
    return visit.rulebook.staff_member(own)


def show(
    request: Request, visit: AppointmentLinkSession, staff: str, again: RetryReason = FIRST_LOOK
) -> Response:
    """Show the free times of two weeks by day, with links to later ones and to other staff."""
    engine = dependencies(request).engine
    span = _span(request.query_params.get("from", ""), visit)
    found = _free(engine, visit, staff, (span.first, span.last))
    days = list(_by_day(found, visit))
    context: dict[str, Any] = {
        **appointment_values(visit.appointment, visit.rulebook, visit.now),
        **_ways(engine, visit, staff, span, is_empty=not found),
        "others": others(engine, visit),
        "said": translate(again.said),
        "staff": staff,
        "choices": _choices(span, staff, visit),
        "has_hours": bool(visit.rulebook.opening_hours),
        "days": days,
        "open_day": _open_day(days, again.day),
    }
    return page(request, "appointments/pick.html", again.status, **context)


def _open_day(days: list[DayChoices], picked: date | None) -> date | None:
    """Return the day to unfold: the one that was picked, else the first."""
    if any(choices.day == picked for choices in days):
        return picked
    if not days:
        return None
    return days[0].day


def _span(asked: str, visit: AppointmentLinkSession) -> Span:
    """Return the days to show from the day asked for, or from today if that is not possible."""
    today = wall_time(visit.now, visit.rulebook.zone).date()
    farthest = wall_time(visit.now + FARTHEST_PICK, visit.rulebook.zone).date()
    try:
        first = read_date(asked, "from") if asked else today
    except Invalid:
        first = today
    if not today <= first <= farthest:
        first = today
    return Span(first, min(first + SHOWN - A_DAY, farthest), today, farthest)


def _free(
    engine: Engine, visit: AppointmentLinkSession, staff: str, span: tuple[date, date]
) -> list[FreeTime]:
    """Return the free times without the appointment's own."""
    rulebook, appointment = visit.rulebook, visit.appointment
    if not rulebook.opening_hours:
        return []
    days = engine.load(books_for(*span))
    place = rulebook.holidays_of
    holidays = engine.load(Get(Holidays, (place,))) if place else None
    wanted = TimeRequest(appointment.id, appointment.minutes, staff)
    found = free_times(days, wanted, rulebook, holidays, visit.now, span)
    return [time for time in found if time.starts_at != appointment.starts_at]


def _by_day(found: Iterable[FreeTime], visit: AppointmentLinkSession) -> Iterator[DayChoices]:
    zone, today = visit.rulebook.zone, wall_time(visit.now, visit.rulebook.zone)
    language = current_language()
    for day, times in groupby(found, key=lambda time: wall_time(time.starts_at, zone).date()):
        starts = [time.starts_at for time in times]
        choices = [
            (_posted(starts_at), say_time(wall_time(starts_at, zone), language))
            for starts_at in starts
        ]
        first = wall_time(starts[0], zone)
        said = format_day(first, language, year=first.year != today.year)
        yield DayChoices(day, said, tuple(choices))


def _posted(starts_at: datetime) -> str:
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def _choices(span: Span, staff: str, visit: AppointmentLinkSession) -> list[tuple[str, str, bool]]:
    """Return the choices of staff: label, link and whether it is selected.

    There is no choice if only one person works here.
    """
    names = visit.rulebook.staff
    if len(names) < 2:  # noqa: PLR2004 - one is no choice
        return []
    anyone = gettext("Anyone")
    return [(name or anyone, _way(span.first, name), name == staff) for name in (*names, "")]


def _ways(
    engine: Engine, visit: AppointmentLinkSession, staff: str, span: Span, *, is_empty: bool
) -> dict[str, str]:
    """Return the links to earlier and later times; if nothing is free, to the next free day."""
    later = span.last + A_DAY
    earlier = ""
    if span.first > span.today:
        earlier = _way(max(span.first - SHOWN, span.today), staff)
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
        "next_day": format_day(wall, current_language(), year=False),
    }


def _way(first: date, staff: str) -> str:
    return f"?{urlencode({'from': first.isoformat(), 'staff': staff})}"
