"""The day at the front desk: staff columns, appointments, freed slots, and a booking form."""

import re
from typing import Any

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentPage
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from tests.web.desk.frontdesk.appointments.book import ALONE, Front
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.support import Desk, text_of

HOME = "/desk/appointments"
NEW = {
    "name": "Zoe",
    "phone": "0151 23456780",
    "service": "Cut",
    "staff": "Jess",
    "date": "2026-06-02",
    "time": "10:00",
}


def drawn(desk: Desk, path: str = HOME) -> list[str]:
    return re.findall(r'<svg class="slot (\w+)"', desk.web.get(path).text)


def booked(front: Front) -> list[Appointment]:
    found = front.evening.load(AppointmentPage())
    return list(found)


def test_a_house_without_rules_is_asked_to_write_them(desk: Desk) -> None:
    for path in (HOME, f"{HOME}/list"):
        assert "First write the rules." in desk.read(path)


def test_the_picture_shows_each_appointment_as_it_stands_and_what_was_freed(
    desk: Desk, day: Front
) -> None:
    assert drawn(desk) == ["no_show", "offered", "booked", "confirmed", "booked", "booked"]
    words = desk.web.get(HOME).text
    offered = "12:00 Cut, offered to Fay until 11:10"
    assert f"Jess: 09:00 Cut, Ida, did not come; {offered}; 14:00 Cut, Ada, not" in words
    assert "1 of 4 appointments confirmed" in desk.read(HOME)
    day.writes(ALONE)
    day.cancels("Ada")
    assert drawn(desk) == ["no_show", "offered", "cancelled", "confirmed", "booked", "booked"]


def test_a_day_without_bookings_says_so(desk: Desk, day: Front) -> None:
    assert "Nobody is booked." in desk.read(f"{HOME}?day=2026-06-02")
    assert drawn(desk, f"{HOME}?day=2026-06-02") == []
    assert drawn(desk, f"{HOME}?day=2026-06-03") == ["booked"]
    assert "Nobody in particular" in desk.read(f"{HOME}?day=2026-06-03")
    assert day.appointment("Emil").staff == ""


def test_what_was_filled_again_is_shown_once(desk: Desk, day: Front) -> None:
    day.claims("gusc1")
    assert drawn(desk) == ["no_show", "booked", "booked", "confirmed", "booked", "booked"]
    assert "12:00 Fay" in tidy(desk.read(HOME))


