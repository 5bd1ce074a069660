"""Where the seats of a room are, and who has them."""

from collections import Counter
from itertools import chain

import pytest

from fullhouse.products.rsvp.room_plan import (
    Headcount,
    row_lengths,
    seat_states,
    seats_in_rows,
    spot_of,
)
from tests.support.rsvp_world import full_room


@pytest.mark.parametrize("seats", [1, 2, 3, 7, 40, 100, 399])
def test_every_seat_is_in_one_row(seats: int) -> None:
    rows = seats_in_rows(seats)
    assert sorted(chain.from_iterable(rows)) == list(range(seats))
    assert [len(row) for row in rows] == list(row_lengths(seats))


def test_a_row_fills_from_its_middle() -> None:
    assert seats_in_rows(7) == ((1, 0, 2), (5, 3, 4, 6))


def test_seats_are_taken_held_or_open_and_some_are_mine() -> None:
    states = seat_states(Headcount(40, 18, 2), mine=3, spot=spot_of("ada"))
    assert Counter(states) == {"taken": 15, "mine": 3, "held": 2, "open": 20}


def test_the_own_seats_stay_while_others_come() -> None:
    def mine(confirmed: int) -> list[int]:
        states = seat_states(Headcount(40, confirmed), mine=2, spot=spot_of("ada"))
        return [seat for seat, state in enumerate(states) if state == "mine"]

    assert mine(2) == mine(20) == mine(40)


def test_no_more_are_mine_than_are_taken() -> None:
    assert "mine" not in seat_states(Headcount(5), mine=2)


def test_above_a_lowered_cap_all_seats_are_drawn() -> None:
    lowered = Headcount(3, 4, 1)
    assert (lowered.seats, lowered.open) == (5, 0)
    assert Counter(seat_states(lowered)) == {"taken": 4, "held": 1}


def test_a_large_room_is_drawn_in_proportion() -> None:
    assert Headcount(1000, 500, 250).in_proportion(100) == Headcount(100, 50, 25)
    assert Headcount(80, 50, waiting=3).in_proportion(100) == Headcount(80, 50)


def test_the_counters_of_an_event_are_its_seats() -> None:
    room = full_room()
    assert Headcount.of(room.event) == Headcount(2, 2, 0, waiting=2)
