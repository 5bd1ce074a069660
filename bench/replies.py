"""Time from a reply by real SMTP to the committed answer, also among hostile mails."""

import smtplib
from statistics import median
from time import perf_counter

from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.mail import free_port
from bench.processes import serving
from bench.stock import EVENT, folder, prepare

DOMAIN = "rsvp.example.org"
TO = f"rsvp+{EVENT}@{DOMAIN}"
WANTED_SECONDS = 0.05
WANTED_HOSTILE_SECONDS = 1.0
PROVEN = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org"
HEAD = f"From: mallory@example.org\r\nTo: {TO}\r\n"
LARGEST = 1_040_000
# Each is costly for one reason: tags, possible quotes, nested parts, or almost-boundaries.
HOSTILE = {
    "tags": ("Content-Type: text/html\r\n\r\n", "<div>" * 18 + "\r\n"),
    "attributions": ("\r\n", "On 1 Jan a@b wrote\r\n"),
    "parts": (
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
        "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
    ),
    "boundaries": ("Content-Type: multipart/mixed; boundary=b\r\n\r\n", "--b" + " " * 90 + "x\r\n"),
}


def replies(sizes: Sizes) -> Figures:
    """Send replies one after the other, then some that are made to be slow."""
    port = free_port()
    settings = {"mail_domain": DOMAIN, "mail_port": str(port), "mail_authserv_id": "mx.example.org"}
    with folder() as place:
        prepare(place, sizes.replies)
        with (
            serving(place, settings=settings),
            smtplib.SMTP("127.0.0.1", port, timeout=30) as client,
        ):
            client.ehlo()
            seconds = [
                _sent(client, f"guest{at}@example.org", _reply(at)) for at in range(sizes.replies)
            ]
            hostile = [_sent(client, "mallory@example.org", _hostile(name)) for name in HOSTILE]
    met = median(seconds) < WANTED_SECONDS
    yield Figure(
        f"a reply from SMTP to its committed answer, {sizes.replies} times",
        middle_and_most(seconds),
        "median under 50 ms",
        met,
    )
    yield Figure(
        "the first reply after the start",
        f"{1000 * seconds[0]:.0f} ms",
        "under 50 ms",
        seconds[0] < WANTED_SECONDS,
    )
    worst = max(hostile)
    yield Figure(
        "a hostile mail of 1 MB, the slowest kind",
        f"{1000 * worst:.0f} ms",
        "under 1 s",
        worst < WANTED_HOSTILE_SECONDS,
    )


def _sent(client: smtplib.SMTP, sender: str, mail: str) -> float:
    start = perf_counter()
    client.sendmail(sender, [TO], mail)
    return perf_counter() - start


def _reply(at: int) -> str:
    head = (
        f"From: Guest {at} <guest{at}@example.org>\r\nTo: {TO}\r\n"
        f"Message-ID: <{at}@example.org>\r\n{PROVEN}\r\n"
    )
    return (
        f"{head}Subject: Re: Supper\r\n\r\nYes, I'd love to come!\r\n\r\nOn Monday Jo wrote:\r\n"
        "> Will you?\r\n"
    )


def _hostile(name: str) -> str:
    start, pattern = HOSTILE[name]
    return HEAD + start + pattern * ((LARGEST - len(HEAD) - len(start)) // len(pattern))
