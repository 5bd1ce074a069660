"""Content of an event in a real browser: small screens, three alphabets, without JavaScript."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fullhouse.inbound.cover_image import make_cover
from fullhouse.products.rsvp.event_content import EditContent, SetCover
from tests.browser.looking import Opener, flaws, is_for_everyone
from tests.inbound.test_cover_image import picture
from tests.support.event_app import Evening

WORDS = """# Programme

Doors open at **six**. Bring *cake* or
[Donaudampfschifffahrtsgesellschaftskapitän](https://example.org/a/very/long/address/that/breaks).

- First: https://example.org/no/link/but/a/long/word/without/any/blank/to/break/at
- Then: dinner

> See you there.
"""
FACTS: dict[str, Any] = {
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
    made = make_cover(picture("PNG", (1600, 1000)))
    evening.give(
        SetCover(
            event_id="party",
            digest="aa",
            width=made.width,
            height=made.height,
            alt="A mill",
            images=made.images,
        )
    )


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
            for picture_of_page in page.locator(".cover img").all():
                assert picture_of_page.evaluate("each => each.complete && each.naturalWidth > 0")
        assert flaws(page, "light") == []


def test_a_host_sees_a_preview_before_it_is_saved(page: Page, desk: tuple[Evening, str]) -> None:
    desk[0].opens()
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto("/desk/e/party/page")
    page.get_by_label("Description").fill("Bring **tea**.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview strong")).to_have_text("tea")
    assert not is_too_wide(page)
    is_for_everyone(page)
    photograph(page, "desk-320")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Guests see it")
    page.goto("/e/party")
    expect(page.locator(".prose strong")).to_have_text("tea")
