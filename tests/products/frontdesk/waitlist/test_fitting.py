"""Whom a slot fits, and in which order they are asked."""

from typing import Any

import pytest

from fullhouse.kernel.offers import (
    Candidate,
    HandBack,
    MakeOffer,
    NobodyFits,
    Opening,
    RollOn,
    next_move,
)
from fullhouse.products.frontdesk.waitlist import queue
from tests.products.frontdesk.waitlist.salon import Salon, phone
from tests.support.rsvp_world import there

DAY = "2026-06-20"
NO_DOWN_FITTING = ("may take a larger slot: yes", "may take a larger slot: no")
BY_JOIN_TIME = ("Order: priority first, then join time", "Order: join time")


def why(salon: Salon, name: str) -> str:
    """Why the slot does not fit."""
    return queue.fitting(salon.slot(), salon.rulebook).fits(salon.entry(name))


def test_a_slot_fits_those_who_wait_for_its_service() -> None:
    salon = Salon()
    salon.join("anna", service="Cut")
    salon.join("ben", service="colour")
    salon.free()
    assert (salon.asked(), why(salon, "anna")) == ("ben", "other_service")


@pytest.mark.parametrize(("party", "asked"), [(1, "anna"), (3, "anna"), (4, "anna"), (5, "")])
def test_smaller_parties_may_take_a_larger_table(party: int, asked: str) -> None:
    salon = Salon()
    salon.join("anna", service="Table", party=party)
    salon.free(service="Table", staff="", party_capacity=4)
    assert salon.asked() == asked
    assert (why(salon, "anna") == "party_does_not_fit") == (asked == "")


@pytest.mark.parametrize(("party", "asked"), [(3, ""), (4, "anna"), (5, "")])
def test_or_may_not_if_the_rules_say_so(party: int, asked: str) -> None:
    salon = Salon(NO_DOWN_FITTING)
    salon.join("anna", service="Table", party=party)
    salon.free(service="Table", staff="", party_capacity=4)
    assert salon.asked() == asked


@pytest.mark.parametrize(
    ("earliest", "latest", "fits"),
    [
        ("", "", True),
        (DAY, "", True),
        ("", DAY, True),
        (DAY, DAY, True),
        ("2026-06-21", "", False),
        ("", "2026-06-19", False),
        ("2026-06-01", "2026-06-30", True),
    ],
)
def test_the_date_falls_into_the_window_of_whoever_is_asked(
    earliest: str, latest: str, fits: bool
) -> None:
    salon = Salon()
    salon.join("anna", earliest=earliest, latest=latest)
    salon.free()
    assert salon.asked() == ("anna" if fits else "")
    assert why(salon, "anna") == ("" if fits else "date_does_not_fit")


@pytest.mark.parametrize(
    ("starts_at", "zone", "date"),
    [
        ("2026-06-20 23:59", "Europe/Berlin", "2026-06-20"),
        ("2026-06-21 00:00", "Europe/Berlin", "2026-06-21"),
        ("2026-06-20 23:30", "Pacific/Auckland", "2026-06-20"),
        ("2026-06-21 00:30", "America/New_York", "2026-06-21"),
        ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25 23:59", "Europe/Berlin", "2026-10-25"),
        ("2027-03-28 02:30", "Europe/Berlin", "2027-03-28"),
        ("2027-03-28 00:00", "Europe/Berlin", "2027-03-28"),
    ],
)
def test_the_date_is_that_of_the_clock_on_the_salons_wall(
    starts_at: str, zone: str, date: str
) -> None:
    salon = Salon(("Europe/Berlin", zone))
    salon.zone = zone
    salon.free(starts_at=starts_at)
    assert queue.fitting(salon.slot(), salon.rulebook).date == date


@pytest.mark.parametrize(
    ("wanted", "works", "asked"),
    [
        ("", "Jess", "anna"),
        ("Jess", "Jess", "anna"),
        ("Sam", "Jess", ""),
        ("", "", "anna"),
        ("Jess", "", ""),
    ],
)
def test_whoever_asked_for_someone_is_only_asked_for_theirs(
    wanted: str, works: str, asked: str
) -> None:
    salon = Salon()
    salon.join("anna", staff=wanted)
    salon.free(staff=works)
    assert salon.asked() == asked
    assert (why(salon, "anna") == "other_staff") == (asked == "")


def order(salon: Salon) -> list[str]:
    salon.after(hours=3)
    return [one.entry_id for one in salon.offers()]


def test_priority_lifts_people_and_within_a_tier_who_joined_first_is_asked_first() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.join("cem", "dora", priority=1)
    salon.join("emil", priority=2)
    salon.free()
    assert order(salon) == ["emil", "cem", "dora", "anna", "ben"]


def test_rules_may_go_by_join_time_alone() -> None:
    salon = Salon(BY_JOIN_TIME)
    salon.join("anna", "ben")
    salon.join("cem", priority=9)
    salon.free()
    assert order(salon) == ["anna", "ben", "cem"]


def test_a_sheet_may_say_when_someone_joined() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("ben", joined_at=there("2026-06-01 09:00"))
    salon.free()
    assert order(salon) == ["ben", "anna"]


def test_two_who_joined_at_the_same_instant_are_asked_in_the_same_order_every_time() -> None:
    salon = Salon()
    salon.join("ben", "anna", joined_at=there("2026-06-01 09:00"))
    salon.free()
    assert order(salon) == ["anna", "ben"]


def test_a_longer_line_is_gone_through_page_by_page() -> None:
    salon = Salon(("Tries per slot: 5", "Tries per slot: 20"), checks=False)
    names = [f"guest{number:02}" for number in range(14)]
    salon.join(*names)
    for name in names[:7]:
        salon.reach(phone(name), "opted_out")
    salon.free()
    assert order(salon) == names[7:]


@pytest.mark.parametrize("tries", [0, 3])
@pytest.mark.parametrize(
    "at", ["2026-06-20 12:00", "2026-06-20 17:49", "2026-06-20 17:50", "2026-06-20 22:00"]
)
@pytest.mark.parametrize("so_far", [(), ("a",), ("a", "b"), ("a", "b", "c")])
@pytest.mark.parametrize(
    "reasons", [("", "", ""), ("unreachable", "", ""), ("held_another_offer",) * 3]
)
def test_exactly_one_of_four_moves_and_the_same_inputs_give_the_same(
    tries: int, at: str, so_far: tuple[str, ...], reasons: tuple[str, ...]
) -> None:
    rules = Salon(
        (f"Tries per slot: {5}", f"Tries per slot: {tries or 'no limit'}")
    ).rulebook.offer_rules
    people = tuple(Candidate(name, reason) for name, reason in zip("abc", reasons, strict=True))
    inputs: Any = (Opening(there("2026-06-20 17:50")), people, so_far, rules, there(at))
    move = next_move(*inputs)
    assert move == next_move(*inputs)
    assert isinstance(move, NobodyFits | MakeOffer | RollOn | HandBack)
    if isinstance(move, MakeOffer | RollOn):
        assert move.who not in so_far
        assert isinstance(move, RollOn) == bool(so_far)
        assert there(at) < move.ends_at <= there("2026-06-20 17:50")
