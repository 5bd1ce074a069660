"""One HTTP request and its answer, bounded in time and size. Who asks, and what an answer means, is not known here."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import msgspec

CHUNK = 256 * 1024
LARGEST_ANSWER = 32 * 1024 * 1024
MARGIN_SECONDS = 0.05  # so that what was cut off is surely late


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


def send(request: Request, seconds: float, largest: int | None = None) -> Reply:
    """Ask once and read the whole answer, within the time and size given."""
    ends = time.monotonic() + seconds
    connection = _connection(request.url, seconds)
    parts = urlsplit(request.url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        connection.connect()
        with _cut_off(connection.sock, ends):
            connection.request(request.method, path, request.body or None, dict(request.headers))
            with connection.getresponse() as answer:
                headers = {name.lower(): value for name, value in answer.getheaders()}
                return Reply(answer.status, headers, _body(answer, ends, largest or LARGEST_ANSWER))
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


@contextmanager
def _cut_off(sock: socket.socket, ends: float) -> Iterator[None]:
    """Cut a connection off when its time is over: one byte now and then keeps it open for as long as it likes."""

    def cut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)  # the one below TLS, which another thread may be reading

    timer = threading.Timer(max(0.0, ends - time.monotonic()) + MARGIN_SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _body(answer: http.client.HTTPResponse, ends: float, largest: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(CHUNK):  # until it is whole, or cut off
        size += len(piece)
        if size > largest:
            raise WireDown("the answer is far too large")
        pieces.append(piece)
    if time.monotonic() > ends:
        raise WireDown("the answer came too slowly")
    if answer.length:  # what was promised and never came
        raise WireDown("the answer broke off")
    return b"".join(pieces)
