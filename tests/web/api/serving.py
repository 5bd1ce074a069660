"""A real server on a free port of this machine, in a thread of its own."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import uvicorn

from fullhouse.engine.access import digest
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import DeskDependencies
from tests.web.api.support import TOKEN, Mailbox


class Telling(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, ready: threading.Event, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve from a folder and say where."""
    ready = threading.Event()
    servers: list[uvicorn.Server] = []

    async def serve() -> None:
        clock = VirtualClock(datetime(2026, 6, 1, 9, 0, tzinfo=UTC))
        async with open_engine(
            folder, clock, Mailbox(), "http://127.0.0.1", settles=True
        ) as engine:
            app = make_app(in_process(engine, DeskDependencies(admit={digest(TOKEN): "api"})))
            server = Telling(
                ready,
                uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", lifespan="off"),
            )
            servers.append(server)
            await server.serve()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert ready.wait(60), "the server did not start"
    port = servers[0].servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        servers[0].should_exit = True
        thread.join(60)
