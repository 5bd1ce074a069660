"""A small world for tests: the real rules and relay, a store in memory, a clock moved by hand, a carrier that obeys.

After every command the promises that hold at each instant are checked, so every test tests them too.
"""

from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import Order, execute
from fullhouse.engine.house import alarm_order
from fullhouse.engine.ports import (
    AllRecords,
    AuditPage,
    DueAlarms,
    DueMessages,
    MessagePage,
    NextAlarm,
    NextMessage,
    Store,
)
from fullhouse.engine.relay import Dispatch, Settle
from fullhouse.kernel import audit
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant
from fullhouse.platforms.virtual.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Answer, Event, Guest, GuestPage, Offer, PeopleAhead, Settings

BERLIN = "Europe/Berlin"
EVENT = "party"
HOST = "host@example.org"
MONDAY = datetime(2026, 6, 1, 11, 0)
FRIDAY = datetime(2026, 6, 19, 19, 0)
LETTER = Letter(subject="", heading="")


def there(wall: datetime | str, zone: str = BERLIN) -> datetime:
    """The instant at which the clocks there show this."""
    return instant(datetime.fromisoformat(wall) if isinstance(wall, str) else wall, zone)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def mail(name: str) -> str:
    return f"{name}@example.org"


def create(event_id: str = EVENT, **fields: Any) -> commands.CreateEvent:  # noqa: ANN401 - fields of the command
    """The command for an evening in Berlin with two seats, where nothing else is said; settings may stand beside."""
    names = commands.CreateEvent.__struct_fields__
    settings = Settings(**{name: fields.pop(name) for name in list(fields) if name not in names})
    for name in ("starts_at", "ends_at"):
        if isinstance(fields.get(name), str):
            fields[name] = datetime.fromisoformat(fields[name])
    usual = {"name": "Summer party", "starts_at": FRIDAY, "timezone": BERLIN, "cap": 2, "host_email": HOST}
    return commands.CreateEvent(event_id=event_id, **{"settings": settings, **usual, **fields})


def sign_up(name: str, **more: Any) -> commands.SignUp:  # noqa: ANN401 - fields of the command
    usual = {"guest_id": name, "name": name.title(), "email": mail(name)}
    return commands.SignUp(event_id=EVENT, **{**usual, **more})


class Carrier:
    """Says what it was told to say, then always the same; keeps what it was handed."""

    carries = CHANNELS

    def __init__(self, *answers: Outcome, always: Outcome | None = None) -> None:
        self.answers = deque(answers)
        self.always: Outcome = always or Sent()
        self.handed: list[Message] = []

    def send(self, message: Message, _letter: Letter) -> Outcome:
        self.handed.append(message)
        return self.answers.popleft() if self.answers else self.always

    def to(self, name: str, kind: str = "") -> list[Message]:
        return [one for one in self.handed if one.to == mail(name) and kind in ("", one.kind)]


