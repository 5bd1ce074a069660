"""The browser of these tests: quick, and otherwise as Playwright starts it."""

from playwright.sync_api import Browser

from tests.browser.serving import OFF, UNSEEN

LIST = "--disable-features="


def test_what_playwright_turns_off_stays_off(browser: Browser) -> None:
    started = browser.new_browser_cdp_session().send("SystemInfo.getInfo")["commandLine"].split()
    lists = [one.removeprefix(LIST) for one in started if one.startswith(LIST)]
    playwrights, ours = (set(one.split(",")) for one in lists)
    assert playwrights == set(OFF)
    assert ours == {*OFF, *UNSEEN}
