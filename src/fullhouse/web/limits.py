"""Rate limits of public pages: the client address, and the response when there were too many."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine import unconfirmed
from fullhouse.engine.client_address import client_key
from fullhouse.engine.rate_limit import Limit, take_as_client
from fullhouse.inbound.forms.guest_form import FieldProblem
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.model import Guest
from fullhouse.web.dependencies import dependencies
from fullhouse.web.errors import Error, ErrorDetail, json
from fullhouse.web.pages import problem, root
from fullhouse.web.request_body import JSON_PATHS, wants_json

T = TypeVar("T")
# Longer than a commit takes: whether there was one does not show in the response time.
EVEN_SECONDS = 0.1
CORS = {"access_control_allow_origin": "*"}
TOO_OFTEN = FieldProblem(
    "too_often",
    to_translate(
        "There were too many requests from where you are. Please try again in half a minute."
    ),
)


def client_address(request: Request) -> str:
    """Return the key of rate limits: the client's address, or its /64 network for IPv6.

    The server has already checked which proxy may name the client.
    """
    client = request.scope.get("client")
    return client_key(client[0] if client else "")


def take(request: Request, limit: Limit) -> bool:
    """Take a token of the client; return False if there was none left."""
    return take_as_client(dependencies(request).limiter, limit, client_address(request))


def take_for_guest(request: Request, limit: Limit, guest: Guest) -> bool:
    """Take a token of a guest; return False if there was none left."""
    return dependencies(request).limiter.take(limit, "/".join(guest.key))


def take_unconfirmed(request: Request) -> bool:
    """Take a token for a request that is to be confirmed by email; False if there are too many."""
    return unconfirmed.take_unconfirmed(dependencies(request).limiter, client_address(request))


def give_back_unconfirmed(request: Request, mark: str) -> None:
    """Return the token of a request that was confirmed."""
    unconfirmed.give_back_unconfirmed(dependencies(request).limiter, mark)


def too_many_requests(request: Request, limit: Limit) -> Response:
    """Return 429 with a time to retry."""
    path = request.url.path.removeprefix(root(request))
    if wants_json(request) or path.startswith(JSON_PATHS):
        detail = ErrorDetail(code=TOO_OFTEN.code, message=TOO_OFTEN.message)
        return json(429, Error(detail), retry_after=limit.retry_after, **CORS)
    text = translate(TOO_OFTEN.message)
    if request.method == "POST":
        go_back = gettext("Go back, and what you typed is still there: it has not been sent.")
        text = f"{text} {go_back}"
    response = problem(request, 429, to_translate("One moment, please."), text)
    response.headers["Retry-After"] = limit.retry_after
    return response


async def in_even_time(work: Awaitable[T]) -> T:
    """Await some work, and at least a fixed time, so that the time does not tell what was done."""
    _, done = await asyncio.gather(asyncio.sleep(EVEN_SECONDS), work)
    return done


async def even_out(began: float) -> None:
    """Wait until the fixed time has passed since a time of the event loop's clock."""
    passed = asyncio.get_running_loop().time() - began
    await asyncio.sleep(EVEN_SECONDS - passed)
