"""Pages, memory and replies while hostile mails, files and requests arrive."""

import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from statistics import median

import msgspec

from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.hostile_mails import mails
from bench.loop_watch import LONGEST_CALLBACK
from bench.mail import free_port
from bench.processes import ROOT, Server, serving
from bench.stock import EVENT, folder, prepare
from bench.watched_host import LONGEST

DOMAIN = "rsvp.example.org"
TO, DESK = f"rsvp+{EVENT}@{DOMAIN}", f"waitlist@{DOMAIN}"
WANTED_PAGE_MS = 200
WANTED_GROWTH_MB = 50
WANTED_REPLY_SECONDS = 1.0
SENDERS = 3
SETTLING_SECONDS = 3.0
ALONE_SECONDS = 5.0
PATIENCE_SECONDS = 120
BETWEEN_REPLIES_SECONDS = 0.3


def hostile(sizes: Sizes) -> Figures:
    """Read a page all the time, first alone and then while strangers do their worst."""
    port = free_port()
    settings = {"mail_domain": DOMAIN, "mail_port": str(port)}
    with (
        folder() as place,
        serving(prepare(place), module="bench.watched_host", settings=settings) as server,
    ):
        _reply(port, 0)
        _read_once(server)
        with _reading(server) as alone:
            time.sleep(max(sizes.idle_seconds, ALONE_SECONDS))
        before = server.resident_megabytes()
        server.ask("GET", LONGEST)
        with _reading(server) as meanwhile, _replying(port) as replies:
            _attack(server, port, sizes.hostile)
        longest = server.ask("GET", LONGEST)
        time.sleep(SETTLING_SECONDS)
        after = server.resident_megabytes()
    yield Figure(
        f"slowest of {len(meanwhile.taken):,} pages while hostile mails and files arrive",
        meanwhile.summary(),
        f"under {WANTED_PAGE_MS} ms",
        meanwhile.slowest() < WANTED_PAGE_MS,
    )
    yield Figure("the same page, nothing else arrives", alone.summary())
    yield Figure(
        "an honest reply meanwhile",
        middle_and_most(replies),
        f"longest under {WANTED_REPLY_SECONDS:.0f} s",
        max(replies) < WANTED_REPLY_SECONDS,
    )
    yield Figure(
        "longest callback of an event loop, CPU of its thread",
        ", ".join(f"{name} {1000 * taken:.0f} ms" for name, taken in sorted(longest.items())),
        f"under {1000 * LONGEST_CALLBACK:.0f} ms",
        max(longest.values()) < LONGEST_CALLBACK,
    )
    yield Figure(
        "memory of the server afterwards",
        f"{after:.0f} MB, before {before:.0f} MB",
        f"within {WANTED_GROWTH_MB} MB",
        after - before < WANTED_GROWTH_MB,
    )


def _read_once(server: Server) -> None:
    """Load the page's template."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", f"/e/{EVENT}")
    connection.getresponse().read()
    connection.close()


class Pages:
    """The milliseconds of pages, and those that they waited for a processor."""

    def __init__(self) -> None:
        """Start with none."""
        self.taken: list[tuple[float, float]] = []

    def summary(self) -> str:
        """Return the slowest, with and without waiting for a processor, and the median."""
        own = max(taken - waited for taken, waited in self.taken)
        middle = median(taken for taken, _ in self.taken)
        return f"{self.slowest():.0f} ms ({own:.0f} ms with a processor), median {middle:.1f} ms"

    def slowest(self) -> float:
        """Return the slowest page."""
        return max(taken for taken, _ in self.taken)


@contextmanager
def _reading(server: Server) -> Iterator[Pages]:
    """Let another process read the event's page; its figures are there afterwards."""
    pages = Pages()
    arguments = [str(server.port), f"/e/{EVENT}", str(server.pid)]
    command = [sys.executable, "-m", "bench.pages", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as process:
        yield pages
        answer, _ = process.communicate(timeout=PATIENCE_SECONDS)
    pages.taken += msgspec.json.decode(answer, type=list[tuple[float, float]])


@contextmanager
def _replying(port: int) -> Iterator[list[float]]:
    """Send honest replies from time to time, and take their seconds."""
    taken: list[float] = []
    over = threading.Event()

    def reply() -> None:
        while not over.wait(BETWEEN_REPLIES_SECONDS):
            taken.append(_reply(port, len(taken) + 1))

    thread = threading.Thread(target=reply)
    thread.start()
    try:
        yield taken
    finally:
        over.set()
        thread.join()


def _reply(port: int, at: int) -> float:
    head = f"From: Guest <guest{at}@example.org>\r\nTo: {TO}\r\nMessage-ID: <{at}@example.org>\r\n"
    return _send(port, TO, f"{head}Subject: Re: Supper\r\n\r\nYes, I'd love to come!\r\n".encode())


def _send(port: int, to: str, mail: bytes) -> float:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE_SECONDS) as client:
        client.ehlo()
        began = time.perf_counter()
        client.sendmail("someone@example.org", [to], mail)
        return time.perf_counter() - began


def _attack(server: Server, port: int, rounds: int) -> None:
    """Send every hostile mail and request so many times, some at once."""
    made = list(mails(TO, DESK))
    with ThreadPoolExecutor(SENDERS + 1) as pool:
        sent = [
            pool.submit(_try_to_send, port, to, _as_new(mail, number))
            for number, (to, mail) in enumerate(made * rounds)
        ]
        sent.append(pool.submit(_send_bodies, server, rounds))
        for one in sent:
            one.result()


def _as_new(mail: bytes, number: int) -> bytes:
    return f"Message-ID: <hostile-{number}@example.org>\r\n".encode() + mail


def _try_to_send(port: int, to: str, mail: bytes) -> None:
    with suppress(smtplib.SMTPException):
        _send(port, to, mail)


def _send_bodies(server: Server, rounds: int) -> None:
    """Send large bodies to public pages, and a long list of bad rows to the API."""
    rows = {"rows": [{"name": "=", "email": "nobody"}] * 10_000, "preview": True}
    deep = b'{"name":' + b"[" * 400_000
    form = b"email=" + b"%41" * 340_000
    for _ in range(rounds):
        server.ask("POST", f"/api/v1/events/{EVENT}/guests", rows)
        _post(server, f"/e/{EVENT}", deep, "application/json")
        _post(server, f"/e/{EVENT}", form, "application/x-www-form-urlencoded")
        _post(server, "/desk/sign-in", form, "application/x-www-form-urlencoded")


def _post(server: Server, path: str, body: bytes, kind: str) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    # The server may answer and hang up before all of it was sent.
    with suppress(OSError):
        connection.request("POST", path, body, {"Content-Type": kind})
        connection.getresponse().read()
    connection.close()
