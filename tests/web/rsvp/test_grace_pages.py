"""Keeping a seat that is about to be cancelled: the link and the manage page."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import CancelEvent, EditEvent
from tests.support.event_app import Evening

NOT_YET = "<strong>One more step:</strong> please confirm."


@pytest.fixture
def given_up(evening: Evening) -> Evening:
    """Ada has the only seat and wrote that she can't come. Bob waits."""
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    evening.gives_up("Ada")
    return evening


def test_the_email_says_when_and_has_the_button(given_up: Evening) -> None:
    (message,) = given_up.mails("cancel_pending")
    letter = given_up.engine.composer.letter(message)
    assert letter.subject == "Your seat will be cancelled: Summer party"
    assert letter.heading == "You can't come, Ada?"
    assert (
        "You can keep your seat until 11:30 today: press the first button" in letter.paragraphs[1]
    )
    assert [(button.purpose, button.label) for button in letter.buttons] == [
        ("keep", "Keep my seat"),
        ("cancel", "Cancel now"),
        ("manage", "Open your page"),
    ]
    assert letter.calendar is None


def test_the_page_asks_and_the_button_keeps_the_seat(given_up: Evening, web: TestClient) -> None:
    path = given_up.link("keep", "Ada")
    page = web.get(path)
    assert page.status_code == 200
    assert "<h1>Keep your seat?</h1>" in page.text
    assert "your seat will be cancelled on Monday 1 June, 11:30." in page.text
    assert NOT_YET in page.text
    assert given_up.guest("Ada").cancels_at is not None
    for _ in range(2):
        kept = web.post(path)
        assert (kept.status_code, "<h1>Great, see you then.</h1>" in kept.text) == (200, True)
    given_up.passes(hours=1)
    assert given_up.guest("Ada").state == "confirmed"
    assert "Great, see you then." in web.get(path).text


def test_at_its_time_it_is_too_late_to_keep_the_seat(given_up: Evening, web: TestClient) -> None:
    path = given_up.link("keep", "Ada")
    ends_at = given_up.guest("Ada").cancels_at
    assert ends_at is not None
    given_up.clock.move_to(ends_at - timedelta(milliseconds=1))
    assert NOT_YET in web.get(path).text
    given_up.clock.move_to(ends_at)
    for page in (web.get(path), web.post(path)):
        assert page.status_code == 410
        assert "The time to keep this seat has passed." in page.text
    given_up.passes(minutes=1)
    assert given_up.guest("Ada").state == "cancelled"
    assert "Sign up again" in web.get(path).text
    assert web.post(path).status_code == 410
    assert given_up.guest("Ada").state == "cancelled"


def test_whoever_has_no_seat_or_no_event_has_nothing_to_keep(
    given_up: Evening, web: TestClient
) -> None:
    waits = given_up.link("keep", "Bob")
    assert "You have no seat to keep." in web.get(waits).text
    assert web.post(waits).status_code == 410
    given_up.give(CancelEvent(event_id="party"))
    assert web.get(given_up.link("keep", "Ada")).status_code == 410


def test_the_manage_page_says_when_and_has_the_button(given_up: Evening, web: TestClient) -> None:
    path = given_up.link("manage", "Ada")
    page = web.get(path).text
    assert "your seat will be cancelled on Monday 1 June, 11:30." in page
    assert "Keep my seat" in page
    assert "Great, see you then." in web.post(path, data={"do": "keep"}).text
    assert "Keep my seat" not in web.get(path).text


def test_the_button_pressed_too_late_says_so(given_up: Evening, web: TestClient) -> None:
    path = given_up.link("keep", "Ada")
    given_up.passes(minutes=31)
    assert given_up.guest("Ada").state == "cancelled"
    late = web.post(path)
    assert late.status_code == 410
    assert "The time to keep this seat has passed." in late.text


def test_news_without_a_carrier_say_that_the_seat_is_about_to_be_cancelled(
    given_up: Evening,
) -> None:
    given_up.give(EditEvent(event_id="party", venue="The new mill"))
    (news,) = given_up.mails("changed", to="ada@example.org")
    letter = given_up.engine.composer.letter(news)
    assert "we'll cancel your seat soon" in " ".join(letter.paragraphs)
    assert [button.purpose for button in letter.buttons] == ["keep", "cancel", "manage"]
