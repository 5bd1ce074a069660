"""A small event for tests: real rules and relay, a store, a clock and a carrier in memory.

After every command the promises that hold at each instant are checked, so every test tests them
too.
"""

from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage, Store
from fullhouse.kernel import audit
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.kernel.records import Get, Record
from fullhouse.kernel.times import instant
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import (
    Event,
    Guest,
    GuestPage,
    GuestResult,
    Offer,
    PeopleAhead,
    Settings,
)
from tests.support.world import World

BERLIN = "Europe/Berlin"
EVENT = "party"
HOST = "host@example.org"
MONDAY = datetime(2026, 6, 1, 11, 0)
FRIDAY = datetime(2026, 6, 19, 19, 0)


def there(wall: datetime | str, zone: str = BERLIN) -> datetime:
    """The instant at which the clocks there show this."""
    return instant(datetime.fromisoformat(wall) if isinstance(wall, str) else wall, zone)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def mail(name: str) -> str:
    return f"{name}@example.org"


def create(event_id: str = EVENT, **fields: Any) -> commands.CreateEvent:
    """Return the command for an evening in Berlin, by default of two seats."""
    names = commands.CreateEvent.__struct_fields__
    settings = Settings(**{name: fields.pop(name) for name in list(fields) if name not in names})
    for name in ("starts_at", "ends_at"):
        if isinstance(fields.get(name), str):
            fields[name] = datetime.fromisoformat(fields[name])
    usual = {
        "name": "Summer party",
        "starts_at": FRIDAY,
        "timezone": BERLIN,
        "cap": 2,
        "host_email": HOST,
    }
    return commands.CreateEvent(event_id=event_id, **{"settings": settings, **usual, **fields})


def sign_up(name: str, **more: Any) -> commands.SignUp:
    usual = {"guest_id": name, "name": name.title(), "email": mail(name)}
    return commands.SignUp(event_id=EVENT, **{**usual, **more})


class Carrier:
    """Gives the set answers, then always the same, except for dead addresses; keeps what it got."""

    carries = CHANNELS

    def __init__(self, *answers: Outcome, always: Outcome | None = None) -> None:
        self.answers = deque(answers)
        self.always: Outcome = always or Sent()
        self.dead: dict[str, Outcome] = {}
        self.handed: list[Message] = []

    def send(self, message: Message, _letter: Letter) -> Outcome:
        self.handed.append(message)
        return self.answers.popleft() if self.answers else self.dead.get(message.to, self.always)

    def to(self, name: str, kind: str = "") -> list[Message]:
        return [one for one in self.handed if one.to == mail(name) and kind in ("", one.kind)]


class Room(World):
    """One event, given commands by name; one that settles does at once all that is due."""

    def __init__(
        self,
        *,
        now: datetime | str = MONDAY,
        settles: bool = True,
        checks: bool = True,
        store: Store | None = None,
        **fields: Any,
    ) -> None:
        super().__init__(fields.get("timezone", BERLIN), settles=settles, checks=checks)
        self.store = store or MemoryStore()
        self.carrier: Carrier = Carrier()
        self.audit_check = AuditCheck()
        self.peak = 0
        self.now = self.at(now)
        self.created = self.give(create(**fields), HOST)

    # What people do.

    def ask(self, command: Command, by: str = "someone") -> GuestResult:
        answer = self.give(command, by)
        assert isinstance(answer, GuestResult)
        return answer

    def sign_up(self, *names: str, **more: Any) -> GuestResult:
        return [self.ask(sign_up(name, **more)) for name in names][-1]

    def cancel(self, *names: str) -> GuestResult:
        return [self.ask(commands.CancelGuest(event_id=EVENT, guest_id=name)) for name in names][-1]

    def claim(self, name: str, offer_id: str = "") -> GuestResult:
        offer_id = offer_id or self.offer(name).id
        return self.ask(commands.ClaimOffer(event_id=EVENT, guest_id=name, offer_id=offer_id))

    def decline(self, name: str, offer_id: str = "") -> GuestResult:
        offer_id = offer_id or self.offer(name).id
        return self.ask(commands.DeclineOffer(event_id=EVENT, guest_id=name, offer_id=offer_id))

    def take(self, name: str) -> GuestResult:
        return self.ask(commands.TakeSeat(event_id=EVENT, guest_id=name))

    def party(self, name: str, party: int) -> GuestResult:
        return self.ask(commands.ChangeParty(event_id=EVENT, guest_id=name, party=party))

    def stop_mail(self, name: str) -> GuestResult:
        return self.ask(commands.StopMail(event_id=EVENT, guest_id=name))

    def resume_mail(self, name: str) -> GuestResult:
        return self.ask(commands.ResumeMail(event_id=EVENT, guest_id=name))

    def edit(self, **fields: Any) -> GuestResult:
        for name in ("starts_at", "ends_at"):
            if isinstance(fields.get(name), str):
                fields[name] = datetime.fromisoformat(fields[name])
        return self.ask(commands.EditEvent(event_id=EVENT, **fields), HOST)

    def close(self) -> GuestResult:
        return self.ask(commands.CloseSignUp(event_id=EVENT), HOST)

    def call_off(self) -> GuestResult:
        return self.ask(commands.CancelEvent(event_id=EVENT), HOST)

    # What can be seen.

    @property
    def event(self) -> Event:
        event = self.store.load(Get(Event, (EVENT,)))
        assert event is not None
        return event

    def guest(self, name: str) -> Guest:
        guest = self.store.load(Get(Guest, (EVENT, name)))
        assert guest is not None
        return guest

    def guests(self) -> tuple[Guest, ...]:
        return self.store.load(GuestPage(EVENT, limit=1_000_000))

    def offer(self, name: str) -> Offer:
        offer = self.guest(name).offer
        assert offer is not None, f"{name} has no offer"
        return offer

    def offered(self) -> list[str]:
        return [guest.id for guest in self.guests() if guest.offer is not None]

    def position(self, name: str) -> int:
        return self.store.load(PeopleAhead(EVENT, self.guest(name).place)) + 1

    def counts(self) -> dict[str, int]:
        event = self.event
        names = ("confirmed", "held", "taken", "owed", "waiting", "pending")
        return {name: value for name in names if (value := getattr(event, name))}

    def messages(self, kind: str = "", to: str = "") -> list[Message]:
        """The messages written so far, oldest first."""
        page = self.store.load(
            MessagePage(EVENT, mail(to) if to and "@" not in to else to, kind, limit=1_000_000)
        )
        return list(reversed(page))

    def kinds(self, to: str) -> list[str]:
        return [message.kind for message in self.messages(to=to)]

    def actions(self, subject: str = "") -> list[str]:
        lines = self.store.load(AuditPage(EVENT, limit=1_000_000))
        return [line.action for line in lines if subject in ("", line.subject)]

    # What must hold.

    def check(self, _decision: Decision | None = None) -> None:
        event = self.store.load(Get(Event, (EVENT,)))
        if event is None:
            return
        over = max(event.taken - event.cap, 0)
        assert over <= max(self.peak - event.cap, 0), "S1: more seats are taken than there are"
        self.peak = event.taken if over else event.cap
        check_counters(event, self.guests())
        self.audit_check.check(self.store)


