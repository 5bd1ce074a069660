"""The public page to join the waitlist, by form or JSON, also from other sites."""

from datetime import datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import JOIN
from fullhouse.engine.unconfirmed import client_mark
from fullhouse.inbound.forms import waitlist_form
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.localized_dates import say_written_time
from fullhouse.kernel.times import wall_time
from fullhouse.locale import DEFAULT
from fullhouse.locale.current import (
    choose_language,
    chosen_language,
    current_language,
    translate,
    use_language,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, RequestJoin
from fullhouse.products.frontdesk.waitlist.entries import is_confirmed_by_mail
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import DONE, PROBLEMS
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import (
    business_values,
    customer_rules,
    may_text,
    may_text_strangers,
)
from fullhouse.web.limits import (
    client_address,
    in_even_time,
    take,
    take_unconfirmed,
    too_many_requests,
)
from fullhouse.web.pages import page
from fullhouse.web.request_body import json, read_body, read_fields, sends_json, wants_json
from fullhouse.web.wish_text import wish_choices

BY = "customer"
CORS = {"Access-Control-Allow-Origin": "*"}
PREFLIGHT = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "86400",
}
STATUS = {"too_many": 409}
MESSAGE = (
    "You are on the list. We write to you with a link to leave it again or to "
    "change your wishes. If you were on it before, your earlier wishes count until then."
)
BY_DAY = "You are on the list. We write to you by {time}, with a link to leave it again."
NO_TEXTS = (
    "You are on the list. We can't text you a confirmation just now. If you were on it before, "
    "your earlier wishes count."
)
# Fields that the query of a link to this page may fill in.
MAY_BE_NAMED = (
    *("service", "staff", "party", "earliest", "latest", "daytime", "from_time", "until_time"),
    *(f"on_{day}" for day in WEEKDAYS),
)


class Joined(msgspec.Struct, frozen=True):
    """The JSON result of joining; it is the same for customers who had joined before.

    It has no id, because an id begins with the time at which the entry was made.
    """

    message: str = MESSAGE
    state: str = "waiting"


class Failed(msgspec.Struct, frozen=True):
    """The JSON error when nothing was changed."""

    error: FieldProblem


class Blanks(dict[str, str]):
    """Fields of a form; missing ones are empty."""

    def __missing__(self, _name: str) -> str:
        """Return an empty text."""
        return ""


async def join_page(request: Request) -> Response:
    """Show the page, or add a customer to the waitlist."""
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=PREFLIGHT)
    if request.method == "POST":
        return await join(request)
    rulebook = _rules(request)
    if wants_json(request):
        return json(public_facts(rulebook), 200, CORS)
    named = {name: request.query_params.get(name, "")[:100] for name in MAY_BE_NAMED}
    return show(request, rulebook, fields=named)


def _rules(request: Request) -> Rulebook:
    """Return the rules in force. The page is in the business's language, JSON in English."""
    rulebook = customer_rules(dependencies(request).engine)
    if wants_json(request):
        choose_language("")
        use_language(DEFAULT)
    return rulebook


async def join(request: Request) -> Response:
    """Add a customer to the waitlist; a bot gets the same response, but is not added."""
    engine = dependencies(request).engine
    rulebook = _rules(request)
    fields: dict[str, str] = {}
    try:
        if sends_json(request):
            typed = waitlist_form.from_json(await read_body(request))
        else:
            fields = await read_fields(request)
            typed = waitlist_form.from_fields(fields, chosen_language())
        command = waitlist_form.join(typed, rulebook, engine.now(), engine.ids.new())
    except Invalid as invalid:
        return refuse(request, rulebook, invalid.problems, fields)
    limited = not take(request, JOIN)
    if not typed.is_by_machine:
        work = _request(request, command) if limited else _join(request, command)
        answer = await in_even_time(work)
        if answer is None:
            return too_many_requests(request, JOIN)
        if answer.code in PROBLEMS:
            refused = FieldProblem(answer.code, translate(PROBLEMS[answer.code]), answer.field)
            return refuse(request, rulebook, (refused,), fields, STATUS.get(answer.code, 422))
    if limited:
        return inbox_page(request, rulebook, command)
    return welcome(request, rulebook, command)


async def _join(request: Request, command: JoinWaitlist) -> WaitlistResult:
    """Join; who asks for a change of an entry with their email is mailed a link to prove it."""
    answer: WaitlistResult = await dependencies(request).engine.execute(command, BY)
    if answer.code == "already" and answer.entry and is_confirmed_by_mail(answer.entry, command):
        await _request(request, command)
    return answer


