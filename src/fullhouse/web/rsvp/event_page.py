"""The public page of an event, and sign-up by form or JSON, also from other sites."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import LINK_REQUEST, SIGN_UP
from fullhouse.engine.unconfirmed import client_mark
from fullhouse.inbound.forms import guest_form
from fullhouse.inbound.forms.answer_form import read_answers
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.locale.current import chosen_language, current_language, gettext, translate
from fullhouse.locale.numbers import comma
from fullhouse.products.rsvp.commands import RequestSignUp, ResendLink, SignUp
from fullhouse.products.rsvp.messages import hourly
from fullhouse.products.rsvp.model import Event, GuestByEmail, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.limits import (
    client_address,
    even_out,
    in_even_time,
    take,
    take_unconfirmed,
    too_many_requests,
)
from fullhouse.web.pages import leading_to, page, see_other
from fullhouse.web.request_body import (
    MOST_FIELDS,
    header,
    json,
    read_body,
    read_fields,
    sends_json,
    wants_json,
)
from fullhouse.web.rsvp import embedding, guest_status, submission
from fullhouse.web.rsvp.answer_fields import (
    each_person_answers,
    field_groups,
    load_questions,
    public_question,
    shown_party,
)
from fullhouse.web.rsvp.content_view import load_content
from fullhouse.web.rsvp.lookup import find_event

BY = "guest"
ANSWER_PROBLEMS = (
    "answer_missing",
    "answer_too_long",
    "answers_too_long",
    "not_a_choice",
    "too_many_answers",
    "unknown_question",
)
ONCE = b"idempotency-key"
STATUS = {
    **dict.fromkeys(ANSWER_PROBLEMS, 422),
    "unknown_event": 404,
    "party_too_big": 422,
    "sign_up_closed": 409,
    "event_cancelled": 410,
    "event_over": 410,
}
CORS = {"Access-Control-Allow-Origin": "*"}
PREFLIGHT = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "content-type, idempotency-key",
    "Access-Control-Max-Age": "86400",
}


class ErrorBody(msgspec.Struct, frozen=True):
    """The JSON error when nothing was changed."""

    error: FieldProblem


class FormValues(dict[str, str]):
    """Fields of a form; missing ones are empty."""

    def __missing__(self, _name: str) -> str:
        """Return an empty text."""
        return ""


async def event_page(request: Request) -> Response:
    """Show an event, or handle a sign-up."""
    if request.method == "POST":
        if sends_json(request):
            return await sign_up_by_json(request)
        return await sign_up_by_form(request)
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=PREFLIGHT)
    event = find_event(request)
    if wants_json(request):
        return json(public_facts(request, event), 200, CORS)
    people = request.query_params.get("party", "")
    return show_event(request, event, fields={"party": people} if people.isdecimal() else None)


async def sign_up_by_json(request: Request) -> Response:
    """Handle a sign-up from a script or another site's form, on the fastest path."""
    engine = dependencies(request).engine
    try:
        typed = guest_form.from_json(await read_body(request))
        command = guest_form.sign_up(typed, request.path_params["event"], engine.ids.new())
    except Invalid as invalid:
        return _error_json(
            invalid.problems[0], 400 if invalid.problems[0].code == "bad_json" else 422
        )
    return _result_json(request, await _submit(request, command, header(request.scope, ONCE)))


async def _submit(request: Request, command: SignUp, nonce: str) -> GuestResult | None:
    """Sign up, or ask for a confirmation by email; return None if there are too many of those."""
    engine = dependencies(request).engine
    if take(request, SIGN_UP):
        if nonce:
            command = msgspec.structs.replace(command, sent=submission.digest(nonce, command))
        began = asyncio.get_running_loop().time()
        answer: GuestResult = await engine.execute(command, BY)
        if answer.event is not None and answer.event.settings.confirm_by_mail:
            await even_out(began)
        return answer
    if not take_unconfirmed(request):
        return None
    wanted = RequestSignUp(
        event_id=command.event_id,
        guest_id=command.guest_id,
        name=command.name,
        email=command.email,
        party=command.party,
        language=command.language,
        answers=command.answers,
        client=client_mark(client_address(request)),
    )
    requested: GuestResult = await engine.execute(wanted, BY)
    return requested


def _result_json(request: Request, answer: GuestResult | None) -> Response:
    if answer is None:
        return too_many_requests(request, SIGN_UP)
    if answer.code in PROBLEMS:
        return _error_json(_problem(answer), STATUS.get(answer.code, 409))
    sends_mail = "mail" in dependencies(request).carries()
    return json(submission.public_result(answer, sends_mail=sends_mail), 200, CORS)


def _problem(answer: GuestResult) -> FieldProblem:
    return FieldProblem(answer.code, translate(PROBLEMS[answer.code]), answer.field)


def _error_json(problem: FieldProblem, status: int) -> Response:
    return json(ErrorBody(problem), status, CORS)


async def sign_up_by_form(request: Request) -> Response:
    """Handle a sign-up from the page, or mail a guest their link again."""
    event = find_event(request)
    fields = await read_fields(request, MOST_FIELDS + event.asks * event.largest_party)
    if fields.get("do") == "link":
        return await mail_link(request, event, fields)
    try:
        command = _typed_sign_up(request, event, fields)
    except Invalid as invalid:
        if wants_json(request):
            return _error_json(invalid.problems[0], 422)
        return show_event(request, event, 422, fields, invalid.problems)
    answer = await _submit(request, command, submission.nonce(fields))
    if wants_json(request):
        return _result_json(request, answer)
    if answer is None:
        return too_many_requests(request, SIGN_UP)
    return show_answer(request, answer, event, fields)


