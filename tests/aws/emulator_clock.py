"""The emulator's clock, which can be put forward: due schedules ring, functions live at its time.

ministack's own Python runs this, so it imports nothing of ours.
"""

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
PATH = "/_clock"
BUSY_FOR_AT_MOST = 120.0
SETTLED_FOR = 1.0


class Clockwork:
    """Stands before an app and answers `POST /_clock` with the moment to move to as its body."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.moved = 0.0
        self.running = 0
        self.counts = threading.Lock()
        self.stands_still = threading.Event()
        self.stands_still.set()
        self._hold_while_it_moves(import_module("ministack.services.lambda_svc"))

    def _hold_while_it_moves(self, functions: Any) -> None:
        """Let no function begin meanwhile: it would go by the old time."""
        run = functions._execute_function_dispatch  # noqa: SLF001 - ministack's own way in

        def held(*what: Any, **more: Any) -> Any:
            self._enter()
            try:
                return run(*what, **more)
            finally:
                with self.counts:
                    self.running -= 1

        functions._execute_function_dispatch = held  # noqa: SLF001 - as above

    def _enter(self) -> None:
        while True:
            self.stands_still.wait()
            with self.counts:
                if self.stands_still.is_set():
                    self.running += 1
                    return

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await self.app(scope, receive, send)
            return
        message = await receive()
        await self._move(float(message["body"]))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _move(self, moment: float) -> None:
        """Wait until all is idle, and move on; functions look at the clock before they run."""
        await asyncio.to_thread(self._wait, SETTLED_FOR)
        with self.counts:
            self.stands_still.clear()
        try:
            await asyncio.to_thread(self._wait, 0.0)
            self.moved += (seconds := max(0.0, moment - time.time()))
            clock = Path(os.environ["FULLHOUSE_EMULATOR_CLOCK"])
            clock.write_text(str(self.moved))  # noqa: ASYNC240 - a few bytes
            travel = import_module("time_machine").travel
            travel(datetime.now(UTC) + timedelta(seconds=seconds), tick=True).start()
        finally:
            self.stands_still.set()

    def _wait(self, seconds: float) -> None:
        """Wait until no function has run for so long: stream events arrive a moment later."""
        busy = began = time.monotonic()
        while (now := time.monotonic()) < began + BUSY_FOR_AT_MOST:
            if self.running:
                busy = now
            elif now - busy >= seconds:
                return
            time.sleep(0.05)
