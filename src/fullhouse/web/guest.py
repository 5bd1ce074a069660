"""The event's own page: what a stranger sees, sign-up by form and by JSON, its picture code and its calendar file."""

from functools import lru_cache
from io import BytesIO

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.calendar_file import calendar
from fullhouse.engine.house import House
from fullhouse.kernel.records import Get
from fullhouse.lanes import form
from fullhouse.lanes.form import Problem, Unfit
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.calendars import public_entry
from fullhouse.products.rsvp.commands import ResendLink
from fullhouse.products.rsvp.model import Answer, Event, GuestByEmail, GuestState
from fullhouse.products.rsvp.notices import event_facts
from fullhouse.web import answering, links
from fullhouse.web.bodies import json, read_body, read_fields, sends_json, wants_json
from fullhouse.web.look import standing
from fullhouse.web.pages import SECURITY, page

BY = "guest"
STATUS = {"unknown_event": 404, "party_too_big": 422, "sign_up_closed": 409, "event_cancelled": 410, "event_over": 410}
CORS = {"Access-Control-Allow-Origin": "*"}
PREFLIGHT = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "86400",
}
SENT = "If that address is on the list, its link is on the way there now."


class SignedUp(msgspec.Struct, frozen=True):
    """What a script is told of a sign-up."""

    state: GuestState
    position: int | None
    message: str


class Failed(msgspec.Struct, frozen=True):
    """What a script is told when nothing was changed."""

    error: Problem


class Blanks(dict[str, str]):
    """Fields of a form; what was not filled in is blank."""

    def __missing__(self, _name: str) -> str:
        """Say nothing."""
        return ""


async def event_page(request: Request) -> Response:
    """Show an event, or take a sign-up."""
    if request.method == "POST":
        return await (sign_up_by_json(request) if sends_json(request) else sign_up_by_form(request))
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=PREFLIGHT)
    event = find_event(request)
    return json(public_facts(request, event), 200, CORS) if wants_json(request) else show_event(request, event)


async def sign_up_by_json(request: Request) -> Response:
    """Take a sign-up from a script or another site's form: the shortest way through the house."""
    house: House = request.app.state.house
    try:
        typed = form.from_json(await read_body(request))
        command = form.sign_up(typed, request.path_params["event"], house.ids.new())
    except Unfit as unfit:
        return _failed(unfit.problems[0], 400 if unfit.problems[0].code == "bad_json" else 422)
    return _told(await house.give(command, BY))


def _told(answer: Answer) -> Response:
    if answer.code in PROBLEMS or answer.guest is None:
        problem = Problem(answer.code, PROBLEMS[answer.code], answer.field)
        return _failed(problem, STATUS.get(answer.code, 409))
    return json(SignedUp(answer.guest.state, answer.position, standing.sentence(answer)), 200, CORS)


def _failed(problem: Problem, status: int) -> Response:
    return json(Failed(problem), status, CORS)


async def sign_up_by_form(request: Request) -> Response:
    """Take a sign-up from the page, or mail someone their link again."""
    event, fields = find_event(request), await read_fields(request)
    if fields.get("do") == "link":
        return await mail_link(request, event, fields)
    house: House = request.app.state.house
    try:
        most = event.settings.max_party
        command = form.sign_up(form.from_fields(fields), event.id, house.ids.new(), most=most)
    except Unfit as unfit:
        if wants_json(request):
            return _failed(unfit.problems[0], 422)
        return show_event(request, event, 422, fields, unfit.problems)
    answer: Answer = await house.give(command, BY)
    return _told(answer) if wants_json(request) else show_answer(request, answer, event, fields)


