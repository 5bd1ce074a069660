"""Codes that a phone's own camera opens as an address."""

from playwright.sync_api import Browser, expect

from tests.browser.door.phones import SAVED, Device
from tests.browser.serving import opened
from tests.support.event_app import Evening


def test_the_address_in_a_code_shows_its_guest_with_one_button(
    device: Device, desk: tuple[Evening, str], gala: str
) -> None:
    desk[0].signs_up("Bertha", gala)
    page = device()
    page.goto("about:blank")
    page.goto(f"/desk/e/{gala}/check-in?code=1#door-bert")
    expect(page.locator("#people li")).to_have_count(1)
    expect(page.locator("#people")).to_contain_text("Bert")
    expect(page.locator("#people button")).to_have_count(1)
    expect(page).to_have_url(f"{desk[1]}/desk/e/{gala}/check-in")
    expect(page.locator("#state")).to_have_text(SAVED)
    assert desk[0].event(gala).checked_in == 0
    page.get_by_role("button", name="Check in: Bert").click()
    expect(page.locator("#here")).to_have_text("1 of 6 here")
    expect(page.locator("#state")).to_have_text(SAVED)
    page.evaluate("location.hash = '#door-bert'")
    expect(page.locator("#notes")).to_contain_text("Bert is already checked in.")
    page.get_by_label("Search, any part of a name").fill("bert")
    expect(page.locator("#people li")).to_have_count(2)
    assert desk[0].event(gala).checked_in == 1


def test_a_code_of_nobody_is_not_one_of_ours(device: Device, gala: str) -> None:
    page = device()
    page.goto("about:blank")
    page.goto(f"/desk/e/{gala}/check-in?code=1#door-nobody")
    expect(page.locator("#notes")).to_contain_text("not one of ours")
    expect(page.locator("#people li")).to_have_count(3)


def test_on_another_device_the_address_in_a_code_shows_nothing(
    browser: Browser, desk: tuple[Evening, str], gala: str
) -> None:
    with opened(browser, desk[1]) as page:
        page.goto(f"/desk/e/{gala}/check-in?code=1#door-bert")
        expect(page.get_by_role("heading")).to_have_text("A code for the door")
        assert "Bert" not in page.content()
