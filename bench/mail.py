"""Time from a cancel's answer to the offer at a real SMTP server on this machine."""

import socket
import threading
from time import perf_counter
from typing import Any

import msgspec
from aiosmtpd.controller import Controller

from bench.figures import Figure, Figures, Sizes, middle_and_most
from bench.load import Job
from bench.processes import Server, crowd, serving
from bench.stock import EVENT, folder, prepare

WANTED_SECONDS = 1.0
PATIENCE_SECONDS = 30.0


class Mailbox:
    """Takes every mail, and notes when it came for whom."""

    def __init__(self) -> None:
        """Start empty."""
        self.came = threading.Condition()
        self.mails: list[tuple[str, float]] = []

    async def handle_DATA(  # noqa: N802 - as aiosmtpd calls it
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        """Take one mail."""
        with self.came:
            self.mails.append((envelope.rcpt_tos[0], perf_counter()))
            self.came.notify_all()
        return "250 OK"

    def wait_for(self, number: int) -> None:
        """Wait until so many mails have come."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.mails) >= number, PATIENCE_SECONDS), (
                "mail did not come"
            )

    def newest(self, to: str) -> float:
        """Return the arrival time of the newest mail for someone."""
        return max(at for one, at in self.mails if one == to)


def offers(sizes: Sizes) -> Figures:
    """Cancel one seat after the other, each time with someone waiting for it."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        with folder() as place:
            prepare(place, sizes.cancels)
            with serving(place, settings=smtp_settings(controller.port)) as server:
                seconds = _cancel_all(server, mailbox, sizes.cancels)
    finally:
        controller.stop()
    name = f"cancel answered to offer at the mail server, {sizes.cancels} times"
    wanted = f"under {WANTED_SECONDS:.0f} s"
    yield Figure(name, middle_and_most(seconds), wanted, max(seconds) < WANTED_SECONDS)


def smtp_settings(port: int) -> dict[str, str]:
    """Let a server send its mail to this port."""
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": str(port),
        "smtp_tls": "none",
        "smtp_sender": "host@example.org",
    }


def _cancel_all(server: Server, mailbox: Mailbox, number: int) -> list[float]:
    people = (
        {"name": f"Guest {at}", "email": f"guest{at:04}@example.org"} for at in range(2 * number)
    )
    # One connection keeps their order.
    bodies = [msgspec.json.encode(person).decode() for person in people]
    crowd(Job(server.port, f"/e/{EVENT}", 1, bodies))
    mailbox.wait_for(2 * number)
    guests = server.ask("GET", f"/api/v1/events/{EVENT}/guests?limit={2 * number}")["items"]
    by_address = {guest["email"]: guest["id"] for guest in guests}
    return [_cancel(server, mailbox, by_address, at, at + number) for at in range(number)]


def _cancel(
    server: Server, mailbox: Mailbox, by_address: dict[str, str], leaves: int, follows: int
) -> float:
    known = len(mailbox.mails)
    server.ask(
        "POST",
        f"/api/v1/events/{EVENT}/guests/{by_address[f'guest{leaves:04}@example.org']}/cancel",
    )
    answered = perf_counter()
    mailbox.wait_for(known + 2)  # the farewell and the offer
    return max(0.0, mailbox.newest(f"guest{follows:04}@example.org") - answered)


def free_port() -> int:
    """Find a port that nobody uses just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