def _typed_sign_up(request: Request, event: Event, fields: dict[str, str]) -> SignUp:
    """Return the command of a form; raise `Invalid` with the problems of all fields."""
    engine = dependencies(request).engine
    typed = guest_form.from_fields(fields, chosen_language())
    command, answers = None, {}
    problems: list[FieldProblem] = []
    try:
        command = guest_form.sign_up(typed, event.id, engine.ids.new(), most=event.largest_party)
    except Invalid as invalid:
        problems.extend(invalid.problems)
    try:
        answers = read_answers(fields, load_questions(engine, event), shown_party(event, fields))
    except Invalid as invalid:
        problems.extend(invalid.problems)
    if command is None or problems:
        raise Invalid(*problems)
    return msgspec.structs.replace(command, answers=answers) if answers else command


def show_answer(
    request: Request, answer: GuestResult, event: Event, fields: dict[str, str]
) -> Response:
    """Show the result of a sign-up; only the browser that signed up is led to the guest's page."""
    event, guest = answer.event or event, answer.guest
    if answer.code in PROBLEMS:
        status = STATUS.get(answer.code, 409)
        return show_event(request, event, status, fields, (_problem(answer),))
    email = fields.get("email", "").strip()
    values = guest_status.event_values(event)
    if guest is None or event.settings.confirm_by_mail:
        values |= {"limited": guest is None, "party": guest_form.from_fields(fields).party or 1}
        return page(request, "rsvp/check_inbox.html", **values, email=email)
    if answer.known and not submission.is_own(request, event, guest):
        return page(request, "rsvp/already.html", **values, email=email)
    query = {"again": "1"} if answer.code == "already" else {}
    response = see_other(request, submission.page_path(request, event, guest), query)
    submission.remember(request, response, event, guest)
    return response


def show_event(
    request: Request,
    event: Event,
    status: int = 200,
    fields: dict[str, str] | None = None,
    problems: tuple[FieldProblem, ...] = (),
    said: str = "",
) -> Response:
    """Show an event's page; after a problem with the values the guest entered."""
    now = dependencies(request).engine.now()
    wrong = FormValues({problem.field: problem.message for problem in problems})
    questions = load_questions(dependencies(request).engine, event)
    context = {
        **guest_status.event_values(event),
        "closed": guest_status.why_closed(event, now),
        "outlook": guest_status.outlook(event, now),
        "typed": FormValues(fields or {}),
        "problems": wrong,
        "groups": field_groups(questions, shown_party(event, fields or {}), fields or {}, wrong),
        "each_person": each_person_answers(event, questions),
        "said": said,
        "nonce": submission.nonce(fields),
        "calendars": guest_status.web_calendars(dependencies(request).engine, event),
        "about": load_content(dependencies(request).engine, event),
        "has_share_image": dependencies(request).share_images is not None,
        "site": dependencies(request).engine.composer.urls.guests,
        "address": f"{dependencies(request).engine.composer.urls.guests}/e/{event.id}",
    }
    context["summary"] = summary(context)
    headers = leading_to(request, "links")
    return page(request, "rsvp/event.html", status, headers=headers, **context)


def summary(shown: Mapping[str, Any]) -> str:
    """Return what a preview of the page says: when and where, and how the description begins."""
    event, about = shown["event"], shown["about"]
    facts = [f"{shown['day']}, {shown['hours']}", event.venue, shown["outlook"] or shown["closed"]]
    told = ". ".join(fact.rstrip(".") for fact in facts if fact)
    return f"{told}. {about.beginning}".strip()


async def mail_link(request: Request, event: Event, fields: dict[str, str]) -> Response:
    """Mail a guest their link, at most once an hour; strangers get the same response."""
    engine = dependencies(request).engine
    try:
        email = guest_form.clean_address(fields.get("email", ""))
    except Invalid as invalid:
        problem = msgspec.structs.replace(invalid.problems[0], field="link")
        return show_event(request, event, 422, fields, (problem,))
    if not take(request, LINK_REQUEST):
        return too_many_requests(request, LINK_REQUEST)
    if "mail" not in dependencies(request).carries():
        return show_event(request, event, said=guest_status.no_mail())
    await in_even_time(_mail_link(engine, event, email))
    said = gettext(
        "If that address is on the list, its link is on the way. "
        "Did you ask within the last hour? Then please use the link we sent."
    )
    return show_event(request, event, said=said)


async def _mail_link(engine: Engine, event: Event, email: str) -> None:
    guest = engine.load(GuestByEmail(event.id, email))
    if guest is not None:
        command = ResendLink(event_id=event.id, guest_id=guest.id, occasion=hourly(engine.now()))
        await engine.execute(command, BY)


def public_facts(request: Request, event: Event) -> dict[str, object]:
    """Return the public facts of an event."""
    now = dependencies(request).engine.now()
    about = guest_status.event_values(event)
    asks = load_questions(dependencies(request).engine, event)
    return {
        **({"questions": [public_question(question) for question in asks]} if asks else {}),
        "name": event.name,
        "when": comma(current_language()).join([about["day"], about["hours"]]),
        "starts_at": event.starts_at,
        "ends_at": event.ends_at,
        "timezone": event.timezone,
        "venue": event.venue,
        "host_name": event.host_name,
        "cap": event.cap,
        "open": event.free,
        "waiting": event.waiting,
        "max_party": event.largest_party,
        "closed": bool(guest_status.why_closed(event, now)),
        "message": guest_status.why_closed(event, now) or guest_status.outlook(event, now),
    }


def routes() -> list[BaseRoute]:
    """Return the routes of an event's page."""
    return [
        Route("/e/{event}", event_page, methods=["GET", "POST", "OPTIONS"]),
        *embedding.routes(),
    ]
