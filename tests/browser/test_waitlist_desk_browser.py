"""The waitlist desk in a real browser: offers run out, slots appear, cells are saved."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Browser, Page, Route, StorageState, expect

from tests.browser.looking import WITHOUT_FRAMES, is_for_everyone
from tests.browser.serving import opened, serving, session
from tests.support.event_app import Evening
from tests.support.proof import some_of
from tests.web.desk.frontdesk.salon import RULES, Salon, busy_day
from tests.web.desk.support import desk_app

PAGES = (
    "/desk/waitlist",
    "/desk/waitlist?day=2026-06-02",
    "/desk/waitlist/list",
    "/desk/waitlist/list#entry-cleo",
    "/desk/waitlist/entries/ada",
    "/desk/waitlist/entries/emil",
    "/desk/waitlist/slots/two",
    "/desk/waitlist/slots/two?who=dora",
    "/desk/waitlist/slots/early",
    "/desk/waitlist/rules",
    "/desk/waitlist/rules?start=example",
    "/desk/waitlist/voice",
    "/desk/waitlist/summary",
    "/desk/waitlist/connections",
    "/desk/mailbox?event=waitlist",
)


@pytest.fixture(scope="module", autouse=True)
def salon(desk: tuple[Evening, str]) -> Salon:
    return busy_day(desk[0])


@pytest.mark.parametrize("path", some_of(PAGES, 1))
def test_everyone_can_use_each_page_by_day_and_by_night(page: Page, path: str) -> None:
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        is_for_everyone(page)


def test_an_offer_runs_out_before_ones_eyes(page: Page) -> None:
    page.goto("/desk/waitlist")
    words = page.locator(".slot-card .left-words").first
    arc = page.locator(".slot-card circle.left").first
    before, drawn = words.inner_text(), arc.get_attribute("stroke-dasharray")
    expect(words).not_to_have_text(before)
    expect(arc).not_to_have_attribute("stroke-dasharray", drawn or "")


def test_a_freed_slot_appears_without_a_new_page(page: Page, salon: Salon) -> None:
    page.goto("/desk/waitlist?day=2026-06-03")
    expect(page.locator("#headcount .number")).to_have_text("0 slots freed for this day")
    page.evaluate("window.stayed = true")
    salon.frees("wed", "Cut", datetime(2026, 6, 3, 9, 0, tzinfo=UTC), staff="Sam")
    expect(page.locator("#headcount .number")).to_have_text("0 of 1 freed slot filled")
    expect(page.locator(".day .slot")).to_have_count(1)
    expect(page.locator("#slots")).to_contain_text("Nobody on the list fits and can be reached.")
    assert page.evaluate("window.stayed")


def test_a_slot_is_freed_and_stopped_without_a_new_page(page: Page, salon: Salon) -> None:
    page.goto("/desk/waitlist?day=2026-06-04")
    page.evaluate("window.stayed = true")
    page.get_by_label("Service").select_option("Colour")
    page.get_by_label("Starts").fill("2026-06-04T11:00")
    page.get_by_label("Staff").select_option("Jess")
    page.get_by_role("button", name="Free this slot").click()
    expect(page.locator(".done")).to_have_text(
        "The slot is open, and we look for someone on the waitlist."
    )
    card = page.locator(".slot-card")
    expect(card).to_contain_text("11:00 Colour with Jess")
    card.get_by_role("button", name="Stop offering").click()
    expect(page.locator("#slots")).to_contain_text("It is no longer offered.")
    assert page.evaluate("window.stayed")
    page.get_by_label("Starts").fill("2026-05-04T11:00")
    page.get_by_label("Service").select_option("Cut")
    page.get_by_role("button", name="Free this slot").click()
    expect(page.locator(".summary")).to_contain_text("This time has passed.")
    expect(page.get_by_label("Starts")).to_be_focused()


def test_what_is_typed_while_an_answer_is_on_its_way_stays(page: Page, salon: Salon) -> None:
    salon.frees("next", "Colour", datetime(2026, 6, 11, 9, 0, tzinfo=UTC), staff="Jess")
    page.goto("/desk/waitlist?day=2026-06-11")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/withdraw", hold)
    page.get_by_role("button", name="Stop offering").click()
    page.get_by_label("Starts").fill("2026-06-11T15:45")
    page.get_by_label("Service").select_option("Colour")
    held[0].continue_()
    expect(page.locator("#slots")).to_contain_text("It is no longer offered.")
    expect(page.get_by_label("Starts")).to_have_value("2026-06-11T15:45")
    expect(page.get_by_label("Service")).to_have_value("Colour")


def test_a_cell_is_saved_when_it_is_left(page: Page, salon: Salon) -> None:
    page.goto("/desk/waitlist/list")
    cell = page.get_by_label("Mobile of Cleo")
    cell.fill("0171 2345678")
    cell.press("Tab")
    expect(page.locator("#cell-said")).to_have_text("Mobile of Cleo: Saved.")
    assert salon.entry("cleo").phone == "+491712345678"
    cell.fill("12")
    cell.press("Tab")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#entry-cleo .error")).to_be_visible()
    assert salon.entry("cleo").phone == "+491712345678"


def test_a_new_row_appears_and_none_that_is_typed_in_is_disturbed(page: Page, salon: Salon) -> None:
    page.goto("/desk/waitlist/list")
    typing = page.get_by_label("Name of Dora")
    typing.fill("Dorothea")
    salon.joins("Hugo", "Table")
    expect(page.locator("#entry-hugo")).to_have_count(1)
    expect(typing).to_have_value("Dorothea")
    expect(page.locator("#rows tr").last).to_have_id("entry-hugo")


def test_a_row_opens_on_a_phone_without_scripts(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState, salon: Salon
) -> None:
    with opened(
        browser,
        desk[1],
        storage_state=signed_in,
        java_script_enabled=False,
        viewport={"width": 320, "height": 640},
    ) as page:
        page.goto("/desk/waitlist/list")
        expect(page.get_by_label("Party of Ben")).to_be_hidden()
        page.get_by_role("link", name="Edit Ben").click()
        page.get_by_label("Party of Ben").fill("2")
        page.get_by_role("button", name="Save Ben").click()
        expect(page.locator(".done")).to_have_text("Saved.")
        assert salon.entry("ben").party == 2
        page.goto("/desk/waitlist")
        page.get_by_label("Another day").fill("2026-06-05")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Fri 5 Jun 2026")


def test_what_the_house_understands_is_shown_while_typing(page: Page) -> None:
    page.goto("/desk/waitlist/rules")
    text = page.get_by_label("Your rules, one per line")
    text.fill(f"{RULES}Claim windw: 5 minutes\n")
    expect(page.locator("#problems")).to_contain_text("Line 11")
    page.get_by_role("link", name="Line 11").click()
    picked = text.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert picked == "Claim windw: 5 minutes"
    text.fill(RULES.replace("10 minutes", "25 minutes"))
    expect(page.locator("#preview")).to_contain_text("25 minutes; at most 3 people")
    expect(page.locator("#problems")).to_be_empty()
    page.goto("/desk/waitlist/voice")
    page.get_by_label("The words of offers and reminders").fill(
        "# Text\n\nHurry, {name}! {claim}\n"
    )
    expect(page.locator(".bubble").first).to_contain_text("Hurry, Ada!")


def test_long_links_stay_within_a_narrow_page(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/desk/waitlist/voice")
    page.get_by_label("The words of offers and reminders").fill(
        "# Text\n\n{claim} {decline}\n\n# Mail\n\nSubject: {when}\n\n{claim}\n"
    )
    expect(page.locator(".paper-mail").first).to_contain_text("/l/")
    for names in page.locator("details.names summary").all():
        names.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_house_without_rules_is_for_everyone_too(browser: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, desk_app) as (evening, address),
        opened(browser, address, storage_state=session(browser, evening, address)) as page,
    ):
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto("/desk/waitlist")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        found = Axe().run(page, options=WITHOUT_FRAMES)
        assert found.violations_count == 0, found.generate_report()
        page.get_by_role("link", name="Start from an example").click()
        page.get_by_role("button", name="Save and use").click()
        expect(page.locator(".done")).to_contain_text("It is in force from now on")
        page.get_by_role("link", name="Today").click()
        expect(page.locator("#headcount .number")).to_have_text("0 slots freed for today")
