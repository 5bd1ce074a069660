"""Staff book someone into a time on offer: offers match the staff left, no more and no less."""

import pytest

from fullhouse.products.frontdesk.refill.slot_sync import MOST_AT_ONCE, SyncSlot
from tests.engine.front_desk import OPEN, TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

ONE_STAFF = ("Staff: Jess, Sam", "Staff: Jess")
TRIM = ("- Colour: 90 minutes, 120 EUR", "- Colour: 90 minutes, 120 EUR\n- Trim: 10 minutes")


@pytest.mark.parametrize("staff", ["", "Jess"])
def test_whoever_is_written_into_the_only_chair_stops_its_offer(staff: str) -> None:
    desk = FrontDesk(ONE_STAFF)
    desk.join("anna")
    desk.book("kim", staff="")
    desk.cancel("kim")
    desk.book("moe", staff=staff)
    assert (desk.fate("kimc1"), desk.standing()) == (("handed_back", "booked_over"), {"moe": "Moe"})


def test_a_booking_into_the_last_chair_stops_the_offer_of_nobody_in_particular() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book("kim", staff="")
    desk.book("lee", staff="Jess")
    desk.cancel("kim")
    desk.book("moe", staff="Sam")
    assert (desk.fate("kimc1"), desk.held()) == (("handed_back", "booked_over"), [])


def test_a_move_by_mistake_and_back_leaves_nothing_on_offer() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book("kim", staff="")
    desk.book("lee", staff="Jess")
    desk.move("kim")
    assert desk.asked("kimc1") == "anna"
    desk.move("kim", starts_at=TONIGHT)
    assert (desk.fate("kimc1"), desk.asked("kimc2")) == (("handed_back", "booked_over"), "anna")


def test_a_booking_beside_which_a_chair_is_left_stops_nothing() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free(staff="")
    desk.book("moe", staff="")
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])


def test_of_two_slots_the_later_one_makes_room() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free("first", TONIGHT, staff="")
    desk.free("second", "2026-06-20 18:30", staff="")
    desk.book("moe", staff="")
    assert (desk.held(), desk.fate("second")) == (["first"], ("handed_back", "gave_way"))


def test_a_slot_that_goes_because_its_own_chair_is_filled_takes_no_other_with_it() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free("first", TONIGHT, staff="Jess")
    desk.free("second", TONIGHT, staff="", source="desk")
    desk.book("moe", staff="Jess")
    assert (desk.fate("first"), desk.held()) == (("handed_back", "booked_over"), ["second"])


def test_a_slot_that_was_withdrawn_a_moment_ago_takes_no_other_with_it() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.free("first", TONIGHT, staff="", ref="B1")
    desk.free("second", TONIGHT, staff="", ref="B2")
    desk.withdraw("first")
    desk.book("moe", staff="")
    desk.settle()
    assert desk.held() == ["second"]


def test_a_slot_that_is_claimed_already_keeps_its_chair_though_it_comes_later() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free("second", "2026-06-20 18:30", staff="")
    desk.settles = False
    desk.claim("anna")
    desk.join("ben")
    desk.free("first", TONIGHT, staff="")
    desk.book("moe", staff="")
    for alarm in desk.alarms("follow:first"):
        desk.give(alarm.command)
    assert [one.key for one in desk.alarms("withdraw:")] == ["withdraw:first"]
    desk.settle()
    assert desk.standing() == {"second": "Anna", "moe": "Moe"}


def test_with_a_chair_less_in_the_rules_one_slot_less_is_offered() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free("first", TONIGHT, staff="")
    desk.free("second", TONIGHT, staff="", ref="B2")
    desk.write(RULES_TEXT, OPEN, ONE_STAFF)
    assert desk.held() == ["first"]


def test_someone_who_is_ill_takes_every_slot_of_the_day_with_them() -> None:
    desk = FrontDesk(TRIM)
    desk.join("anna", service="Trim")
    names = [f"k{number:02d}" for number in range(30)]
    for number, name in enumerate(names):
        desk.book(name, f"2026-06-22 {10 + number // 6}:{number % 6}0", service="Trim")
    for name in names:
        desk.cancel(name)
    assert (len(desk.held()), len(desk.waiting())) == (1, 29)
    desk.settles = False
    desk.book("ill", "2026-06-22 09:00", minutes=480)
    followed = [one.command for one in desk.alarms("follow:")]
    assert [len(one.rest) for one in followed if isinstance(one, SyncSlot)] == [
        *[0] * MOST_AT_ONCE,
        17,
    ]
    desk.settle()
    assert (desk.held(), {one.status for one in desk.slots()}) == ([], {"handed_back"})
