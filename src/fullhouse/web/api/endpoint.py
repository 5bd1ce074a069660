"""What an endpoint is: a row that says all of it, from which both the route and its description are made."""

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
from fullhouse.inbound.forms.event_json import clean_line, decode_problem
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.commands import Command
from fullhouse.web.api.auth import caller_of, known_by
from fullhouse.web.api.errors import error, refusal
from fullhouse.web.api.schema import NoQuery
from fullhouse.web.dependencies import Dependencies, dependencies
from fullhouse.web.errors import json

PREFIX = "/api/v1"
ONCE = "Idempotency-Key"
AS_LONG_AS_ANY = 14  # an id is part of links, and those of texts
ANOTHER = FieldProblem(
    "key_used",
    "Something else was sent under this key before, so nothing was done. Send it under its own.",
    ONCE,
)
C = TypeVar("C", bound=Command)
NOT_SIGNED_IN = FieldProblem(
    "not_signed_in", "Send a token: Authorization: Bearer … (make one with `fullhouse token new`)."
)


class CreatedResource(Protocol):
    """What was made: its name, and the digest of what was sent; none if it had no key, or was erased since."""

    @property
    def id(self) -> str:
        """What it is called."""

    @property
    def sent(self) -> str:
        """The digest."""


class ApiCall(msgspec.Struct, frozen=True, kw_only=True):
    """One request that was let in, as its handler sees it."""

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
        """Name what is made; what the same caller sends again under its key has the same name, and so is one."""
        return _digest(self.key.encode()) if self.key else self.engine.ids.new()

    def sealed(self, command: C) -> C:
        """Let what is made remember what was sent under its key."""
        return msgspec.structs.replace(command, sent=self._sent()) if self.key else command

    def refuse_another(self, made: CreatedResource) -> None:
        """Stop if what was made under this key is something else than what is asked for now."""
        if self.key and made.id == self.new_id() and made.sent not in ("", self._sent()):
            raise Invalid(ANOTHER)

    def _sent(self) -> str:
        """Return the digest of what was sent; the order of its fields is all the same."""
        return _digest(msgspec.json.encode(msgspec.json.decode(self.body), order="sorted"))


def _digest(told: bytes) -> str:
    return b32encode(sha256(told).digest()).decode().lower()[:AS_LONG_AS_ANY]


class NonDefaultResponse(msgspec.Struct, frozen=True):
    """An answer with a status that is not the usual one: what was there already, or was refused in detail.

    What is left to do `behind` it is done once it has left.
    """

    status: int
    answer: Any
    behind: BackgroundTask | None = None


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method on one path; `refusals` are the statuses it may answer beside those that all have.

    `also` are statuses under which it may give the same answer. One that takes a key (`once`) does what was sent before
    under the same one no second time. Where it depends on what the path names which `body`
    fits, all of them stand there.
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


def routes(table: Iterable[Endpoint]) -> list[Route]:
    """Make one route per path, so that a wrong method is told which ones are right."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for row in table:
        paths.setdefault(row.path, {})[row.method] = row
    return [
        Route(PREFIX + path, _answering(rows), methods=list(rows)) for path, rows in paths.items()
    ]


def _answering(rows: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        by = caller_of(request)
        if by is None:
            return error(401, NOT_SIGNED_IN, www_authenticate='Bearer realm="Fullhouse"')
        row = rows["GET" if request.method == "HEAD" else request.method]
        try:
            answer = await row.handle(await _read(request, row, by))
            told = (
                answer
                if isinstance(answer, NonDefaultResponse)
                else NonDefaultResponse(row.status, answer)
            )
            response = json(told.status, told.answer)
            response.background = told.behind
            return response  # noqa: TRY300 - what is refused is told in another form
        except Invalid as unfit:
            return refusal(unfit.problems[0])

    return answer


async def _read(request: Request, row: Endpoint, by: str) -> ApiCall:
    try:
        query = msgspec.convert(dict(request.query_params), row.query, strict=False)
    except msgspec.ValidationError as wrong:
        raise decode_problem(wrong) from wrong
    body = await request.body() if row.body is not None else b""
    lent = dependencies(request)
    named = clean_line(request.headers[ONCE], ONCE) if row.once and ONCE in request.headers else ""
    key = f"{known_by(request)}\n{row.path}\n{named}" if named else ""
    return ApiCall(
        dependencies=lent,
        by=by,
        path=request.path_params,
        query=query,
        body=body,
        key=key,
    )
