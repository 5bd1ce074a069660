"""In a real browser at phone width: a guest gives a new address, a host forgets a person."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Browser, Page, ViewportSize

from fullhouse.products.rsvp.commands import StopMail
from tests.browser.serving import serving
from tests.support.event_app import Evening
from tests.web.desk.support import desk_app, sign_in_path

PHONE: ViewportSize = {"width": 375, "height": 800}
NEW = "ada@new.example"


@pytest.fixture
def evening_and_page(tmp_path: Path, browser: Browser) -> Iterator[tuple[Evening, Page, str]]:
    with serving(tmp_path, desk_app) as (evening, address):
        context = browser.new_context(viewport=PHONE)
        yield evening, context.new_page(), address
        context.close()


def is_calm(page: Page) -> None:
    """Nothing runs over the edge, and everyone can use it."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_guest_gives_a_new_address_and_confirms_it_there(
    evening_and_page: tuple[Evening, Page, str],
) -> None:
    evening, page, address = evening_and_page
    evening.opens()
    evening.signs_up("Ada")
    page.goto(f"{address}{evening.link('manage', 'Ada')}")
    page.get_by_text("Change my name, email or language").click()
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("Your email").fill(NEW)
    is_calm(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_text(f"We've sent an email to {NEW}").wait_for()
    assert evening.guest("Ada").name == "Ada Lovelace"
    is_calm(page)
    letter = evening.engine.composer.letter(evening.mails("address", NEW)[0])
    page.goto(address + letter.links["address"].removeprefix(evening.engine.composer.urls.guests))
    is_calm(page)
    page.get_by_role("button", name="Yes, write to me here").click()
    page.get_by_role("heading", name="We write to this address now.").wait_for()
    assert evening.mails("changed", "ada@example.org")


def test_a_host_sees_who_is_not_reached_and_forgets_a_person(
    evening_and_page: tuple[Evening, Page, str],
) -> None:
    evening, page, address = evening_and_page
    evening.opens()
    evening.signs_up("Ada")
    evening.give(StopMail(event_id="party", guest_id="ada"))
    page.goto(f"{address}{sign_in_path(evening)}")
    page.get_by_role("button").first.click()
    page.goto(f"{address}/desk/e/party")
    page.get_by_role("link", name="1 guest cannot be reached").click()
    page.get_by_text("asked for no more email").wait_for()
    is_calm(page)
    page.goto(f"{address}/desk/person")
    page.get_by_label("Address").fill("ada@example.org")
    page.get_by_role("button", name="Look").click()
    page.get_by_text("Forget this person…").click()
    is_calm(page)
    page.get_by_role("button", name="Yes, forget them").click()
    page.get_by_text("Forgotten: name and address are gone").wait_for()
    guests = page.goto(f"{address}/desk/e/party/guests")
    assert guests is not None
    assert "Ada" not in guests.text()