async def _request(request: Request, command: JoinWaitlist) -> WaitlistResult | None:
    """Ask for a confirmation by email; return None if there are too many of those."""
    if not command.email:
        return WaitlistResult("email_needed", field="email")
    if not take_unconfirmed(request):
        return None
    wanted = RequestJoin(join=command, client=client_mark(client_address(request)))
    answer: WaitlistResult = await dependencies(request).engine.execute(wanted, BY)
    return answer


def inbox_page(request: Request, rulebook: Rulebook, command: JoinWaitlist) -> Response:
    """Show that the place has to be confirmed by email."""
    if wants_json(request):
        return json(Joined(DONE["requested"], "pending"), 200, CORS)
    values: dict[str, Any] = {"service": command.service, "email": command.email}
    return page(request, "waitlist/check_inbox.html", **business_values(rulebook), **values)


def welcome(request: Request, rulebook: Rulebook, command: JoinWaitlist) -> Response:
    """Confirm that a customer is on the waitlist, the same if they were before."""
    engine = dependencies(request).engine
    texts = bool(command.email) or may_text_strangers(engine, rulebook)
    by_time = written_by(rulebook, command, engine.now())
    if wants_json(request):
        return json(_joined(by_time, texts=texts), 200, CORS)
    values: dict[str, Any] = {
        **business_values(rulebook),
        "service": command.service,
        "told": "asked" if texts else _untold(engine, rulebook),
        "by_time": say_written_time(by_time, current_language()),
    }
    return page(request, "waitlist/joined.html", **values)


def _untold(engine: Engine, rulebook: Rulebook) -> str:
    """Return why nothing is texted now: the half for strangers, or all of the month, is spent."""
    return "no_texts" if may_text(engine, rulebook) else "no_offers"


def _joined(by_time: str, *, texts: bool) -> Joined:
    if not texts:
        return Joined(NO_TEXTS)
    return Joined(BY_DAY.format(time=by_time)) if by_time else Joined()


def written_by(rulebook: Rulebook, command: JoinWaitlist, now: datetime) -> str:
    """Return the end of the quiet hours if a text may have to wait for it; else empty."""
    opens = rulebook.quiet_hours.next_open(now, rulebook.zone)
    if not command.phone or opens <= now:
        return ""
    return f"{wall_time(opens, rulebook.zone):%H:%M}"


def refuse(
    request: Request,
    rulebook: Rulebook,
    problems: tuple[FieldProblem, ...],
    fields: dict[str, str],
    status: int = 422,
) -> Response:
    """Return the problems, with the values the customer entered."""
    if wants_json(request):
        if problems[0].code == "bad_json":
            status = 400
        return json(Failed(problems[0]), status, CORS)
    return show(request, rulebook, status, fields, problems)


def show(
    request: Request,
    rulebook: Rulebook,
    status: int = 200,
    fields: dict[str, str] | None = None,
    problems: tuple[FieldProblem, ...] = (),
) -> Response:
    """Show the page; without services, a page that says so."""
    if not rulebook.services:
        return page(request, "waitlist/not_yet.html", status, **business_values(rulebook))
    today = wall_time(dependencies(request).engine.now(), rulebook.zone).date()
    context: dict[str, Any] = {
        **business_values(rulebook),
        "services": [service.name for service in rulebook.services],
        "staff": rulebook.staff,
        "largest_party": LARGEST_PARTY,
        "can_book": bool(rulebook.public_services and rulebook.opening_hours),
        "today": today.isoformat(),
        "farthest": (today + waitlist_form.FARTHEST).isoformat(),
        "typed": Blanks(fields or {}),
        "problems": Blanks({found.field: found.message for found in problems}),
        **wish_choices(),
    }
    return page(request, "waitlist/join.html", status, **context)


def public_facts(rulebook: Rulebook) -> dict[str, object]:
    """Return the public facts: the business and its services."""
    services = [{"name": service.name, "minutes": service.minutes} for service in rulebook.services]
    return {
        "business": rulebook.business,
        "timezone": rulebook.zone,
        "services": services,
        "staff": list(rulebook.staff),
        "max_party": LARGEST_PARTY,
    }


def routes() -> list[BaseRoute]:
    """Return the route of the page."""
    return [Route("/waitlist", join_page, methods=["GET", "POST", "OPTIONS"])]
