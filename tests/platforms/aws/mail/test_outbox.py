"""Messages leave once, when they may: woken by stream, schedule or sweep, however often."""

from datetime import timedelta

import pytest

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.relay import LEASE, LeaseMessage
from fullhouse.kernel.messages import Message, Refused, ResultUnknown
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.mail.outbox import MESSENGER, forward, forward_late, wake_if_late
from tests.platforms.aws.support import World
from tests.support.rsvp_world import EVENT, sign_up, there


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world() -> World:
    world = World()
    world.give(sign_up("anna"))
    return world


def confirmation(world: World) -> Message:
    (message,) = world.messages("confirmation")
    return message


async def woken(world: World) -> None:
    await forward(world.engine, world.schedules, confirmation(world).id)


async def test_what_may_leave_goes_to_the_carrier_once_however_often_it_is_told(
    world: World,
) -> None:
    for _ in range(3):
        await woken(world)
    assert [message.to for message in world.carrier.handed] == ["anna@example.org"]
    assert confirmation(world).status == "sent"
    assert world.scheduler.calls == []


async def test_a_message_that_is_not_known_any_more_is_no_trouble(world: World) -> None:
    await forward(world.engine, world.schedules, "nothing")
    assert world.carrier.handed == []


async def test_what_may_leave_later_gets_a_schedule_in_the_events_zone() -> None:
    world = World()
    world.clock.move_to(there("2026-06-01 23:00"))
    world.give(sign_up("anna", source="import"))
    await woken(world)
    assert world.carrier.handed == []
    for _ in range(2):
        await woken(world)
    told = {"message": confirmation(world).id}
    assert world.scheduler.rings() == [("messenger", "at(2026-06-02T08:00:00) Europe/Berlin", told)]
    world.clock.move_to(there("2026-06-02 08:00"))
    await woken(world)
    assert confirmation(world).status == "sent"


async def test_a_refusal_is_tried_again_by_a_schedule(world: World) -> None:
    world.carrier.answers.append(Refused("try later"))
    await woken(world)
    await woken(world)
    assert [when for _, when, _ in world.scheduler.rings()] == [
        "at(2026-06-01T11:01:00) Europe/Berlin"
    ]
    world.after(minutes=1)
    await woken(world)
    assert confirmation(world).status == "sent"


async def test_what_somebody_has_in_hand_is_looked_at_again_when_their_time_is_over(
    world: World,
) -> None:
    message = confirmation(world)
    world.give(LeaseMessage(product=message.product, message_id=message.id))
    await woken(world)
    assert world.carrier.handed == []
    assert [when for _, when, _ in world.scheduler.rings()] == [
        "at(2026-06-01T11:02:00) Europe/Berlin"
    ]
    world.clock.move_to(world.clock.now() + LEASE)
    await woken(world)
    assert confirmation(world).status == "sent"


async def test_a_moment_is_waited_for_because_clocks_differ(world: World) -> None:
    world.clock = world.engine.clock = world.executor.clock = type(world.clock)(
        confirmation(world).not_before - timedelta(milliseconds=20)
    )
    await woken(world)
    assert world.scheduler.calls == []


async def test_the_messenger_is_rung_only_if_something_was_left_lying(world: World) -> None:
    wake_if_late(world.executor, world.schedules)
    assert world.scheduler.calls == []
    world.after(minutes=1)
    wake_if_late(world.executor, world.schedules)
    assert world.scheduler.rings() == [
        ("messenger", "at(2026-06-01T09:01:04) UTC", {"sweep": True})
    ]


async def test_the_sweep_sends_what_was_left_lying(world: World) -> None:
    world.carrier.answers.append(ResultUnknown("no answer"))
    await woken(world)
    assert confirmation(world).status == "sending"
    world.after(minutes=4)
    await forward_late(world.engine, MESSENGER)
    assert confirmation(world).status == "sent"


async def test_a_message_that_cannot_be_relayed_holds_up_none_of_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.give(sign_up("ben"))
    world.after(minutes=1)
    load, broken = world.store.load, {"left": 1}

    def refuse(need: object) -> object:
        if type(need).__name__ == "Get" and broken["left"]:
            broken["left"] -= 1
            raise StoreDown
        return load(need)  # type: ignore[arg-type]  # any need

    monkeypatch.setattr(world.store, "load", refuse)
    with pytest.raises(HandlerFailed, match="1 messages"):
        await forward_late(world.engine, MESSENGER)
    assert len(world.carrier.handed) == 1
    assert {message.scope for message in world.carrier.handed} == {EVENT}
