"""Lines about times that customers pick: online booking, staff hours, buffers and maximums."""

import pytest

from fullhouse.products.frontdesk.shared.rulebook.document import format_rules
from fullhouse.products.frontdesk.shared.rulebook.model import (
    Hours,
    PublicBooking,
    Rulebook,
    StaffHours,
)
from tests.products.frontdesk.shared.rulebook.lines import reason, understood

SERVICES = "- Cut: 45 minutes, 55 EUR\n- Colour: 90 minutes, 120 EUR\n"
STAFF = "Staff: Jess, Jess Miller, Sam\n"


def test_nobody_may_book_online_until_the_rules_say_so() -> None:
    book = understood(SERVICES)
    assert book.public_services == ()
    assert book.public_booking == PublicBooking(False, (), 120, 60)
    assert "Online booking" not in format_rules(book)


def test_anyone_may_book_every_service_or_those_that_are_named() -> None:
    for said, names in {"yes": ["Cut", "Colour"], "colour": ["Colour"], "No": []}.items():
        book = understood(f"{SERVICES}Online booking: {said}")
        assert [service.name for service in book.public_services] == names
        assert understood(format_rules(book)) == book
    twice = understood(f"{SERVICES}Online booking: Cut, cut and Colour")
    assert twice.public_booking.services == ("Cut", "Colour")


def test_a_service_that_can_be_booked_stands_above() -> None:
    assert "There is no service 'Shave'" in reason(f"{SERVICES}Online booking: Shave")


@pytest.mark.parametrize(
    ("written", "minutes"), [("3 hours before", 180), ("1 day ahead", 1440), ("0 minutes", 0)]
)
def test_the_notice_is_how_long_before_one_may_book(written: str, minutes: int) -> None:
    book = understood(f"Booking notice: {written}")
    assert book.public_booking.notice_minutes == minutes
    assert understood(format_rules(book)) == book


def test_the_horizon_is_a_number_of_days() -> None:
    book = understood("Booking horizon: 30 days ahead")
    assert book.public_booking.horizon_days == 30
    assert understood(format_rules(book)) == book
    assert "number of days" in reason("Booking horizon: 36 hours")
    assert "It must be from 1 day to 366 days." in reason("Booking horizon: 400 days")


def test_time_between_appointments_stays_free() -> None:
    book = understood("Time between appointments: 10 minutes")
    assert book.buffer_minutes == 10
    assert "Time between appointments: 10 minutes" in format_rules(book)
    assert "It must be from 0 minutes to 8 hours." in reason("Time between appointments: 9 hours")


def test_staff_have_hours_of_their_own() -> None:
    book = understood(
        f"{STAFF}Staff hours: Jess Mon 09:00-12:00 and 12:30-16:00; sam: Tue 9-17, Wed closed;"
    )
    assert book.staff_hours == (
        StaffHours("Jess", (Hours(0, "09:00", "12:00"), Hours(0, "12:30", "16:00"))),
        StaffHours("Sam", (Hours(1, "09:00", "17:00"),)),
    )
    assert book.hours_of("Jess Miller") is None
    listed = understood(f"{STAFF}Staff hours\n- Jess Miller: Fri 09:00-12:00\n- Sam: daily closed")
    assert listed.hours_of("Jess Miller") == (Hours(4, "09:00", "12:00"),)
    assert listed.hours_of("Sam") == ()
    for one in (book, listed):
        assert understood(format_rules(one)) == one


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Staff hours: Kim Mon 09:00-12:00", "begins with a name"),
        ("Staff hours: Sam Mon 09:00-12:00; Sam Tue 09:00-12:00", "written twice"),
        ("Staff hours: Sam Mon 09:00-12:00 and 11:00-13:00", "contradict"),
        ("Staff hours: Sam Mon closed and 11:00-13:00", "contradict"),
        ("Staff hours: Sam", "begins with a name"),
        (f"Staff hours: Sam Mon {' '.join(['09:00-09:01'] * 101)}", "contradict"),
        ("Daily maximum: Kim 3", "A name is one"),
        ("Daily maximum: 0", "from 1 to 999"),
        ("Daily maximum: many", "from 1 to 999"),
        ("Daily maximum: 3, 4", "The maximum of all is written twice"),
        ("Daily maximum: Sam 3, sam: 4", "Sam is written twice"),
        ("Services\n- Cut: 45 minutes\nDaily maximum: Cut 3, cut 4", "Cut is written twice"),
    ],
)
def test_what_is_not_understood_is_said(line: str, why: str) -> None:
    assert why in reason(f"{STAFF}{line}")


def test_a_day_has_a_maximum_for_all_or_for_one() -> None:
    book = understood(f"{STAFF}Daily maximum: 12 a day, sam 6 and Jess Miller: 4 per day")
    assert book.daily_maximum == (("", 12), ("Sam", 6), ("Jess Miller", 4))
    assert understood(format_rules(book)) == book


def test_a_day_has_a_maximum_for_a_service() -> None:
    book = understood(
        f"Services\n- Colour: 90 minutes\n- Long cut 2: 45 minutes\n{STAFF}"
        "Daily maximum: 12, colour 3, Sam 6 and long cut 2: 4 a day"
    )
    assert book.daily_maximum == (("", 12), ("Sam", 6))
    assert book.service_maximum == (("Colour", 3), ("Long cut 2", 4))
    assert understood(format_rules(book)) == book


def test_a_name_of_staff_and_of_a_service_means_staff() -> None:
    book = understood(f"Services\n- Sam: 90 minutes\n{STAFF}Daily maximum: Sam 3")
    assert (book.daily_maximum, book.service_maximum) == ((("Sam", 3),), ())


def test_a_missing_colon_is_shown_with_the_longest_words_that_fit() -> None:
    assert "`Staff hours: Jess" in reason(f"{STAFF}Staff hours Jess Mon 9-12")
    assert Rulebook().hours_of("Jess") is None


def test_places_are_for_a_business_without_staff() -> None:
    book = understood("Places: 4")
    assert (book.places, book.chairs) == (4, 4)
    assert "Places: 4\n" in format_rules(book)
    assert (understood("").chairs, understood(STAFF).chairs) == (1, 3)
    for line in ("Places: 0", "Places: many", "Places: 201"):
        assert "from 1 to 200" in reason(line)
    assert "one of the lines" in reason(f"{STAFF}Places: 4")
    assert "one of the lines" in reason("Places: 4\nStaff: Sam")
