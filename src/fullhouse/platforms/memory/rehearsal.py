"""Rehearsal of an event: a copy of it, played to its end by simulated guests on a manual clock.

The same rules decide as for the real event. The real store is read once, on the caller's thread,
and never written. No message is sent.
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
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestByEmail,
    GuestPage,
    OfferPage,
    WaitingGuests,
)
from fullhouse.products.rsvp.rehearsal import MOST_GUESTS, Rehearsal, RehearsedMessage
from fullhouse.products.rsvp.reminder_times import ReminderOutcome, fates

T = TypeVar("T")
ALL = 1_000_000
MOST_COPIED = 400
MOST_TOLD = 10_000
FAR = datetime(9000, 1, 1, tzinfo=UTC)
AFTERWARDS = timedelta(days=3)
# Links in a rehearsal's letters open nothing: they are not signed with a real key.
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
    """Everything of one event that the rules may read, copied at one moment."""

    event: Event
    guests: tuple[Guest, ...]
    alarms: tuple[Alarm, ...]
    messages: tuple[Message, ...]
    now: datetime
    sampled: bool = False


async def rehearse(engine: Engine, event_id: str, guests: int) -> Rehearsal | None:
    """Play an event to its end with this many simulated guests.

    It runs in a thread, so the engine keeps serving meanwhile.
    """
    copy = copied(engine, event_id)
    if copy is None:
        return None
    simulated = max(0, min(guests, MOST_GUESTS))
    return await asyncio.to_thread(
        lambda: asyncio.run(play(copy, simulated, engine.composer.urls.guests))
    )


def copied(engine: Engine, event_id: str) -> Copy | None:
    """Copy an event with its guests, its alarms and its unsent messages."""
    event = engine.load(Get(Event, (event_id,)))
    if event is None:
        return None
    guests, sampled = _guests(engine, event_id)
    # The empty id stands for the host.
    recipients = {"", *(guest.id for guest in guests)}
    alarms = [
        alarm
        for alarm in engine.load(DueAlarms(FAR, ALL))
        if getattr(alarm.command, "event_id", "") == event_id
    ]
    messages = [
        message
        for message in engine.load(DueMessages(FAR, ALL))
        if message.scope == event_id and message.person in recipients
    ]
    return Copy(event, guests, tuple(alarms), tuple(messages), engine.now(), sampled)


def _guests(engine: Engine, event_id: str) -> tuple[tuple[Guest, ...], bool]:
    """Return the guests who may still act, and whether that is only a sample of them.

    Of a very large event only some guests take part; its counters stay complete.
    """
    pages = (
        engine.load(GuestPage(event_id, "confirmed", limit=MOST_COPIED)),
        engine.load(WaitingGuests(event_id, limit=MOST_COPIED)),
        engine.load(OfferPage(event_id, limit=MOST_COPIED)),
    )
    found = {guest.id: guest for page in pages for guest in page}
    return tuple(found.values()), any(len(page) == MOST_COPIED for page in pages)


async def play(copy: Copy, simulated: int, base_url: str) -> Rehearsal:
    """Run the clock until some days after the event and return what happened."""
    event = copy.event
    rehearsal = RehearsalEngine(copy, simulated, base_url)
    cut_short = not await rehearsal.run(event.ends + AFTERWARDS)
    reminders: tuple[ReminderOutcome, ...] = ()
    if event.state != "cancelled":
        reminders = fates(event, event.plans[-1], copy.now)
    return Rehearsal(
        event_id=event.id,
        name=event.name,
        timezone=event.timezone,
        began=copy.now,
        starts=event.starts,
        guests=len(copy.guests),
        sampled=copy.sampled,
        simulated=simulated,
        told=tuple(rehearsal.told),
        reminders=reminders,
        cut_short=cut_short,
    )


class RehearsalEngine:
    """An engine in memory, with simulated guests who react to its messages."""

    def __init__(self, copy: Copy, simulated: int, base_url: str) -> None:
        """Start from the copy."""
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
        """Play until a time; return False if there were too many messages to report."""
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
        candidates = (next_due_at(self.engine), self.cast.next_at)
        return min((time for time in candidates if time is not None), default=None)

    def decided(self, invocation: Invocation, decision: Decision) -> None:
        """Report what a decision postpones, discards or changes."""
        self._report_postponed_work(invocation, decision)
        self._report_unsent_messages(decision)
        for step in decision.steps:
            if step.action in SHOWN:
                name = self._name(step.subject)
                self.told.append(RehearsedMessage(self.clock.now(), "happens", step.action, name))

    def _report_postponed_work(self, invocation: Invocation, decision: Decision) -> None:
        """Report a round of offers or reminders that only set an alarm for later."""
        if isinstance(invocation.command, OfferFreeSeats):
            kind = "offer"
        elif isinstance(invocation.command, Remind):
            kind = "reminder"
        else:
            return
        if decision.steps or decision.messages:
            return
        now = self.clock.now()
        later = [alarm.due_at for alarm in decision.set_alarms if alarm.due_at > now]
        if later:
            self.told.append(
                RehearsedMessage(now, "waits", kind, note="quiet_hours", until=later[0])
            )

    def _report_unsent_messages(self, decision: Decision) -> None:
        """Report messages that wait for the end of quiet hours, and those that were discarded."""
        for message in decision.messages:
            if message.not_before > self.clock.now():
                self._report(message, "waits", note="quiet_hours", until=message.not_before)
        for change in decision.moves:
            if isinstance(change.after, Message) and change.after.status == "failed":
                self._report(change.after, "dropped", note=change.after.error)

    def carried(self, message: Message, letter: Letter) -> None:
        """Report a letter that would have been sent, and let its recipient react."""
        self._report(message, "sent", subject=letter.subject, **self._deadline(message))
        self.cast.reads(message, self.clock.now())

    def _report(self, message: Message, status: Any, **more: Any) -> None:  # noqa: ANN401 - fields
        name = "the host"
        if message.person:
            name = self._name(message.person)
        kind = message.kind
        if kind == "reminder":
            kind = f"reminder:{message.facts['reminder']}"
        self.told.append(RehearsedMessage(self.clock.now(), status, kind, name, message.to, **more))

    def _name(self, guest_id: str) -> str:
        guest = self.engine.load(Get(Guest, (self.event_id, guest_id)))
        if guest is None:
            return ""
        return guest.name or guest.email

    def _deadline(self, message: Message) -> dict[str, Any]:
        """Return an offer's deadline, and whether it differs from the usual claim window."""
        event = self.engine.load(Get(Event, (self.event_id,)))
        if event is None or message.kind not in ("offer", "invite"):
            return {}
        offer = read_facts(message).offer
        if offer is None:
            return {}
        window = event.settings.invite_window
        if message.kind == "offer":
            window = event.settings.claim_window
        usual = message.queued_at + duration(window)
        ends_at = offer.ends_at
        note = "deadline"
        if ends_at > usual:
            note = "deadline_later"
        elif ends_at < usual:
            note = "deadline_earlier"
        return {"note": note, "until": ends_at}


class StageStore(MemoryStore):
    """A memory store that stays fast with many guests.

    It drops messages once they are sent, and indexes guests by their address.
    """

    def __init__(self, copy: Copy) -> None:
        """Store the copied records."""
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
        """Write a decision without the messages that were sent before."""
        decision = written.decision
        fresh = tuple(message for message in decision.messages if message.key not in self.left)
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
    """Runs one rehearsal at a time, so that many requests cost no more than one."""

    def __init__(self) -> None:
        """Start with no rehearsal running."""
        self._turn = asyncio.Lock()

    async def __call__(self, engine: Engine, event_id: str, guests: int) -> Rehearsal | None:
        """Play an event after the rehearsals requested before."""
        async with self._turn:
            return await rehearse(engine, event_id, guests)
