"""The page with door passes: a link to copy for a helper's phone."""

from playwright.sync_api import Browser, StorageState, expect

from tests.browser.door.phones import SAVED, SMALL, new_pass
from tests.browser.looking import is_for_everyone
from tests.browser.serving import opened
from tests.support.event_app import Evening


def test_a_pass_is_copied_and_opens_the_door_on_another_phone(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState, gala: str
) -> None:
    evening, address = desk
    link = new_pass(evening, gala, "first")
    with opened(browser, address, storage_state=signed_in, viewport=SMALL) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        page.goto(f"/desk/e/{gala}/check-in/passes")
        is_for_everyone(page)
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        copied: str = page.evaluate("navigator.clipboard.readText()")
    assert copied == link
    with opened(browser, address, viewport=SMALL) as helper:
        helper.goto(copied)
        expect(helper.locator("#state")).to_have_text(SAVED)
        expect(helper.get_by_role("link", name="Door passes for helpers")).to_have_count(0)
