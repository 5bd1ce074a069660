"""HTTP requests with limits on time and size."""

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
# The timer fires a little after the deadline, so that a cut connection is always too late.
MARGIN_SECONDS = 0.05
PORTS = {"http": 80, "https": 443}


class HttpDown(Exception):
    """No answer came: it is not known whether the request took effect."""


class TooSlow(HttpDown):
    """The answer did not come in time."""


class TooLarge(HttpDown):
    """The answer is larger than allowed."""


class ConnectionCut(HttpDown):
    """The answer ended before it was complete."""


class BadCertificate(HttpDown):
    """The server cannot prove its name."""


class HttpResponse(msgspec.Struct, frozen=True):
    """An answer; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class HttpRequest(msgspec.Struct, frozen=True):
    """One request. Do not log it: it carries secrets."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes = b""

    def __repr__(self) -> str:
        return f"Request({self.method} {urlsplit(self.url).netloc})"


class Target(msgspec.Struct, frozen=True):
    """One address of a host, and the certificates to trust there."""

    address: Callable[[str, int], str] = lambda host, _port: host
    context: ssl.SSLContext | None = None


def send(
    request: HttpRequest, seconds: float, largest: int | None = None, route: Target | None = None
) -> HttpResponse:
    """Send a request and read the whole answer, within the given time and size."""
    ends = time.monotonic() + seconds
    parts = urlsplit(request.url)
    path = parts.path or "/"
    if parts.query:
        path = f"{path}?{parts.query}"
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port or PORTS[parts.scheme])
    connection.default_port = PORTS[parts.scheme]
    try:
        with _cut_off(ends) as held:
            _connect(connection, route or Target(), held, ends)
            connection.request(request.method, path, request.body or None, dict(request.headers))
            return _read_answer(connection, ends, largest or LARGEST_ANSWER)
    except (OSError, http.client.HTTPException) as error:
        name = type(error).__name__
        if time.monotonic() > ends:
            raise TooSlow(f"{parts.hostname} did not answer, or too slowly ({name})") from error
        raise HttpDown(f"{parts.hostname} did not answer ({name})") from error
    finally:
        connection.close()


def _read_answer(connection: http.client.HTTPConnection, ends: float, largest: int) -> HttpResponse:
    with connection.getresponse() as answer:
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return HttpResponse(answer.status, headers, _body(answer, ends, largest))


def _connect(
    connection: http.client.HTTPConnection, route: Target, held: list[socket.socket], ends: float
) -> None:
    """Connect to a host; open sockets are added to `held`, so that they can be cut off."""
    address, seconds = route.address(connection.host, connection.port), ends - time.monotonic()
    if seconds <= 0:
        raise TooSlow("there was no time left to ask")
    connection.sock = socket.create_connection((address, connection.port), timeout=seconds)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    held.append(connection.sock)
    if connection.default_port == PORTS["https"]:
        connection.sock = _proven(connection.sock, connection.host, route, held, ends)
    # The timer may have fired before this socket was held.
    if time.monotonic() > ends:
        raise TooSlow("it took too long to get there")


def _proven(
    plain: socket.socket, host: str, route: Target, held: list[socket.socket], ends: float
) -> ssl.SSLSocket:
    context = route.context or ssl.create_default_context()
    plain.getpeername()  # Python would leave the socket of a connection that is gone unclosed
    sealed = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    held.append(sealed)
    try:
        sealed.do_handshake()
    except OSError as error:
        sealed.close()
        if isinstance(error, ssl.SSLError) and time.monotonic() <= ends:
            name = type(error).__name__
            raise BadCertificate(f"{host} cannot prove that it is itself ({name})") from error
        raise
    return sealed


@contextmanager
def _cut_off(ends: float) -> Iterator[list[socket.socket]]:
    """Shut sockets down when the time is over.

    A timeout alone is not enough: a server that sends a byte now and then never runs into it.
    """
    held: list[socket.socket] = []

    def cut() -> None:
        for sock in held:
            # Shut down the socket below TLS, because another thread may be reading from it.
            with suppress(OSError):
                socket.socket.shutdown(sock, socket.SHUT_RDWR)

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
    while piece := answer.read1(CHUNK):
        size += len(piece)
        if size > largest:
            raise TooLarge("the answer is far too large")
        pieces.append(piece)
    if time.monotonic() > ends:
        raise TooSlow("the answer came too slowly")
    # The rest of the announced length never came.
    if answer.length:
        raise ConnectionCut("the answer broke off")
    return b"".join(pieces)
