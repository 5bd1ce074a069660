"""Pages of offers that have ended say that the answer came too late, and what holds now."""

import re
from datetime import timedelta

from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import CancelGuest
from tests.support.event_app import Evening


def offered(evening: Evening, **settings: int) -> str:
    """Let Bob hold an offer, with Cy behind him; return its id."""
    evening.opens(cap=1, settings=settings)
    for name in ("Ada", "Bob", "Cy"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="ada"), "guest")
    offer = evening.guest("Bob").offer
    assert offer is not None
    return offer.id


def test_a_yes_to_an_offer_that_ended_came_too_late(evening: Evening, web: TestClient) -> None:
    link = evening.link("claim", "Bob", offer=offered(evening))
    evening.passes(hours=7)
    for page in (web.get(link), web.post(link)):
        assert page.status_code == 410
        assert "<h1>This offer has ended.</h1>" in page.text
        assert "Your yes came too late" in page.text
        assert "You are number 1 on the waitlist." in page.text
    declined = web.post(evening.link("decline", "Bob", offer=evening.guest("Cy").id))
    assert "too late" not in declined.text


def test_whoever_left_after_lapses_reads_that_they_are_off_the_list(
    evening: Evening, web: TestClient
) -> None:
    link = evening.link("claim", "Bob", offer=offered(evening, lapse_limit=1))
    evening.passes(hours=7)
    page = web.get(link).text
    assert "Your yes came too late" in page
    assert "You are not on the list." in page
    assert "Sign up again" in page


def test_an_offer_whose_time_has_passed_holds_nothing(evening: Evening, web: TestClient) -> None:
    link = evening.link("claim", "Bob", offer=offered(evening))
    evening.clock.move_to(evening.clock.now() + timedelta(hours=7))
    page = web.get(link)
    assert page.status_code == 410
    assert "The seat is no longer held for you." in page.text
    assert "A seat is held for you." not in page.text
    assert "You are on the waitlist." in page.text
    assert "A seat is held for you." not in web.get(evening.link("manage", "Bob")).text


def test_whoever_comes_too_late_for_an_offer_can_take_a_seat_that_is_open(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    for name in ("Ada", "Bob"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="ada"), "guest")
    offer = evening.guest("Bob").offer
    assert offer is not None
    evening.passes(hours=7)
    page = web.get(evening.link("claim", "Bob", offer=offer.id)).text
    assert "This offer has ended." in page
    assert "A seat is free." in page
    pressed = re.search(r'<form method="post" action="([^"]+)"', page)
    assert pressed is not None
    assert "You have a seat." in web.post(pressed[1], data={"do": "take"}).text
    assert evening.guest("Bob").state == "confirmed"
    assert "A seat is free." not in web.get(evening.link("claim", "Bob", offer=offer.id)).text
