"""Time from a booking tool's webhook to the offer at a real SMTP server on this machine."""

import http.client
from datetime import timedelta
from time import perf_counter

import msgspec
from aiosmtpd.controller import Controller

from bench.claims import RULES_TEXT
from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.mail import Mailbox, free_port, smtp_settings
from bench.processes import PATIENCE_SECONDS, Server, serving
from bench.stock import clock, folder
from fullhouse.inbound.webhook_signature import HEADER, sign

WANTED_SECONDS = 1.0
SECRET = "secret-of-the-bench"  # noqa: S105 - for a server that lives for seconds


def freed_to_offer(sizes: Sizes) -> Figures:
    """Free one slot after the other, each time with someone waiting for it."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        settings = {**smtp_settings(controller.port), "webhook_secret": SECRET}
        with folder() as place, serving(place, settings=settings) as server:
            seconds = _free_all(server, mailbox, sizes.cancels)
    finally:
        controller.stop()
    name = f"webhook sent to offer at the mail server, {sizes.cancels} times"
    yield Figure(
        name,
        middle_and_most(seconds),
        f"under {WANTED_SECONDS:.0f} s",
        max(seconds) < WANTED_SECONDS,
    )


def _free_all(server: Server, mailbox: Mailbox, number: int) -> list[float]:
    server.ask("PUT", "/api/v1/rules", {"text": RULES_TEXT})
    for at in range(number):
        body = {"name": f"Customer {at}", "email": f"customer{at:04}@example.org", "service": "Cut"}
        server.ask("POST", "/api/v1/waitlist", body)
    mailbox.wait_for(number)
    return [_free(server, mailbox, at) for at in range(number)]


def _free(server: Server, mailbox: Mailbox, at: int) -> float:
    known = len(mailbox.mails)
    starts_at = (
        (clock.now() + timedelta(days=1, hours=at))
        .isoformat(timespec="seconds")
        .replace("+00:00", "Z")
    )
    body = msgspec.json.encode({"service": "Cut", "starts_at": starts_at, "ref": str(at)})
    sent = perf_counter()
    _tell(server, body)
    mailbox.wait_for(known + 1)
    return mailbox.newest(f"customer{at:04}@example.org") - sent


def _tell(server: Server, body: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("POST", "/hooks/slots", body, {HEADER: sign(SECRET, clock.now(), body)})
        answer = connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said
    finally:
        connection.close()
