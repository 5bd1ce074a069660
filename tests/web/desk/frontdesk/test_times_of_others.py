"""Times that a customer has, or is offered: staff are asked before they free or book them."""

import re

import pytest

from tests.web.desk.frontdesk.appointments.book import ALONE, RULES, Front, at
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk, text_of

PATH = "/desk/waitlist/free"
FORM = {
    "service": "Cut",
    "starts_at": "2026-06-01T14:00",
    "staff": "Jess",
    "party_capacity": "1",
    "reason": "cancelled",
}
ASKED = "Mia has this time. Cancel the appointment, and offer the time to others?"


def booked(desk: Desk, rules: str = RULES) -> Front:
    front = Front(desk.evening)
    front.writes(rules)
    front.joins("Ada", "Cut")
    front.books("Mia", "2026-06-01T14:00", staff="Jess" if "Jess" in rules else "")
    return front


@pytest.mark.parametrize(
    ("rules", "staff"),
    [
        (RULES, "Jess"),
        (RULES.replace("Jess, Sam", "Jess"), ""),
        (RULES.replace("Staff: Jess, Sam\n", "").replace("Salon Jess", "Salon"), ""),
    ],
    ids=["named", "the only chair", "no staff"],
)
def test_staff_are_asked_before_an_appointment_is_cancelled(
    desk: Desk, rules: str, staff: str
) -> None:
    front = booked(desk, rules)
    page = desk.send(PATH, {**FORM, "staff": staff})
    assert (page.status_code, ASKED in tidy(text_of(page))) == (409, True)
    assert front.appointment("Mia").stands
    assert desk.evening.mails("cancelled") == []
    (mark,) = re.findall(r'name="confirmed" value="([^"]*)"', page.text)
    answer = desk.send(PATH, {**FORM, "staff": staff, "confirmed": mark})
    assert answer.headers["location"] == "/desk/waitlist?done=freed"
    assert front.appointment("Mia").status == "cancelled"
    assert len(desk.evening.mails("cancelled")) == 1


def test_an_answer_about_another_customer_is_asked_again(desk: Desk) -> None:
    front = booked(desk)
    page = desk.send(PATH, {**FORM, "confirmed": "someone"})
    assert (page.status_code, front.appointment("Mia").stands) == (409, True)


@pytest.mark.parametrize(
    "change", [{"staff": "Sam"}, {"staff": ""}, {"starts_at": "2026-06-01T16:00"}]
)
def test_a_time_that_nobody_has_is_freed_at_once(desk: Desk, change: dict[str, str]) -> None:
    front = booked(desk)
    assert desk.send(PATH, {**FORM, **change}).status_code == 303
    assert front.appointment("Mia").stands


def test_without_refill_no_appointment_is_cancelled_and_nobody_asked(desk: Desk) -> None:
    front = booked(desk, ALONE)
    assert desk.send(PATH, FORM).status_code == 303
    assert front.appointment("Mia").stands


BOOKING = {"name": "Otto", "service": "Cut", "staff": "Jess", "date": "2026-06-01", "time": "14:00"}


def test_staff_are_asked_before_a_booking_takes_a_time_that_is_on_offer(desk: Desk) -> None:
    front = Front(desk.evening)
    front.writes(RULES)
    front.joins("Tess", "Cut")
    front.frees("two", "Cut", at("2026-06-01T14:00"), staff="Jess")
    assert front.holder("two").name == "Tess"
    page = desk.send("/desk/appointments/book", BOOKING)
    assert page.status_code == 409
    assert "This time is on offer to Tess just now." in tidy(text_of(page))
    assert front.slot("two").status == "open"
    (mark,) = re.findall(r'name="confirmed" value="([^"]*)"', page.text)
    assert desk.send("/desk/appointments/book", {**BOOKING, "confirmed": mark}).status_code == 303
    assert front.slot("two").status == "handed_back"


def test_staff_are_not_asked_if_they_book_the_one_to_whom_the_time_is_offered(desk: Desk) -> None:
    front = Front(desk.evening)
    front.writes(RULES)
    front.joins("Tess", "Cut")
    front.frees("two", "Cut", at("2026-06-01T14:00"), staff="Jess")
    own = {**BOOKING, "name": "tess", "email": front.holder("two").email}
    assert desk.send("/desk/appointments/book", own).status_code == 303
    assert front.slot("two").status == "handed_back"
