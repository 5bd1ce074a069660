"""The desk in a real browser: sign in, open an event, watch it fill, read a mail."""

from datetime import timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Browser, Page, StorageState, expect
from starlette.applications import Starlette

from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.web.desk.events import live_updates
from tests.browser.looking import WITHOUT_FRAMES, is_for_everyone
from tests.browser.serving import opened, serving, session
from tests.support.attaching import change_desk
from tests.support.event_app import Evening
from tests.support.proof import some_of
from tests.web.desk.support import HOST, desk_app

PAGES = (
    "/desk",
    "/desk/new",
    "/desk/e/party",
    "/desk/e/party/guests",
    "/desk/e/party/line",
    "/desk/e/party/share",
    "/desk/calendar",
    "/desk/e/party/ask?q=who+cancelled+this+week",
    "/desk/e/party/ask?q=what+is+love",
    "/desk/ask",
    "/desk/ask?q=which+events+are+coming",
    "/desk/e/party/rehearse?guests=12",
    "/desk/e/party/audit",
    "/desk/e/party/edit",
    "/desk/e/party/cancel",
    "/desk/e/party/g/anna",
    "/desk/e/party/g/bert",
    "/desk/mailbox",
    "/desk/mailbox/m/offer:party:bert:bert-1",
    "/desk/e/nothing",
    "/desk/e/party?done=changed&happened=0-0",
)


@pytest.fixture(scope="module", autouse=True)
def evening(desk: tuple[Evening, str]) -> Evening:
    """A full house: one seat held for Bert, Cleo and Dora in line."""
    evening = desk[0]
    evening.opens(cap=2)
    for name in ("Anna", "Emil", "Bert", "Cleo", "Dora"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="emil"), "guest")
    return evening


def test_a_host_signs_in_by_a_mailed_link(
    browser: Browser, desk: tuple[Evening, str], evening: Evening
) -> None:
    with opened(browser, desk[1]) as page:
        page.goto("/desk/e/party")
        page.get_by_label("Your email address").fill(HOST)
        page.get_by_role("button", name="Email me a link").click()
        expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()
        mail = evening.mails("sign_in")[0]
        page.goto(evening.engine.composer.letter(mail).links["sign-in"])
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Summer party")).to_be_visible()


def test_a_new_event_fills_before_the_hosts_eyes(page: Page, evening: Evening) -> None:
    page.goto("/desk/new")
    page.get_by_label("Name", exact=True).fill("Supper")
    page.get_by_label("Starts").fill("2026-08-20T18:00")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_label("Seats").fill("3")
    page.get_by_role("button", name="Create event").click()
    expect(page.locator("#headcount .number")).to_have_text("0 of 3 seats taken")
    page.evaluate("window.stayed = true")
    event_id = page.url.rpartition("/")[2].partition("?")[0]
    for number, name in enumerate(("Frida", "Gus"), 1):
        evening.signs_up(name, event_id)
        expect(page.locator("#headcount .number")).to_have_text(f"{number} of 3 seats taken")
        expect(page.locator("#headcount circle.taken")).to_have_count(number)
    expect(page.locator("#story")).to_contain_text("Gus got a seat")
    expect(page).to_have_title("2 of 3 · Supper")
    assert page.evaluate("window.stayed")


def test_where_nothing_streams_the_page_asks_now_and_then(page: Page, evening: Evening) -> None:
    evening.opens("tea", name="Tea")
    page.add_init_script("delete window.EventSource")
    page.goto("/desk/e/tea")
    evening.signs_up("Hugo", "tea")
    expect(page.locator("#headcount .number")).to_have_text("1 of 3 seats taken")


def without_streams(folder: Path, clock: VirtualClock) -> Starlette:
    app = desk_app(folder, clock)
    change_desk(app, streams=False)
    return app


def test_where_the_house_cannot_stream_the_page_hears_so_and_asks(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_updates, "SPARING_MS", 200)
    with serving(tmp_path, without_streams) as (evening, address):
        evening.opens("tea", name="Tea")
        with opened(browser, address, storage_state=session(browser, evening, address)) as page:
            page.goto("/desk/e/tea")
            for number, name in enumerate(("Hugo", "Ida"), 1):
                evening.signs_up(name, "tea")
                expect(page.locator("#headcount .number")).to_have_text(
                    f"{number} of 3 seats taken"
                )


def test_a_mail_is_read_as_its_guest_sees_it(page: Page) -> None:
    page.goto("/desk/mailbox")
    page.get_by_label("Kind").select_option("Offer")
    page.get_by_role("button", name="Show").click()
    page.locator(".mails a").first.click()
    mail = page.frame_locator("iframe")
    claim = mail.get_by_role("link", name="Yes, I'll take the seat")
    expect(claim).to_be_visible()
    with page.context.expect_page() as shown:
        claim.click()
    expect(shown.value.get_by_role("heading").first).to_be_visible()


def test_the_next_thing_happens_at_the_press_of_a_button(page: Page, evening: Evening) -> None:
    page.goto("/desk/e/party")
    before = evening.clock.now()
    page.get_by_role("button", name="What happens next").click()
    expect(page.get_by_role("status").first).to_contain_text("Bert did not answer in time")
    assert evening.clock.now() - before >= timedelta(hours=1)


def test_the_desk_works_without_scripts(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState, evening: Evening
) -> None:
    with opened(browser, desk[1], storage_state=signed_in, java_script_enabled=False) as page:
        page.goto("/desk/e/party/edit")
        page.get_by_label("Place").fill("The barn")
        page.get_by_role("button", name="Review changes").click()
        page.get_by_role("button", name="Save").click()
        assert evening.event().venue == "The barn"


@pytest.mark.parametrize("path", some_of(PAGES, 1))
def test_everyone_can_use_each_page_by_day_and_by_night(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    is_for_everyone(page)


@pytest.mark.parametrize("width", some_of([320, 344, 360, 375, 390, 414, 540], 1))
def test_all_parts_of_the_desk_stand_in_one_line_on_a_phone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto("/desk/team")
    parts = page.locator(".bar nav a")
    expect(parts).to_have_count(5)
    assert (
        len(set(parts.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))) == 1
    )
    beside = page.locator(".bar .brand, .bar .to-ask, .bar .leave")
    lines = beside.evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().bottom / 30))"
    )
    assert len(set(lines)) == 1


@pytest.mark.parametrize("path", ["/desk/sign-in", "/desk/sign-in?done=signed_out"])
def test_everyone_can_come_in(browser: Browser, desk: tuple[Evening, str], path: str) -> None:
    page = browser.new_context(base_url=desk[1]).new_page()
    page.goto(path)
    assert Axe().run(page, options=WITHOUT_FRAMES).violations_count == 0
    page.get_by_role("button", name="Email me a link").click()
    found = Axe().run(page, options=WITHOUT_FRAMES)
    assert found.violations_count == 0, found.generate_report()
    page.context.close()
