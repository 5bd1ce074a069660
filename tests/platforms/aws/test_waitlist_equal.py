"""Promise L5 for the waitlist: memory, SQLite and DynamoDB end in equal states.

All are fed the same commands, drawn from a seed. Every answer, every alarm that rings and every
message that leaves is compared with the other stores' on the way.
"""

from collections.abc import Iterator
from datetime import datetime
from types import ModuleType
from typing import Any

import pytest

from fullhouse.engine.ports import AuditOfSubject, Store
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb import derived_items, erasure
from fullhouse.platforms.aws.dynamodb.derived_items import queue_of
from fullhouse.platforms.aws.dynamodb.item_codec import ordered
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.rules import WAITLIST
from fullhouse.products.frontdesk.shared.proposals import ProposalPage
from fullhouse.products.frontdesk.waitlist import model
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDays
from sim.stories import sqlite_store
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.platforms.aws.crowd import Crowd
from tests.platforms.aws.same import forgets_nobody, state
from tests.products.frontdesk.waitlist.salon import NOON
from tests.support.proof import some_of
from tests.support.rsvp_world import check_audit, there

SEEDS = ("26", "180", "193")  # between them they give every command, and offers end in every way
STEPS = 60
BEGINNING = 20  # what `make test` plays of one seed


def questions(crowd: Crowd) -> Iterator[Need[Any]]:
    """Ask for whatever can be asked about the waitlist, whole and in pages."""
    for line in ("colour", "cut", "table"):
        yield model.LinePage(line)
        for order in ("priority", "joined"):
            for staff in ("", "Jess", "Sam"):
                usual: dict[str, Any] = {
                    "line": line,
                    "date": "2026-06-21",
                    "weekday": "sun",
                    "time": "17:00",
                    "staff": staff,
                    "order": order,
                }
                yield model.FittingEntries(**usual, party=2, down_fitting=True, limit=3)
                yield model.FittingEntries(
                    **usual, party=1, down_fitting=False, limit=100, mail_only=True
                )
                yield model.FittingEntries(
                    **usual, party=3, down_fitting=True, limit=100, busy=True
                )
    yield from (
        model.LinePage(limit=3),
        model.NextExpiring(),
        model.LineCounts(),
        model.UnsyncedEntries(after="e2"),
    )
    yield from (
        model.EntryPage(state) for state in ("", "waiting", "booked", "left", "removed", "expired")
    )
    yield from (model.SlotPage(status, limit=5) for status in ("", "open", "booked", "handed_back"))
    since, until = there(NOON), crowd.now
    yield from (
        model.SlotsBetween(since, until),
        model.FreedBetween(since, until),
        model.EntryPage(after="e3"),
    )
    yield from (model.OffersOfEntry(name) for name in crowd.entries)
    yield from (ProposalPage(), ProposalPage("approved"), CalendarDays("2026-01-01"))
    yield from (
        AuditOfSubject("waitlist", name, limit=5) for name in (*crowd.slots[:3], *crowd.entries[:3])
    )


def check_equal(seed: str, *stores: Store, steps: int = STEPS) -> Crowd:
    """Play a seed on all stores; compare what they hold at the end and answer to every query."""
    crowd = Crowd(seed, *stores)
    crowd.play(steps)
    for need in questions(crowd):
        crowd.ask(need)
    crowd.all(state)
    for store in stores:
        check_audit(store)
    return crowd


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (SEEDS[0], BEGINNING),
        *(pytest.param(seed, STEPS, marks=pytest.mark.proof) for seed in SEEDS),
    ],
)
def test_l5_the_same_commands_end_in_equal_states(
    emulator: Emulator, seed: str, steps: int
) -> None:
    with sqlite_store() as sqlite, dynamodb(emulator) as dynamo:
        check_equal(seed, MemoryStore(), sqlite, dynamo, steps=steps)


def test_the_seeds_give_every_command_and_offers_end_in_every_way() -> None:
    crowds = [check_equal(seed, MemoryStore()) for seed in SEEDS]
    assert {name for crowd in crowds for name in crowd.given} >= {
        tag_of(command) for command in WAITLIST.rules
    }
    offers = [
        one
        for crowd in crowds
        for name in crowd.slots
        for one in crowd.ask(model.OffersOfSlot(name))
    ]
    assert {one.status for one in offers} >= {"claimed", "declined", "timed_out", "withdrawn"}


def without_priority(_priority: int, joined_at: datetime, entry_id: str) -> str:
    return f"0 {ordered(joined_at, entry_id)}"


def never_busy(line: str, staff: str, *, busy: bool) -> str:
    return queue_of(line, staff, busy=busy and False)


PLANTED: dict[str, tuple[ModuleType, str, Any]] = {
    "priority counts for nothing": (derived_items, "turn_at", without_priority),
    "nobody is busy": (derived_items, "queue_of", never_busy),
    "nobody is forgotten": (erasure, "carry_out", forgets_nobody),
}


@pytest.mark.parametrize("difference", some_of(PLANTED, 1))
def test_a_planted_difference_is_found(
    emulator: Emulator, difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dynamodb(emulator) as dynamo:
        check_equal("", MemoryStore(), dynamo, steps=0)
    monkeypatch.setattr(*PLANTED[difference])
    with dynamodb(emulator) as dynamo, pytest.raises(AssertionError):
        check_equal("", MemoryStore(), dynamo, steps=0)
