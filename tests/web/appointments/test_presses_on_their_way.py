"""Answers on their way while staff put the customer's address right."""

import re

import pytest
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.appointments.commands import EditAppointment, EraseAppointment
from tests.support.overtaking import overtake
from tests.web.appointments.shop import Shop, at

WRONG, RIGHT = "wrong@example.org", "ada@example.org"
PRESSES = [
    ("confirm", {}),
    ("cancel", {}),
    ("reschedule", {"start": "2026-06-05T07:00Z", "staff": "Jess"}),
]


@pytest.mark.parametrize(("purpose", "fields"), PRESSES)
@pytest.mark.parametrize("offer", ["1-0", "1-24"])
def test_a_press_on_its_way_does_nothing_at_an_old_address(
    shop: Shop, web: TestClient, purpose: str, fields: dict[str, str], offer: str
) -> None:
    shop.books(tell=True, email=WRONG)
    shop.passes(hours=48)
    assert shop.appointment().reminded == (24,)
    right = EditAppointment(appointment_id="ada", email=RIGHT)
    overtake(shop.engine, right, by="staff")
    page = web.post(shop.reply(purpose, offer=offer), data=fields)
    assert page.status_code == 410
    assert "This link has been replaced." in page.text
    assert "Cut" not in page.text
    after = shop.appointment()
    assert (after.email, after.status, after.chain) == (RIGHT, "booked", 1)


@pytest.mark.parametrize(("purpose", "fields"), PRESSES)
def test_a_number_that_staff_add_meanwhile_stops_no_press(
    shop: Shop, web: TestClient, purpose: str, fields: dict[str, str]
) -> None:
    shop.books(tell=True)
    more = EditAppointment(appointment_id="ada", phone="+4915550109999")
    overtake(shop.engine, more, by="staff")
    assert web.post(shop.reply(purpose, offer="1-0"), data=fields).status_code == 200
    after = shop.appointment()
    assert (after.phone, after.rev) == ("+4915550109999", 2)


def test_whoever_is_erased_meanwhile_is_not_known_any_more(shop: Shop, web: TestClient) -> None:
    shop.books(tell=True)
    overtake(shop.engine, EraseAppointment(appointment_id="ada"), by="staff")
    page = web.post(shop.reply("confirm", offer="1-0"))
    assert (page.status_code, "This page is gone." in page.text) == (410, True)


def moved_quietly(shop: Shop, web: TestClient) -> dict[str, str]:
    """The links by purpose that a page gives for a new time which no message has said."""
    shop.books(tell=True, email=WRONG)
    shop.give(EditAppointment(appointment_id="ada", starts_at=at("2026-06-05T10:00")))
    page = web.get(shop.reply("confirm", offer="1-0")).text
    assert "Your appointment has another time now." in page
    return {path.split(".")[1]: path for path in re.findall(r'href="(/l/[^"]+)"', page)}


@pytest.mark.parametrize(("purpose", "fields"), [*PRESSES, ("calendar", {})])
def test_a_link_that_a_page_gave_ends_with_the_address_by_which_one_came(
    shop: Shop, web: TestClient, purpose: str, fields: dict[str, str]
) -> None:
    path = moved_quietly(shop, web)[purpose]
    shop.give(EditAppointment(appointment_id="ada", email=RIGHT))
    before = shop.appointment()
    for page in (web.get(path), web.post(path, data=fields)):
        assert page.status_code == 410
        assert "This link has been replaced." in page.text
    assert shop.appointment() == before


def test_until_then_it_answers_once_as_a_mailed_one_does(shop: Shop, web: TestClient) -> None:
    links = moved_quietly(shop, web)
    assert web.post(links["cancel"]).status_code == 200
    assert shop.appointment().status == "cancelled"
    assert "You told us that you can" in web.post(shop.reply("cancel", offer="2-0")).text
