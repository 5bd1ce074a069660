"""HTTP limits over real sockets: no client can hold memory or connections that others need."""

import asyncio
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from math import inf
from typing import Literal

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from fullhouse.platforms.local.http_limits import (
    HttpLimits,
    LimitedProtocol,
    Watch,
    limited_protocol,
)
from tests.support.loop_clock import LoopClock
from tests.support.waiting import PATIENCE_SECONDS, wait_until

LIMITS = HttpLimits()
STRANGER = "127.0.0.2"
NEIGHBOUR = "127.0.0.3"
PROXY = "127.0.0.9"
GET = b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: here\r\n"
MB = 1024 * 1024
STREAM_PAUSE = 20.0


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the length of the body, with a lot, with a stream, or without reading."""
    head = {"type": "http.response.start", "status": 200}
    if scope["path"] == "/stream":
        await send(head)
        for _ in range(8):
            await send({"type": "http.response.body", "body": b"tick\n", "more_body": True})
            await asyncio.sleep(STREAM_PAUSE)
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
    """Tells when it listens, and lets its clock be put forward."""

    def __init__(self, config: uvicorn.Config, watch: Watch) -> None:
        super().__init__(config)
        self.listens = threading.Event()
        self.watch = watch

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.clock = LoopClock(asyncio.get_running_loop())
        self.listens.set()

    @property
    def port(self) -> int:
        return int(self.servers[0].sockets[0].getsockname()[1])

    def has(self, connections: int) -> None:
        """Wait until so many connections are open."""
        wait_until(lambda: len(self.watch.connections) == connections)

    def passes(self, seconds: float) -> None:
        """Let time pass, and then what the next sweep takes to come round."""
        self.clock.passes(seconds)
        self.clock.passes(LIMITS.sweep_seconds)

    @property
    def the_one(self) -> LimitedProtocol:
        """The only connection."""
        self.has(1)
        (found,) = self.watch.connections
        return found


@contextmanager
def served(limits: HttpLimits, loop: Literal["auto", "asyncio"]) -> Iterator[Server]:
    """Serve the app in a thread and yield the server; only a loop of asyncio can be put forward."""
    protocol = limited_protocol(limits, PROXY)
    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=0,
        loop=loop,
        http=protocol,
        ws="none",
        lifespan="off",
        log_level="critical",
        timeout_keep_alive=3600,  # our own limit has to end it
        timeout_graceful_shutdown=1,
    )
    server = Server(config, protocol.watch)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert server.listens.wait(PATIENCE_SECONDS)
        yield server
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
    assert protocol.watch.connections == set()
    assert not protocol.watch.by_client


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served(LIMITS, "asyncio") as server:
        yield server


@pytest.fixture(scope="module")
def unmoved() -> Iterator[Server]:
    with served(LIMITS, "auto") as server:
        yield server


@pytest.fixture
def usual(unmoved: Server) -> int:
    return unmoved.port


@pytest.fixture
def alone(server: Server) -> Iterator[socket.socket]:
    """Connect a client, the only one of the server."""
    server.has(0)
    with closing(connected(server.port)) as sock:
        server.has(1)
        yield sock


def connected(port: int, source: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, (source, 0))


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
def test_a_half_sent_head_is_closed(server: Server, alone: socket.socket, start: bytes) -> None:
    alone.sendall(start)
    arrived(server, len(start))
    server.passes(LIMITS.head_seconds - 2)
    server.has(1)
    server.passes(2)
    said = read_all(alone)
    assert said == b"" or said.startswith(b"HTTP/1.1 408 ")
    server.has(0)


def arrived(server: Server, sent: int) -> None:
    """Wait until the server has read so many bytes of a head."""
    wait_until(lambda: server.the_one._head_bytes >= sent)  # noqa: SLF001 - what is waited for


def test_a_head_that_drips_is_closed(server: Server, alone: socket.socket) -> None:
    for sent, byte in enumerate(b"GET / HT", start=1):
        alone.sendall(bytes([byte]))
        arrived(server, sent)
        server.clock.passes(1)
    server.has(1)
    server.passes(LIMITS.head_seconds - 8)
    assert read_all(alone).startswith(b"HTTP/1.1 408 ")


def test_empty_lines_do_not_keep_an_answered_connection_open(
    server: Server, alone: socket.socket
) -> None:
    alone.sendall(GET % b"")
    answer(alone)
    before = server.the_one._head_bytes  # noqa: SLF001 - what is counted
    for sent in range(1, 4):
        alone.sendall(b"\r\n")
        arrived(server, before + 2 * sent)
        server.clock.passes(1)
    server.has(1)
    server.passes(LIMITS.head_seconds)
    read_all(alone)
    server.has(0)


@pytest.mark.parametrize(
    "kind", [b"Content-Length: 1000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n3e8\r\n"]
)
def test_a_body_that_stops_is_closed(server: Server, alone: socket.socket, kind: bytes) -> None:
    alone.sendall(POST + kind + b"half")
    body_arrived(server, 4)
    server.passes(LIMITS.body_seconds - 2)
    server.has(1)
    server.passes(2)
    assert read_all(alone) == b""


def body_arrived(server: Server, sent: int) -> None:
    """Wait until the server has read so many bytes of a body."""
    wait_until(lambda: server.the_one._body_bytes >= sent)  # noqa: SLF001 - what is waited for


def sends_for_a_minute(server: Server, sock: socket.socket, piece: int) -> None:
    """Send a piece of the body every two seconds, as long as the server takes them."""
    sock.sendall(POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % (31 * piece))
    for number in range(1, 31):
        sock.sendall(b"x" * piece)
        body_arrived(server, number * piece)
        server.clock.passes(2)
        if not server.watch.connections:
            return
    sock.sendall(b"x" * piece)


def test_a_steady_body_is_taken(server: Server, alone: socket.socket) -> None:
    piece = 2 * LIMITS.slowest_rate + 1000
    sends_for_a_minute(server, alone, piece)
    assert read_all(alone).endswith(b"%d" % (31 * piece))


def test_a_body_that_drips_is_closed(server: Server, alone: socket.socket) -> None:
    sends_for_a_minute(server, alone, 2000)
    assert read_all(alone) == b""


def test_a_body_that_nobody_reads_does_not_stay(server: Server, alone: socket.socket) -> None:
    alone.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 900000\r\n\r\n")
    answer(alone)
    for sent in range(1000, 5000, 1000):
        alone.sendall(b"x" * 1000)
        body_arrived(server, sent)
        server.clock.passes(1)
    server.passes(2)
    read_all(alone)
    server.has(0)


def test_a_client_that_never_reads_its_answer_is_cut_off(
    server: Server, alone: socket.socket
) -> None:
    alone.sendall(GET % b"much")
    wait_until(lambda: server.the_one.write_deadline < inf)
    server.passes(LIMITS.stalled_seconds)
    server.has(0)
    assert len(read_all(alone)) < 40 * MB


def test_an_answered_connection_is_closed_when_no_request_follows(
    server: Server, alone: socket.socket
) -> None:
    for _ in range(3):
        alone.sendall(GET % b"")
        answer(alone)
        server.passes(LIMITS.idle_seconds - 2)
        server.has(1)
    server.passes(2)
    assert read_all(alone) == b""


def test_a_stream_lives_on_past_every_limit(server: Server, alone: socket.socket) -> None:
    alone.sendall(GET % b"stream")
    found = b""
    for ticks in range(1, 9):
        while found.count(b"tick") < ticks:
            found += alone.recv(65536)
        server.clock.passes(STREAM_PAUSE)
    while not found.endswith(b"0\r\n\r\n"):
        found += alone.recv(65536)
    assert found.count(b"tick") == 8


def test_one_address_cannot_take_the_connections_of_another(unmoved: Server) -> None:
    unmoved.has(0)
    usual, most = unmoved.port, LIMITS.connections
    held = [connected(usual) for _ in range(most + 50)]
    try:
        for sock in held[most:]:
            assert read_all(sock).startswith(b"HTTP/1.1 503 ")
        unmoved.has(most)
        with closing(connected(usual, NEIGHBOUR)) as sock:
            sock.sendall(GET % b"")
            answer(sock)
    finally:
        for sock in held:
            sock.close()
    unmoved.has(0)
    with closing(connected(usual)) as sock:
        sock.sendall(GET % b"")
        answer(sock)


def test_a_trusted_proxy_may_open_any_number() -> None:
    with served(HttpLimits(connections=3), "auto") as server:
        held = [connected(server.port, PROXY) for _ in range(20)]
        try:
            for sock in held:
                sock.sendall(GET % b"")
                answer(sock)
        finally:
            for sock in held:
                sock.close()
