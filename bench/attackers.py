"""A process that attacks the server from fifty addresses at once, until its input ends.

Run as `python -m bench.attackers MAIL_PORT TO WEB_PORT EVENT`. Each address does one thing over and
over, by mail or at the event's page.
"""

import smtplib
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count

import msgspec

from bench.watched_host import SILENT

ADDRESSES = 50
PATIENCE_SECONDS = 15.0
PAUSE_SECONDS = 0.2
SILENT_CONNECTIONS = 5
REFUSED_COMMANDS = 50
COSTLY_SIZE = 60_000
COSTLY = "sorry, not sure if I can.\r\n\r\n"
SEMICOLONS = 31_000
FORGED = "Authentication-Results: mail.example.org; dmarc=pass header.from=forged.test\r\n"
over = threading.Event()


class Target(msgspec.Struct, frozen=True):
    """An event under attack: the address of its mail, and its page."""

    mail_port: int
    to: str
    web_port: int
    event: str


class Attacker:
    """One address, and what it does."""

    def __init__(self, number: int, target: Target) -> None:
        """Prepare to attack."""
        self._number, self._to, self._target = number, target.to, target
        self._at = ("127.0.0.1", target.mail_port)
        self._source = (f"127.0.1.{number + 1}", 0)
        self._mails = count()

    def run(self) -> None:
        """Do one thing over and over."""
        does = KINDS[self._number % len(KINDS)]
        while not over.wait(PAUSE_SECONDS):
            with suppress(smtplib.SMTPException, HTTPException, OSError):
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

    def forged_verdicts(self) -> None:
        """Send mails that bring the verdict of a mail server of ours."""
        with self._client() as client:
            for _ in range(10):
                self._send(client, "forged.test", "I can't come.", FORGED)

    def long_headers(self) -> None:
        """Send forms with a header that takes long to parse."""
        kind = f'multipart/form-data; boundary=B;"{";" * SEMICOLONS}'
        self._post(f"10.1.0.{self._number}", kind, "")

    def plus_addresses(self) -> None:
        """Sign up invented spellings of one inbox."""
        own = f"{next(self._mails)}.{self._number}"
        self._sign_up(f"10.2.0.{self._number}", f"victim+{own}@d.example.com")

    def many_networks(self) -> None:
        """Sign up from a new network of one provider each time."""
        at = next(self._mails)
        network = f"2001:db8:0:{self._number:02x}{at % 256:02x}::1"
        self._sign_up(network, f"x{at}.{self._number}@networks.test")

    def _sign_up(self, address: str, email: str) -> None:
        fields = {"name": "X", "email": email, "party": 1}
        self._post(address, "application/json", msgspec.json.encode(fields).decode())

    def _post(self, address: str, kind: str, body: str) -> None:
        """Post to the event's page, as a proxy on this machine names a client."""
        connection = HTTPConnection("127.0.0.1", self._target.web_port, timeout=PATIENCE_SECONDS)
        headers = {"Content-Type": kind, "X-Forwarded-For": address}
        try:
            connection.request("POST", f"/e/{self._target.event}", body, headers)
            connection.getresponse().read()
        finally:
            connection.close()

    def _client(self) -> smtplib.SMTP:
        return smtplib.SMTP(*self._at, timeout=PATIENCE_SECONDS, source_address=self._source)

    def _send(self, client: smtplib.SMTP, domain: str, text: str, more: str = "") -> None:
        own = f"{next(self._mails)}.{self._number}"
        sender = f"x{own}@{domain}"
        head = f"{more}From: X <{sender}>\r\nMessage-ID: <{own}@{domain}>\r\nSubject: Supper\r\n"
        client.sendmail(sender, [self._to], f"{head}\r\n{text}\r\n".encode())


KINDS: tuple[Callable[[Attacker], None], ...] = (
    Attacker.refused_commands,
    Attacker.many_mails,
    Attacker.silent_connections,
    Attacker.slow_names,
    Attacker.costly_mails,
    Attacker.forged_verdicts,
    Attacker.long_headers,
    Attacker.plus_addresses,
    Attacker.many_networks,
)


def main() -> None:
    """Attack until the standard input ends."""
    mail_port, to, web_port, event = sys.argv[1:]
    target = Target(int(mail_port), to, int(web_port), event)
    for number in range(ADDRESSES):
        threading.Thread(target=Attacker(number, target).run, daemon=True).start()
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()
