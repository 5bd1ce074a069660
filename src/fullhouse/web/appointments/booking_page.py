"""The public page on which anyone books a free time: service, staff or anyone, day and time.

It works without scripts, and inside another site with `?embed=1`. The time needs no signature:
only one that is free at the commit is booked. The form has an id, so that sending it twice books
once.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BOOK
from fullhouse.inbound.forms.booking_form import is_by_machine, public_service, read_booking
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.links import Link
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import chosen_language, translate
from fullhouse.products.frontdesk.appointments.availability import TimeRequest
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY
from fullhouse.products.frontdesk.waitlist.wishes import DAY_PARTS, is_in_window, weekday_of
from fullhouse.web.appointments.free_days import (
    NEAREST,
    SHOWN,
    Picking,
    RetryReason,
    free_days,
    span_of,
)
from fullhouse.web.appointments.link_pages import BY, answers
from fullhouse.web.appointments.link_session import (
    AppointmentLinkSession,
    appointment_values,
    path_of,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import (
    answer_customer,
    business_values,
    customer_rules,
    may_text_strangers,
)
from fullhouse.web.limits import in_even_time, take
from fullhouse.web.links import CALENDAR
from fullhouse.web.pages import EMBEDDED, SECURITY, page
from fullhouse.web.request_body import read_fields
from fullhouse.web.shared_pages import shared_page
from fullhouse.web.texts import in_chosen_language
from fullhouse.web.wish_text import PARTS

TYPED = ("name", "party", "phone", "email")
SAME_BOOKING = ("service", "staff", "start", *TYPED)
ID_LENGTH = 24
LONGEST_PARTY = 6
THESE_ARE_FREE = to_translate("These times are free now.")
CANNOT_BE_PICKED = RetryReason(409, to_translate("This time cannot be picked."), lists=True)
# The same for both reasons: a stranger does not learn which one it is. The links are only in the
# message to the customer.
NOT_WITH_THESE = RetryReason(
    409,
    to_translate(
        "We can't book this with the details you gave. You may have an appointment around that "
        "time, or several bookings already. If so, we write to you with the links to change them. "
        "You can also call us."
    ),
)
AGAIN = {
    "taken": RetryReason(
        409,
        to_translate(
            "This time has just been taken. If you have an appointment then yourself, we write to "
            "you with the links to change it."
        ),
        lists=True,
    ),
    "day_full": RetryReason(409, to_translate("This day is full."), lists=True),
    "too_soon": RetryReason(409, to_translate("This time is too soon to book online."), lists=True),
    "too_far": RetryReason(
        409, to_translate("This time is too far ahead to book online."), lists=True
    ),
    "has_that_time": NOT_WITH_THESE,
    "too_many": NOT_WITH_THESE,
}
TOO_OFTEN = RetryReason(
    429,
    to_translate(
        "There were a great many bookings from where you are. Please try again in half a minute."
    ),
)
FIRST_LOOK = RetryReason()


class FieldProblems(msgspec.Struct, frozen=True):
    """The problem of each field; empty where there is none."""

    start: str = ""
    name: str = ""
    party: str = ""
    phone: str = ""
    email: str = ""


class BookingForm(msgspec.Struct, frozen=True):
    """The form as it came in: what was typed, and why it is shown again."""

    service: Service
    fields: dict[str, str]
    again: RetryReason = FIRST_LOOK
    problems: dict[str, str] = {}
    picked: datetime | None = None


async def booking_page(request: Request) -> Response:
    """Show the services or free times, or book one."""
    rulebook = customer_rules(dependencies(request).engine)
    fields = dict(request.query_params)
    if request.method == "POST":
        fields = await read_fields(request)
    if not rulebook.public_services or not rulebook.opening_hours:
        return _closed(request, rulebook, fields)
    service = public_service(fields.get("service", ""), rulebook)
    if service is None:
        return _services(request, rulebook, fields)
    form = BookingForm(service, fields)
    if request.method == "POST":
        return await _book(request, rulebook, form)
    return _show(request, rulebook, form)


def _headers(fields: dict[str, str]) -> dict[str, str]:
    """Return the headers of a page: only one that asks for it may stand inside another site."""
    return EMBEDDED if _is_embedded(fields) else SECURITY


def _is_embedded(fields: dict[str, str]) -> bool:
    return fields.get("embed") == "1"


def _closed(request: Request, rulebook: Rulebook, fields: dict[str, str]) -> Response:
    values: dict[str, Any] = {
        **business_values(rulebook),
        "can_wait": bool(rulebook.services),
        "is_embedded": _is_embedded(fields),
    }
    return page(request, "appointments/book_closed.html", 404, headers=_headers(fields), **values)


def _services(request: Request, rulebook: Rulebook, fields: dict[str, str]) -> Response:
    """Show the services to choose from."""
    kept = {"embed": "1"} if _is_embedded(fields) else {}
    services = [
        (service, in_chosen_language(f"?{urlencode({'service': service.name, **kept})}"))
        for service in rulebook.public_services
    ]
    values = {**business_values(rulebook), "services": services}
    return page(request, "appointments/book_service.html", headers=_headers(fields), **values)


async def _book(request: Request, rulebook: Rulebook, form: BookingForm) -> Response:
    """Book the time; whoever is too late sees the times that are free now."""
    engine, fields = dependencies(request).engine, form.fields
    appointment_id = _appointment_id(engine, fields)
    try:
        command = read_booking(fields, rulebook, form.service, appointment_id, chosen_language())
    except Invalid as invalid:
        problems = {problem.field: problem.message for problem in invalid.problems}
        said = to_translate("Almost there. Please check the fields in red.")
        again = RetryReason(422, said)
        form = msgspec.structs.replace(form, problems=problems, again=again)
        return _show(request, rulebook, form)
    form = msgspec.structs.replace(form, picked=command.starts_at)
    if is_by_machine(fields):
        return _show(request, rulebook, msgspec.structs.replace(form, again=AGAIN["taken"]))
    if not take(request, BOOK):
        response = _show(request, rulebook, msgspec.structs.replace(form, again=TOO_OFTEN))
        response.headers["Retry-After"] = BOOK.retry_after
        return response
    can_write = bool(command.email) or may_text_strangers(engine, rulebook)
    answer: AppointmentResult = await in_even_time(engine.execute(command, BY))
    if answer.appointment is not None:
        answer_customer(answer.appointment.language)
        return _booked(request, rulebook, form, answer.appointment, can_write=can_write)
    again = AGAIN.get(answer.code, CANNOT_BE_PICKED)
    return _show(request, rulebook, msgspec.structs.replace(form, again=again))


def _appointment_id(engine: Engine, fields: dict[str, str]) -> str:
    """Return the id of the booking: the same if the same form is sent with the same details."""
    form = fields.get("form", "") or engine.ids.new()
    said = "\n".join([form, *(fields.get(name, "").strip() for name in SAME_BOOKING)])
    return f"web-{sha256(said.encode()).hexdigest()[:ID_LENGTH]}"


def _booked(
    request: Request,
    rulebook: Rulebook,
    form: BookingForm,
    appointment: Appointment,
    *,
    can_write: bool,
) -> Response:
    """Confirm a booking, with its calendar file and the links to move or cancel it."""
    engine = dependencies(request).engine
    link = Link("confirm", SCOPE, appointment.id, f"{appointment.chain}-0")
    visit = AppointmentLinkSession(rulebook, appointment, link, engine.now())
    context: dict[str, Any] = {
        **appointment_values(appointment, rulebook, visit.now),
        "calendar": path_of(engine, visit, CALENDAR),
        "others": answers(engine, visit, without=True),
        "can_write": can_write,
        "is_embedded": _is_embedded(form.fields),
    }
    return page(request, "appointments/booked.html", headers=_headers(form.fields), **context)


def _show(request: Request, rulebook: Rulebook, form: BookingForm) -> Response:
    """Show the free times of two weeks by day, and the form for one of them."""
    engine, fields, service = dependencies(request).engine, form.fields, form.service
    staff = rulebook.staff_member(fields.get("staff", ""))
    query = {"service": service.name, **({"embed": "1"} if _is_embedded(fields) else {})}
    wanted = TimeRequest("", service.minutes, staff, is_public=True, service=service.name)
    shown = NEAREST if form.picked is not None else SHOWN
    picking = Picking(rulebook, engine.now(), wanted, query=query, shown=shown)
    picked = wall_time(form.picked, rulebook.zone).date() if form.picked is not None else None
    asked = picked.isoformat() if picked is not None else fields.get("from", "")
    days = free_days(engine, picking, asked, picked, fields.get("start", ""))
    context: dict[str, Any] = {
        **days,
        **business_values(rulebook),
        "choices": tuple(days["choices"]),
        "service": service,
        "largest_party": LARGEST_PARTY,
        "has_several": len(rulebook.public_services) > 1,
        "problems": FieldProblems(
            **{name: form.problems.get(name, "") for name in FieldProblems.__struct_fields__}
        ),
        "said": _said(form.again, has_times=bool(days["times"])),
        "is_embedded": _is_embedded(fields),
        "wish": _wish(picking, form, asked),
    }
    # In a rush, hundreds who are too late see the same times.
    return shared_page(
        request,
        "appointments/book.html",
        form.again.status,
        headers=_headers(fields),
        typed={name: fields.get(name, "")[:500] for name in TYPED} | {"form": engine.ids.new()},
        **context,
    )


def _said(again: RetryReason, *, has_times: bool) -> str:
    """Return why the form is shown again; that times are free only if some are."""
    said = translate(again.said)
    return f"{said} {translate(THESE_ARE_FREE)}" if again.lists and has_times else said


def _wish(picking: Picking, form: BookingForm, asked: str) -> str:
    """Return the query that fills in the waitlist's form: a time like the one that is gone."""
    wish = {"service": form.service.name, "staff": picking.wanted.staff}
    if form.fields.get("party", "").strip():
        wish["party"] = form.fields["party"].strip()[:LONGEST_PARTY]
    if form.picked is not None:
        wall = wall_time(form.picked, picking.rulebook.zone)
        part = next(one for one in PARTS if is_in_window(f"{wall:%H:%M}", *DAY_PARTS[one]))
        return urlencode({**wish, f"on_{weekday_of(wall)}": "1", "daytime": part})
    span = span_of(asked, picking)
    if span.first > span.today:
        wish["earliest"] = span.first.isoformat()
    return urlencode(wish)


def routes() -> list[BaseRoute]:
    """Return the route of the page."""
    return [Route("/book", booking_page, methods=["GET", "POST"])]
