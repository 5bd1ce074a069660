"""One HTTP request and its answer, bounded in time and size. Who asks, and what an answer means, is not known here."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import msgspec

CHUNK = 256 * 1024
LARGEST_ANSWER = 32 * 1024 * 1024
MARGIN_SECONDS = 0.05  # so that what was cut off is surely late
PORTS = {"http": 80, "https": 443}


class HttpDown(Exception):
    """No answer came: it is not known whether the request took effect."""


class TooSlow(HttpDown):
    """An answer was not there in time."""


class TooLarge(HttpDown):
    """An answer is larger than it may be."""


class ConnectionCut(HttpDown):
    """An answer ended before it was whole."""


class BadCertificate(HttpDown):
    """Whoever is there cannot prove to be who was asked for."""


class HttpResponse(msgspec.Struct, frozen=True):
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


class Target(msgspec.Struct, frozen=True):
    """How to get to a host: which of its addresses is taken, and by whose word we believe that it is the host's."""

    address: Callable[[str, int], str] = lambda host, _port: host
    context: ssl.SSLContext | None = None


def send(
    request: Request, seconds: float, largest: int | None = None, route: Target | None = None
) -> HttpResponse:
    """Ask once and read the whole answer, within the time and size given."""
    ends = time.monotonic() + seconds
    parts = urlsplit(request.url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port or PORTS[parts.scheme])
    connection.default_port = PORTS[parts.scheme]
    try:
        with _cut_off(ends) as held:
            _connect(connection, route or Target(), held, ends)
            connection.request(request.method, path, request.body or None, dict(request.headers))
            with connection.getresponse() as answer:
                headers = {name.lower(): value for name, value in answer.getheaders()}
                return HttpResponse(
                    answer.status, headers, _body(answer, ends, largest or LARGEST_ANSWER)
                )
    except (OSError, http.client.HTTPException) as error:
        name = type(error).__name__
        if time.monotonic() > ends:
            raise TooSlow(f"{parts.hostname} did not answer, or too slowly ({name})") from error
        raise HttpDown(f"{parts.hostname} did not answer ({name})") from error
    finally:
        connection.close()


def _connect(
    connection: http.client.HTTPConnection, route: Target, held: list[socket.socket], ends: float
) -> None:
    """Get to a host; whatever is opened is held, so that it can be cut off."""
    address, seconds = route.address(connection.host, connection.port), ends - time.monotonic()
    if seconds <= 0:
        raise TooSlow("there was no time left to ask")
    connection.sock = socket.create_connection((address, connection.port), timeout=seconds)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    held.append(connection.sock)
    if connection.default_port == PORTS["https"]:
        connection.sock = _proven(connection.sock, connection.host, route, held, ends)
    if time.monotonic() > ends:  # it may have been too late to be cut off
        raise TooSlow("it took too long to get there")


def _proven(
    plain: socket.socket, host: str, route: Target, held: list[socket.socket], ends: float
) -> ssl.SSLSocket:
    context = route.context or ssl.create_default_context()
    sealed = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    held.append(sealed)
    try:
        sealed.do_handshake()
    except OSError as error:
        sealed.close()
        if isinstance(error, ssl.SSLError) and time.monotonic() <= ends:
            raise BadCertificate(
                f"{host} cannot prove that it is itself ({type(error).__name__})"
            ) from error
        raise
    return sealed


@contextmanager
def _cut_off(ends: float) -> Iterator[list[socket.socket]]:
    """Cut off what is held when the time is over: one byte now and then keeps it open for as long as it likes."""
    held: list[socket.socket] = []

    def cut() -> None:
        for sock in held:
            with suppress(OSError):
                socket.socket.shutdown(
                    sock, socket.SHUT_RDWR
                )  # the one below TLS, which another thread may be reading

    timer = threading.Timer(max(0.0, ends - time.monotonic()) + MARGIN_SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield held
    finally:
        timer.cancel()


def _body(answer: http.client.HTTPResponse, ends: float, largest: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(CHUNK):  # until it is whole, or cut off
        size += len(piece)
        if size > largest:
            raise TooLarge("the answer is far too large")
        pieces.append(piece)
    if time.monotonic() > ends:
        raise TooSlow("the answer came too slowly")
    if answer.length:  # what was promised and never came
        raise ConnectionCut("the answer broke off")
    return b"".join(pieces)
