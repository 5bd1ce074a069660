"""A whole engine with a fixed clock, for stories from the first sign-up to the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.engine.worker import advance_to
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event, Guest, GuestPage, GuestResult
from tests.support.rsvp_world import (
    EVENT,
    MONDAY,
    Carrier,
    check_audit,
    check_counters,
    create,
    sign_up,
    there,
)

BASE = "http://fullhouse.test"


class TimedCarrier(Carrier):
    """Notes when each letter was handed over."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.clock = clock
        self.times: list[tuple[datetime, Message]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.times.append((self.clock.now(), message))
        return super().send(message, letter)


class Evening:
    """One event in one house, as its host and guests live through it."""

    def __init__(self, engine: Engine, clock: VirtualClock, carrier: TimedCarrier) -> None:
        self.engine, self.clock, self.carrier = engine, clock, carrier

    async def give(self, command: Command, by: str = "someone") -> GuestResult:
        answer = await self.engine.execute(command, by)
        assert isinstance(answer, GuestResult)
        return answer

    async def sign_up(self, *names: str, **more: Any) -> list[GuestResult]:
        return [await self.give(sign_up(name, **more)) for name in names]

    async def cancel(self, name: str) -> GuestResult:
        return await self.give(commands.CancelGuest(event_id=EVENT, guest_id=name))

    async def party(self, name: str, party: int) -> GuestResult:
        command = commands.ChangeParty(event_id=EVENT, guest_id=name, party=party)
        return await self.give(command)

    async def press(self, name: str, kind: str, purpose: str) -> GuestResult:
        """Open the newest mail of a kind, and press a button in it."""
        link = self.link(self.mails(name, kind)[-1], purpose)
        key: dict[str, Any] = {"event_id": link.scope, "guest_id": link.person}
        pressed: dict[str, Command] = {
            "cancel": commands.CancelGuest(**key),
            "claim": commands.ClaimOffer(**key, offer_id=link.offer),
            "confirm": commands.ClaimOffer(**key, offer_id=link.offer),
            "decline": commands.DeclineOffer(**key, offer_id=link.offer),
        }
        return await self.give(pressed[purpose])

    async def edit(self, **fields: Any) -> GuestResult:
        return await self.give(commands.EditEvent(event_id=EVENT, **fields), "host")

    async def until(self, wall: str) -> None:
        await advance_to(self.engine, self.clock, there(wall))
        self.check()

    async def after(self, **length: float) -> None:
        await advance_to(self.engine, self.clock, self.clock.now() + timedelta(**length))

    def link(self, message: Message, purpose: str) -> Link:
        letter: Letter = self.engine.composer.letter(message)
        return self.engine.composer.keyring.read(
            letter.links[purpose].rpartition("/")[2], self.clock.now()
        )

    def mails(self, name: str, kind: str = "") -> list[Message]:
        return self.carrier.to(name, kind)

    @property
    def event(self) -> Event:
        event = self.engine.load(Get(Event, (EVENT,)))
        assert event is not None
        return event

    def guest(self, name: str) -> Guest:
        guest = self.engine.load(Get(Guest, (EVENT, name)))
        assert guest is not None
        return guest

    def guests(self, state: str = "") -> tuple[Guest, ...]:
        return self.engine.load(GuestPage(EVENT, state, limit=100_000))

    def at_night(self) -> set[str]:
        """Return the kinds of what was handed over in quiet hours."""
        quiet, zone = self.event.settings.quiet_hours, self.event.timezone
        return {message.kind for at, message in self.carrier.times if quiet.cover(at, zone)}

    def story(self) -> list[tuple[str, str]]:
        return [
            (line.action, line.subject)
            for line in self.engine.load(AuditPage(EVENT, limit=100_000))
        ]

    def unsent(self) -> list[Message]:
        return [
            one
            for one in self.engine.load(MessagePage(limit=100_000))
            if one.status not in ("sent", "kept", "failed")
        ]

    def check(self) -> None:
        guests = self.guests()
        check_counters(self.event, guests)
        assert self.event.taken <= self.event.cap


@asynccontextmanager
async def an_evening(
    folder: Path,
    *,
    now: str | datetime = MONDAY,
    **fields: Any,
) -> AsyncIterator[Evening]:
    clock = VirtualClock(there(now))
    carrier = TimedCarrier(clock)
    async with open_engine(folder, clock, carrier, BASE, settles=True) as engine:
        await engine.execute(create(**fields), "host")
        evening = Evening(engine, clock, carrier)
        yield evening
        evening.check()
        executor: Any = engine.executor
        check_audit(executor.store)


def names(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{number:04}" for number in range(1, count + 1)]
