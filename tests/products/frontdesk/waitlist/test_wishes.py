"""Weekdays and times of day that suit a customer, by the clock on the salon's wall."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.wishes import in_week_order
from tests.products.frontdesk.waitlist.salon import Salon, phone


def why(salon: Salon, name: str = "anna") -> str:
    """Why the slot does not fit."""
    return queue.fitting(salon.slot(), salon.rulebook).fits(salon.entry(name))


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"weekdays": ("sat",)}, ""),
        ({"weekdays": ("mon", "sat")}, ""),
        ({"weekdays": ("mon", "sun")}, "weekday_does_not_fit"),
        ({"from_time": "17:00"}, ""),
        ({"from_time": "18:00"}, ""),
        ({"from_time": "18:01"}, "time_does_not_fit"),
        ({"until_time": "18:01"}, ""),
        ({"until_time": "18:00"}, "time_does_not_fit"),
        ({"from_time": "17:00", "until_time": "20:00", "weekdays": ("sat",)}, ""),
        ({"from_time": "12:00", "until_time": "17:00"}, "time_does_not_fit"),
    ],
)
def test_only_slots_on_their_weekdays_and_at_their_times_are_offered(
    wish: dict[str, Any], reason: str
) -> None:
    salon = Salon()
    salon.join("anna", **wish)
    salon.free(starts_at="2026-06-20 18:00")  # a Saturday
    assert (salon.asked(), why(salon)) == ("" if reason else "anna", reason)


def test_whoever_is_behind_gets_the_slot_that_does_not_suit_the_first() -> None:
    salon = Salon()
    salon.join("anna", weekdays=("mon",))
    salon.join("ben")
    salon.free()
    assert salon.asked() == "ben"


@pytest.mark.parametrize(
    ("starts_at", "zone", "weekday", "time"),
    [
        ("2026-06-20 23:30", "Europe/Berlin", "sat", "23:30"),
        ("2026-06-21 00:30", "America/New_York", "sun", "00:30"),
        ("2026-10-24 17:00", "Europe/Berlin", "sat", "17:00"),
        ("2026-10-26 17:00", "Europe/Berlin", "mon", "17:00"),
        ("2027-03-28 17:00", "Europe/Berlin", "sun", "17:00"),
    ],
)
def test_weekday_and_time_are_those_on_the_wall_also_when_clocks_change(
    starts_at: str, zone: str, weekday: str, time: str
) -> None:
    salon = Salon(("Europe/Berlin", zone))
    salon.zone = zone
    salon.free(starts_at=starts_at)
    need = queue.fitting(salon.slot(), salon.rulebook)
    assert (need.weekday, need.time) == (weekday, time)


def test_all_seven_days_are_any_day() -> None:
    week = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    assert in_week_order(frozenset(week)) == ()
    assert in_week_order(frozenset({"sun", "mon"})) == ("mon", "sun")


# Joining again.


def test_joining_again_by_staff_updates_dates_and_wishes_and_keeps_the_place() -> None:
    salon = Salon()
    salon.join("anna", latest="2026-06-19")
    salon.join("ben")
    joined_at = salon.entry("anna").joined_at
    wish = {"earliest": "2026-06-20", "weekdays": ("sat",), "from_time": "17:00", "party": 1}
    answer = salon.join("anna", entry_id="again", **wish, source="desk")
    assert (answer.code, answer.entry and answer.entry.id) == ("updated", "anna")
    entry = salon.entry("anna")
    assert (entry.earliest, entry.latest, entry.weekdays) == ("2026-06-20", "", ("sat",))
    assert (entry.from_time, entry.joined_at, entry.unwritten) == ("17:00", joined_at, True)
    assert {one.id for one in salon.entries()} == {"anna", "ben"}
    salon.free()
    assert salon.asked() == "anna"


def test_joining_again_by_the_form_changes_nothing_and_sends_the_link_for_each_change() -> None:
    salon = Salon()
    salon.join("anna")
    before = salon.entry("anna")
    for day in ("mon", "tue", "wed", "mon"):
        assert salon.join("anna", entry_id=day, weekdays=(day,)).code == "already"
    assert len(salon.messages("joined")) == 4
    assert salon.entry("anna") == before


def test_what_an_email_can_confirm_is_left_to_the_link_in_it() -> None:
    salon = Salon()
    salon.join("anna", phone="", email="anna@example.org")
    again = {"entry_id": "again", "phone": "", "email": "anna@example.org", "weekdays": ("mon",)}
    assert salon.join("anna", **again).code == "already"
    assert len(salon.messages("joined")) == 1


def test_joining_again_at_the_desk_sends_nothing() -> None:
    salon = Salon()
    salon.join("anna")
    assert salon.join("anna", entry_id="again", weekdays=("mon",), source="desk").code == "updated"
    assert len(salon.messages("joined")) == 1


def test_an_offer_that_does_not_suit_any_more_goes_to_the_next() -> None:
    salon = Salon()
    salon.join("anna", phone=phone("anna"), email="anna@example.org")
    salon.join("ben")
    salon.free()
    assert salon.asked() == "anna"
    answer = salon.join("anna", entry_id="again", weekdays=("mon",), source="desk")
    assert (answer.code, salon.asked()) == ("updated", "ben")
    assert (salon.entry("anna").offer, salon.entry("anna").state) == ("", "waiting")


def test_the_form_takes_no_offer_away() -> None:
    salon = Salon()
    salon.join("anna", source="desk", weekdays=("sat",))
    salon.join("ben")
    salon.free()
    assert salon.asked() == "anna"
    assert salon.join("anna", entry_id="again", weekdays=("mon",)).code == "already"
    assert (salon.asked(), salon.entry("anna").weekdays) == ("anna", ("sat",))


def test_an_offer_that_still_suits_is_kept() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    again = {"entry_id": "again", "weekdays": ("sat",), "source": "desk"}
    assert salon.join("anna", **again).code == "updated"
    assert salon.asked() == "anna"


def test_a_sheet_row_of_someone_who_waits_changes_nothing_yet() -> None:
    salon = Salon()
    salon.join("anna")
    answer = salon.join("anna", entry_id="row", weekdays=("mon",), source="sheet")
    assert (answer.code, salon.entry("anna").weekdays) == ("already", ())


def test_an_email_with_another_phone_proves_nothing_yet() -> None:
    salon = Salon()
    salon.join("anna", email="anna@example.org")
    again = {"entry_id": "again", "email": "anna@example.org", "weekdays": ("mon",)}
    answer = salon.join("anna", **again, phone=phone("zoe"))
    assert (answer.code, salon.entry("anna").weekdays) == ("already", ())


# Two people on one phone.


def test_two_people_on_one_phone_are_two_entries_and_each_is_asked_by_name() -> None:
    salon = Salon()
    salon.join("anna", phone=phone("home"))
    assert salon.join("ben", phone=phone("home")).code == "joined"
    salon.free()
    salon.free("later", "2026-06-20 20:00")
    assert (salon.asked(), salon.asked("later")) == ("anna", "")
    salon.claim("anna")
    assert (salon.entry("anna").state, salon.asked("later")) == ("booked", "ben")
    salon.claim("ben")
    assert salon.entry("ben").state == "booked"


def test_one_of_two_on_a_phone_may_leave_and_stop_is_for_both() -> None:
    salon = Salon()
    salon.join("anna", "ben", "carl", phone=phone("home"))
    salon.leave("anna")
    assert [salon.entry(name).state for name in ("anna", "ben")] == ["left", "waiting"]
    salon.reach(phone("home"), "opted_out")
    assert [salon.entry(name).channel for name in ("ben", "carl")] == ["", ""]


def test_the_name_is_compared_as_people_write_it() -> None:
    salon = Salon()
    salon.join("anna", name="Anna  Berg")
    assert salon.join("anna", entry_id="again", name="anna berg").code == "already"


def test_an_edit_to_the_name_of_another_on_the_same_phone_is_refused() -> None:
    salon = Salon()
    salon.join("anna", "ben", phone=phone("home"))
    assert salon.edit("ben", name="Anna").code == "already"
    assert salon.edit("ben", name="Benny").code == "edited"
