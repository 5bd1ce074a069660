"""The host's name on the pages of guests."""

import pytest
from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import EditEvent
from tests.support.event_app import Evening, post_form

ADA = {"name": "Ada", "email": "ada@example.org"}
HOSTED = {
    "en": "Hosted by <bdi>Grace Hopper</bdi>",
    "de": "<bdi>Grace Hopper</bdi> lädt ein",
    "fr": "Organisation\u00a0: <bdi>Grace Hopper</bdi>",
    "es": "Organiza: <bdi>Grace Hopper</bdi>",
}


@pytest.mark.parametrize("language", HOSTED)
def test_pages_of_guests_say_who_hosts(evening: Evening, web: TestClient, language: str) -> None:
    evening.opens(host_name="Grace Hopper", settings={"language": language})
    assert HOSTED[language] in web.get("/e/party").text
    assert HOSTED[language] in post_form(web, "/e/party", data=ADA).text
    assert HOSTED[language] in web.get(evening.link("manage", "Ada")).text


def test_without_a_name_no_host_is_on_the_pages(evening: Evening, web: TestClient) -> None:
    evening.opens(host_name="Grace Hopper", host_email="grace@example.org")
    evening.give(EditEvent(event_id="party", host_name=""))
    for page in (web.get("/e/party").text, post_form(web, "/e/party", data=ADA).text):
        assert "Hosted by" not in page
        assert "grace@example.org" not in page


def test_a_name_is_text_and_no_part_of_the_page(evening: Evening, web: TestClient) -> None:
    evening.opens(host_name="<b>Grace</b> 100%")
    assert "Hosted by <bdi>&lt;b&gt;Grace&lt;/b&gt; 100%</bdi>" in web.get("/e/party").text
