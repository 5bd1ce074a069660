"""A whole house on a clock that stands still, for stories told from the first sign-up to the morning after."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from fullhouse.engine.fast_forward import run_to
from fullhouse.engine.house import House
from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.house import open_house
from fullhouse.platforms.virtual.clock import VirtualClock
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Answer, Event, Guest, GuestPage
from tests.building import EVENT, MONDAY, Carrier, check_audit, check_counters, create, sign_up, there

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

    def __init__(self, house: House, clock: VirtualClock, carrier: TimedCarrier) -> None:
        self.house, self.clock, self.carrier = house, clock, carrier

    async def give(self, command: Command, by: str = "someone") -> Answer:
        answer = await self.house.give(command, by)
        assert isinstance(answer, Answer)
        return answer

    async def sign_up(self, *names: str, **more: Any) -> list[Answer]:  # noqa: ANN401 - fields of the command
        return [await self.give(sign_up(name, **more)) for name in names]

    async def cancel(self, name: str) -> Answer:
        return await self.give(commands.CancelGuest(event_id=EVENT, guest_id=name))

    async def press(self, name: str, kind: str, purpose: str) -> Answer:
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

    async def edit(self, **fields: Any) -> Answer:  # noqa: ANN401 - fields of the command
        return await self.give(commands.EditEvent(event_id=EVENT, **fields), "host")

    async def until(self, wall: str) -> None:
        await run_to(self.house, self.clock, there(wall))
        self.check()

    async def after(self, **length: float) -> None:
        await run_to(self.house, self.clock, self.clock.now() + timedelta(**length))

    def link(self, message: Message, purpose: str) -> Link:
        letter: Letter = self.house.letter(message)
        return self.house.keyring.read(letter.links[purpose].rpartition("/")[2], self.clock.now())

    def mails(self, name: str, kind: str = "") -> list[Message]:
        return self.carrier.to(name, kind)

    @property
    def event(self) -> Event:
        event = self.house.load(Get(Event, (EVENT,)))
        assert event is not None
        return event

    def guest(self, name: str) -> Guest:
        guest = self.house.load(Get(Guest, (EVENT, name)))
        assert guest is not None
        return guest

    def guests(self, state: str = "") -> tuple[Guest, ...]:
        return self.house.load(GuestPage(EVENT, state, limit=100_000))

    def at_night(self) -> set[str]:
        """Return the kinds of what was handed over in quiet hours."""
        quiet, zone = self.event.settings.quiet_hours, self.event.timezone
        return {message.kind for at, message in self.carrier.times if quiet.cover(at, zone)}

    def story(self) -> list[tuple[str, str]]:
        return [(line.action, line.subject) for line in self.house.load(AuditPage(EVENT, limit=100_000))]

    def unsent(self) -> list[Message]:
        return [
            one for one in self.house.load(MessagePage(limit=100_000)) if one.status not in ("sent", "kept", "failed")
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
    **fields: Any,  # noqa: ANN401 - fields and settings of the event
) -> AsyncIterator[Evening]:
    clock = VirtualClock(there(now))
    carrier = TimedCarrier(clock)
    async with open_house(folder, clock, carrier, BASE, settles=True) as house:
        await house.give(create(**fields), "host")
        evening = Evening(house, clock, carrier)
        yield evening
        evening.check()
        staff: Any = house.staff
        check_audit(staff.store)


def names(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{number:04}" for number in range(1, count + 1)]
