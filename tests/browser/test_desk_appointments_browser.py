"""The appointments desk in a real browser: live actions, saved cells, accessible pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.looking import SMALLEST_TARGET, is_for_everyone
from tests.browser.serving import opened, serving, session
from tests.support.event_app import Evening
from tests.support.proof import some_of
from tests.web.desk.frontdesk.appointments.book import ALONE, Front, full_book
from tests.web.desk.frontdesk.appointments.test_proposals import proposes
from tests.web.desk.support import desk_app

HOME = "/desk/appointments"
PAGES = (
    HOME,
    f"{HOME}?day=2026-06-03",
    f"{HOME}/list",
    f"{HOME}/list?show=ended",
    f"{HOME}/list#a-cleo",
    f"{HOME}/a/ada",
    f"{HOME}/a/gus",
    f"{HOME}/summary",
    f"{HOME}/sheet",
    "/desk/waitlist/proposals",
    "/desk/waitlist/proposals/b1",
    "/desk/waitlist/proposals/b2",
    "/desk/mailbox?event=appointments",
    "/desk/ask",
    "/desk/ask?q=who+comes+today",
)
OPENED = "for (const one of document.querySelectorAll('details')) one.open = true"


@pytest.fixture(scope="module", autouse=True)
def front(desk: tuple[Evening, str]) -> Front:
    front = full_book(desk[0])
    proposes(front)
    proposes(front, "b2", mail="", change="gone", appointment="emil")
    return front


@pytest.mark.parametrize("path", some_of(PAGES, 1))
def test_everyone_can_use_each_page_by_day_and_by_night(page: Page, path: str) -> None:
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(path)
        page.evaluate(OPENED)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        is_for_everyone(page)


def test_a_booking_opens_under_a_thumb(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(HOME)
    summary = page.locator("#b-ada summary").first
    box = summary.bounding_box()
    assert box is not None
    assert box["height"] >= SMALLEST_TARGET
    expect(page.get_by_role("button", name="They are coming: Ada")).to_be_hidden()
    summary.click()
    button = page.get_by_role("button", name="They are coming: Ada").bounding_box()
    assert button is not None
    assert button["height"] >= SMALLEST_TARGET


def test_a_tap_takes_effect_without_a_new_page(page: Page, front: Front) -> None:
    front.books("Hal", "2026-06-04T10:00")
    page.goto(f"{HOME}?day=2026-06-04")
    page.evaluate("window.stayed = true")
    page.locator("#b-hal summary").first.click()
    page.get_by_role("button", name="They are coming: Hal").click()
    expect(page.locator(".done")).to_have_text("Noted: they are coming, and get no more reminders.")
    expect(page.locator("#headcount .number")).to_have_text("1 of 1 appointment confirmed")
    page.locator("#b-hal summary").first.click()
    page.locator("#b-hal").get_by_text("Cancel…").click()
    page.get_by_role("button", name="Yes, cancel it: Hal").click()
    expect(page.locator(".done")).to_contain_text("The appointment is cancelled")
    expect(page.locator("#headcount .number")).to_have_text("0 of 0 appointments confirmed")
    assert page.evaluate("window.stayed")
    assert front.appointment("Hal").status == "cancelled"


def test_an_answer_appears_without_a_new_page_and_closes_nothing(page: Page, front: Front) -> None:
    front.books("Kim", "2026-06-05T10:00")
    front.books("Lou", "2026-06-05T11:00")
    page.goto(f"{HOME}?day=2026-06-05")
    page.locator("#b-lou summary").first.click()
    front.confirms("Kim")
    expect(page.locator("#b-kim .chip")).to_have_text("confirmed")
    expect(page.get_by_role("button", name="They are coming: Lou")).to_be_visible()


def test_an_appointment_is_written_down_without_a_new_page(page: Page, front: Front) -> None:
    front.books("Mia", "2026-06-08T10:00")
    page.goto(f"{HOME}?day=2026-06-08")
    page.evaluate("window.stayed = true")
    page.get_by_label("Name").fill("Ned")
    page.get_by_label("Service").select_option("Cut")
    page.get_by_label("Staff").select_option("Jess")
    page.get_by_label("Time").fill("10:30")
    page.get_by_label("Mobile").fill("12")
    page.get_by_role("button", name="Book", exact=True).click()
    expect(page.get_by_label("Mobile")).to_be_focused()
    page.get_by_label("Mobile").fill("0151 23456781")
    page.get_by_role("button", name="Book", exact=True).click()
    expect(page.locator(".done")).to_contain_text("Someone else is booked for the same chair")
    expect(page.locator(".chairs")).to_contain_text("At the same time as Mia.")
    assert page.evaluate("window.stayed")


def test_a_cell_is_saved_when_it_is_left(page: Page, front: Front) -> None:
    page.set_viewport_size({"width": 1280, "height": 640})
    page.goto(f"{HOME}/list")
    cell = page.get_by_label("Time of Emil")
    cell.fill("12:15")
    cell.press("Tab")
    cell.press("Tab")
    expect(page.locator("#cell-said")).to_have_text("Time of Emil: Saved.")
    assert front.appointment("Emil").starts_at.minute == 15
    cell = page.get_by_label("Mobile of Emil")
    cell.fill("12")
    cell.press("Tab")
    expect(page.locator("#a-emil .error")).to_be_visible()


def test_all_of_it_works_without_scripts(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState, front: Front
) -> None:
    front.books("Oda", "2026-06-09T10:00")
    small = {"width": 320, "height": 640}
    with opened(
        browser, desk[1], storage_state=signed_in, java_script_enabled=False, viewport=small
    ) as page:
        page.goto(f"{HOME}?day=2026-06-09")
        page.locator("#b-oda summary").first.click()
        page.get_by_role("button", name="They are coming: Oda").click()
        expect(page.locator(".done")).to_contain_text("they are coming")
        page.goto(f"{HOME}/list?q=oda")
        page.get_by_role("link", name="Edit Oda").click()
        page.get_by_label("Minutes of Oda").fill("30")
        page.get_by_role("button", name="Save Oda").click()
        expect(page.locator(".done")).to_have_text("Saved.")
        assert front.appointment("Oda").minutes == 30


def test_a_day_without_the_loop_is_for_everyone_too(browser: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, desk_app) as (evening, address),
        opened(browser, address, storage_state=session(browser, evening, address)) as page,
    ):
        Front(evening).writes(ALONE)
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(HOME)
        expect(page.locator("#loop-off")).to_be_visible()
        is_for_everyone(page)
