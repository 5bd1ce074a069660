"""A rehearsal: an event is copied and played to its end by simulated guests, through the same rules, on a moved clock.

The real store is read once, on the caller's thread, and never touched; no letter leaves.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, cast

import msgspec

from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import DueAlarms, DueMessages, Invocation, Written
from fullhouse.engine.urls import one_address
from fullhouse.engine.worker import next_due_at, sweep
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need
from fullhouse.kernel.times import duration
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.executor import InMemoryExecutor, NumberedIds
from fullhouse.platforms.memory.rehearsal_guests import SimulatedGuests
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp.commands import OfferFreeSeats, Remind
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestByEmail,
    GuestPage,
    OfferPage,
    WaitingGuests,
)
from fullhouse.products.rsvp.rehearsal import MOST_GUESTS, Rehearsal, RehearsedMessage
from fullhouse.products.rsvp.reminder_times import fates

T = TypeVar("T")
ALL = 1_000_000
MOST_COPIED = 400
MOST_TOLD = 10_000
FAR = datetime(9000, 1, 1, tzinfo=UTC)
AFTERWARDS = timedelta(days=3)
# Links in a rehearsal's letters open nothing: no key of the house signs them.
NO_KEYS = Keyring((Key("rehearsal", b"not a key of any house"),))
SHOWN = {
    "cancelled",
    "left_line",
    "declined",
    "lapsed",
    "lapsed_out",
    "invite_declined",
    "invite_lapsed",
    "seats_opened",
    "claimed",
}


class Copy(msgspec.Struct, frozen=True):
    """Everything of one event that the rules may look at, as it stood."""

    event: Event
    guests: tuple[Guest, ...]
    alarms: tuple[Alarm, ...]
    messages: tuple[Message, ...]
    now: datetime
    sampled: bool = False


async def rehearse(engine: Engine, event_id: str, guests: int) -> Rehearsal | None:
    """Play an event to its end with so many simulated guests; in a thread, so that the house goes on meanwhile."""
    copy = copied(engine, event_id)
    if copy is None:
        return None
    simulated = max(0, min(guests, MOST_GUESTS))
    return await asyncio.to_thread(
        lambda: asyncio.run(play(copy, simulated, engine.composer.urls.guests))
    )


def copied(engine: Engine, event_id: str) -> Copy | None:
    """Read an event with its guests, its alarms and what is still to leave."""
    event = engine.load(Get(Event, (event_id,)))
    if event is None:
        return None
    guests, sampled = _guests(engine, event_id)
    there = {"", *(guest.id for guest in guests)}
    alarms = [
        one
        for one in engine.load(DueAlarms(FAR, ALL))
        if getattr(one.command, "event_id", "") == event_id
    ]
    messages = [
        one
        for one in engine.load(DueMessages(FAR, ALL))
        if one.scope == event_id and one.person in there
    ]
    return Copy(event, guests, tuple(alarms), tuple(messages), engine.now(), sampled)


def _guests(engine: Engine, event_id: str) -> tuple[tuple[Guest, ...], bool]:
    """Read those who may still act. Of a very large event only some play along; its counters stay as they are."""
    pages = (
        engine.load(GuestPage(event_id, "confirmed", limit=MOST_COPIED)),
        engine.load(WaitingGuests(event_id, limit=MOST_COPIED)),
        engine.load(OfferPage(event_id, limit=MOST_COPIED)),
    )
    found = {guest.id: guest for page in pages for guest in page}
    return tuple(found.values()), any(len(page) == MOST_COPIED for page in pages)


async def play(copy: Copy, simulated: int, base_url: str) -> Rehearsal:
    """Let the clock run until some days after the end, and tell what happened."""
    stage = RehearsalEngine(copy, simulated, base_url)
    cut_short = not await stage.run(copy.event.ends + AFTERWARDS)
    event = copy.event
    return Rehearsal(
        event_id=event.id,
        name=event.name,
        timezone=event.timezone,
        began=copy.now,
        starts=event.starts,
        guests=len(copy.guests),
        sampled=copy.sampled,
        simulated=simulated,
        told=tuple(stage.told),
        reminders=fates(event, event.plans[-1], copy.now) if event.state != "cancelled" else (),
        cut_short=cut_short,
    )


class RehearsalEngine:
    """A house of its own in memory, with a cast that acts on what it is told."""

    def __init__(self, copy: Copy, simulated: int, base_url: str) -> None:
        """Put the copy on the stage."""
        self.store = StageStore(copy)
        self.clock = VirtualClock(copy.now)
        self.cast = SimulatedGuests(copy.event, copy.guests, simulated, copy.now)
        self.told: list[RehearsedMessage] = []
        executor = InMemoryExecutor(self.store, self.clock, self.decided, self.carried)
        self.engine = Engine(
            executor, self.clock, NumberedIds(), Composer(one_address(base_url), NO_KEYS)
        )
        self.event_id = copy.event.id

    async def run(self, until: datetime) -> bool:
        """Move from one thing to the next; False if there was more than can be told."""
        await sweep(self.engine)
        while (due := self._next()) is not None and due <= until:
            self.clock.move_to(max(due, self.clock.now()))
            for command, by in self.cast.due(self.clock.now()):
                await self.engine.execute(command, by)
            await sweep(self.engine)
            if len(self.told) >= MOST_TOLD:
                return False
        return True

    def _next(self) -> datetime | None:
        times = [one for one in (next_due_at(self.engine), self.cast.next_at) if one is not None]
        return min(times, default=None)

    def decided(self, invocation: Invocation, decision: Decision) -> None:
        """Note what a decision keeps back, lets go, or makes happen."""
        now = self.clock.now()
        later = [one for one in decision.set_alarms if one.due_at > now]
        if (
            isinstance(invocation.command, OfferFreeSeats | Remind)
            and later
            and not (decision.steps or decision.messages)
        ):
            kind = "offer" if isinstance(invocation.command, OfferFreeSeats) else "reminder"
            self.told.append(
                RehearsedMessage(now, "waits", kind, note="quiet_hours", until=later[0].due_at)
            )
        for message in decision.messages:
            if message.not_before > now:
                self._tell(message, "waits", note="quiet_hours", until=message.not_before)
        for change in decision.moves:
            if isinstance(change.after, Message) and change.after.status == "failed":
                self._tell(change.after, "dropped", note=change.after.error)
        for step in decision.steps:
            if step.action in SHOWN:
                self.told.append(
                    RehearsedMessage(now, "happens", step.action, self._name(step.subject))
                )

    def carried(self, message: Message, letter: Letter) -> None:
        """Note a letter that would have left, and let its reader act on it."""
        self._tell(message, "sent", subject=letter.subject, **self._deadline(message))
        self.cast.reads(message, self.clock.now())

    def _tell(self, message: Message, status: Any, **more: Any) -> None:  # noqa: ANN401 - fields of what is told
        name = self._name(message.person) if message.person else "the host"
        kind = (
            f"reminder:{message.facts['reminder']}" if message.kind == "reminder" else message.kind
        )
        self.told.append(RehearsedMessage(self.clock.now(), status, kind, name, message.to, **more))

    def _name(self, guest_id: str) -> str:
        guest = self.engine.load(Get(Guest, (self.event_id, guest_id)))
        return (guest.name or guest.email) if guest is not None else ""

    def _deadline(self, message: Message) -> dict[str, Any]:
        """Say where the time to answer is longer or shorter than its window."""
        event = self.engine.load(Get(Event, (self.event_id,)))
        offer = message.facts.get("offer")
        if event is None or not offer or message.kind not in ("offer", "invite"):
            return {}
        window = (
            event.settings.claim_window if message.kind == "offer" else event.settings.invite_window
        )
        usual, ends_at = message.queued_at + duration(window), offer["ends_at"]
        note = (
            "deadline_later"
            if ends_at > usual
            else "deadline_earlier"
            if ends_at < usual
            else "deadline"
        )
        return {"note": note, "until": ends_at}


class StageStore(MemoryStore):
    """Lets go of messages that have left, and finds guests by their address at once, so that a full room plays fast."""

    def __init__(self, copy: Copy) -> None:
        """Hold the copy."""
        super().__init__()
        for record in (copy.event, *copy.guests, *copy.messages):
            self.shelf(type(record))[record.key] = record
        self.alarms = {alarm.key: alarm for alarm in copy.alarms}
        self.addresses = {guest.email: guest.key for guest in copy.guests}
        self.left: set[tuple[str, ...]] = set()

    def load(self, need: Need[T]) -> T:
        """Answer a need."""
        if isinstance(need, GuestByEmail):
            return cast("T", self.shelf(Guest).get(self.addresses.get(need.email, ())))
        return super().load(need)

    def commit(self, written: Written) -> None:
        """Write a decision; a message that has left before is known, and left as it is."""
        decision = written.decision
        fresh = tuple(one for one in decision.messages if one.key not in self.left)
        super().commit(
            msgspec.structs.replace(
                written, decision=msgspec.structs.replace(decision, messages=fresh)
            )
        )
        for change in decision.changes:
            if change.kind is Guest:
                self.addresses[change.after.email] = change.key
            elif change.kind is Message and change.after.status in ("sent", "failed"):
                del self.shelf(Message)[change.key]
                self.left.add(change.key)


class SerialExecutor:
    """Rehearses for whoever asks, one after the other, so that many askers cost no more than one."""

    def __init__(self) -> None:
        """Stand ready."""
        self._turn = asyncio.Lock()

    async def __call__(self, engine: Engine, event_id: str, guests: int) -> Rehearsal | None:
        """Play an event when it is its turn."""
        async with self._turn:
            return await rehearse(engine, event_id, guests)
