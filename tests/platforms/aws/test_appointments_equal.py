"""Promise L5 for appointments: memory, SQLite and DynamoDB end in equal states.

All are fed the same commands of customers and staff, drawn from a seed, with the waitlist beside
it. Every answer, every alarm that rings and every message that leaves is compared with the other
stores' on the way.
"""

from collections.abc import Iterator
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest

from fullhouse.engine.ports import AuditOfSubject, Store
from fullhouse.kernel.commands import tag_of
from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb import erasure, item_codec
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments import model
from fullhouse.products.frontdesk.rules import APPOINTMENTS
from sim.stories import sqlite_store
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.platforms.aws.desk_crowd import DeskCrowd
from tests.platforms.aws.same import forgets_nobody, state
from tests.products.frontdesk.waitlist.salon import NOON, mail, phone
from tests.support.proof import some_of
from tests.support.rsvp_world import check_audit, there

SEEDS = ("1", "3", "10")
STEPS = 50
BEGINNING = 20  # what `make test` plays of one seed


def questions(crowd: DeskCrowd) -> Iterator[Need[Any]]:
    """Ask for whatever can be asked about appointments, whole and in pages."""
    since, until = there(NOON) - timedelta(days=1), crowd.now + timedelta(days=9)
    yield from (model.AppointmentsBetween(since, until, limit=limit) for limit in (3, 500))
    yield from (
        model.AppointmentPage(status)
        for status in ("", "booked", "confirmed", "cancelled", "no_show")
    )
    yield from (
        model.AppointmentPage(after="b3", limit=2),
        model.UnwrittenAppointments(),
        model.OldestEnded(),
    )
    yield from (model.OldestEnded(crowd.now, "x", 3), model.UnwrittenAppointments("b2", 2))
    yield from (model.AppointmentsAt(of(who)) for who in "aceg" for of in (phone, mail))
    yield from (need(name) for name in crowd.booked for need in (model.SendsOf, model.RepliesOf))
    yield model.Days("2026-06-01", "2026-12-31")
    yield from (AuditOfSubject("appointments", name, limit=5) for name in crowd.booked[:5])


def check_equal(seed: str, *stores: Store, steps: int = STEPS) -> DeskCrowd:
    """Play a seed on all stores; compare what they hold at the end and answer to every query."""
    crowd = DeskCrowd(seed, *stores)
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


def test_the_seeds_give_every_command_and_appointments_end_in_every_way() -> None:
    crowds = [check_equal(seed, MemoryStore()) for seed in SEEDS]
    assert {name for crowd in crowds for name in crowd.given} >= {
        tag_of(command) for command in APPOINTMENTS.rules
    }
    found = [one for crowd in crowds for one in crowd.ask(model.AppointmentPage(limit=500))]
    assert {one.status for one in found} == {"booked", "confirmed", "cancelled", "no_show"}
    assert {"waitlist", "form"} <= {one.source for one in found}


def at_one_place(appointment: model.Appointment) -> dict[str, Any]:
    return {"shelf": "all", "starts": appointment.id, "known": appointment.id}


PLANTED: dict[str, tuple[ModuleType, str, Any]] = {
    "the time counts for nothing": (
        item_codec,
        "BESIDE",
        {**item_codec.BESIDE, model.Appointment: at_one_place},
    ),
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