class Room:
    """One event, given commands by name. A room that settles does at once all that has fallen due."""

    def __init__(
        self,
        *,
        now: datetime | str = MONDAY,
        settles: bool = True,
        checks: bool = True,
        store: Store | None = None,
        **fields: Any,  # noqa: ANN401 - fields and settings of the event
    ) -> None:
        self.store = store or MemoryStore()
        self.carrier = Carrier()
        self.settles = settles
        self.checks = checks
        self.orders = 0
        self.peak = 0
        self.zone = fields.get("timezone", BERLIN)
        self.now = there(now, self.zone)
        self.created = self.give(create(**fields), HOST)

    # What people do.

    def give(self, command: Command, by: str = "someone") -> Any:  # noqa: ANN401 - each command has its own answer
        answer = self.decide(command, by).answer
        if self.settles:
            self.settle()
        return answer

    def decide(self, command: Command, by: str = "someone") -> Decision:
        self.orders += 1
        return self._execute(Order(f"order-{self.orders}", by, command))

    def ask(self, command: Command, by: str = "someone") -> Answer:
        answer = self.give(command, by)
        assert isinstance(answer, Answer)
        return answer

    def sign_up(self, *names: str, **more: Any) -> Answer:  # noqa: ANN401 - fields of the command
        return [self.ask(sign_up(name, **more)) for name in names][-1]

    def cancel(self, *names: str) -> Answer:
        return [self.ask(commands.CancelGuest(event_id=EVENT, guest_id=name)) for name in names][-1]

    def claim(self, name: str, offer_id: str = "") -> Answer:
        offer_id = offer_id or self.offer(name).id
        return self.ask(commands.ClaimOffer(event_id=EVENT, guest_id=name, offer_id=offer_id))

    def decline(self, name: str, offer_id: str = "") -> Answer:
        offer_id = offer_id or self.offer(name).id
        return self.ask(commands.DeclineOffer(event_id=EVENT, guest_id=name, offer_id=offer_id))

    def take(self, name: str) -> Answer:
        return self.ask(commands.TakeSeat(event_id=EVENT, guest_id=name))

    def party(self, name: str, party: int) -> Answer:
        return self.ask(commands.ChangeParty(event_id=EVENT, guest_id=name, party=party))

    def stop_mail(self, name: str) -> Answer:
        return self.ask(commands.StopMail(event_id=EVENT, guest_id=name))

    def resume_mail(self, name: str) -> Answer:
        return self.ask(commands.ResumeMail(event_id=EVENT, guest_id=name))

    def edit(self, **fields: Any) -> Answer:  # noqa: ANN401 - fields of the command
        for name in ("starts_at", "ends_at"):
            if isinstance(fields.get(name), str):
                fields[name] = datetime.fromisoformat(fields[name])
        return self.ask(commands.EditEvent(event_id=EVENT, **fields), HOST)

    def close(self) -> Answer:
        return self.ask(commands.CloseSignUp(event_id=EVENT), HOST)

    def call_off(self) -> Answer:
        return self.ask(commands.CancelEvent(event_id=EVENT), HOST)

    # What the clock and the relay do.

    def settle(self) -> None:
        """Ring what is due and relay what may leave, until nothing is left to do now."""
        while self.ring() or self.relay():
            pass

    def ring(self) -> bool:
        alarms = self.store.load(DueAlarms(self.now))
        for alarm in alarms:
            self._execute(alarm_order(alarm))
        return bool(alarms)

    def relay(self) -> bool:
        messages = self.store.load(DueMessages(self.now))
        for message in messages:
            if self.dispatch(message) is not None:
                self.decide(
                    Settle(product=message.product, message_id=message.id, outcome=self.carrier.send(message, LETTER))
                )
        return bool(messages)

    def dispatch(self, message: Message) -> Message | None:
        leased: Message | None = self.decide(Dispatch(product=message.product, message_id=message.id), "relay").answer
        return leased

    def until(self, moment: datetime | str) -> None:
        """Let time pass, and all that falls due on the way happen at its own time."""
        target = there(moment, self.zone) if isinstance(moment, str) or moment.tzinfo is None else moment
        self.settle()
        while (due := self.next_due()) is not None and due <= target:
            self.now = max(self.now, due)
            self.settle()
        self.now = target

    def after(self, **length: float) -> None:
        self.until(self.now + timedelta(**length))

    def jump(self, moment: datetime | str) -> None:
        """Let time pass as it does for a machine that is switched off: nothing happens on the way."""
        self.now = there(moment, self.zone) if isinstance(moment, str) or moment.tzinfo is None else moment

    def next_due(self) -> datetime | None:
        times = [self.store.load(NextAlarm()), self.store.load(NextMessage())]
        return min((one for one in times if one is not None), default=None)

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
        """What was written, the oldest first."""
        page = self.store.load(MessagePage(EVENT, mail(to) if to and "@" not in to else to, kind, limit=1_000_000))
        return list(reversed(page))

    def kinds(self, to: str) -> list[str]:
        return [message.kind for message in self.messages(to=to)]

    def alarms(self, start: str = "") -> list[Alarm]:
        alarms = self.store.load(DueAlarms(datetime.max.replace(tzinfo=UTC, microsecond=0), 1_000_000))
        return [alarm for alarm in alarms if alarm.key.startswith(start)]

    def actions(self, subject: str = "") -> list[str]:
        lines = self.store.load(AuditPage(EVENT, limit=1_000_000))
        return [line.action for line in lines if subject in ("", line.subject)]

    # What must hold.

    def _execute(self, order: Order) -> Decision:
        decision = execute(self.store, RULES, order, self.now)
        if self.checks:
            self.check()
        return decision

    def check(self) -> None:
        event = self.store.load(Get(Event, (EVENT,)))
        if event is None:
            return
        over = max(event.taken - event.cap, 0)
        assert over <= max(self.peak - event.cap, 0), "S1: more seats are taken than there are"
        self.peak = event.taken if over else event.cap
        check_counters(event, self.guests())
        check_audit(self.store)


def full_room(**fields: Any) -> Room:  # noqa: ANN401 - fields and settings of the event
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
    assert len({guest.email for guest in guests}) == len(guests), "S2: somebody is on the list twice"
    assert all(offer.seats == sum(share.seats for share in offer.shares) for offer in offers if offer.kind == "seat")


def check_audit(store: Store) -> None:
    """The audit replays to exactly the stored state."""
    problems: list[audit.Broken] = []
    lines = store.load(AuditPage(limit=1_000_000))
    replayed = audit.replay(lines, problems)
    audit.compare(replayed, store.load(AllRecords()), problems)
    assert problems == []
