"""Seats given back and set aside: none appears, none gets lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.products.rsvp.capacity import FreedSeats, Shares, kept_within, take_from, total

shares = st.lists(
    st.builds(FreedSeats, st.sampled_from(["anna", "ben", "host"]), st.integers(1, 5)), max_size=5
).map(tuple)


@pytest.mark.parametrize(
    ("cap", "taken", "seats", "kept"),
    [(10, 10, 2, 2), (10, 5, 2, 2), (10, 11, 2, 1), (10, 12, 2, 0), (10, 30, 2, 0), (10, 10, 0, 0)],
)
def test_of_seats_given_back_those_within_the_cap_are_kept(
    cap: int, taken: int, seats: int, kept: int
) -> None:
    assert kept_within(cap, taken, seats) == kept


@given(cap=st.integers(1, 50), taken=st.integers(0, 80), seats=st.integers(0, 50))
def test_keeping_seats_never_fills_a_room_beyond_its_cap(cap: int, taken: int, seats: int) -> None:
    kept = kept_within(cap, taken, seats)
    assert 0 <= kept <= seats
    assert kept == 0 or taken - seats + kept <= cap
    assert kept == seats or taken - seats + kept + 1 > cap


def test_the_longest_set_aside_are_drawn_first() -> None:
    assert take_from((FreedSeats("anna", 2, ("x",)), FreedSeats("ben", 3)), 3) == (
        (FreedSeats("anna", 2, ("x",)), FreedSeats("ben", 1)),
        (FreedSeats("ben", 2),),
    )


def test_more_than_there_is_cannot_be_drawn() -> None:
    assert take_from((FreedSeats("anna", 2),), 5) == ((FreedSeats("anna", 2),), ())
    assert take_from((), 5) == ((), ())


@given(shares=shares, seats=st.integers(0, 30))
def test_drawing_keeps_every_seat_and_its_story(shares: Shares, seats: int) -> None:
    drawn, left = take_from(shares, seats)
    assert total(drawn) == min(seats, total(shares))
    assert total(drawn) + total(left) == total(shares)
    assert all(share.seats > 0 for share in (*drawn, *left))
    names = [share.freed_by for share in shares for _ in range(share.seats)]
    assert [share.freed_by for share in (*drawn, *left) for _ in range(share.seats)] == names
