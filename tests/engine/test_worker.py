"""Moving a clock that stands still: everything on the way happens, in order, at its own time."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.clock import SystemClock
from fullhouse.engine.core import Engine
from fullhouse.engine.worker import ClockMovedBack, ManualClock, advance_to, next_due_at
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock, clock_in
from fullhouse.products.rsvp.commands import CancelGuest, CreateEvent, SignUp

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Carrier:
    """Takes every letter and notes when it came."""

    carries = CHANNELS

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.taken: list[tuple[datetime, str, str]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.taken.append((self.clock.now(), message.kind, message.to.partition("@")[0]))
        return Sent()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(START)


@pytest.fixture
def carrier(clock: VirtualClock) -> Carrier:
    return Carrier(clock)


@pytest.fixture
async def engine(tmp_path: Path, clock: VirtualClock, carrier: Carrier) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, clock, carrier, "http://fullhouse.test", settles=True
    ) as opened:
        yield opened


async def seat_one_of(engine: Engine, *names: str) -> None:
    """Open an evening with one seat, and let these people sign up."""
    starts_at = datetime(2026, 6, 20, 18, 0)
    create = CreateEvent(
        event_id="supper", name="Supper", starts_at=starts_at, timezone="Europe/Berlin", cap=1
    )
    await engine.execute(create, "test")
    for name in names:
        email = f"{name}@example.org"
        await engine.execute(
            SignUp(event_id="supper", guest_id=name, name=name, email=email), "test"
        )


async def test_the_clock_arrives_where_it_was_sent_when_nothing_is_due(
    engine: Engine, clock: VirtualClock
) -> None:
    await advance_to(engine, clock, START + HOUR)
    assert clock.now() == START + HOUR
    assert next_due_at(engine) is None


async def test_each_offer_lapses_and_rolls_on_at_its_own_time(
    engine: Engine, clock: VirtualClock, carrier: Carrier
) -> None:
    await seat_one_of(engine, "ada", "ben", "cleo", "dan")
    carrier.taken.clear()
    await engine.execute(CancelGuest(event_id="supper", guest_id="ada"), "test")
    await advance_to(engine, clock, START + 30 * HOUR)
    offers = [(at - START, to) for at, kind, to in carrier.taken if kind == "offer"]
    # Ben is asked at once, Cleo six hours later; her deadline moves from the night to 8:00.
    assert offers == [(0 * HOUR, "ben"), (6 * HOUR, "cleo"), (21 * HOUR, "dan")]


async def test_what_is_due_at_the_very_target_still_happens(
    engine: Engine, clock: VirtualClock, carrier: Carrier
) -> None:
    await seat_one_of(engine, "ada")
    due = next_due_at(engine)
    assert due is not None
    carrier.taken.clear()
    await advance_to(engine, clock, due)
    assert [at for at, _, _ in carrier.taken] == [due]


async def test_messages_leave_in_the_order_of_their_times(
    engine: Engine, clock: VirtualClock, carrier: Carrier
) -> None:
    await seat_one_of(engine, "ada")
    await advance_to(engine, clock, START + timedelta(days=30))
    times = [at for at, _, _ in carrier.taken]
    assert times == sorted(times)
    assert [kind for _, kind, _ in carrier.taken].count("reminder") == 3


async def test_the_clock_does_not_go_back(engine: Engine, clock: VirtualClock) -> None:
    with pytest.raises(ClockMovedBack):
        await advance_to(engine, clock, START - HOUR)
    assert clock.now() == START
    with pytest.raises(ValueError, match="does not go back"):
        clock.move_to(START - HOUR)


def test_only_a_clock_that_stands_still_can_be_moved(clock: VirtualClock) -> None:
    assert isinstance(clock, ManualClock)
    assert not isinstance(SystemClock(), ManualClock)


def test_a_clock_remembers_where_it_stood(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    assert clock_in(file, START).now() == START
    clock_in(file, START).move_to(START + HOUR)
    assert clock_in(file, START).now() == START + HOUR
    assert clock_in(file, START + 2 * HOUR).now() == START + 2 * HOUR
    file.write_text("no time at all")
    assert clock_in(file, START).now() == START
