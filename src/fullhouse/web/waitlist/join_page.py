"""The join page: anyone may wait for a service, by form or by JSON, from here or from another site."""

from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.rate_limit import FILLS_EVERY
from fullhouse.inbound.forms import waitlist_form
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.links import rules_of
from fullhouse.web.pages import page, problem
from fullhouse.web.request_body import json, read_body, read_fields, sends_json, wants_json

BY = "customer"
CORS = {"Access-Control-Allow-Origin": "*"}
PREFLIGHT = {
    **CORS,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "86400",
}
RETRY_AFTER = str(FILLS_EVERY // timedelta(seconds=1))
STATUS = {"too_many": 409}
LONGEST_NAME = 100
MESSAGE = "You are on the list. We have written to you, with a link to leave it again."
# Whoever fills in a form may come back with a service that another page named, or with dates.
MAY_BE_NAMED = ("service", "staff", "party", "earliest", "latest")
TOO_OFTEN = FieldProblem(
    "too_often",
    "There were a great many requests from where you are. Please try again in half a minute.",
)


class Joined(msgspec.Struct, frozen=True):
    """What a script is told of someone who joined, or had joined before: nobody learns which.

    No id: it begins with the time at which the entry was made.
    """

    message: str = MESSAGE
    state: str = "waiting"


class Failed(msgspec.Struct, frozen=True):
    """What a script is told when nothing was changed."""

    error: FieldProblem


class Blanks(dict[str, str]):
    """Fields of a form; what was not filled in is blank."""

    def __missing__(self, _name: str) -> str:
        """Say nothing."""
        return ""


async def join_page(request: Request) -> Response:
    """Show the page, or put someone on the list."""
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=PREFLIGHT)
    if request.method == "POST":
        return await join(request)
    rulebook = rules_of(dependencies(request).engine)
    if wants_json(request):
        return json(public_facts(rulebook), 200, CORS)
    named = {name: request.query_params.get(name, "")[:100] for name in MAY_BE_NAMED}
    return show(request, rulebook, fields=named)


async def join(request: Request) -> Response:
    """Put someone on the list; what was typed by a machine gets the same kind answer, and is not kept."""
    engine = dependencies(request).engine
    by_script, rulebook = sends_json(request), rules_of(engine)
    fields = {} if by_script else await read_fields(request)
    try:
        typed = (
            waitlist_form.from_json(await read_body(request))
            if by_script
            else waitlist_form.from_fields(fields)
        )
        command = waitlist_form.join(typed, rulebook, engine.now(), engine.ids.new())
    except Invalid as unfit:
        return refuse(request, rulebook, unfit.problems, fields)
    if not dependencies(request).waitlist.rate_limiter.take(caller(request), engine.now()):
        return too_often(request)
    if typed.is_by_machine:
        return welcome(request, rulebook, command.service)
    answer: WaitlistResult = await engine.execute(command, BY)
    if answer.code in PROBLEMS or answer.entry is None:
        refused = FieldProblem(answer.code, PROBLEMS[answer.code], answer.field)
        return refuse(request, rulebook, (refused,), fields, STATUS.get(answer.code, 422))
    return welcome(request, rulebook, answer.entry.service)


def caller(request: Request) -> str:
    """Say whose bucket a request takes from: its address, or the network that a household has where addresses abound.

    The server has judged already which proxy to believe about where a request comes from.
    """
    host = request.client.host if request.client is not None else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST_NAME]
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def welcome(request: Request, rulebook: Rulebook, service: str) -> Response:
    """Say that someone is on the list: in the same words whether they were before or not."""
    if wants_json(request):
        return json(Joined(), 200, CORS)
    return page(request, "waitlist/joined.html", business=rulebook.business, service=service)


def refuse(
    request: Request,
    rulebook: Rulebook,
    problems: tuple[FieldProblem, ...],
    fields: dict[str, str],
    status: int = 422,
) -> Response:
    """Say what is wrong, with everything that was typed."""
    if wants_json(request):
        return json(Failed(problems[0]), 400 if problems[0].code == "bad_json" else status, CORS)
    return show(request, rulebook, status, fields, problems)


def too_often(request: Request) -> Response:
    """Ask to come back in a moment."""
    if wants_json(request):
        return json(Failed(TOO_OFTEN), 429, {**CORS, "Retry-After": RETRY_AFTER})
    text = f"{TOO_OFTEN.message} Go back, and what you typed is still there: it has not been sent."
    response = problem(request, 429, "One moment, please.", text)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


def show(
    request: Request,
    rulebook: Rulebook,
    status: int = 200,
    fields: dict[str, str] | None = None,
    problems: tuple[FieldProblem, ...] = (),
) -> Response:
    """Show the page; before there are services, a kind word."""
    if not rulebook.services:
        return page(request, "waitlist/not_yet.html", status, business=rulebook.business)
    today = wall_time(dependencies(request).engine.now(), rulebook.zone).date()
    context: dict[str, Any] = {
        "business": rulebook.business,
        "services": [one.name for one in rulebook.services],
        "staff": rulebook.staff,
        "largest_party": LARGEST_PARTY,
        "today": today.isoformat(),
        "farthest": (today + waitlist_form.FARTHEST).isoformat(),
        "typed": Blanks(fields or {}),
        "problems": Blanks({one.field: one.message for one in problems}),
    }
    return page(request, "waitlist/join.html", status, **context)


def public_facts(rulebook: Rulebook) -> dict[str, object]:
    """Say what anyone may know: the business, and what one can wait for."""
    services = [{"name": one.name, "minutes": one.minutes} for one in rulebook.services]
    return {
        "business": rulebook.business,
        "timezone": rulebook.zone,
        "services": services,
        "staff": list(rulebook.staff),
        "max_party": LARGEST_PARTY,
    }


def routes() -> list[BaseRoute]:
    """Name the route of the page."""
    return [Route("/waitlist", join_page, methods=["GET", "POST", "OPTIONS"])]
