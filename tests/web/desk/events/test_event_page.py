"""The texts of an event's page, at the desk."""

import re

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import EventContent
from tests.web.desk.support import Desk, text_of

PAGE = "/desk/e/party/page"
TYPED = {
    "rev": "0",
    "description": "Bring **cake**.",
    "contact": "grace@example.org",
    "map_of_venue": "yes",
    "map_url": "",
    "price_note": "12 €",
    "dress_note": "",
}


def content(desk: Desk) -> EventContent | None:
    return desk.evening.load(Get(EventContent, ("party",)))


def test_what_is_saved_is_on_the_page_and_in_the_form(desk: Desk) -> None:
    desk.evening.opens()
    saved = desk.send(PAGE, TYPED)
    assert saved.headers["location"] == f"{PAGE}?done=page_changed"
    assert "<strong>cake</strong>" in desk.web.get("/e/party").text
    assert "Bring **cake**.</textarea>" in desk.web.get(PAGE).text
    assert "Guests see it on the event page" in desk.read(f"{PAGE}?done=page_changed")
    assert desk.send(PAGE, {**TYPED, "rev": "1"}).headers["location"].endswith("unchanged")
    assert "The texts of the event page were changed" in desk.read("/desk/e/party/audit")


def test_a_preview_shows_it_and_saves_nothing(desk: Desk) -> None:
    desk.evening.opens()
    page = desk.send(PAGE, {**TYPED, "preview": "yes"})
    assert page.status_code == 200
    assert "<strong>cake</strong>" in page.text
    assert "openstreetmap.org" in page.text
    assert "Bring **cake**.</textarea>" in page.text
    assert content(desk) is None


def test_what_is_wrong_stands_beside_its_field(desk: Desk) -> None:
    desk.evening.opens()
    typed = {
        **TYPED,
        "description": "x" * 5_001,
        "map_url": "http://x",
        "contact": "?",
        "price_note": "a\nb",
    }
    page = desk.send(PAGE, typed)
    assert page.status_code == 422
    text = text_of(page)
    for sentence in (
        "Description may have at most 5,000 characters.",
        "That doesn't look like a link.",
        "Give an email address, a phone number or a link with https://.",
        "Price must be one line of text without control characters.",
    ):
        assert sentence in text
    assert content(desk) is None


def test_two_hosts_do_not_overwrite_each_other_unseen(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, TYPED)
    late = desk.send(PAGE, {**TYPED, "dress_note": "Warm shoes"})
    assert late.status_code == 409
    assert "Someone else changed these texts." in text_of(late)
    rev = re.search(r'name="rev" value="(\d+)"', late.text)
    assert rev is not None
    desk.send(PAGE, {**TYPED, "dress_note": "Warm shoes", "rev": rev[1]})
    found = content(desk)
    assert found is not None
    assert found.dress_note == "Warm shoes"


def test_a_form_of_another_site_changes_nothing(desk: Desk) -> None:
    desk.evening.opens()
    assert desk.web.post(PAGE, data=TYPED).status_code == 403
    assert content(desk) is None


def test_the_next_date_has_the_same_texts(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, TYPED)
    made = desk.send("/desk/e/party/duplicate", {"repeat": "week"})
    event_id = made.headers["location"].removeprefix("/desk/e/").partition("?")[0]
    assert "<strong>cake</strong>" in desk.web.get(f"/e/{event_id}").text
