"""Staff's actions: confirm, cancel, no-show and undo; each shows its result."""

import re

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from tests.web.desk.frontdesk.appointments.book import ALONE, Front, at
from tests.web.desk.support import Desk, text_of

HOME = "/desk/appointments"


def location(desk: Desk, deed: str, name: str, **fields: str) -> str:
    answer = desk.send(f"{HOME}/a/{name}/{deed}", fields)
    assert answer.status_code == 303, text_of(answer)
    return str(answer.headers["location"])


def test_someone_who_called_is_confirmed(desk: Desk, day: Front) -> None:
    assert location(desk, "confirm", "ada") == f"{HOME}/a/ada?done=confirmed"
    assert day.appointment("Ada").status == "confirmed"
    assert location(desk, "confirm", "emil", back="day") == f"{HOME}?day=2026-06-03&done=confirmed"


@pytest.mark.parametrize("tell", [True, False])
def test_a_cancelled_time_is_offered_and_its_customer_told_if_wanted(
    desk: Desk, day: Front, tell: bool
) -> None:
    fields = {"tell": "yes"} if tell else {}
    assert location(desk, "cancel", "ada", back="day", **fields) == f"{HOME}?done=cancelled_offered"
    assert day.appointment("Ada").status == "cancelled"
    assert day.slot("adac1").status in {"open", "handed_back"}
    told = day.evening.load(MessagePage(scope="appointments", to="+4915123456789"))
    assert [one.kind for one in told] == (["cancelled"] if tell else [])


def test_a_time_that_is_another_by_now_is_not_cancelled(desk: Desk, day: Front) -> None:
    page = desk.web.get(f"{HOME}/a/ada").text
    (seen,) = re.findall(r'name="chain" value="(\d+)"', page)
    day.evening.give(EditAppointment(appointment_id="ada", starts_at=at("2026-06-09T10:00")))
    answer = desk.send(f"{HOME}/a/ada/cancel", {"chain": seen})
    assert answer.status_code == 409
    assert "The appointment has another time by now." in text_of(answer)
    assert day.appointment("Ada").status == "booked"
    assert desk.send(f"{HOME}/a/ada/cancel", {"chain": "2"}).status_code == 303


def test_where_the_loop_is_off_a_cancelled_time_is_only_free(desk: Desk, day: Front) -> None:
    day.writes(ALONE)
    assert location(desk, "cancel", "ada") == f"{HOME}/a/ada?done=cancelled"
    assert "The waitlist is not asked: the rules say so." in desk.read(f"{HOME}/a/ben")


def test_nobody_misses_what_has_not_begun(desk: Desk, day: Front) -> None:
    assert "They did not come:" not in desk.read(f"{HOME}/a/ada")
    answer = desk.send(f"{HOME}/a/ada/no-show")
    assert answer.status_code == 409
    assert "wait until five minutes after the start" in text_of(answer)
    day.evening.passes(hours=3, minutes=4)
    assert "They did not come" not in desk.read(f"{HOME}/a/ada")
    assert desk.send(f"{HOME}/a/ada/no-show").status_code == 409
    day.evening.passes(minutes=1)
    assert "They did not come" in desk.read(f"{HOME}/a/ada")
    assert location(desk, "no-show", "ada") == f"{HOME}/a/ada?done=no_show_offered"


def test_what_has_begun_is_not_confirmed_any_more(desk: Desk, day: Front) -> None:
    day.evening.passes(hours=3, minutes=5)
    assert "They are coming" not in desk.read(f"{HOME}/a/ada")
    answer = desk.send(f"{HOME}/a/ada/confirm")
    assert "It has begun already, or is over." in text_of(answer)


def test_a_slip_is_taken_back(desk: Desk, day: Front) -> None:
    assert location(desk, "restore", "ida") == f"{HOME}/a/ida?done=restored"
    assert day.appointment("Ida").status == "booked"


def test_whoever_was_told_that_it_is_off_is_told_that_it_stands_again(
    desk: Desk, day: Front
) -> None:
    location(desk, "cancel", "emil", tell="yes")
    assert "Take it back… The appointment stands again, if nobody else has the time." in desk.read(
        f"{HOME}/a/emil"
    )
    assert location(desk, "restore", "emil", tell="yes") == f"{HOME}/a/emil?done=restored"
    told = day.evening.load(MessagePage(scope="appointments", to="emil@example.org"))
    assert [one.kind for one in told] == ["restored", "cancelled"]
    assert "Stands again" in desk.read("/desk/mailbox")


def test_whether_to_tell_is_not_asked_of_what_has_begun_nor_of_whoever_has_no_address(
    desk: Desk, day: Front
) -> None:
    assert "Take it back…" not in desk.read(f"{HOME}/a/ida")
    day.books("Hal", "2026-06-03T12:00", email="")
    day.cancels("Hal")
    page = desk.read(f"{HOME}/a/hal")
    assert "Take it back" in page
    assert "Take it back…" not in page


def test_a_confirmation_by_mistake_is_taken_back_and_the_story_says_so(
    desk: Desk, day: Front
) -> None:
    assert "Not confirmed after all" not in desk.read(f"{HOME}/a/ada")
    location(desk, "confirm", "ada")
    assert "Not confirmed after all" in desk.read(f"{HOME}/a/ada")
    assert location(desk, "unconfirm", "ada") == f"{HOME}/a/ada?done=unconfirmed"
    assert day.appointment("Ada").status == "booked"
    page = desk.read(f"{HOME}/a/ada?done=unconfirmed")
    assert "Taken back: they have not confirmed, and their reminders go on." in page
    assert "The confirmation of Ada was taken back" in page


def test_once_it_has_begun_a_confirmation_is_not_taken_back(desk: Desk, day: Front) -> None:
    location(desk, "confirm", "ada")
    day.evening.passes(hours=3, minutes=5)
    assert "Not confirmed after all" not in desk.read(f"{HOME}/a/ada")
    assert desk.send(f"{HOME}/a/ada/unconfirm").status_code == 409


def test_a_time_that_is_offered_is_taken_back_and_not_offered_any_more(
    desk: Desk, day: Front
) -> None:
    assert location(desk, "restore", "gus") == f"{HOME}/a/gus?done=restored"
    assert day.appointment("Gus").status == "booked"
    assert "It is no longer offered." in desk.read("/desk/waitlist/slots/gusc1")


def test_a_time_that_someone_else_has_is_not_taken_back(desk: Desk, day: Front) -> None:
    day.claims("gusc1")
    answer = desk.send(f"{HOME}/a/gus/restore")
    assert answer.status_code == 409
    assert "This time is not free" in text_of(answer)


def test_what_is_not_there_is_said(desk: Desk, day: Front) -> None:
    answer = desk.send(f"{HOME}/a/nobody/cancel")
    assert answer.status_code == 404
    assert "There is no such appointment" in text_of(answer)
    assert day.appointment().status == "booked"
