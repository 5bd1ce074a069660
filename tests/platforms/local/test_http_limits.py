"""HTTP limits over real sockets: no client can hold memory or connections that others need."""

import asyncio
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from fullhouse.platforms.local.http_limits import HttpLimits, limited_protocol

QUICK = HttpLimits(
    head_seconds=0.5,
    body_seconds=0.5,
    idle_seconds=0.5,
    stalled_seconds=0.5,
    slowest_rate=2000,
    sweep_seconds=0.1,
)
STRANGER = "127.0.0.2"
NEIGHBOUR = "127.0.0.3"
PROXY = "127.0.0.9"
GET = b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: here\r\n"
MB = 1024 * 1024


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the length of the body, with a lot, with a stream, or without reading."""
    head = {"type": "http.response.start", "status": 200}
    if scope["path"] == "/stream":
        await send(head)
        for _ in range(8):
            await send({"type": "http.response.body", "body": b"tick\n", "more_body": True})
            await asyncio.sleep(0.3)
        await send({"type": "http.response.body", "body": b"end\n"})
        return
    said = b"served"
    if scope["path"] == "/body":
        said = b"%d" % await _length(receive)
    if scope["path"] == "/much":
        said = b"x" * 40 * MB
    await send({**head, "headers": [(b"content-length", b"%d" % len(said))]})
    await send({"type": "http.response.body", "body": said})


async def _length(receive: Receive) -> int:
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message.get("body", b""))
        more = message.get("more_body", False)
    return length


class Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()


@contextmanager
def served(limits: HttpLimits) -> Iterator[int]:
    """Serve the app in a thread and yield its port."""
    protocol = limited_protocol(limits, PROXY)
    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=0,
        http=protocol,
        ws="none",
        lifespan="off",
        log_level="critical",
        timeout_keep_alive=60,  # our own limit has to end it
        timeout_graceful_shutdown=1,
    )
    server = Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert server.listens.wait(30)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
    assert protocol.watch.connections == set()
    assert not protocol.watch.by_client


@pytest.fixture(scope="module")
def quick() -> Iterator[int]:
    with served(QUICK) as port:
        yield port


@pytest.fixture(scope="module")
def usual() -> Iterator[int]:
    with served(HttpLimits()) as port:
        yield port


def connected(port: int, source: str = STRANGER) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), 15, (source, 0))
    sock.settimeout(15)
    return sock


def read_all(sock: socket.socket) -> bytes:
    """Return everything until the server closes; a reset ends it, too."""
    found = b""
    with suppress(ConnectionError):
        while piece := sock.recv(65536):
            found += piece
    return found


def answer(sock: socket.socket) -> bytes:
    """Return what came until one whole answer to `GET` was read."""
    found = b""
    while b"served" not in found:
        piece = sock.recv(65536)
        assert piece, found
        found += piece
    return found


def test_a_head_of_267_mb_is_refused_and_takes_no_memory(usual: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    block = b"X-Fill: " + b"x" * 65528
    sent = 0
    with closing(connected(usual)) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\n")
        with suppress(ConnectionError):
            while sent < 267 * MB:
                sock.sendall(block)
                sent += len(block)
        said = read_all(sock)
    assert said == b"" or said.startswith(b"HTTP/1.1 431 ")
    assert sent < 20 * MB
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 * 1024
    with closing(connected(usual)) as sock:
        sock.sendall(GET % b"")
        answer(sock)


@pytest.mark.parametrize(("length", "status"), [(32_000, b"200"), (33_000, b"431")])
def test_a_head_may_have_32_kb(usual: int, length: int, status: bytes) -> None:
    with closing(connected(usual)) as sock:
        head = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Fill: "
        sock.sendall(head + b"x" * (length - len(head) - 4) + b"\r\n\r\n")
        assert read_all(sock).startswith(b"HTTP/1.1 " + status)


def test_many_small_headers_count_together(usual: int) -> None:
    with closing(connected(usual)) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\n" + b"X-Fill: 12345678\r\n" * 2000)
        assert read_all(sock).startswith(b"HTTP/1.1 431 ")


def test_empty_lines_before_a_request_are_bounded(usual: int) -> None:
    with closing(connected(usual)) as sock:
        with suppress(ConnectionError):
            for _ in range(100):
                sock.sendall(b"\r\n" * 2000)
        said = read_all(sock)
    assert said == b"" or said.startswith(b"HTTP/1.1 431 ")


def test_trailers_after_a_body_are_bounded(usual: int) -> None:
    sent = 0
    with closing(connected(usual)) as sock:
        sock.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
        with suppress(ConnectionError):
            while sent < 50 * MB:
                sock.sendall(b"X-Fill: 12345678\r\n" * 1000)
                sent += 18_000
        said = read_all(sock)
    assert sent < 20 * MB
    assert b" 200 " not in said


CHUNKED = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(("size", "pieces"), [(1, 1000), (80, 5000)])
def test_a_chunked_body_in_small_pieces_is_taken(usual: int, size: int, pieces: int) -> None:
    with closing(connected(usual)) as sock:
        piece = b"%x\r\n%s\r\n" % (size, b"x" * size)
        sock.sendall(CHUNKED + piece * pieces + b"0\r\n\r\n")
        assert read_all(sock).endswith(b"%d" % (size * pieces))


def test_very_many_tiny_pieces_are_refused_at_once(usual: int) -> None:
    with closing(connected(usual)) as sock, suppress(ConnectionError):
        sock.sendall(CHUNKED + b"1\r\nx\r\n" * 60_000 + b"0\r\n\r\n")
        assert b" 200 " not in read_all(sock)


def test_pipelined_requests_with_bodies_are_not_mistaken_for_a_long_head(usual: int) -> None:
    body = b"x" * 50_000
    one = POST + b"Content-Length: 50000\r\n\r\n" + body
    last = POST + b"Connection: close\r\nContent-Length: 50000\r\n\r\n" + body
    with closing(connected(usual)) as sock:
        sock.sendall(one * 10 + last)
        said = read_all(sock)
    assert said.count(b"HTTP/1.1 200 ") == 11
    assert said.count(b"50000") == 11


def test_pipelined_requests_without_bodies_are_all_answered(usual: int) -> None:
    last = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
    with closing(connected(usual)) as sock:
        sock.sendall(GET % b"" * 40 + last)
        assert read_all(sock).count(b"served") == 41


def test_an_endless_row_of_pipelined_requests_is_ended(usual: int) -> None:
    sent = 0
    with closing(connected(usual)) as sock, suppress(ConnectionError):
        while sent < 50 * MB:
            sock.sendall(GET % b"stream" * 2000)
            sent += 2000 * len(GET)
    assert sent < 20 * MB


@pytest.mark.parametrize("start", [b"", b"G", b"GET / HTTP/1.1\r\nHost: he", b"\r\n"])
def test_a_half_sent_head_is_closed(quick: int, start: bytes) -> None:
    began = time.monotonic()
    with closing(connected(quick)) as sock:
        sock.sendall(start)
        said = read_all(sock)
    assert 0.45 < time.monotonic() - began < 5
    assert said == b"" or said.startswith(b"HTTP/1.1 408 ")


def test_a_head_that_drips_is_closed(quick: int) -> None:
    began = time.monotonic()
    with closing(connected(quick)) as sock, suppress(ConnectionError):
        for byte in b"GET / HTTP/1.1\r\nHost: " + b"x" * 200:
            sock.sendall(bytes([byte]))
            time.sleep(0.1)
    assert time.monotonic() - began < 5


def test_empty_lines_do_not_keep_an_answered_connection_open(quick: int) -> None:
    began = time.monotonic()
    with closing(connected(quick)) as sock:
        sock.sendall(GET % b"")
        answer(sock)
        with suppress(ConnectionError):
            for _ in range(200):
                sock.sendall(b"\r\n")
                time.sleep(0.1)
    assert time.monotonic() - began < 6


@pytest.mark.parametrize(
    "kind", [b"Content-Length: 1000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n3e8\r\n"]
)
def test_a_body_that_stops_is_closed(quick: int, kind: bytes) -> None:
    began = time.monotonic()
    with closing(connected(quick)) as sock:
        sock.sendall(POST + kind + b"half")
        assert read_all(sock) == b""
    assert 0.45 < time.monotonic() - began < 5


def test_a_body_that_drips_is_closed_and_a_steady_one_is_not(quick: int) -> None:
    def send(rate: int) -> bytes:
        with closing(connected(quick)) as sock:
            sock.sendall(POST + b"Connection: close\r\nContent-Length: 20000\r\n\r\n")
            with suppress(ConnectionError):
                for _ in range(20_000 * 10 // rate):
                    sock.sendall(b"x" * (rate // 10))
                    time.sleep(0.1)
            return read_all(sock)

    assert send(5000).endswith(b"20000")
    assert send(500) == b""


def test_a_body_that_nobody_reads_does_not_stay(quick: int) -> None:
    began = time.monotonic()
    with closing(connected(quick)) as sock:
        sock.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 900000\r\n\r\n")
        answer(sock)
        with suppress(ConnectionError):
            for _ in range(100):
                sock.sendall(b"x" * 1000)
                time.sleep(0.1)
    assert time.monotonic() - began < 6


def test_a_client_that_never_reads_its_answer_is_cut_off(quick: int) -> None:
    with closing(connected(quick)) as sock:
        sock.sendall(GET % b"much")
        time.sleep(2)
        found = read_all(sock)
    assert len(found) < 40 * MB


def test_an_answered_connection_is_closed_when_no_request_follows(quick: int) -> None:
    with closing(connected(quick)) as sock:
        for _ in range(3):
            sock.sendall(GET % b"")
            answer(sock)
            time.sleep(0.2)
        began = time.monotonic()
        assert read_all(sock) == b""
    assert time.monotonic() - began < 4


def test_a_stream_lives_on_past_every_limit(quick: int) -> None:
    with closing(connected(quick)) as sock:
        sock.sendall(GET % b"stream")
        found = b""
        while not found.endswith(b"0\r\n\r\n"):
            found += sock.recv(65536)
    assert found.count(b"tick") == 8


def test_one_address_cannot_take_the_connections_of_another(usual: int) -> None:
    held = [connected(usual) for _ in range(HttpLimits().connections + 50)]
    try:
        refused = [sock for sock in held if _is_refused(sock)]
        assert len(refused) == 50
        with closing(connected(usual, NEIGHBOUR)) as sock:
            sock.sendall(GET % b"")
            answer(sock)
    finally:
        for sock in held:
            sock.close()
    time.sleep(0.2)
    with closing(connected(usual)) as sock:
        sock.sendall(GET % b"")
        answer(sock)


def _is_refused(sock: socket.socket) -> bool:
    sock.settimeout(0.02)
    try:
        return sock.recv(1000).startswith(b"HTTP/1.1 503 ")
    except TimeoutError:
        return False


def test_a_trusted_proxy_may_open_any_number() -> None:
    with served(HttpLimits(connections=3)) as port:
        held = [connected(port, PROXY) for _ in range(20)]
        try:
            for sock in held:
                sock.sendall(GET % b"")
                answer(sock)
        finally:
            for sock in held:
                sock.close()
