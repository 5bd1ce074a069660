"""Effects of a commit about appointments: ticks, alarms and messages."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.alarms import AlarmDue, changed, ring, ring_late
from fullhouse.platforms.aws.mail.outbox import (
    DISPATCH,
    SENDER,
    forward_late,
    sent_by,
    wake_if_late,
)
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import Appointment, DaySchedule
from fullhouse.products.frontdesk.appointments.reminder_ticks import TICKING
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import Slot
from tests.platforms.aws.support import START, World
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone

AWAKE = RULES_TEXT.replace("Europe/Berlin", "Asia/Singapore").replace("21:00 to 08:00", "none")
STARTS = START + timedelta(hours=20)

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world() -> World:
    """A salon in Singapore: Anna is booked for tomorrow, and Ben waits for the same."""
    found = World()
    found.scheduler.zones.add("Asia/Singapore")
    found.give(SaveDocument(name="rules", text=AWAKE))
    found.give(JoinWaitlist(entry_id="ben", name="Ben", phone=phone("ben"), service="Colour"))
    booked: dict[str, Any] = {
        "name": "Anna",
        "phone": phone("anna"),
        "service": "Colour",
        "staff": "Jess",
    }
    found.give(
        commands.BookAppointment(appointment_id="anna", starts_at=STARTS, remind_at=(19,), **booked)
    )
    return found


def due(world: World, key: str) -> datetime:
    found: datetime = world.store.alarms[key].due_at
    return found


async def rung(world: World, key: str) -> None:
    await ring(world.executor, AlarmDue(key, due(world, key)))


async def test_a_move_that_is_due_is_rung_by_the_reminder_and_sent_by_dispatch(
    world: World,
) -> None:
    world.after(minutes=75)
    world.give(commands.Tick(at=world.clock.now(), again=False))
    await changed(world.executor, world.schedules, "move:anna", None)
    ((function, _, told),) = world.scheduler.rings()
    assert (function, told["alarm"]) == ("ar-reminder", "move:anna")
    await rung(world, "move:anna")
    (reminder,) = world.messages("reminder")
    assert sent_by(reminder) == DISPATCH
    world.after(minutes=2)
    await forward_late(world.engine, SENDER)
    assert "reminder" not in [one.kind for one in world.carrier.handed]
    await forward_late(world.engine, DISPATCH)
    assert "reminder" in [one.kind for one in world.carrier.handed]


async def test_a_time_that_is_given_up_is_freed_by_what_joins_the_lists(world: World) -> None:
    world.give(commands.CancelAppointment(appointment_id="anna"))
    await changed(world.executor, world.schedules, "free:annac1", None)
    ((function, _, _),) = world.scheduler.rings()
    assert function == "ar-refill"
    await rung(world, "free:annac1")
    slot = world.executor.load(Get(Slot, ("annac1",)))
    assert slot is not None
    assert (slot.status, slot.starts_at) == ("open", STARTS)
    (day,) = world.store.shelf(DaySchedule).values()
    assert [(one.id, one.by) for one in day.taken] == [("annac1", "slot")]


async def test_an_alarm_that_is_set_anew_within_the_same_second_rings_all_the_same(
    world: World,
) -> None:
    world.after(minutes=75)
    for _ in range(2):
        world.give(commands.Tick(at=world.clock.now(), again=False))
        await changed(world.executor, world.schedules, "move:anna", None)
        world.after(milliseconds=5)
    for _, _, told in world.scheduler.rings():
        await ring(world.executor, msgspec.convert(told, AlarmDue))
    assert len(world.messages("reminder")) == 1


async def test_the_sweep_leaves_what_was_left_lying_to_whose_it_is(world: World) -> None:
    world.give(commands.CancelAppointment(appointment_id="anna"))
    world.after(minutes=2)
    await ring_late(world.executor, world.schedules)
    wake_if_late(world.executor, world.schedules)
    assert {function for function, _, _ in world.scheduler.rings()} >= {"ar-refill"}
    found = world.executor.load(Get(Appointment, ("anna",)))
    assert found is not None
    assert found.status == "cancelled"


async def test_the_tick_of_rules_that_were_saved_is_booked_for_the_reminder_in_the_businesss_zone(
    world: World,
) -> None:
    tick, *_ = sorted(key for key in world.store.alarms if key.startswith(TICKING))
    await changed(world.executor, world.schedules, tick, None)
    ((function, when, _),) = world.scheduler.rings()
    assert function == "ar-reminder"
    assert when.endswith("Asia/Singapore")
