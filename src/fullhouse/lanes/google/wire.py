"""One HTTP request and its answer, bounded in time and size. Who asks, and what an answer means, is not known here."""

import http.client
import ssl
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

CHUNK = 256 * 1024
LARGEST_ANSWER = 32 * 1024 * 1024


class WireDown(Exception):
    """No answer came: it is not known whether the request took effect."""


class Reply(msgspec.Struct, frozen=True):
    """An answer; the names of its headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Request(msgspec.Struct, frozen=True):
    """What is asked. Not to be logged: it carries secrets."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes = b""

    def __repr__(self) -> str:
        return f"Request({self.method} {urlsplit(self.url).netloc})"


def send(request: Request, seconds: float, largest: int = LARGEST_ANSWER) -> Reply:
    """Ask once and read the whole answer, within the time and size given."""
    ends = time.monotonic() + seconds
    connection = _connection(request.url, seconds)
    parts = urlsplit(request.url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        connection.request(request.method, path, request.body or None, dict(request.headers))
        with connection.getresponse() as answer:
            headers = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, headers, _body(answer, ends, largest))
    except (OSError, http.client.HTTPException) as error:
        raise WireDown(f"{parts.hostname} did not answer ({type(error).__name__})") from error
    finally:
        connection.close()


def _connection(url: str, seconds: float) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(parts.netloc, timeout=seconds, context=context)
    return http.client.HTTPConnection(parts.netloc, timeout=seconds)


def _body(answer: http.client.HTTPResponse, ends: float, largest: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(CHUNK):
        size += len(piece)
        if size > largest:
            raise WireDown("the answer is far too large")
        if time.monotonic() > ends:
            raise WireDown("the answer came too slowly")
        pieces.append(piece)
    if answer.length:  # what was promised and never came
        raise WireDown("the answer broke off")
    return b"".join(pieces)
