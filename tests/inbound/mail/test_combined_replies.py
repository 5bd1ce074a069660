"""Answers to an email of several messages, and its bounce: nobody knows which message is meant."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.engine.mime import message_id_of
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.worker import advance_to, sweep
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.platforms.local.bootstrap import Extras, open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import ResendLink, SignUp
from tests.inbound.mail.letters import TO, bounce, mail
from tests.inbound.mail.street import PROVEN, Street
from tests.support.rsvp_world import create, there

pytestmark = pytest.mark.anyio
ANNA = "anna@example.org"
HOUR = timedelta(hours=1, seconds=2)


class Carrier:
    """Takes every letter and keeps it."""

    carries = CHANNELS

    def __init__(self) -> None:
        self.taken: list[tuple[Message, Letter]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.taken.append((message, letter))
        return Sent("250 OK")


class Inbox(Street):
    """Anna's inbox, whose budget strangers have spent, and its email of several messages."""

    carrier: Carrier
    clock: VirtualClock

    async def after(self, time: timedelta) -> None:
        await advance_to(self.engine, self.clock, self.clock.now() + time)

    async def combined(self) -> tuple[Message, Letter]:
        """Sign Anna up for two events and ask for her link; return the email of all three."""
        for event_id in ("supper", "party"):
            await self._sign_up("anna", event_id)
        again = ResendLink(event_id="party", guest_id="anna", occasion="1")
        await self.engine.execute(again, "guest")
        await self.after(HOUR)
        ((message, letter),) = self.to_anna()
        assert len(letter.listed) == 3
        return message, letter

    async def spend(self) -> None:
        for number in range(6):
            await self._sign_up(f"anna+{number}", "supper")
        await sweep(self.engine)

    async def _sign_up(self, name: str, event_id: str) -> None:
        guest_id, email = name.replace("+", ""), f"{name}@example.org"
        command = SignUp(event_id=event_id, guest_id=guest_id, name="Anna", email=email)
        await self.engine.execute(command, "guest")

    def to_anna(self) -> list[tuple[Message, Letter]]:
        return [taken for taken in self.carrier.taken if taken[0].to == ANNA]


@pytest.fixture
async def inbox(tmp_path: Path) -> AsyncIterator[Inbox]:
    clock, carrier = VirtualClock(there("2026-06-01 11:00")), Carrier()
    extras = Extras(mail_domain="rsvp.test")
    async with open_engine(
        tmp_path, clock, carrier, "http://x", settles=True, extras=extras
    ) as engine:
        for event_id in ("party", "supper"):
            await engine.execute(create(event_id, name=event_id.title(), cap=50), "host")
        inbox = Inbox(engine)
        inbox.carrier, inbox.clock = carrier, clock
        await inbox.spend()
        yield inbox
        inbox.lane.close()


def quoted(letter: Letter) -> str:
    return "\n".join(f"> {line}" for line in as_text(letter).split("\n"))


def below(letter: Letter) -> str:
    """Return the email as Outlook puts it below an answer: unmarked, under a copy of its head."""
    return (
        "-----Original Message-----\nFrom: Party <rsvp@rsvp.test>\n"
        f"Sent: Monday, 1 June 2026 12:00\nTo: {ANNA}\nSubject: {letter.subject}\n\n"
        f"{as_text(letter)}"
    )


def answer(text: str, message: Message, letter: Letter) -> bytes:
    """Return an answer as a mail program writes it, from a sender who is authenticated."""
    raw = mail(
        text,
        subject=f"Re: {letter.subject}",
        in_reply_to=f"<{message_id_of(message)}@rsvp.test>",
        references=f"<{message_id_of(message)}@rsvp.test>",
        authentication_results=PROVEN,
    )
    return raw.replace(f"To: {TO}".encode(), f"To: {letter.reply_to}".encode())


@pytest.mark.parametrize("said", ["I can't come", "Sorry, I can't make it any more."])
@pytest.mark.parametrize("quote", [quoted, below])
async def test_an_answer_changes_nothing_and_gets_one_kind_answer_with_a_link(
    inbox: Inbox, said: str, quote: Callable[[Letter], str]
) -> None:
    message, letter = await inbox.combined()
    raw = answer(f"{said}\n\n{quote(letter)}", message, letter)
    line = await inbox.brings(raw, letter.reply_to)
    assert (line.made, line.what, line.scope) == ("done", "link_sent", "party")
    assert inbox.state() == "confirmed"
    await sweep(inbox.engine)
    (_, answered) = inbox.to_anna()[-1]
    assert len(inbox.to_anna()) == 2
    assert answered.heading == "Do you mean that you can't come, Anna?"
    assert "cancel" in answered.links


async def test_a_stop_and_a_yes_change_nothing_either(inbox: Inbox) -> None:
    message, letter = await inbox.combined()
    for said in ("STOP", "Yes", "No"):
        raw = answer(f"{said}\n\n{quoted(letter)}", message, letter)
        await inbox.brings(raw, letter.reply_to)
        guest = inbox.guest()
        assert guest is not None
        assert (guest.state, guest.reach) == ("confirmed", "fine")


async def test_its_bounce_is_one_of_the_newest_message(inbox: Inbox) -> None:
    message, _ = await inbox.combined()
    assert message.id == inbox.engine.load(MessagePage(to=ANNA))[0].id
    returned = f"bounces+{message.mark}@rsvp.test"
    line = await inbox.brings(bounce(f"{message.mark}@rsvp.test"), returned, "")
    guest = inbox.guest()
    assert guest is not None
    assert (line.scope, guest.reach, guest.state) == ("party", "bounced", "confirmed")
