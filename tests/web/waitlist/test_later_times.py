"""The claim page of a customer who has later appointments: move, keep both, or choose one."""

import re
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, EditAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL
from fullhouse.web.waitlist.later_times import choice_values, chosen
from fullhouse.web.waitlist.link_session import CustomerLinkSession, find_visit
from tests.web.waitlist.salon import RULES, START, Salon

MOVE = "Yes, move me to this time"
BOTH = "Take it and keep both"


def books(salon: Salon, name: str, days: int, /, **fields: Any) -> None:
    usual = {"name": "Ada", "email": "ada@example.org", "service": "Colour", "staff": "Sam"}
    starts_at = START + timedelta(days=days)
    command = BookAppointment(appointment_id=name, starts_at=starts_at, **{**usual, **fields})
    assert salon.give(command).code == "booked"


@pytest.fixture
def offered(salon: Salon) -> Salon:
    """Ada has a colour in a week; tomorrow's eleven o'clock with Jess is kept for her."""
    books(salon, "old", 7)
    salon.joins("Ada")
    salon.joins("Bob")
    salon.frees()
    assert salon.offer().entry_id == "ada"
    return salon


def status(salon: Salon, name: str) -> str:
    found = salon.load(Get(Appointment, (name,)))
    assert found is not None
    return found.status


def form_values(page: str) -> list[str]:
    return re.findall(r'name="replaces" value="([^"]*)"', page)


def test_the_page_says_what_is_given_up_and_offers_to_keep_both(
    offered: Salon, web: TestClient
) -> None:
    page = web.get(offered.link("claim", "Ada", 1)).text
    assert "You have a later appointment for this: <b>Monday 8 June, 11:00, with Sam</b>." in page
    assert "that one is cancelled" in page
    assert MOVE in page
    assert BOTH in page
    assert form_values(page) == ["old", "none"]


def test_move_books_the_new_time_and_frees_the_old_one(offered: Salon, web: TestClient) -> None:
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"}).text
    assert "It replaces your later appointment (Monday 8 June, 11:00), which is now cancelled." in (
        page
    )
    assert (status(offered, "old"), status(offered, "s1")) == ("cancelled", "booked")
    assert offered.offer(slot_id="oldc1").entry_id == "bob"


def test_keep_both_keeps_both(offered: Salon, web: TestClient) -> None:
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "none"}).text
    assert "replaces" not in page
    assert re.search(r"Your later appointment \(.*\) stays as it is\.", page)
    assert (status(offered, "old"), status(offered, "s1")) == ("booked", "booked")


def test_keep_all_says_that_they_stay(offered: Salon, web: TestClient) -> None:
    books(offered, "older", 9, staff="")
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "none"}).text
    assert "Your later appointments stay as they are." in page


def test_with_several_the_page_asks_which_one(offered: Salon, web: TestClient) -> None:
    books(offered, "older", 9, staff="")
    page = web.get(offered.link("claim", "Ada", 1)).text
    assert "Which one should this time replace?" in page
    assert "Wednesday 10 June, 11:00</span>" in page
    assert form_values(page) == ["old", "older", "none"]
    assert MOVE not in page
    web.post(offered.link("claim", "Ada", 1), data={"replaces": "older"})
    assert (status(offered, "old"), status(offered, "older")) == ("booked", "cancelled")


