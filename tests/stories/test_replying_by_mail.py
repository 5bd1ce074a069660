"""Replies by mail from end to end: a real server takes and sends mail, over real SMTP."""

import re
import smtplib
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import cast

import httpx2
import pytest
from aiosmtpd.smtp import Envelope

from tests.cli.support import Served, fullhouse, served
from tests.inbound.mail.letters import mail
from tests.platforms.local.test_smtp_client import Inbox, Server
from tests.support.waiting import wait_until

PROVEN = "mx.test; dmarc=pass header.from=example.org"
HEADERS = {"authorization": "Bearer secret"}
EVENING = {
    "name": "Supper club",
    "starts_at": "2126-06-20T18:00",
    "timezone": "Europe/Berlin",
    "cap": 1,
}


class Town:
    """A running Fullhouse, and the mail server through which its letters leave."""

    def __init__(self, server: Served, inbox: Inbox) -> None:
        self.server, self.inbox = server, inbox
        found = re.search(r"is taken at (\S+):(\d+)", server.said)
        assert found, server.said
        self.at = (found[1], int(found[2]))
        self.event = httpx2.post(
            f"{server.url}/api/v1/events", json=EVENING, headers=HEADERS
        ).json()["id"]

    @property
    def address(self) -> str:
        return f"rsvp+{self.event}@rsvp.test"

    def writes(self, text: str, name: str = "anna", **headers: str) -> None:
        raw = mail(text, sender=f"{name.title()} <{name}@example.org>", **headers)
        with smtplib.SMTP(*self.at, timeout=60) as client:
            client.sendmail(f"{name}@example.org", [self.address], raw)

    def letter(self, name: str, number: int) -> EmailMessage:
        """The next letter that someone gets; it may still be on its way."""
        got = wait_until(lambda: self.letters(name)[number - 1 :])
        return message_from_bytes(cast("bytes", got[0].content), policy=policy.default)

    def letters(self, name: str) -> list[Envelope]:
        return [one for one in self.inbox.got if one.rcpt_tos == [f"{name}@example.org"]]

    def state(self, name: str) -> str:
        guests = httpx2.get(
            f"{self.server.url}/api/v1/events/{self.event}/guests", headers=HEADERS
        ).json()["items"]
        return next((one["state"] for one in guests if one["email"] == f"{name}@example.org"), "")


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    inbox = Inbox()
    carrier = Server(inbox, None, {})
    settings = {
        "FULLHOUSE_TOKEN": "secret",
        "FULLHOUSE_SMTP_HOST": "127.0.0.1",
        "FULLHOUSE_SMTP_PORT": str(carrier.start()),
        "FULLHOUSE_SMTP_TLS": "none",
        "FULLHOUSE_SMTP_SENDER": "Supper club <rsvp@rsvp.test>",
        "FULLHOUSE_MAIL_DOMAIN": "rsvp.test",
        "FULLHOUSE_MAIL_PORT": "0",
        "FULLHOUSE_MAIL_AUTHSERV_ID": "mx.test",
    }
    try:
        with served("serve", "--data", tmp_path, "--port", "0", **settings) as server:
            yield Town(server, inbox)
    finally:
        carrier.stop()


def quoted(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return "\n".join(f"> {line}" for line in body.get_content().splitlines())


def test_a_seat_is_taken_given_back_and_passed_on_by_mail_alone(town: Town, tmp_path: Path) -> None:
    town.writes("Yes, I'd love to come!", authentication_results=PROVEN)
    confirmation = town.letter("anna", 1)
    mark = confirmation["message-id"].strip("<>").partition("@")[0]
    assert confirmation["reply-to"] == town.address.replace("@", f".{mark}@")
    assert town.state("anna") == "confirmed"

    town.writes("Me too, please", "ben", authentication_results=PROVEN)
    assert "on the waitlist" in town.letter("ben", 1)["subject"]

    cancel = (
        f"Sorry, can't make it after all.\n\nOn Monday, Supper club wrote:\n{quoted(confirmation)}"
    )
    town.writes(cancel, in_reply_to=confirmation["message-id"])
    assert "Do you mean you can't come?" in town.letter("anna", 2)["subject"]
    assert town.state("anna") == "confirmed"

    town.writes(f"{cancel} ", in_reply_to=confirmation["message-id"], authentication_results=PROVEN)
    assert "will be cancelled" in town.letter("anna", 3)["subject"]
    assert town.state("anna") == "confirmed"

    exact = cancel.replace("Sorry, can't make it after all.", "Sorry, I can't make it.")
    town.writes(exact, in_reply_to=confirmation["message-id"], authentication_results=PROVEN)
    assert "off the list" in town.letter("anna", 4)["subject"]
    assert town.state("anna") == "cancelled"

    assert town.server.stop() == 0
    assert "exactly" in fullhouse("audit", "verify", "--data", tmp_path).output


def test_an_answering_machine_gets_no_answer(town: Town) -> None:
    town.writes(
        "I am away until Monday.", auto_submitted="auto-replied", authentication_results=PROVEN
    )
    town.writes("Yes!", "ben", authentication_results=PROVEN)
    town.letter("ben", 1)
    assert [one.rcpt_tos for one in town.inbox.got] == [["ben@example.org"]]
    assert town.state("anna") == ""
