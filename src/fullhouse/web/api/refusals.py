"""How the API says no: one form for every error, and the status that fits its code."""

from typing import Any, NoReturn

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from fullhouse.lanes.form import Problem, Unfit
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.model import Answer
from fullhouse.web.api.shapes import Error, Said

UNPROCESSABLE = 422
HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
STATUS = {
    "bad_json": 400,
    "not_signed_in": 401,
    "not_found": 404,
    "unknown_event": 404,
    "unknown_guest": 404,
    "clock_is_real": 409,
    "sign_up_closed": 409,
    "event_cancelled": 409,
    "event_over": 409,
    "already_cancelled": 409,
}
# What a caller is told when the house itself, not the request, is the trouble.
TROUBLE = {
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address does not take that method."),
    413: ("too_large", "The body is larger than this server takes. Nothing was changed."),
    500: ("broken", "Something broke on our side. What was acknowledged before is safe."),
    503: ("store_down", "The store did not answer. Nothing that was acknowledged is lost; please try again."),
}


def refuse(code: str, message: str, field: str = "") -> NoReturn:
    """Stop, and tell the caller why."""
    raise Unfit(Problem(code, message, field))


def refuse_unless_done(answer: Answer) -> None:
    """Stop if the rules said no."""
    if answer.code in PROBLEMS:
        field, _, detail = answer.field.partition(": ")
        refuse(answer.code, f"{PROBLEMS[answer.code]} {detail}".strip(), field)


def refusal(problem: Problem) -> Response:
    """Put a problem into the form that every error has."""
    return error(STATUS.get(problem.code, UNPROCESSABLE), problem)


def trouble(status: int, **headers: str) -> Response:
    """Answer with a status that has words of its own."""
    code, message = TROUBLE.get(status, ("refused", "This cannot be done."))
    return error(status, Problem(code, message), **headers)


def error(status: int, problem: Problem, **headers: str) -> Response:
    """Make the response."""
    return json(status, Error(said(problem)), **headers)


def said(problem: Problem) -> Said:
    """Put a problem into the API's words."""
    return Said(code=problem.code, message=problem.message, field=problem.field or UNSET)


def json(status: int, content: Any, **headers: str) -> Response:  # noqa: ANN401 - any of the API's shapes
    """Make a response of JSON that no one else may keep."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = msgspec.json.encode(content)
    return Response(body, status, {**HEADERS, **named}, media_type="application/json")
