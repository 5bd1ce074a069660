"""Emails to guests in a real browser: a small phone, by day and by night, in ten languages."""

import pytest
from playwright.sync_api import Page

from fullhouse.engine.qr_code import code_as_data
from fullhouse.kernel.letter_html import as_html
from fullhouse.locale import LANGUAGES
from tests.browser.looking import Opener, is_for_everyone
from tests.browser.test_event_content_browser import is_too_wide, photograph
from tests.products.rsvp.told import GUEST_KINDS, letter

SEATS = {"cap": 2000, "confirmed": 900, "held": 100}
LONGEST_WORD = "Donaudampfschifffahrtsgesellschaftsfest"


def looks_right(page: Page, kind: str, language: str) -> None:
    told = letter(kind, event={**SEATS, "language": language, "name": LONGEST_WORD})
    page.set_content(as_html(told, code_as_data("https://party.example/#door-1")))
    assert not is_too_wide(page), (kind, language)
    is_for_everyone(page)
    photograph(page, f"email-{kind}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_confirmation_fits_a_small_phone_in_every_language(phone: Opener, language: str) -> None:
    page = phone(viewport={"width": 320, "height": 640})
    looks_right(page, "confirmation", language)


@pytest.mark.parametrize("kind", sorted(set(GUEST_KINDS) - {"confirmation"}))
def test_each_kind_of_email_fits_a_small_phone(phone: Opener, kind: str) -> None:
    page = phone(viewport={"width": 320, "height": 640})
    looks_right(page, kind, "de")
