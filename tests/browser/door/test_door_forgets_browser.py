"""Names of guests leave a device that is no longer signed in; what was not sent stays."""

from playwright.sync_api import Browser, Page, expect

from fullhouse.products.rsvp.commands import RevokeDoorPass
from tests.browser.door.phones import SAVED, SMALL, Device, new_pass
from tests.browser.serving import opened
from tests.support.event_app import Evening


def kept(page: Page) -> str:
    """Return all that the browser keeps for the page."""
    found: str = page.evaluate("JSON.stringify(localStorage)")
    return found


def test_a_revoked_pass_takes_the_names_away_and_keeps_the_check_ins(
    browser: Browser, desk: tuple[Evening, str], gala: str
) -> None:
    evening, address = desk
    with opened(browser, address, viewport=SMALL) as page:
        page.goto(new_pass(evening, gala, "first"))
        expect(page.locator("#state")).to_have_text(SAVED)
        page.context.set_offline(True)
        page.get_by_role("button", name="Check in: Bert").click()
        page.get_by_text("Someone who is not on the list").click()
        page.get_by_label("Name", exact=True).fill("Wanda")
        page.get_by_role("button", name="Let in", exact=True).click()
        expect(page.locator("#state")).to_have_text("Offline: 2 waiting to be sent.")
        assert '"name' in kept(page).replace("\\", "")
        evening.give(RevokeDoorPass(event_id=gala, pass_id="first"))
        page.context.set_offline(False)
        expect(page.locator("#state")).to_contain_text(
            "This door pass has ended: 2 waiting to be sent."
        )
        expect(page.locator("#people li")).to_have_count(0)
        for name in ("Anna", "Bert", "Cagla"):
            assert name not in kept(page)
        assert "bert" in kept(page)
        assert evening.event(gala).checked_in == 0
        page.goto(new_pass(evening, gala, "second"))
        expect(page.locator("#state")).to_have_text(SAVED)
        expect(page.locator("#here")).to_have_text("2 of 6 here")
        expect(page.locator("#people")).to_contain_text("Bert")
        assert evening.event(gala).checked_in == 2


def test_signing_out_takes_the_names_away(device: Device) -> None:
    page = device()
    assert "Bert" in kept(page)
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert "Bert" not in kept(page)
    assert "fullhouse-door-list" not in kept(page)