def test_without_later_appointments_nothing_is_asked(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    salon.frees()
    page = web.get(salon.link("claim", "Ada", 1)).text
    assert form_values(page) == []
    assert ">Yes, I&#39;d like it</button>" in page


def test_taking_it_after_all_leads_to_the_page_that_asks(offered: Salon, web: TestClient) -> None:
    page = web.get(offered.link("decline", "Ada", 1)).text
    assert form_values(page) == []
    form = re.search(r'<form method="get" action="([^"]*)">', page)
    assert form is not None
    assert MOVE in web.get(form[1]).text


def test_where_the_two_lists_are_apart_nothing_is_asked(offered: Salon, web: TestClient) -> None:
    offered.rules(RULES + "Refill from the waitlist: no\n")
    assert form_values(web.get(offered.link("claim", "Ada", 1)).text) == []


def test_a_stranger_with_the_link_sees_and_moves_nothing(offered: Salon) -> None:
    link = Link("claim", "waitlist", "ada", "s1-1")

    async def visit() -> CustomerLinkSession:
        found = find_visit(offered.engine, link)
        assert found is not None
        return replace(found, sent_to="another address")

    stranger = offered.call(visit)
    assert choice_values(offered.engine, stranger)["later"] == []
    assert chosen({"replaces": "old"}, stranger) == KEEP_ALL


def test_the_result_leads_to_where_the_booking_can_be_changed(
    offered: Salon, web: TestClient
) -> None:
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"}).text
    link = re.search(r'href="([^"]*)">Change or cancel it<', page)
    assert link is not None
    assert "Another time for Colour" in web.get(link[1]).text


def test_whoever_comes_now_reads_so_and_can_still_change_it(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    salon.frees(hours=-0.2, reason="no_show")
    salon.passes(minutes=5)
    page = web.post(salon.link("claim", "Ada", 1)).text
    assert "Come now, until 12:18" in page
    link = re.search(r'href="([^"]*)">Change or cancel it<', page)
    assert link is not None
    salon.passes(minutes=10)
    assert "Another time for Colour" in web.get(link[1]).text
    salon.passes(hours=2)
    assert "This time has passed." in web.get(link[1]).text


def test_a_booking_that_was_cancelled_since_cannot_be_changed(
    offered: Salon, web: TestClient
) -> None:
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"}).text
    assert "Change or cancel it" in page
    letter = offered.engine.composer.letter(offered.messages("booked")[0])
    cancel = letter.links["cancel"].partition("/l/")[2]
    assert "Yes, cancel it" in web.get(f"/l/{cancel}").text
    web.post(f"/l/{cancel}")
    assert status(offered, "s1") == "cancelled"
    assert "Change or cancel it" not in web.get(offered.link("claim", "Ada", 1)).text


def test_links_of_the_claim_mail_end_with_the_address(offered: Salon, web: TestClient) -> None:
    web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"})
    letter = offered.engine.composer.letter(offered.messages("booked")[0])
    cancel = letter.links["cancel"].partition("/l/")[2]
    offered.give(EditAppointment(appointment_id="s1", email="new@example.org"))
    assert "Yes, cancel it" not in web.get(f"/l/{cancel}").text


def test_a_choice_that_staff_changed_meanwhile_is_asked_again(
    offered: Salon, web: TestClient
) -> None:
    offered.give(EditAppointment(appointment_id="old", starts_at=START + timedelta(hours=4)))
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"}).text
    assert "Your other appointment was changed in the meantime" in page
    assert offered.slot().status == "open"


def test_a_later_appointment_that_the_page_did_not_show_is_asked_about(
    salon: Salon, web: TestClient
) -> None:
    salon.joins("Ada")
    salon.frees()
    link = salon.link("claim", "Ada", 1)
    assert BOTH not in web.get(link).text
    books(salon, "old", 7)
    page = web.post(link).text
    assert "Nothing was booked yet: you also have an appointment later." in page
    assert "changed in the meantime" not in page
    assert form_values(page) == ["old", "none"]
    assert (salon.slot().status, status(salon, "old")) == ("open", "booked")
    web.post(link, data={"replaces": "none"})
    assert (salon.slot().status, status(salon, "old")) == ("booked", "booked")


def test_a_time_that_overlaps_what_staff_booked_meanwhile_is_refused(
    offered: Salon, web: TestClient
) -> None:
    books(offered, "other", 1, service="Cut")
    page = web.post(offered.link("claim", "Ada", 1), data={"replaces": "none"})
    assert page.status_code == 409
    assert "<h1>You already have an appointment then.</h1>" in page.text
    assert offered.slot().status == "open"


def test_links_of_the_time_that_was_given_up_name_the_new_one(
    offered: Salon, web: TestClient
) -> None:
    web.post(offered.link("claim", "Ada", 1), data={"replaces": "old"})
    for purpose in ("reschedule", "cancel"):
        link = Link(purpose, "appointments", "old", "1-0")
        page = web.get(f"/l/{offered.engine.composer.keyring.sign(link)}").text
        assert "We expect you at another time: tomorrow, Tuesday 2 June, 11:00." in page
