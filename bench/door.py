"""Check-in of a whole guest list on two devices that send batches to the door page's endpoint."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html import unescape
from http.client import HTTPConnection
from time import perf_counter
from typing import Any

import msgspec

from bench.figures import Figure, Figures, Sizes, p50_and_p99
from bench.guest_list import let_in, sign_in
from bench.processes import PATIENCE_SECONDS, Server, serving
from bench.stock import EVENT, folder, store_guests

WANTED_SECONDS = 30.0
BATCH = 10
DEVICES = ("a", "b")
PATH = f"/desk/e/{EVENT}/check-in"
TOKEN = re.compile(r'data-token="([^"]+)"')


def check_in(sizes: Sizes) -> Figures:
    """Let both devices scan every guest while offline, then send it all at once."""
    number = sizes.people
    with folder() as place:
        store_guests(place, number)
        link = let_in(place)
        with serving(place) as server:
            cookie = sign_in(server, link)
            seconds, each = _both(server, cookie, number)
            here = server.ask("GET", f"/api/v1/events/{EVENT}")["headcount"]["checked_in"]
    _, p99 = p50_and_p99(each)
    yield Figure(
        f"check-in of {number:,} guests on two devices",
        f"{seconds:.1f} s, p99 {p99:.0f} ms a batch of {BATCH}; {here:,} are here",
        f"under {WANTED_SECONDS:.0f} s, each guest once",
        seconds < WANTED_SECONDS and here == number,
    )


def _both(server: Server, cookie: str, number: int) -> tuple[float, list[float]]:
    with closing(Device(server, cookie)) as device:
        guests = [row["id"] for row in device.send([])["list"]["guests"]]
    assert len(guests) == number, len(guests)

    def scan(name: str) -> list[float]:
        with closing(Device(server, cookie)) as device:
            return list(device.scan(name, guests))

    start = perf_counter()
    with ThreadPoolExecutor(len(DEVICES)) as threads:
        milliseconds = [one for times in threads.map(scan, DEVICES) for one in times]
    return perf_counter() - start, milliseconds


class Device:
    """A phone at the door."""

    def __init__(self, server: Server, cookie: str) -> None:
        """Open the page once, for its token."""
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
        self.cookie = cookie
        self.token = ""
        found = TOKEN.search(self._ask("GET", PATH, b"").decode())
        assert found is not None
        self.token = unescape(found[1])

    def scan(self, name: str, guests: list[str]) -> Iterator[float]:
        """Check everyone in, and return how long each batch took, in milliseconds."""
        version = str(self.send([])["version"])
        for first in range(0, len(guests), BATCH):
            actions = [
                {"kind": "in", "nonce": f"{name}{guest}", "guest": guest, "people": 1}
                for guest in guests[first : first + BATCH]
            ]
            start = perf_counter()
            version = str(self.send(actions, version)["version"])
            yield (perf_counter() - start) * 1000

    def close(self) -> None:
        """Hang up."""
        self.connection.close()

    def send(self, actions: list[dict[str, object]], version: str = "") -> dict[str, Any]:
        """Send a batch, and return what was answered."""
        body = msgspec.json.encode({"actions": actions, "version": version})
        told: dict[str, Any] = msgspec.json.decode(self._ask("POST", f"{PATH}/sync", body))
        return told

    def _ask(self, method: str, path: str, body: bytes) -> bytes:
        headers = {"Cookie": self.cookie, "x-form-token": self.token}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said
        return said
