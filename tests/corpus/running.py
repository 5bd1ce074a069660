"""Sends a mail of the corpus through the real pipeline, into its own store."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.access import AddMember
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import Reader
from fullhouse.engine.urls import one_address
from fullhouse.engine.worker import sweep
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.pipeline import MailPipeline
from fullhouse.inbound.mail.reader import MailSettings
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.executor import InMemoryExecutor, NumberedIds
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.model import Guest, GuestByEmail
from tests.corpus.building import AUTHSERV, DOMAIN, EVENT, TO, address_of, raw_mail
from tests.corpus.sample import HERE, Sample
from tests.support.rsvp_world import FRIDAY, create

SETTINGS = MailSettings(domain=DOMAIN, authserv_id=AUTHSERV, sender=f"rsvp@{DOMAIN}")
KEYS = Keyring((Key("k1", bytes(32)),))
LINK_ONLY = "link_sent"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a mail: its line, proposal, decision, and the letters to its sender.

    `asked`: one of those asks whether they give their place up.
    """

    line: InboundMail
    proposal: Proposal | None
    decision: str
    answers: int
    asked: bool = False

    @property
    def fields(self) -> dict[str, ProposedField]:
        """What was proposed, by its fields."""
        return {one.field: one for one in self.proposal.fields} if self.proposal is not None else {}

    def refuses(self, name: str, told: str) -> bool:
        """Return True if staff are told, apart from the mail's words, of a file not read."""
        if self.proposal is None or any(
            one.words.startswith(f"{name}:") for one in self.proposal.fields
        ):
            return False
        return self.proposal.text.count(f"{name}: ") > told.count(f"{name}: ")


def _start_of(sample: Sample) -> datetime:
    """Return when the event begins: the party is on a Friday in June, others in a month."""
    if sample.starts:
        return datetime.fromisoformat(sample.starts)
    wall = sample.now.replace(tzinfo=None)
    if FRIDAY - timedelta(days=30) < wall < FRIDAY:
        return FRIDAY
    return (wall + timedelta(days=30)).replace(hour=19, minute=0)


class Desk:
    """A house with an event, the rules of one language, a member of staff, and a lane."""

    def __init__(self, sample: Sample, reader: Reader) -> None:
        self.sample = sample
        self.sent: list[Message] = []
        clock = VirtualClock(sample.now)
        executor = InMemoryExecutor(
            MemoryStore(), clock, lambda *_: None, lambda message, _: self.sent.append(message)
        )
        composer = Composer(one_address("https://guests.example"), KEYS)
        self.engine = Engine(executor, clock, NumberedIds(), composer, settle=sweep)
        self.lane = MailPipeline(self.engine, MemoryFiles(), SETTINGS, reader=reader)

    async def opens(self) -> None:
        """Write the rules down, and let whoever writes have a seat already."""
        rules = (HERE / f"rules.{self.sample.language}.txt").read_text(encoding="utf-8")
        await self.engine.execute(SaveDocument(name="rules", text=rules), "setup")
        await self.engine.execute(
            AddMember(member_id="jess", email=f"jess@{DOMAIN}", role="host"), "setup"
        )
        starts = _start_of(self.sample)
        event = create(EVENT, name=self.sample.event, starts_at=starts, cap=20)
        await self.engine.execute(event, "host")
        address = address_of(self.sample)
        if self.sample.lane == "rsvp" and not address.endswith(f"@{DOMAIN}"):
            seat = SignUp(event_id=EVENT, guest_id="guest", name="Guest", email=address)
            await self.engine.execute(seat, "guest")

    async def takes(self, name: str) -> Outcome:
        """Take the mail in."""
        before = len(self.sent)
        line = await self.lane.take(ReceivedMail(raw_mail(self.sample, name), self._address()))
        answers = [one for one in self.sent[before:] if one.to.lower() == address_of(self.sample)]
        proposals = self.engine.load(ProposalPage())
        proposal = proposals[0] if proposals else None
        asked = any(one.facts.get("asks") for one in answers)
        return Outcome(
            line=line,
            proposal=proposal,
            decision=self._decision(line),
            answers=len(answers),
            asked=asked,
        )

    def _address(self) -> str:
        """Return the address that it goes to: a guest answers our last mail to them."""
        to = TO[self.sample.lane]
        if self.sample.lane != "rsvp" or not self.sent:
            return to
        return to.replace("@", f".{self.sent[-1].mark}@")

    def _decision(self, line: InboundMail) -> str:
        """Say what it decided, by what has changed: whoever is not proven is only sent a link."""
        guest: Guest | None = self.engine.load(GuestByEmail(EVENT, address_of(self.sample)))
        if guest is not None and (guest.state == "cancelled" or guest.cancels_at is not None):
            return "cancel"
        if guest is not None and guest.reach == "opted_out":
            return "stop"
        return "come" if line.made == "done" and line.what != LINK_ONLY else "nothing"


@contextmanager
def _desk(sample: Sample, reader: Reader) -> Iterator[Desk]:
    desk = Desk(sample, reader)
    try:
        yield desk
    finally:
        desk.lane.close()


async def run(sample: Sample, name: str, reader: Reader) -> Outcome:
    """Send one mail down the lane; what is attached is read by the reader."""
    with _desk(sample, reader) as desk:
        await desk.opens()
        return await desk.takes(name)
