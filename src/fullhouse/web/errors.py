"""Errors as JSON: one schema for all, and texts for errors of the server itself."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem

HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
# Codes and texts where the server, not the request, is at fault.
TROUBLE = {
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address does not take that method."),
    413: ("too_large", "The body is larger than this server takes. Nothing was changed."),
    500: ("broken", "Something broke on our side. What was acknowledged before is safe."),
    503: (
        "store_down",
        "The store did not answer. Nothing that was acknowledged is lost; please try again.",
    ),
}


class ErrorDetail(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong: a code to branch on, a sentence to read, and the field it is about.

    `problems` are the lines of a text that could not be understood, each with its number.
    """

    code: str
    message: str
    field: str | UnsetType = UNSET
    problems: tuple[RuleProblem, ...] | UnsetType = UNSET


class Error(msgspec.Struct, frozen=True):
    """The answer whenever something was refused; nothing was changed."""

    error: ErrorDetail


def trouble(status: int, **headers: str) -> Response:
    """Return the error response of a status."""
    code, message = TROUBLE.get(status, ("refused", "This cannot be done."))
    return json(status, Error(ErrorDetail(code=code, message=message)), **headers)


def json(status: int, content: Any, **headers: str) -> Response:  # noqa: ANN401 - any schema
    """Return a JSON response that no cache may store."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = msgspec.json.encode(content)
    return Response(body, status, {**HEADERS, **named}, media_type="application/json")