def test_a_chair_that_is_booked_twice_is_marked_and_not_refused(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:15")
    answer = desk.send(f"{HOME}/book", NEW)
    assert answer.headers["location"] == f"{HOME}?day=2026-06-02&done=booked_over"
    page = tidy(desk.read(f"{HOME}?day=2026-06-02&done=booked_over"))
    assert "Someone else is booked for the same chair at that time" in page
    assert "At the same time as Ada." in page
    assert "At the same time as Zoe." in page


def test_an_appointment_is_written_down_and_its_customer_told_only_if_wanted(
    desk: Desk, front: Front
) -> None:
    answer = desk.send(f"{HOME}/book", NEW)
    assert answer.headers["location"] == f"{HOME}?day=2026-06-02&done=booked"
    assert front.evening.load(MessagePage(scope="appointments")) == ()
    desk.send(f"{HOME}/book", {**NEW, "time": "11:00", "tell": "yes"})
    assert [one.kind for one in front.evening.load(MessagePage(scope="appointments"))] == ["booked"]
    first = min(booked(front), key=lambda one: one.starts_at)
    assert (first.name, first.phone, first.staff, first.minutes) == (
        "Zoe",
        "+4915123456780",
        "Jess",
        45,
    )


def occasion(page: str) -> str:
    found = re.search(r'name="occasion" value="(\w+)"', page)
    assert found is not None
    return found[1]


def test_a_form_that_is_sent_twice_books_once_and_tells_once(desk: Desk, front: Front) -> None:
    form = {**NEW, "tell": "yes", "occasion": occasion(desk.web.get(HOME).text)}
    first, again = (desk.send(f"{HOME}/book", form) for _ in range(2))
    assert first.headers["location"] == f"{HOME}?day=2026-06-02&done=booked"
    assert again.headers["location"] == f"{HOME}?day=2026-06-02&done=already"
    assert "This appointment is in the book already." in desk.read(again.headers["location"])
    assert len(booked(front)) == 1
    assert [one.kind for one in front.evening.load(MessagePage(scope="appointments"))] == ["booked"]


def test_a_form_put_right_is_still_the_same_when_it_is_sent_twice(desk: Desk, front: Front) -> None:
    asked = occasion(desk.web.get(HOME).text)
    answer = desk.send(f"{HOME}/book", {**NEW, "name": "", "occasion": asked})
    assert occasion(answer.text) == asked
    for _ in range(2):
        desk.send(f"{HOME}/book", {**NEW, "occasion": asked})
    assert len(booked(front)) == 1


def test_whoever_else_is_typed_into_a_form_that_was_sent_is_booked_too(
    desk: Desk, front: Front
) -> None:
    asked = occasion(desk.web.get(HOME).text)
    for name in ("Zoe", "Yara"):
        desk.send(f"{HOME}/book", {**NEW, "name": name, "occasion": asked})
    assert {one.name for one in booked(front)} == {"Zoe", "Yara"}


def test_the_same_typed_into_two_forms_is_booked_twice(desk: Desk, front: Front) -> None:
    one, other = (occasion(desk.web.get(HOME).text) for _ in range(2))
    assert one != other
    for asked in (one, other):
        desk.send(f"{HOME}/book", {**NEW, "occasion": asked})
    assert len(booked(front)) == 2


def test_a_form_names_no_appointment_of_its_own_choice(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-03T10:00")
    desk.send(f"{HOME}/book", {**NEW, "occasion": "ada"})
    assert sorted(one.name for one in booked(front)) == ["Ada", "Zoe"]


def test_what_cannot_be_used_stays_in_the_form(desk: Desk, front: Front) -> None:
    answer = desk.send(
        f"{HOME}/book", {**NEW, "name": "", "service": "", "time": "25:00", "minutes": "x"}
    )
    assert answer.status_code == 422
    page = text_of(answer)
    for words in (
        "Please enter a name.",
        "Choose a service.",
        "Say the day and the time at which it starts.",
        "Say how many minutes it takes",
    ):
        assert words in page
    assert 'value="0151 23456780"' in answer.text
    assert booked(front) == []


def test_what_the_rules_refuse_stays_in_the_form(desk: Desk, front: Front) -> None:
    answer = desk.send(f"{HOME}/book", {**NEW, "date": "2032-06-02"})
    assert answer.status_code == 422
    assert "at most two years away" in answer.text
    assert 'id="time-error"' in answer.text
    assert booked(front) == []


@pytest.mark.parametrize(("rules", "said"), [("", False), (ALONE, True)])
def test_the_day_says_when_given_up_times_are_not_offered(
    desk: Desk, front: Front, rules: str, said: bool
) -> None:
    if rules:
        front.writes(rules)
    for path in (HOME, "/desk/waitlist"):
        assert ("Given-up times are not offered to the waitlist" in desk.read(path)) is said


def test_whoever_does_not_answer_is_to_be_called(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00", phone="+4915123456789")
    for minutes in (180, 23 * 60 + 5, 20):
        front.evening.passes(minutes=minutes)
    page = tidy(desk.read(f"{HOME}?day=2026-06-02"))
    assert "Does not answer: call +4915123456789." in page


@pytest.mark.parametrize(
    ("when", "fields", "words"),
    [
        ("2026-06-02T12:00", {"email": ""}, "Could not be reached."),
        ("2026-06-01T22:00", {"remind_at": (1,)}, "Could not be reminded in time."),
    ],
)
def test_whoever_was_never_reminded_is_not_said_to_be_silent(
    desk: Desk, front: Front, when: str, fields: dict[str, Any], words: str
) -> None:
    front.books("Ada", when, **fields)
    front.evening.passes(hours=2)
    front.evening.passes(hours=8, minutes=1)
    page = tidy(desk.read(f"{HOME}?day={when[:10]}"))
    assert page.count(words) == 2
    assert "Does not answer" not in page


def test_a_day_that_is_no_day_is_today(desk: Desk, day: Front) -> None:
    assert drawn(desk, f"{HOME}?day=soon") == drawn(desk)
    assert day.appointment().status == "booked"


def test_the_page_follows_what_changes_in_the_book_and_on_the_waitlist(
    desk: Desk, day: Front
) -> None:
    def version() -> str:
        return str(
            desk.web.get(f"{HOME}/live", headers={"accept": "application/json"}).json()["version"]
        )

    before = version()
    day.confirms("Ada")
    middle = version()
    day.declines("gusc1")
    assert len({before, middle, version()}) == 3


def test_staff_are_told_that_no_confirmation_could_be_sent(desk: Desk, day: Front) -> None:
    for address in ("+4915123456780", "zoe@example.org"):
        day.evening.give(NoteReach(address=address, reach="opted_out"))
    asked = {**NEW, "tell": "yes"}
    answer = desk.send(f"{HOME}/book", asked)
    assert answer.headers["location"] == f"{HOME}?day=2026-06-02&done=booked_untold"
    page = tidy(desk.read(f"{HOME}?day=2026-06-02&done=booked_untold"))
    assert "No confirmation could be sent: texts are stopped or spent" in page
    assert not [one for one in day.evening.load(MessagePage(kind="booked")) if "zoe" in one.to]
    again = desk.send(f"{HOME}/book", {**asked, "name": "Yan"})
    assert again.headers["location"] == f"{HOME}?day=2026-06-02&done=booked_over_untold"


def test_nobody_is_missed_who_has_no_address(desk: Desk, day: Front) -> None:
    answer = desk.send(f"{HOME}/book", {**NEW, "phone": "", "tell": "yes"})
    assert answer.headers["location"] == f"{HOME}?day=2026-06-02&done=booked"
