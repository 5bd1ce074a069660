"""Headers, cookies and bodies of requests; bodies are read up to a limit."""

from collections.abc import AsyncGenerator

import msgspec
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from fullhouse.inbound.urlencoded import read_form

LONGEST_BODY = 64 * 1024
# What is below these paths is always JSON.
JSON_PATHS = ("/api/", "/control/", "/hooks/", "/healthz")
MOST_FIELDS = 50
LONGEST_PART_HEADER = 1024
TOO_LONG = "That is more than we can take: up to 64 kB."


def header(scope: Scope, name: bytes, default: str = "") -> str:
    """Return a header of a request; Starlette's own headers take three times as long."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return default


def cookie(request: Request, name: str) -> str:
    """Return a cookie of ours, or an empty text.

    Starlette's own parser takes the square of the length of a quoted value. Ours need no quotes.
    """
    for pair in header(request.scope, b"cookie").split(";"):
        key, _, value = pair.partition("=")
        if key.strip() == name:
            return value.strip()
    return ""


async def read_body(request: Request) -> bytes:
    """Return the body, or raise 413 as soon as it is too long."""
    length = header(request.scope, b"content-length", "0")
    if not length.isdecimal() or len(length) > len(str(LONGEST_BODY)) or int(length) > LONGEST_BODY:
        raise HTTPException(413, TOO_LONG, {"Connection": "close"})
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LONGEST_BODY:
            raise HTTPException(413, TOO_LONG, {"Connection": "close"})
        chunks.append(chunk)
    return b"".join(chunks)


async def read_fields(request: Request, most: int = MOST_FIELDS) -> dict[str, str]:
    """Return the fields of a form; the last of repeated fields counts, files are refused."""
    body = await read_body(request)
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await _read_multipart(request, body, most)
    try:
        pairs = read_form(body, most)
    except ValueError as error:
        raise HTTPException(
            400, "The form has more fields than we know what to do with."
        ) from error
    return dict(pairs)


class BoundedParser(MultiPartParser):
    """A parser that reads no header of a part that is longer than any form's."""

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        """Take a piece of a header's value."""
        if len(self._current_partial_header_value) + end - start > LONGEST_PART_HEADER:
            raise MultiPartException("A header in the form is too long.")
        super().on_header_value(data, start, end)


async def _read_multipart(request: Request, body: bytes, most: int) -> dict[str, str]:
    async def pieces() -> AsyncGenerator[bytes, None]:
        yield body

    parser = BoundedParser(request.headers, pieces(), max_files=0, max_fields=most)
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise HTTPException(400, error.message) from error
    return {name: value for name, value in form.items() if isinstance(value, str)}


def sends_json(request: Request) -> bool:
    """Return True if the body is JSON."""
    return _announces_json(request.scope)


def wants_json(request: Request) -> bool:
    """Return True if the response should be JSON."""
    return scope_wants_json(request.scope)


def scope_wants_json(scope: Scope) -> bool:
    """Return True if the body of a request is JSON, or JSON is accepted first."""
    return _announces_json(scope) or header(scope, b"accept").startswith("application/json")


def _announces_json(scope: Scope) -> bool:
    return "json" in header(scope, b"content-type")


def json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(msgspec.json.encode(value), status, headers, "application/json")