def full_room(**fields: Any) -> Room:
    """Two seats, both taken by anna and ben; cem and dora wait."""
    room = Room(**fields)
    room.sign_up("anna", "ben", "cem", "dora")
    return room


def check_counters(event: Event, guests: Iterable[Guest]) -> None:
    """The headcount is the list."""
    guests = list(guests)
    offers = [guest.offer for guest in guests if guest.offer is not None]
    assert event.confirmed == sum(guest.party for guest in guests if guest.state == "confirmed")
    assert event.held == event.owed + sum(offer.seats for offer in offers)
    assert event.taken == event.confirmed + event.held
    assert event.owed == sum(share.seats for share in event.owed_from)
    assert event.waiting == sum(guest.is_waiting for guest in guests)
    assert event.pending == sum(guest.state == "pending" for guest in guests)
    assert min(event.confirmed, event.held, event.owed, event.waiting, event.pending) >= 0
    addresses = [guest.email for guest in guests if guest.email]
    assert len(set(addresses)) == len(addresses), "S2: somebody is on the list twice"
    assert event.checked_in == sum(guest.arrived for guest in guests), "S16: arrivals miscounted"
    assert all(guest.arrived <= guest.party for guest in guests), "S16: more than the party came"
    assert all(
        offer.seats == sum(share.seats for share in offer.shares)
        for offer in offers
        if offer.kind == "seat"
    )


class AuditCheck:
    """Checks time after time that the audit of a store replays to exactly what is stored."""

    def __init__(self) -> None:
        self.lines: tuple[AuditLine, ...] = ()
        self.state: audit.Stored = {}
        self.records: dict[tuple[str, tuple[str, ...]], Record] = {}

    def check(self, store: Store) -> None:
        """Replay the lines that are new, and compare what they or somebody else changed."""
        lines = store.load(AuditPage(limit=1_000_000))
        if lines[: len(self.lines)] != self.lines:  # erasing a person changes earlier lines
            self.lines, self.state, self.records = (), {}, {}
        problems: list[audit.AuditMismatch] = []
        new = lines[len(self.lines) :]
        audit.replay(new, AUDITED, problems, self.state)
        records = {(one.kind_name, one.key): one for one in store.load(AllRecords())}
        changed = {(entry.kind, entry.key) for line in new for entry in line.entries}
        changed |= {place for place, one in records.items() if one is not self.records.get(place)}
        changed |= records.keys() ^ self.state.keys()
        audit.compare(
            {place: self.state[place] for place in changed & self.state.keys()},
            [records[place] for place in changed & records.keys()],
            problems,
        )
        assert problems == []
        self.lines, self.records = lines, records


def check_audit(store: Store) -> None:
    """The audit replays to exactly the stored state."""
    AuditCheck().check(store)
