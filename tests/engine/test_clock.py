"""The machine's own clock and ids."""

import re
from datetime import UTC, datetime

import time_machine

from fullhouse.engine.clock import RandomIds, SystemClock


def test_ids_are_hard_to_guess_and_easy_to_read() -> None:
    ids = {RandomIds().new() for _ in range(2000)}
    assert len(ids) == 2000
    assert all(re.fullmatch(r"[2-9a-km-np-z]{14}", one) for one in ids)


def test_ids_made_later_stand_behind_those_made_before() -> None:
    ids = RandomIds()
    with time_machine.travel(datetime(2026, 6, 1, 9, 0, tzinfo=UTC), tick=False) as traveller:
        made = [ids.new() for _ in range(3000)]
        traveller.move_to(datetime(2026, 6, 1, 8, 0, tzinfo=UTC))
        made.append(ids.new())
        traveller.move_to(datetime(2026, 6, 1, 9, 1, tzinfo=UTC))
        made.append(ids.new())
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert len({one[-6:] for one in made}) > 2900


def test_the_clock_tells_milliseconds_in_utc() -> None:
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert now.microsecond % 1000 == 0


def test_the_clock_never_runs_backwards_while_it_is_asked() -> None:
    clock = SystemClock()
    with time_machine.travel(datetime(2026, 6, 1, 9, 0, tzinfo=UTC), tick=False) as traveller:
        noon = clock.now()
        traveller.move_to(datetime(2026, 6, 1, 8, 0, tzinfo=UTC))
        assert clock.now() >= noon
