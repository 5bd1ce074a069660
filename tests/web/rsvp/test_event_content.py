"""Content of an event, on its page and on their own."""

from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.locale import LANGUAGES
from fullhouse.products.rsvp.event_content import EditContent
from tests.support.event_app import Evening, post_form

WRITTEN = {
    "description": "Bring **cake**.\n\n- [how](https://example.org/how)",
    "contact": "grace@example.org",
    "map_of_venue": True,
    "price_note": "12 €",
    "dress_note": "Warm <shoes>",
}
HEADINGS = {
    "en": "About this event",
    "de": "Über diese Veranstaltung",
    "fr": "À propos de l'événement",
    "es": "Sobre este evento",
    "it": "Informazioni sull'evento",
    "pt": "Sobre este evento",
    "nl": "Over dit evenement",
    "pl": "O wydarzeniu",
    "sv": "Om evenemanget",
    "ar": "عن هذه الفعالية",
}


def write(evening: Evening, **fields: Any) -> None:
    command = msgspec.convert({"type": "EditContent", "event_id": "party", **fields}, EditContent)
    assert evening.give(command).code == "changed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_read_it_in_their_language(evening: Evening, web: TestClient, language: str) -> None:
    evening.opens(settings={"language": language})
    write(evening, **WRITTEN)
    page = web.get("/e/party").text
    assert f'<h2 id="about">{HEADINGS[language]}</h2>' in page
    assert "<p>Bring <strong>cake</strong>.</p>" in page
    assert '<a href="https://example.org/how" rel="noopener nofollow">how</a>' in page
    for written in ('href="mailto:grace@example.org"', "12 €", "Warm &lt;shoes&gt;"):
        assert written in page
    assert "openstreetmap.org/search?query=The%20old%20mill" in page


def test_the_guests_own_page_has_the_facts_and_leaves_the_description_out(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    write(evening, **WRITTEN)
    evening.signs_up("Ada")
    page = web.get(evening.link("manage", "Ada")).text
    assert "12 €" in page
    assert "mailto:grace@example.org" in page
    assert "cake" not in page


def test_without_texts_the_page_is_as_it_was(evening: Evening, web: TestClient) -> None:
    evening.opens()
    page = web.get("/e/party").text
    for part in ("About this event", "openstreetmap", "Dress code", 'class="notes"'):
        assert part not in page


def test_the_hosts_own_map_comes_first_and_a_map_needs_a_place(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(venue="")
    write(evening, map_of_venue=True)
    assert "Show on a map" not in web.get("/e/party").text
    write(evening, map_url="https://maps.example.org/mill")
    assert 'href="https://maps.example.org/mill"' in web.get("/e/party").text


@pytest.mark.parametrize(
    ("contact", "shown"),
    [
        ("+49 30 123-456", '<a class="plain" href="tel:+4930123456"'),
        ("030 123456", '<a class="plain" href="tel:030123456"'),
        ("https://example.org/us/", "<bdi>example.org/us</bdi>"),
    ],
)
def test_a_contact_is_a_link(evening: Evening, web: TestClient, contact: str, shown: str) -> None:
    evening.opens()
    write(evening, contact=contact)
    assert shown in web.get("/e/party").text


def test_calendars_on_the_web_are_linked_beside_the_file(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    for page in (
        web.get("/e/party").text,
        post_form(web, "/e/party", data={"name": "Bob", "email": "bob@example.org"}).text,
        web.get(evening.link("manage", "Ada")).text,
    ):
        assert "https://calendar.google.com/calendar/render?action=TEMPLATE&amp;text=Summer" in page
        assert "https://outlook.live.com/calendar/0/action/compose?" in page
        assert "/l/" not in page.partition("calendar.google.com")[2].partition('"')[0]


def test_a_preview_says_when_where_and_how_the_description_begins(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    write(evening, description='Bring **"cake"**.')
    page = web.get("/e/party").text
    said = (
        "Saturday 20 June 2026, 18:00 to 21:00. The old mill. 3 seats open. Bring &#34;cake&#34;."
    )
    assert f'<meta property="og:description" content="{said}">' in page
    assert '<meta property="og:title" content="Summer party">' in page
    assert '<meta name="twitter:card" content="summary">' in page
    assert "og:image" not in page


def test_a_full_page_is_small(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=400)
    write(evening, **{**WRITTEN, "description": "Words of a host, and more of them. " * 140})
    answer = web.get("/e/party", headers={"accept-encoding": "gzip"})
    assert int(answer.headers.get("content-length", 0)) <= 40_000