def show_answer(request: Request, answer: Answer, event: Event, fields: dict[str, str]) -> Response:
    """Tell someone what their sign-up brought."""
    event, guest = answer.event or event, answer.guest
    if answer.code in PROBLEMS or guest is None:
        problem = Problem(answer.code, PROBLEMS[answer.code], answer.field)
        return show_event(request, event, STATUS.get(answer.code, 409), fields, (problem,))
    again = answer.code == "already"
    told = (standing.standing if again else standing.after_sign_up)(event, guest, answer.position)
    context = {**standing.about(event), "told": told, "guest": guest, "again": again}
    return page(request, "guest/signed_up.html", **context)


def show_event(
    request: Request,
    event: Event,
    status: int = 200,
    fields: dict[str, str] | None = None,
    problems: tuple[Problem, ...] = (),
    said: str = "",
) -> Response:
    """Show an event's page; after a problem with everything that was typed."""
    now = request.app.state.house.now()
    context = {
        **standing.about(event),
        "closed": standing.why_closed(event, now),
        "outlook": standing.outlook(event, now),
        "typed": Blanks(fields or {}),
        "problems": Blanks({problem.field: problem.message for problem in problems}),
        "said": said,
        "address": f"{request.app.state.house.base_url}/e/{event.id}",
    }
    return page(request, "guest/event.html", status, **context)


async def mail_link(request: Request, event: Event, fields: dict[str, str]) -> Response:
    """Mail a guest their link, at most once an hour; a stranger hears the same and learns nothing."""
    house: House = request.app.state.house
    try:
        email = form.clean_address(fields.get("email", ""))
    except Unfit as unfit:
        problem = msgspec.structs.replace(unfit.problems[0], field="link")
        return show_event(request, event, 422, fields, (problem,))
    guest = house.load(GuestByEmail(event.id, email))
    if guest is not None:
        occasion = f"{house.now():%Y%m%dT%H}"
        await house.give(ResendLink(event_id=event.id, guest_id=guest.id, occasion=occasion), BY)
    return show_event(request, event, said=SENT)


def find_event(request: Request) -> Event:
    """Load the event that the address names, or answer that there is none."""
    house: House = request.app.state.house
    event = house.load(Get(Event, (request.path_params["event"],)))
    if event is None:
        raise HTTPException(404)
    return event


def public_facts(request: Request, event: Event) -> dict[str, object]:
    """Say what anyone may know of an event."""
    now = request.app.state.house.now()
    return {
        "name": event.name,
        "starts_at": event.starts_at,
        "ends_at": event.ends_at,
        "timezone": event.timezone,
        "venue": event.venue,
        "cap": event.cap,
        "open": event.free,
        "waiting": event.waiting,
        "max_party": event.settings.max_party,
        "message": standing.why_closed(event, now) or standing.outlook(event, now),
    }


async def qr_code(request: Request) -> Response:
    """Send the picture code that leads to the page, for a poster or a slide."""
    event = find_event(request)
    drawn = draw_code(f"{request.app.state.house.base_url}/e/{event.id}")
    return Response(drawn, 200, {**SECURITY, "Cache-Control": "public, max-age=3600"}, "image/svg+xml")


@lru_cache(maxsize=64)
def draw_code(url: str) -> bytes:
    """Draw a picture code, dark on light also at night: cameras want it so."""
    import segno

    drawn = BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, scale=8, light="#fff", title=url)
    return drawn.getvalue()


async def calendar_file(request: Request) -> Response:
    """Send the event as a calendar file."""
    event, house = find_event(request), request.app.state.house
    entry = public_entry(event_facts(event), f"{house.base_url}/e/{event.id}", house.now())
    headers = {**SECURITY, "Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="event.ics"'}
    return Response(calendar(entry), 200, headers, "text/calendar")


def routes() -> list[BaseRoute]:
    """Name the guests' routes, and say which links are theirs."""
    links.PURPOSES.update(answering.PURPOSES)
    return [
        Route("/e/{event}", event_page, methods=["GET", "POST", "OPTIONS"]),
        Route("/e/{event}/qr.svg", qr_code),
        Route("/e/{event}/calendar.ics", calendar_file),
        Route("/l/{token}", links.follow, methods=["GET", "POST"]),
    ]
