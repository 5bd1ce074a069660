"""Endpoints as table rows, from which the routes and the OpenAPI description are made."""

from base64 import b32encode
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.rate_limit import BAD_TOKEN
from fullhouse.engine.token_scopes import Area, is_allowed, wanted_scopes
from fullhouse.inbound.forms.event_json import clean_line, decode_problem
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.commands import Command
from fullhouse.web.api.auth import caller_of, known_by
from fullhouse.web.api.errors import error, refusal
from fullhouse.web.api.schema import NoQuery
from fullhouse.web.dependencies import Dependencies, dependencies
from fullhouse.web.errors import json
from fullhouse.web.limits import take, too_many_requests

PREFIX = "/api/v1"
ONCE = "Idempotency-Key"
ID_LENGTH = 14  # short, because ids are part of links in SMS
ANOTHER = FieldProblem(
    "key_used",
    "Something else was sent under this key before, so nothing was done. Send it under its own.",
    ONCE,
)
C = TypeVar("C", bound=Command)
NOT_SIGNED_IN = FieldProblem(
    "not_signed_in", "Send a token: Authorization: Bearer … (make one with `fullhouse token new`)."
)
REALM = 'Bearer realm="Fullhouse"'
EXPIRED = FieldProblem(
    "token_expired", "This token has expired. Make a new one with `fullhouse token new`."
)


class CreatedResource(Protocol):
    """A created record with its id and the digest of the request that created it.

    The digest is empty if the request had no key, or if the record was erased since.
    """

    @property
    def id(self) -> str:
        """The id."""

    @property
    def sent(self) -> str:
        """The digest."""


class ApiCall(msgspec.Struct, frozen=True, kw_only=True):
    """One authenticated request, as its handler sees it."""

    dependencies: Dependencies
    by: str
    path: Mapping[str, str]
    query: Any
    body: bytes
    key: str = ""

    @property
    def engine(self) -> Engine:
        """The engine."""
        return self.dependencies.engine

    def new_id(self) -> str:
        """Return the id of a new record; the same key gives the same id, so retries create one."""
        if not self.key:
            return self.engine.ids.new()
        return _digest(self.key.encode())

    def sealed(self, command: C) -> C:
        """Return the command with the digest of the request, if it has a key."""
        if not self.key:
            return command
        return msgspec.structs.replace(command, sent=self._sent())

    def seal(self) -> str:
        """Return the digest of the request; empty if it has no key."""
        return self._sent() if self.key else ""

    def refuse_another(self, made: CreatedResource) -> None:
        """Refuse if the key was used before for a different request."""
        if self.key and made.id == self.new_id() and made.sent not in ("", self._sent()):
            raise Invalid(ANOTHER)

    def _sent(self) -> str:
        """Return the digest of the body; the order of its fields does not matter."""
        return _digest(msgspec.json.encode(msgspec.json.decode(self.body), order="sorted"))


def _digest(content: bytes) -> str:
    return b32encode(sha256(content).digest()).decode().lower()[:ID_LENGTH]


class NonDefaultResponse(msgspec.Struct, frozen=True):
    """A response with another status: the record existed before, or was refused in detail.

    The task `behind` runs after the response is sent.
    """

    status: int
    answer: Any
    behind: BackgroundTask | None = None


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method on one path; `refusals` are error statuses beside those of all endpoints.

    `also` are statuses with the same response body. With `once` it accepts a key, and a request
    repeated under the same key is not done again. If the record in the path decides which `body`
    fits, `body` lists all of them. A token with scopes needs one that fits the `area`.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    does: str
    handle: Callable[[ApiCall], Awaitable[Any]]
    answer: Any
    body: Any = None
    query: Any = NoQuery
    status: int = 200
    also: tuple[int, ...] = ()
    refusals: tuple[int, ...] = ()
    once: bool = False
    area: Area = ""


def routes(table: Iterable[Endpoint]) -> list[Route]:
    """Return one route per path, so that a wrong method gets the list of allowed ones."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for row in table:
        paths.setdefault(row.path, {})[row.method] = row
    return [
        Route(PREFIX + path, _handler_of(rows), methods=list(rows)) for path, rows in paths.items()
    ]


def _handler_of(rows: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        caller = caller_of(request)
        row = rows["GET" if request.method == "HEAD" else request.method]
        if caller is None:
            return _not_signed_in(request)
        if caller.has_expired:
            return error(401, EXPIRED, www_authenticate=f'{REALM}, error="invalid_token"')
        if not is_allowed(caller.scopes, row.area, reads=row.method == "GET"):
            return _out_of_scope(row)
        try:
            answer = await row.handle(await _read(request, row, caller.name))
        except Invalid as invalid:
            return refusal(invalid.problems[0])
        if not isinstance(answer, NonDefaultResponse):
            return json(row.status, answer)
        response = json(answer.status, answer.answer)
        response.background = answer.behind
        return response

    return respond


def _not_signed_in(request: Request) -> Response:
    # Who sends no token guesses nothing.
    if known_by(request) and not take(request, BAD_TOKEN):
        return too_many_requests(request, BAD_TOKEN)
    return error(401, NOT_SIGNED_IN, www_authenticate=REALM)


def _out_of_scope(row: Endpoint) -> Response:
    scopes = wanted_scopes(row.area, reads=row.method == "GET")
    text = f"This token may not do this. It needs the scope {' or '.join(scopes)}."
    challenge = f'{REALM}, error="insufficient_scope", scope="{" ".join(scopes)}"'
    return error(403, FieldProblem("scope_missing", text), www_authenticate=challenge)


async def _read(request: Request, row: Endpoint, by: str) -> ApiCall:
    try:
        query = msgspec.convert(dict(request.query_params), row.query, strict=False)
    except msgspec.ValidationError as wrong:
        raise decode_problem(wrong) from wrong
    body = await request.body() if row.body is not None else b""
    return ApiCall(
        dependencies=dependencies(request),
        by=by,
        path=request.path_params,
        query=query,
        body=body,
        key=_key(request, row),
    )


def _key(request: Request, row: Endpoint) -> str:
    """Return the idempotency key, made unique per caller and path, or an empty text."""
    if not row.once or ONCE not in request.headers:
        return ""
    given = clean_line(request.headers[ONCE], ONCE)
    if not given:
        return ""
    return f"{known_by(request)}\n{row.path}\n{given}"
