"""What guests read about an event, in a real browser: small screens, three scripts, no scripts."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from fullhouse.products.rsvp.event_content import EditContent
from tests.browser.looking import Opener, flaws
from tests.support.event_app import Evening

WORDS = """# Programme

Doors open at **six**. Bring *cake* or
[Donaudampfschifffahrtsgesellschaftskapitän](https://example.org/a/very/long/address/that/breaks).

- First: https://example.org/no/link/but/a/long/word/without/any/blank/to/break/at
- Then: dinner

> See you there.
"""
FACTS = {
    "description": WORDS,
    "contact": "grace.brewster.murray.hopper@a-very-long-name.example.org",
    "price_note": "12 €, at the door, children and students pay half",
    "dress_note": "Warm shoes",
}
LANGUAGES = ("en", "de", "ar")


def is_too_wide(page: Page) -> bool:
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )


def photograph(page: Page, name: str) -> None:
    """Keep a picture for whoever wants to look: PICTURES=folder."""
    if os.environ.get("PICTURES"):
        page.screenshot(path=Path(os.environ["PICTURES"]) / f"{name}.png", full_page=True)


def opens(evening: Evening, language: str) -> None:
    evening.opens(host_name="Grace Hopper", settings={"language": language})
    evening.give(EditContent(event_id="party", map_of_venue=True, **FACTS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_read_it_on_a_small_screen(
    evening: Evening, address: str, phone: Opener, language: str
) -> None:
    opens(evening, language)
    evening.signs_up("Ada")
    page = phone(java_script_enabled=True, viewport={"width": 320, "height": 640})
    for name, path in (("event", "/e/party"), ("own", evening.link("manage", "Ada"))):
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 700})
            page.goto(address + path)
            assert not is_too_wide(page), (name, width)
            photograph(page, f"{name}-{language}-{width}")
        assert flaws(page, "light") == []
