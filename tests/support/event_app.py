"""An event for tests: the real app on the real SQLite platform, with a fixed clock."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Channel, Message, NoCarrier, Outcome
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import AnswerByMail, CreateEvent, SignUp
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail, GuestResult, Settings
from fullhouse.web import links
from fullhouse.web.dependencies import dependencies_of
from fullhouse.web.middleware import with_middleware
from fullhouse.web.rsvp import event_page, link_pages
from tests.support.attaching import attach_engine, not_yet
from tests.support.web_client import WebClient

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
BASE = "http://testserver"
T = TypeVar("T")


class Mailbox:
    """Keeps every letter."""

    carries: frozenset[Channel] = frozenset()

    def send(self, message: Message, letter: Letter) -> Outcome:
        return NoCarrier()


class Caller(Protocol):
    """Runs something where the house lives, and waits for it."""

    def __call__(self, work: Callable[..., Awaitable[T]], *given: Any) -> T: ...


class Evening:
    """A house, and short ways to bring it into a state."""

    def __init__(self, engine: Engine, clock: VirtualClock, call: Caller) -> None:
        self.engine, self.clock, self.call = engine, clock, call

    def give(self, command: Command, by: str = "host") -> Any:
        return self.call(self.engine.execute, command, by)

    def load(self, need: Need[T]) -> T:
        async def load() -> T:
            return self.engine.load(need)

        return self.call(load)

    def opens(
        self, event_id: str = "party", cap: int = 3, name: str = "Summer party", **more: Any
    ) -> Event:
        settings = Settings(**more.pop("settings", {}))
        facts = {
            "starts_at": datetime(2026, 6, 20, 18, 0),
            "timezone": "Europe/Berlin",
            "venue": "The old mill",
            **more,
        }
        if "starts_at" not in more:
            facts.setdefault("ends_at", datetime(2026, 6, 20, 21, 0))
        answer: GuestResult = self.give(
            CreateEvent(event_id=event_id, name=name, cap=cap, settings=settings, **facts)
        )
        assert answer.code == "created"
        return self.event(event_id)

    def signs_up(self, name: str, event_id: str = "party", party: int = 1) -> Guest:
        email = f"{name.lower()}@example.org"
        command = SignUp(
            event_id=event_id, guest_id=name.lower(), name=name, email=email, party=party
        )
        answer: GuestResult = self.give(command, "guest")
        assert answer.guest is not None
        return answer.guest

    def gives_up(self, name: str, event_id: str = "party") -> Guest:
        """Let a guest write in free text that they can't come."""
        guest = self.guest(name, event_id)
        command = AnswerByMail(
            event_id=event_id,
            guest_id=guest.id,
            name=guest.name,
            email=guest.email,
            wants="cancel",
            proven=True,
            marked=guest.id,
            occasion=f"mail-{guest.rev}",
            exact=False,
        )
        assert self.give(command, "mail").code == "cancel_pending"
        return self.guest(name, event_id)

    def event(self, event_id: str = "party") -> Event:
        event = self.load(Get(Event, (event_id,)))
        assert event is not None
        return event

    def guest(self, name: str, event_id: str = "party") -> Guest:
        guest = self.load(GuestByEmail(event_id, f"{name.lower()}@example.org"))
        assert guest is not None
        return guest

    def mails(self, kind: str = "", to: str = "") -> list[Message]:
        messages = self.load(MessagePage(kind=kind, to=to))
        return list(messages)

    def link(self, purpose: str, name: str, event_id: str = "party", offer: str = "") -> str:
        """The path of a link, as a mail would carry it."""
        link = Link(purpose, event_id, self.guest(name, event_id).id, offer)
        return f"/l/{self.engine.composer.keyring.sign(link)}"

    def passes(self, **time: float) -> None:
        """Let time pass, and all that falls due in it happen."""
        from fullhouse.engine.worker import sweep

        self.clock.move_to(self.clock.now() + timedelta(**time))
        self.call(sweep, self.engine)


def post_form(web: TestClient, path: str, **sent: Any) -> Response:
    """Send a form, and go on to the page that it leads to, as a browser does."""
    answer = web.post(path, **sent)
    if answer.status_code == 303:
        return web.get(answer.headers["location"], headers=sent.get("headers"))
    return answer


def make_app(folder: Path, clock: VirtualClock, base_url: str = BASE) -> Starlette:
    """The guests' part of the web on a house of its own."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(folder, clock, Mailbox(), base_url, settles=True) as engine:
            attach_engine(app, engine)
            yield

    routes = [*event_page.routes(), *links.routes(link_pages.PURPOSES)]
    return with_middleware(not_yet(sites=frozenset({"guests", "links"})), routes, lifespan)


@contextmanager
def evening_at(folder: Path) -> Iterator[tuple[Evening, TestClient]]:
    clock = VirtualClock(START)
    app = make_app(folder, clock)
    with WebClient(app, follow_redirects=False) as client:
        portal = client.portal
        assert portal is not None
        yield Evening(dependencies_of(app).engine, clock, cast("Caller", portal.call)), client
