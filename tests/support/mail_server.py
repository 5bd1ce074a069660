"""A mail server on a free port that takes every mail, and hangs up on everyone when it stops."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from aiosmtpd.smtp import SMTP

from fullhouse.platforms.local.smtp_server import stop_accepting

PATIENCE_SECONDS = 60


class MailServer(Controller):
    """A mail server that knows its open connections."""

    def __init__(self) -> None:
        self.open: set[asyncio.Transport] = set()
        super().__init__(Sink(), hostname="127.0.0.1", port=free_port())

    def factory(self) -> SMTP:
        return Conversation(self.open, self.handler, **self.SMTP_kwargs)

    async def hang_up(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        await hang_up(self.server, self.open)


class Conversation(SMTP):
    """A conversation that a server can end: it keeps its transports in a set while it is open."""

    def __init__(
        self,
        open_ones: set[asyncio.Transport],
        handler: object,
        **options: Any,
    ) -> None:
        super().__init__(handler, **options)
        self._open_ones = open_ones
        self._own: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport; STARTTLS brings a second one."""
        assert isinstance(transport, asyncio.Transport)
        self._own.add(transport)
        self._open_ones.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._open_ones -= self._own
        super().connection_lost(error)


async def hang_up(server: asyncio.Server, open_ones: set[asyncio.Transport]) -> None:
    """Close every connection, also one that was just accepted, and let its work end."""
    await stop_accepting(server)
    own = asyncio.current_task()
    while open_ones or asyncio.all_tasks() - {own}:
        for transport in open_ones:
            transport.abort()
        await asyncio.sleep(0.001)


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    server.start()
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.hang_up(), server.loop).result(PATIENCE_SECONDS)
        server.stop()
