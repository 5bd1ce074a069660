"""A salon for tests: the real app on the real SQLite platform, with a fixed clock."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.access import digest
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.worker import sweep
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.delivery import BOUND
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    LinePage,
    Slot,
    SlotOffer,
    WaitlistResult,
    offer_key,
    offer_name,
)
from fullhouse.web.app import make_app
from fullhouse.web.dependencies import DeskDependencies, WaitlistDependencies, dependencies_of
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import BASE, Caller, Mailbox, T
from tests.support.web_client import WebClient

# Monday at eleven in Berlin: nobody sleeps.
START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
TOKEN = "fh_a-token-for-the-salon"
SECRET = "whsec_for-tests"
TEXT_TOKEN = "twilio-token"
RULES = """
Business: Salon Jess
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR
Staff: Jess, Sam
"""


class Salon:
    """A house, and short ways to bring it into a state."""

    def __init__(self, engine: Engine, clock: VirtualClock, call: Caller) -> None:
        self.engine, self.clock, self.call = engine, clock, call

    def give(self, command: Command, by: str = "test") -> Any:
        return self.call(self.engine.execute, command, by)

    def load(self, need: Need[T]) -> T:
        async def load() -> T:
            return self.engine.load(need)

        return self.call(load)

    def rules(self, text: str = RULES) -> None:
        assert self.give(SaveDocument(name="rules", text=text)).problems == ()

    def joins(self, name: str, service: str = "Colour", **more: Any) -> Entry:
        usual = {
            "entry_id": name.lower(),
            "name": name,
            "email": f"{name.lower()}@example.org",
            "service": service,
        }
        answer: WaitlistResult = self.give(JoinWaitlist(**{**usual, **more}))
        assert answer.entry is not None, answer
        return answer.entry

    def frees(self, slot_id: str = "s1", hours: float = 24, **more: Any) -> Slot:
        starts_at = self.clock.now() + timedelta(hours=hours)
        usual = {"slot_id": slot_id, "service": "Colour", "starts_at": starts_at, "staff": "Jess"}
        answer: WaitlistResult = self.give(FreeSlot(**{**usual, **more}))
        assert answer.slot is not None, answer
        return answer.slot

    def entry(self, name: str) -> Entry:
        found = self.load(Get(Entry, (name.lower(),)))
        assert found is not None
        return found

    def slot(self, slot_id: str = "s1") -> Slot:
        found = self.load(Get(Slot, (slot_id,)))
        assert found is not None
        return found

    def offer(self, seq: int = 1, slot_id: str = "s1") -> SlotOffer:
        found = self.load(Get(SlotOffer, offer_key(slot_id, seq)))
        assert found is not None
        return found

    def line(self) -> list[str]:
        return [one.name for one in self.load(LinePage())]

    def messages(self, kind: str = "") -> list[Message]:
        found = self.load(MessagePage(scope="waitlist", kind=kind))
        return list(found)

    def link(self, purpose: str, name: str, seq: int = 0, slot_id: str = "s1", **more: Any) -> str:
        """The path of a link, as a message would carry it."""
        offer = offer_name(slot_id, seq) if seq else ""
        if purpose in BOUND:
            entry = self.load(Get(Entry, (name.lower(),)))
            offer = (
                address_mark(entry.addresses[0]) if entry is not None and entry.addresses else ""
            )
        link = Link(purpose, "waitlist", name.lower(), offer, **more)
        return f"/l/{self.engine.composer.keyring.sign(link)}"

    def passes(self, **time: float) -> None:
        """Let time pass, and all that falls due in it happen."""
        self.clock.move_to(self.clock.now() + timedelta(**time))
        self.call(sweep, self.engine)


def salon_app(
    folder: Path, clock: VirtualClock, lent: WaitlistDependencies | None = None
) -> Starlette:
    """The whole web on a house of its own."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(folder, clock, Mailbox(), BASE, settles=True) as engine:
            attach_engine(app, engine)
            yield

    lent = lent or WaitlistDependencies(
        webhook_secret=lambda: SECRET, text_token=lambda: TEXT_TOKEN
    )
    desk = DeskDependencies(admit={digest(TOKEN): "api"})
    return make_app(not_yet(desk, waitlist=lent), lifespan=lifespan)


@contextmanager
def salon_at(folder: Path) -> Iterator[tuple[Salon, TestClient]]:
    clock = VirtualClock(START)
    app = salon_app(folder, clock)
    with WebClient(app, follow_redirects=False) as client:
        portal = client.portal
        assert portal is not None
        yield Salon(dependencies_of(app).engine, clock, cast("Caller", portal.call)), client
