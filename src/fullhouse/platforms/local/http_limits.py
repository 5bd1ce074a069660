"""Limits on what a client may send and hold: size and time of a request, connections per address.

uvicorn has none of these with httptools. They are enforced in the protocol, because middleware
runs only after the whole head has been read. Each connection has one deadline, and all deadlines
are checked once a second: a timer per request would cost twice as much.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from fullhouse.engine.client_address import counted_as, is_in
from fullhouse.platforms.local.joined_writes import JoinedWrites

CHUNK_FRAMING = 8  # bytes round each byte of a body that is sent one byte at a time
MB = 1024 * 1024

AWAITING_HEAD = 0
READING_BODY = 1
ANSWERING = 2

REASONS = {
    408: b"The request took too long to arrive.",
    429: b"Please wait for answers before you send more requests.",
    413: b"The body comes in too many small pieces.",
    431: b"The headers of the request are too large.",
    503: b"Too many connections from this address. Please try again in a moment.",
}


class HttpLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits on what one connection sends, and how long it takes.

    A body has `body_seconds` plus the time that its bytes take at the slowest rate. It may come in
    `small_pieces`; beyond those each piece must have `piece_bytes` on average, because each costs
    the event loop as much as a kilobyte.
    """

    head_bytes: int = 32 * 1024
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    slowest_rate: int = 8 * 1024
    longest_body_seconds: float = 600.0
    idle_seconds: float = 5.0
    stalled_seconds: float = 30.0
    connections: int = 256
    queued_requests: int = 64
    small_pieces: int = 1024
    piece_bytes: int = 64
    sweep_seconds: float = 1.0


class HeadTooLarge(Exception):
    """The head of a request has more bytes than allowed."""


class TooManyPieces(Exception):
    """A body came in very many small pieces."""


class QueueTooLong(Exception):
    """A client sent more requests than allowed without waiting for an answer."""


class Watch:
    """The open connections of a server; it ends those whose deadline has passed."""

    def __init__(self, limits: HttpLimits, is_proxy: Callable[[str], bool]) -> None:
        """Use these limits; addresses of trusted proxies may open any number of connections."""
        self.limits, self.is_proxy = limits, is_proxy
        self.connections: set[LimitedProtocol] = set()
        self.by_client: Counter[str] = Counter()
        self._sweeps = False

    def admit(self, connection: "LimitedProtocol", host: str) -> bool:
        """Count a new connection; return False if its client has too many."""
        counted = counted_as(host)
        most = self.limits.connections
        is_full = any(self.by_client[client] >= most * times for client, times in counted)
        if is_full and not self.is_proxy(host):
            return False
        connection.counted_as = tuple(client for client, _ in counted)
        self.by_client.update(connection.counted_as)
        self.connections.add(connection)
        if not self._sweeps:
            self._sweeps = True
            connection.loop.call_later(self.limits.sweep_seconds, self._sweep, connection.loop)
        return True

    def leave(self, connection: "LimitedProtocol") -> None:
        """Forget a connection that is closed."""
        self.connections.discard(connection)
        for client in connection.counted_as:
            self.by_client[client] -= 1
            if self.by_client[client] <= 0:
                del self.by_client[client]

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in list(self.connections):
            connection.check_time(now)
        self._sweeps = bool(self.connections)
        if self._sweeps:
            loop.call_later(self.limits.sweep_seconds, self._sweep, loop)


