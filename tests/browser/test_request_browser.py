"""A sign-up that has to be confirmed by email, on a phone, in each language."""

from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, expect

from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP
from tests.browser.looking import SMALLEST_TARGET, Opener, flaws
from tests.support.event_app import Evening
from tests.support.proof import some_of

EMAIL = "a-rather-long-name-for-a-small-screen@subdomain.example.org"
HEADINGS = {
    "en": ("Check your inbox.", "One more step: please confirm.", "You have a seat."),
    "de": ("Schau in dein Postfach.", "Nur noch ein Schritt: Bitte bestätige.", "Platz"),
    "fr": ("Consultez votre boîte de réception.", "merci de confirmer", "place"),
    "es": ("Revisa tu correo.", "Solo falta un paso", "plaza"),
}


def looks_right(page: Page, heading: str) -> None:
    """Check that a page shows its heading, fits the screen and shuts nobody out."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
    assert flaws(page, "light") == []


@pytest.mark.parametrize("language", some_of(HEADINGS, 2))
def test_a_guest_in_a_crowd_confirms_by_email(
    evening: Evening, address: str, phone: Opener, language: str
) -> None:
    evening.opens(cap=100, settings={"language": language})
    with httpx2.Client() as crowd:
        for number in range(SIGN_UP.holds):
            person = {"name": "A", "email": f"{number}@example.org"}
            crowd.post(f"{address}/e/party", json=person)
    inbox, confirm, done = HEADINGS[language]
    page = phone(viewport={"width": 390, "height": 844})
    page.goto(f"{address}/e/party")
    form = page.locator("form.sign-up")
    form.locator("[name=name]").fill("Ada")
    form.locator("[name=email]").fill(EMAIL)
    form.get_by_role("button").click()
    looks_right(page, inbox)
    assert evening.event().confirmed == SIGN_UP.holds
    (message,) = evening.load(MessagePage(to=EMAIL))
    (button,) = evening.engine.composer.letter(message).buttons
    page.goto(address + urlsplit(button.url).path)
    looks_right(page, confirm)
    assert evening.event().confirmed == SIGN_UP.holds
    page.get_by_role("button").click()
    looks_right(page, done)
    assert evening.event().confirmed == SIGN_UP.holds + 1
