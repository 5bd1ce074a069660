"""Pages, replies and first tries of honest people while fifty addresses attack the server."""

import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

import msgspec

from bench.figures import Figure, Figures, Sizes, middle_and_most, p50_and_p99
from bench.mail import free_port
from bench.processes import ROOT, Server, serving
from bench.stock import EVENT, folder, prepare

DOMAIN = "rsvp.example.org"
TO = f"rsvp+{EVENT}@{DOMAIN}"
WANTED_PAGE_MS = 200
WANTED_REPLY_SECONDS = 2.0
STARTING_SECONDS = 5.0  # until the attack is in full swing
BETWEEN_PAGES_SECONDS = 0.05
BETWEEN_REPLIES_SECONDS = 0.3
PATIENCE_SECONDS = 60.0


def under_attack(sizes: Sizes) -> Figures:
    """Read pages and send honest replies, each from an address of its own, under attack."""
    port = free_port()
    settings = {"mail_domain": DOMAIN, "mail_port": str(port)}
    with (
        folder() as place,
        serving(prepare(place), module="bench.watched_host", settings=settings) as server,
    ):
        alone = _pages(server, sizes.attacked_pages)
        _send_reply(port, 0)
        with _attack(port, server.port):
            time.sleep(STARTING_SECONDS)
            with _replying(port) as replies:
                meanwhile = _pages(server, sizes.attacked_pages)
    _, most = p50_and_p99(meanwhile)
    yield Figure(
        f"{len(meanwhile)} pages while 50 addresses attack",
        _summary(meanwhile),
        f"p99 under {WANTED_PAGE_MS} ms",
        most < WANTED_PAGE_MS,
    )
    yield Figure("the same pages, nothing else arrives", _summary(alone))
    yield Figure(
        "honest mails meanwhile that are taken at the first try",
        f"{len(replies.taken)} of {replies.tried}",
        "all",
        len(replies.taken) == replies.tried,
    )
    if replies.taken:
        yield Figure(
            "from an honest reply to its committed answer",
            middle_and_most(replies.taken),
            f"longest under {WANTED_REPLY_SECONDS:.0f} s",
            max(replies.taken) < WANTED_REPLY_SECONDS,
        )


def _summary(milliseconds: list[float]) -> str:
    middle, most = p50_and_p99(milliseconds)
    return f"p50 {middle:.1f} ms, p99 {most:.0f} ms"


def _pages(server: Server, number: int) -> list[float]:
    """Read the event's page so many times, and return the milliseconds of each."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    taken: list[float] = []
    for _ in range(number):
        began = time.perf_counter()
        connection.request("GET", f"/e/{EVENT}")
        connection.getresponse().read()
        taken.append(1000 * (time.perf_counter() - began))
        time.sleep(BETWEEN_PAGES_SECONDS)
    connection.close()
    return taken


@contextmanager
def _attack(mail_port: int, web_port: int) -> Iterator[None]:
    """Let another process attack the server."""
    at = [str(mail_port), TO, str(web_port), EVENT]
    command = [sys.executable, "-m", "bench.attackers", *at]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            yield
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE_SECONDS)


class Replies(msgspec.Struct):
    """The number of honest mails, and the seconds of those that were taken at once."""

    tried: int = 0
    taken: list[float] = []


@contextmanager
def _replying(port: int) -> Iterator[Replies]:
    """Send honest replies from time to time, each from another address and only once."""
    replies, over = Replies(), threading.Event()

    def reply() -> None:
        while not over.wait(BETWEEN_REPLIES_SECONDS):
            replies.tried += 1
            seconds = _send_reply(port, replies.tried)
            if seconds is not None:
                replies.taken.append(seconds)

    thread = threading.Thread(target=reply)
    thread.start()
    try:
        yield replies
    finally:
        over.set()
        thread.join()


def _send_reply(port: int, at: int) -> float | None:
    """Send a reply and return its seconds, or None if it was not taken."""
    sender = f"guest{at}@d{at}.example.com"
    head = f"From: Guest <{sender}>\r\nTo: {TO}\r\nMessage-ID: <{at}@example.com>\r\n"
    source = (f"127.0.2.{at % 250 + 1}", 0)
    began = time.perf_counter()
    try:
        with smtplib.SMTP(
            "127.0.0.1", port, timeout=PATIENCE_SECONDS, source_address=source
        ) as client:
            client.sendmail(sender, [TO], f"{head}Subject: Re: Supper\r\n\r\nYes, I'd love to!\r\n")
            return time.perf_counter() - began
    except (smtplib.SMTPException, OSError):
        return None
