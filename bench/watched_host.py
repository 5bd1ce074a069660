"""`fullhouse serve` with a watch on its event loops, and with name servers of its own.

Run as `python -m bench.watched_host serve --data DIR …`. It runs on the loop of the standard
library, which is slower than the usual one but can be watched.
"""

import asyncio
import socket
import time
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.loop_watch import Watch
from fullhouse.cli import main, server
from fullhouse.inbound.mail.sender_check import LOOKUP_SECONDS
from fullhouse.platforms.local import dns
from fullhouse.web.app import make_app

LONGEST = "/bench/longest"
SIGNED, SILENT = "signed.test", "silent.test"
KEY = (
    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC7VJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7"
    "NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvuNMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS"
    "56YyCFGeJZqgtzJ6GR3eqoYSW9b9UMvkBpZODSctWSNGj3P7jRFDO5VoTwCQAW"
)
watch = Watch()


class Names:
    """Name servers of which one has a key, one never answers, and the others know nothing."""

    def texts(self, name: str) -> list[str]:
        """Return the key, or nothing."""
        self._wait(name)
        return [KEY] if name.endswith(f"_domainkey.{SIGNED}") else []

    def addresses(self, name: str) -> list[str]:
        """Return nothing."""
        self._wait(name)
        return []

    exchanges = addresses

    def _wait(self, name: str) -> None:
        if name.endswith(SILENT):
            time.sleep(LOOKUP_SECONDS)
            raise TimeoutError(name)


def _send_at_once(sock: socket.socket) -> None:
    if sock.family in {socket.AF_INET, socket.AF_INET6}:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def longest(_request: Request) -> Response:
    """Answer with the longest callback of each thread, in seconds, and forget them."""
    found = dict(watch.by_thread)
    watch.reset()
    return Response(msgspec.json.encode(found), media_type="application/json")


def make_app_with_watch(*args: Any, **more: Any) -> Starlette:
    """Put the app together with one more route in front, where it is found first."""
    app = make_app(*args, **more)
    app.router.routes.insert(0, Route(LONGEST, longest))
    return app


if __name__ == "__main__":
    setattr(asyncio.Handle, "_run", watch.watched(asyncio.Handle._run))  # noqa: B010, SLF001 - every callback
    # The fast loop sends small answers at once; this one does so only for some sockets.
    asyncio.base_events._set_nodelay = _send_at_once  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio offers no setting
    server.make_app = make_app_with_watch  # type: ignore[attr-defined]  # imported there
    server._fast_loop = asyncio.new_event_loop  # noqa: SLF001 - the fast one has no such hook
    dns.resolver_if_any = Names
    main()