class LimitedProtocol(HttpToolsProtocol):
    """An HTTP connection that keeps to the limits of its watch."""

    watch: Watch

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as uvicorn calls it
        """Start without a client."""
        super().__init__(*args, **options)
        self.limits = self.watch.limits
        self.counted_as: tuple[str, ...] = ()
        self.is_refused = False
        self.deadline = inf
        self.write_deadline = inf
        self._phase = AWAITING_HEAD
        self._read_bytes = 0
        self._starts_with_head = True
        self._head_bytes = 0
        self._body_began = 0.0
        self._sent_bytes = 0
        self._body_bytes = 0
        self._pieces = 0
        self._refusal = 400

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection unless its client has too many."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        self.is_refused = not self.watch.admit(self, host)
        if self.is_refused:
            transport.write(_answer(503))
            transport.close()
            return
        super().connection_made(JoinedWrites(transport, self.loop))
        self.deadline = self.loop.time() + self.limits.head_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the open connections; one that was never accepted has nothing to close."""
        if self.is_refused:
            return
        self.watch.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came; refuse a head that is too large before it is complete."""
        if self.is_refused:
            return
        self._read_bytes = len(data)
        self._starts_with_head = self._phase != READING_BODY
        self._head_bytes += self._read_bytes
        self._sent_bytes += self._read_bytes
        super().data_received(data)
        if self._is_too_large() and not self.transport.is_closing():
            self._refuse(431)

    def _is_too_large(self) -> bool:
        if self._phase == AWAITING_HEAD:
            return self._head_bytes > self.limits.head_bytes
        if self._phase == READING_BODY:
            # Trailers count as headers. The bytes between chunks do not.
            framing = CHUNK_FRAMING * min(self._body_bytes, MB)
            extra = self._sent_bytes - self._body_bytes
            return extra > self.limits.head_bytes + framing
        return False

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed."""
        if self._refusal == 400:  # noqa: PLR2004 - as the method is called
            super().send_400_response(msg)
        else:
            self._refuse(self._refusal)

    def on_message_begin(self) -> None:
        """Start the time for a head."""
        super().on_message_begin()
        # A head behind a body or behind another head must not be counted with them.
        self._phase, self._head_bytes = AWAITING_HEAD, 0
        if self._starts_with_head:
            self._starts_with_head, self._head_bytes = False, self._read_bytes
        self.deadline = self.loop.time() + self.limits.head_seconds

    def on_headers_complete(self) -> None:
        """Start the time for a body, unless the head is too large."""
        if self._head_bytes + self._read_bytes > self.limits.head_bytes:
            self._measure_head()
        self._phase, self._body_began = READING_BODY, self.loop.time()
        self._sent_bytes = self._body_bytes = self._pieces = 0
        self.deadline = self._body_began + self.limits.body_seconds
        super().on_headers_complete()
        if len(self.pipeline) > self.limits.queued_requests:
            self._refusal = 429
            raise QueueTooLong

    def _measure_head(self) -> None:
        fields = sum(len(name) + len(value) + len(b": \r\n") for name, value in self.headers)
        if len(self.url) + fields > self.limits.head_bytes:
            self._refusal = 431
            raise HeadTooLarge

    def on_body(self, body: bytes) -> None:
        """Count the bytes and the pieces of the body."""
        self._body_bytes += len(body)
        self._pieces += 1
        if self._pieces > self.limits.small_pieces:
            self._check_pieces()
        super().on_body(body)

    def _check_pieces(self) -> None:
        usual = self._body_bytes // self.limits.piece_bytes
        if self._pieces > self.limits.small_pieces + usual:
            self._refusal = 413
            raise TooManyPieces

    def on_message_complete(self) -> None:
        """Wait for our own answer as long as it takes."""
        self._phase, self.deadline = ANSWERING, inf
        super().on_message_complete()
        if not self._is_answering():
            self._set_idle()

    def on_response_complete(self) -> None:
        """Close soon if no request follows, or if the body of this one never ends."""
        follows = bool(self.pipeline)
        super().on_response_complete()
        if not follows and self._phase != AWAITING_HEAD and not self._is_answering():
            self._set_idle()

    def _is_answering(self) -> bool:
        """Return True if the answer to the latest request is not complete."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _set_idle(self) -> None:
        self.deadline = self.loop.time() + self.limits.idle_seconds

    def pause_writing(self) -> None:
        """Start the time in which the client has to read."""
        super().pause_writing()
        self.write_deadline = self.loop.time() + self.limits.stalled_seconds

    def resume_writing(self) -> None:
        """Stop the time in which the client has to read."""
        super().resume_writing()
        self.write_deadline = inf

    def check_time(self, now: float) -> None:
        """End the connection if its client has kept us waiting for too long."""
        if now >= self.write_deadline:
            self.transport.abort()
        elif now >= self.deadline:
            self._time_out(now)
        elif self.transport.is_closing():
            # What is still to be written may wait for a client that never reads it.
            self.deadline = min(self.deadline, now + self.limits.stalled_seconds)

    def _time_out(self, now: float) -> None:
        if self.transport.is_closing():
            self.transport.abort()
            return
        is_answering = self._is_answering()
        if self._phase == READING_BODY and is_answering:
            self.deadline = self._body_deadline(now)
            if now < self.deadline:
                return
        half_sent = self._phase == AWAITING_HEAD and self._head_bytes > 0
        if half_sent and not is_answering:
            self._refuse(408)
        else:
            self.transport.close()

    def _body_deadline(self, now: float) -> float:
        if self.flow.read_paused:
            return now + self.limits.body_seconds
        seconds = self.limits.body_seconds + self._body_bytes / self.limits.slowest_rate
        return self._body_began + min(seconds, self.limits.longest_body_seconds)

    def _refuse(self, status: int) -> None:
        if not self._is_answering():
            self.transport.write(_answer(status))
        self.transport.close()


def _answer(status: int) -> bytes:
    reason = REASONS[status]
    head = (
        b"content-type: text/plain; charset=utf-8\r\n"
        b"content-length: %d\r\n"
        b"retry-after: 2\r\n"
        b"connection: close\r\n\r\n"
    )
    return STATUS_LINE[status] + head % len(reason) + reason


def limited_protocol(limits: HttpLimits, proxies: str) -> type[LimitedProtocol]:
    """Return the protocol for uvicorn's setting `http`, with its own watch."""

    class Protocol(LimitedProtocol):
        watch = Watch(limits, is_in(proxies))

    return Protocol
