"""The template editor in a real browser: a live preview, and the line of an error."""

import re

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from fullhouse.engine.access import AddMember, AddToken
from fullhouse.products.rsvp.commands import EditEvent
from tests.browser.looking import is_for_everyone
from tests.browser.serving import opened
from tests.support.event_app import Evening
from tests.support.proof import some_of

EDITOR = "/desk/e/party/words/confirmation"
MESSAGE = "/desk/mailbox/m/confirmation:party:anna:0"
PAGES = (
    "/desk/e/party/words",
    EDITOR,
    "/desk/e/party/words/offer",
    MESSAGE,
    "/desk/team",
    "/desk/tokens",
)


@pytest.fixture(scope="module", autouse=True)
def evening(desk: tuple[Evening, str]) -> Evening:
    """An evening: Anna has a seat; an own template for offers, a helper, and an API token."""
    evening = desk[0]
    evening.opens(cap=2)
    evening.signs_up("Anna")
    evening.give(EditEvent(event_id="party", voice={"offer": "Until {{ deadline }}, {{ name }}."}))
    evening.give(AddMember(member_id="kim", email="kim@example.org", role="helper"))
    evening.give(AddToken(token_id="till", name="till", digest="none"))
    return evening


def test_the_mail_follows_what_is_typed_and_nothing_is_saved_yet(
    page: Page, evening: Evening
) -> None:
    page.goto(EDITOR)
    mail = page.frame_locator("iframe[name=preview]")
    expect(mail.locator("body")).to_contain_text("Your seat is confirmed")
    page.get_by_label("The words of the email").fill("Dear {{ name }}, bring a coat.")
    expect(mail.locator("body")).to_contain_text("Dear Ada, bring a coat.")
    expect(mail.get_by_role("link", name="See your seat")).to_be_visible()
    assert "confirmation" not in evening.event().voice


def test_a_broken_template_says_its_line_while_one_types_and_when_one_saves(page: Page) -> None:
    page.goto(EDITOR)
    words = page.get_by_label("The words of the email")
    words.fill("Hello\n\n{{ nmae }}")
    wrong = page.locator("#words-error")
    expect(wrong).to_contain_text("Line 3: there is no {{ nmae }} in this message")
    expect(words).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#words-error")).to_contain_text("Line 3")
    expect(words).to_have_value("Hello\n\n{{ nmae }}")
    words.fill("Hello\n\n{{ name }}")
    expect(wrong).to_be_hidden()
    expect(words).not_to_have_attribute("aria-invalid", re.compile(".*"))


def test_without_scripts_a_button_shows_the_mail_and_keeps_what_was_typed(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState
) -> None:
    with opened(browser, desk[1], storage_state=signed_in, java_script_enabled=False) as page:
        page.goto(EDITOR)
        page.get_by_label("The words of the email").fill("Dear {{ name }}, by hand.")
        page.get_by_role("button", name="Preview").click()
        expect(page.frame_locator("iframe[name=preview]").locator("body")).to_contain_text(
            "Dear Ada, by hand."
        )
        expect(page.get_by_label("The words of the email")).to_have_value(
            "Dear {{ name }}, by hand."
        )


@pytest.mark.parametrize("path", some_of(PAGES, 1))
def test_everyone_can_use_each_page_by_day_and_by_night(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(path)
    for folded in page.locator("main summary").all():
        folded.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    is_for_everyone(page)
