"""Parsers that run on the event loop take time in proportion to what they read."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import anyio
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from fullhouse.web.middleware import LONGEST_HEADER, headers_fit
from fullhouse.web.request_body import LONGEST_BODY, cookie, read_fields

MULTIPART = b"multipart/form-data; boundary=B"
FORM = b"application/x-www-form-urlencoded"
HEAD = b"--B\r\nContent-Disposition: form-data; name=a\r\n\r\n"
LARGEST_BODY = LONGEST_BODY - len(HEAD)
MOST_GROWTH = 3.0
RUNS = 5


def request(body: bytes = b"", **headers: bytes) -> Request:
    """Return a request as the server hands it to a page."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    lines = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": lines}, receive)


def read(body: bytes, kind: bytes) -> None:
    async def fields() -> None:
        with suppress(HTTPException):
            await read_fields(request(body, content_type=kind))

    anyio.run(fields)


# Each takes a size in bytes, and returns the work on an input that is as bad as we know.
PARSERS: dict[str, tuple[int, Callable[[int], Callable[[], object]]]] = {
    "headers": (LONGEST_HEADER, lambda size: partial(headers_fit, [(b"a", b"b")] * (size // 2))),
    "a quoted cookie": (
        LONGEST_HEADER,
        lambda size: partial(cookie, request(cookie=b'a="' + b"\\1" * (size // 2) + b'"'), "b"),
    ),
    "countless cookies": (
        LONGEST_HEADER,
        lambda size: partial(cookie, request(cookie=b"a=;" * (size // 3)), "b"),
    ),
    "a form": (LARGEST_BODY, lambda size: partial(read, b"a=" + b"%41" * (size // 3), FORM)),
    "countless fields": (LARGEST_BODY, lambda size: partial(read, b"a&" * (size // 2), FORM)),
    "lines like a boundary": (
        LARGEST_BODY,
        lambda size: partial(read, HEAD + b"\r\n--" * (size // 4), MULTIPART),
    ),
    "a part without an end": (
        LARGEST_BODY,
        lambda size: partial(read, HEAD + b"x" * size, MULTIPART),
    ),
    "countless parts": (
        LARGEST_BODY,
        lambda size: partial(read, (HEAD + b"x\r\n") * (size // len(HEAD)), MULTIPART),
    ),
}


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of the quickest of some runs."""
    taken = []
    for _ in range(RUNS):
        began = time.thread_time()
        work()
        taken.append(time.thread_time() - began)
    return min(taken)


@pytest.mark.proof
@pytest.mark.timing
@pytest.mark.parametrize("name", PARSERS)
def test_twice_the_input_takes_about_twice_the_time(name: str) -> None:
    largest, make = PARSERS[name]
    small, large = (seconds(make(size)) for size in (largest // 4, largest))
    assert large < 4 * MOST_GROWTH * small
