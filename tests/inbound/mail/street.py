"""A mail pipeline on a real engine, and short ways to send something down it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import (
    InboundMail,
)
from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.mail_marks import guest_mark
from fullhouse.kernel.messages import Message
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.rsvp.commands import CancelGuest, SignUp
from fullhouse.products.rsvp.model import Guest, GuestByEmail
from tests.inbound.mail.letters import TO, mail
from tests.support.rsvp_world import create, there

PROVEN = "mx.test; dmarc=pass header.from=example.org"

SETTINGS = MailSettings(domain="rsvp.test", authserv_id="mx.test", sender="rsvp@rsvp.test")

POST = "rsvp@rsvp.test"
HOST = "host@example.org"


class Street:
    """A lane, and short ways to send something down it."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.files = engine, MemoryFiles()
        self.lane = MailPipeline(engine, self.files, SETTINGS)

    async def brings(
        self, raw: bytes, to: str = TO, sender: str | None = "anna@example.org"
    ) -> InboundMail:
        return await self.lane.take(ReceivedMail(raw, to, Envelope(sender=sender)))

    async def writes(
        self, text: str, *, proven: bool = True, marked: bool = True, **headers: str
    ) -> InboundMail:
        """Answer our last mail, if there was one."""
        if marked and self.kinds():
            headers.setdefault("in_reply_to", f"<{self.mail_id()}>")
        return await self.brings(
            mail(text, **headers, authentication_results=PROVEN if proven else "")
        )

    async def signs_up(self, name: str = "anna") -> None:
        command = SignUp(
            event_id="party", guest_id=name, name=name.title(), email=f"{name}@example.org"
        )
        await self.engine.execute(command, "guest")

    def guest(self, name: str = "anna") -> Guest | None:
        return self.engine.load(GuestByEmail("party", f"{name}@example.org"))

    def state(self, name: str = "anna") -> str:
        guest = self.guest(name)
        return guest.state if guest else ""

    def kinds(self, name: str = "anna") -> list[str]:
        return [one.kind for one in self.engine.load(MessagePage(to=f"{name}@example.org"))][::-1]

    def organizer(self, name: str = "anna") -> str:
        """The address in someone's calendar file."""
        mark = guest_mark(self.engine.composer.keyring.keys, "party", name)
        return f"rsvp+party.{mark}@rsvp.test"

    def mail_id(self, name: str = "anna") -> str:
        """The id of the last mail that we sent someone."""
        return (
            f"{message_id_of(self.engine.load(MessagePage(to=f'{name}@example.org'))[0])}@rsvp.test"
        )


@asynccontextmanager
async def opened(folder: Path, **event: Any) -> AsyncIterator[Street]:
    """Open a street with one event."""
    clock = VirtualClock(there("2026-06-01 11:00"))
    async with open_engine(folder, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(create(**event), "host")
        street = Street(engine)
        yield street
        street.lane.close()


async def offered(street: Street) -> None:
    """Let Anna hold an offer, with Ben behind her."""
    for name in ("zoe", "anna", "ben"):
        await street.signs_up(name)
    await street.engine.execute(CancelGuest(event_id="party", guest_id="zoe"), "guest")
    assert street.kinds()[-1] == "offer"


def last(street: Street, name: str = "anna") -> Message:
    return street.engine.load(MessagePage(to=f"{name}@example.org"))[0]


def text(street: Street, name: str = "anna") -> str:
    return as_text(street.engine.composer.letter(last(street, name)))


async def invited(street: Street, party: int = 1, name: str = "Anna") -> None:
    command = SignUp(
        event_id="party",
        guest_id="anna",
        name=name,
        email="anna@example.org",
        party=party,
        source="import",
        place_as="pending",
    )
    await street.engine.execute(command, "host")
