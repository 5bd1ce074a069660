"""The page on which a customer picks another time for an appointment.

The form posts the time to the link itself. The time needs no signature: only a time that could
have been shown and is still free is accepted, in the same commit that uses up the link.
"""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.rate_limit import OWN_MOVE
from fullhouse.inbound.forms.appointment_form import read_picked_time
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.links import Link
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import chosen_language, translate
from fullhouse.products.frontdesk.appointments.availability import TimeRequest
from fullhouse.products.frontdesk.appointments.commands import Reschedule
from fullhouse.products.frontdesk.appointments.model import AppointmentResult
from fullhouse.web.appointments.free_days import Picking, RetryReason, free_days
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
TOO_OFTEN = RetryReason(
    429,
    to_translate(
        "Nothing was changed: you have moved this appointment many times. "
        "Please try again in an hour, or call us."
    ),
)


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
    limiter = dependencies(request).limiter
    if not limiter.take(OWN_MOVE, visit.appointment.id):
        return show(request, visit, picked.staff, TOO_OFTEN)
    command = Reschedule(
        appointment_id=visit.appointment.id,
        chain=visit.chain,
        reply=visit.reply_name,
        link=visit.given_by,
        starts_at=picked.starts_at,
        staff=picked.staff,
        language=chosen_language(),
    )
    answered: AppointmentResult = await engine.execute(command, BY)
    if answered.code != "rescheduled":
        limiter.give_back(OWN_MOVE, visit.appointment.id)
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
    appointment = visit.appointment
    minutes, service = appointment.minutes, appointment.service
    wanted = TimeRequest(appointment.id, minutes, staff, service=service)
    picking = Picking(visit.rulebook, visit.now, wanted, own=appointment.starts_at)
    context: dict[str, Any] = {
        **appointment_values(appointment, visit.rulebook, visit.now),
        **free_days(engine, picking, request.query_params.get("from", ""), again.day),
        "others": others(engine, visit),
        "person": visit.person,
        "said": translate(again.said),
    }
    return page(request, "appointments/pick.html", again.status, **context)
