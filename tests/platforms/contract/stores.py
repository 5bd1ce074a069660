"""Every adapter of the store port under one roof, and what the suite puts into them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fullhouse.engine.ports import Store, Written
from fullhouse.kernel.audit import line
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, MustBeAbsent, Step, create
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp.commands import OfferFreeSeats
from fullhouse.products.rsvp.model import Event, Guest, ReminderPlan, Settings
from tests.aws.emulator import Emulator

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


Emulators = Callable[[], Emulator]


@contextmanager
def memory(_emulator: Emulators) -> Iterator[Store]:
    yield MemoryStore()


@contextmanager
def sqlite(_emulator: Emulators) -> Iterator[Store]:
    with TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        yield store


@contextmanager
def dynamo(emulator: Emulators) -> Iterator[Store]:
    from tests.aws.stores import dynamodb  # only here: the core's own tests run without botocore

    with dynamodb(emulator()) as store:
        yield store


# Each opens its store; the emulator is started only for the one that needs it.
ADAPTERS: dict[str, Callable[[Emulators], AbstractContextManager[Store]]] = {
    "memory": memory,
    "sqlite": sqlite,
    "dynamodb": dynamo,
}


def event(event_id: str = "e1", **fields: Any) -> Event:
    usual = {
        "name": "Party",
        "starts_at": datetime(2026, 6, 19, 19, 0),
        "ends_at": datetime(2026, 6, 19, 22, 0),
        "timezone": "Europe/Berlin",
        "venue": "",
        "host_email": "",
        "settings": Settings(),
        "plans": (ReminderPlan(0, ("1d",), "09:00"),),
        "created_at": NOW,
        "cap": 10,
    }
    return Event(id=event_id, **{**usual, **fields})


def guest(guest_id: str = "g1", **fields: Any) -> Guest:
    usual = {
        "event_id": "e1",
        "name": "Anna",
        "email": f"{guest_id}@example.org",
        "state": "confirmed",
        "joined_at": NOW,
    }
    return Guest(id=guest_id, **{**usual, **fields})


def message(message_id: str = "m1", **fields: Any) -> Message:
    usual = {
        "product": "rsvp",
        "kind": "reminder",
        "to": "anna@example.org",
        "scope": "e1",
        "queued_at": NOW,
        "not_before": NOW,
        "at": NOW,
    }
    return Message(id=message_id, **{**usual, **fields})


def alarm(key: str = "a1", minutes: int = 0, event_id: str = "e1") -> Alarm:
    return Alarm(key, NOW + timedelta(minutes=minutes), OfferFreeSeats(event_id=event_id))


def put(store: Store, *records: Record, scope: str = "e1") -> None:
    """Write new records, with their audit line; messages go where messages go."""
    messages = tuple(record for record in records if isinstance(record, Message))
    commit(
        store,
        *(create(record) for record in records if not isinstance(record, Message)),
        messages=messages,
        scope=scope,
    )


def put_apart(store: Store, records: Iterable[Record], at_once: int = 15) -> None:
    """Write new records, each with a line in a scope of its own, a few in one commit."""
    for some in batched(records, at_once):
        steps = tuple(
            Step(one.key[-1], "changed", "someone", (create(one),), "a note") for one in some
        )
        lines = tuple(line(step, NOW, "tester", "order-1") for step in steps)
        store.commit(Written(Decision(None, steps=steps), lines))


def batched(records: Iterable[Record], size: int) -> Iterator[list[Record]]:
    left = list(records)
    while left:
        yield left[:size]
        left = left[size:]


def commit(
    store: Store,
    *changes: Change[Any],
    messages: Iterable[Message] = (),
    set_alarms: Iterable[Alarm] = (),
    clear: Iterable[str] = (),
    rung: Alarm | None = None,
    absent: Iterable[MustBeAbsent] = (),
    scope: str = "e1",
) -> None:
    steps = (Step(scope, "changed", "someone", changes, "a note"),) if changes else ()
    decision = Decision(
        None,
        steps=steps,
        messages=tuple(messages),
        set_alarms=tuple(set_alarms),
        clear_alarms=tuple(clear),
        absent=tuple(absent),
    )
    lines = tuple(line(step, NOW, "tester", "order-1") for step in steps)
    store.commit(Written(decision, lines, rung))
