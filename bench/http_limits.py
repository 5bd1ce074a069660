"""Cost of the HTTP limits: the same requests through uvicorn's own protocol and through ours."""

import asyncio
from statistics import median
from time import process_time
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from bench.figures import Figure, Figures, Sizes
from fullhouse.platforms.local.http_limits import HttpLimits, limited_protocol

MOST_MICROSECONDS = 10
ROUNDS = 9
BODY = b'{"name": "Guest", "email": "guest@example.org"}'
REQUEST = (
    b"POST /e/evening HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n"
    b"Accept: application/json\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
)


class Nowhere(asyncio.Transport):
    """A transport that forgets what is written."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Forget it."""

    def is_closing(self) -> bool:
        """Return False: it stays open."""
        return False

    def close(self) -> None:
        """Stay open."""

    def pause_reading(self) -> None:
        """Do nothing."""

    def resume_reading(self) -> None:
        """Do nothing."""


def http_limits(sizes: Sizes) -> Figures:
    """Measure the processor time that the limits add to a request."""
    limited = limited_protocol(HttpLimits(), "")
    added = []
    for _ in range(ROUNDS):
        plain = asyncio.run(_seconds(HttpToolsProtocol, sizes.sign_ups))
        added.append(asyncio.run(_seconds(limited, sizes.sign_ups)) - plain)
        limited.watch.connections.clear()
    each = 1e6 * median(added) / sizes.sign_ups
    yield Figure(
        "server CPU that the HTTP limits add to a request",
        f"{each:.1f} µs",
        f"under {MOST_MICROSECONDS} µs",
        each < MOST_MICROSECONDS,
    )


async def _seconds(kind: type[HttpToolsProtocol], number: int) -> float:
    config = uvicorn.Config(_app, lifespan="off", log_config=None, ws="none", proxy_headers=False)
    config.load()
    protocol = kind(config, ServerState(), {})
    protocol.connection_made(Nowhere())
    start = process_time()
    for _ in range(number):
        protocol.data_received(REQUEST)
        await asyncio.sleep(0)
        assert protocol.cycle.response_complete
    return process_time() - start


async def _app(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body"})
