"""A process that attacks the mail intake from fifty addresses at once, until its input ends.

Run as `python -m bench.mail_attack PORT TO`. Each address does one thing over and over: commands
that are refused, many small mails, silent connections, slow name servers, or costly mails.
"""

import smtplib
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count

from bench.watched_host import SILENT

ADDRESSES = 50
PATIENCE_SECONDS = 15.0
PAUSE_SECONDS = 0.2
SILENT_CONNECTIONS = 5
REFUSED_COMMANDS = 50
COSTLY_SIZE = 60_000
COSTLY = "sorry, not sure if I can.\r\n\r\n"
over = threading.Event()


class Attacker:
    """One address, and what it does."""

    def __init__(self, number: int, port: int, to: str) -> None:
        """Attack the server at this port, with mails to this address."""
        self._number, self._at, self._to = number, ("127.0.0.1", port), to
        self._source = (f"127.0.1.{number + 1}", 0)
        self._mails = count()

    def run(self) -> None:
        """Do one thing over and over."""
        does = KINDS[self._number % len(KINDS)]
        while not over.wait(PAUSE_SECONDS):
            with suppress(smtplib.SMTPException, OSError):
                does(self)

    def refused_commands(self) -> None:
        """Announce mails that are too large."""
        with self._client() as client:
            client.ehlo()
            for _ in range(REFUSED_COMMANDS):
                client.mail("mallory@example.org", ["size=99999999"])

    def many_mails(self) -> None:
        """Send small mails in invented names."""
        with self._client() as client:
            for _ in range(10):
                self._send(client, "invented.test", "Yes, I'll come!")

    def silent_connections(self) -> None:
        """Hold as many connections as one address may have, until the server ends them."""
        with ExitStack() as stack:
            held = [
                stack.enter_context(
                    socket.create_connection(self._at, PATIENCE_SECONDS, self._source)
                )
                for _ in range(SILENT_CONNECTIONS)
            ]
            for sock in held:
                while sock.recv(1000) and not over.is_set():
                    pass

    def slow_names(self) -> None:
        """Send a mail whose name servers never answer."""
        with self._client() as client:
            self._send(client, f"d{self._number}.{SILENT}", "Yes, I'll come!")

    def costly_mails(self) -> None:
        """Send a small mail that takes long to read."""
        with self._client() as client:
            self._send(client, "example.net", COSTLY * (COSTLY_SIZE // len(COSTLY)))

    def _client(self) -> smtplib.SMTP:
        return smtplib.SMTP(*self._at, timeout=PATIENCE_SECONDS, source_address=self._source)

    def _send(self, client: smtplib.SMTP, domain: str, text: str) -> None:
        own = f"{next(self._mails)}.{self._number}"
        sender = f"x{own}@{domain}"
        head = f"From: X <{sender}>\r\nMessage-ID: <{own}@{domain}>\r\nSubject: Supper\r\n"
        client.sendmail(sender, [self._to], f"{head}\r\n{text}\r\n".encode())


KINDS: tuple[Callable[[Attacker], None], ...] = (
    Attacker.refused_commands,
    Attacker.many_mails,
    Attacker.silent_connections,
    Attacker.slow_names,
    Attacker.costly_mails,
)


def main() -> None:
    """Attack until the standard input ends."""
    port, to = int(sys.argv[1]), sys.argv[2]
    for number in range(ADDRESSES):
        threading.Thread(target=Attacker(number, port, to).run, daemon=True).start()
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()
