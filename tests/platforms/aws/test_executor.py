"""The executor on AWS: concurrent commands come out as if in sequence; waiters look again."""

import asyncio

import pytest

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws import executor
from fullhouse.products.rsvp.model import Event
from tests.platforms.aws.support import World
from tests.support.rsvp_world import EVENT, sign_up


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_orders_given_at_once_do_not_oversell() -> None:
    world = World(cap=2)
    orders = [Invocation(f"o{number}", "guest", sign_up(f"g{number}")) for number in range(5)]
    decisions = await asyncio.gather(*(world.executor.execute(order) for order in orders))
    assert [decision.answer.code for decision in decisions] == ["confirmed"] * 2 + [
        "waitlisted"
    ] * 3
    event = world.executor.load(Get(Event, (EVENT,)))
    assert event is not None
    assert (event.taken, event.waiting) == (2, 3)


async def test_whoever_waits_for_news_is_told_to_look_after_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executor, "NEWS_AFTER_SECONDS", 0.01)
    assert await World().executor.changed(EVENT, 3) == 4
