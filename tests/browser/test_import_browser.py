"""Importing a list in a real browser, on a phone: with and without scripts, light and dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import SMALLEST_TARGET, WITHOUT_FRAMES
from tests.browser.serving import opened, serving
from tests.inbound.guest_import.books import book
from tests.support.event_app import Evening
from tests.web.desk.support import desk_app, sign_in_path

PASTE = (
    "Anna Schmidt <anna@example.org>\nBen Öz <ben@example.org>\nCleo <nowhere>\n"
    "Dora Li <dora@example.org>\n"
    "Anna Schmidt <anna@example.org>\n"
)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Evening, str]]:
    with serving(tmp_path, desk_app) as served:
        yield served


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def page(
    request: pytest.FixtureRequest, browser: Browser, served: tuple[Evening, str]
) -> Iterator[Page]:
    evening, address = served
    evening.opens(cap=2)
    phone = {"width": 375, "height": 700}
    with opened(browser, address, viewport=phone, java_script_enabled=request.param) as page:
        page.goto(sign_in_path(evening))
        page.get_by_role("button", name="Sign in").click()
        yield page


def flaws(page: Page) -> list[str]:
    """What shuts someone out, or runs over the side of the smallest screen."""
    page.set_viewport_size({"width": 320, "height": 600})
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [
            f"{scheme} {each['id']}"
            for each in Axe().run(page, options=WITHOUT_FRAMES).response["violations"]
        ]
    if page.evaluate("document.documentElement.scrollWidth") > 320:
        found.append("too wide")
    targets = page.locator("main button, main .button, main input:not([type=hidden])").all()
    boxes = [
        one.bounding_box()
        for one in targets
        if one.get_attribute("type") not in ("radio", "checkbox")
    ]
    found += [
        f"{box} is small" for box in boxes if box is not None and box["height"] < SMALLEST_TARGET
    ]
    page.set_viewport_size({"width": 375, "height": 700})
    page.emulate_media(color_scheme="light")
    return found


def test_a_host_pastes_a_list_looks_at_it_and_puts_it_on_the_list(
    page: Page, served: tuple[Evening, str]
) -> None:
    page.goto("/desk/e/party/guests")
    page.get_by_role("link", name="Import a list").click()
    page.get_by_label("Or paste it here").fill(PASTE)
    page.get_by_label("They have said yes").check()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Import 3 guests?")).to_be_visible()
    expect(page.get_by_text("That doesn't look like an email address.")).to_be_visible()
    expect(page.get_by_text("Number 1 on the waitlist.")).to_be_visible()
    expect(page.get_by_text("Given twice: see line 1.")).to_be_visible()
    assert served[0].event().confirmed == 0
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="The list is in")).to_be_visible()
    expect(page.get_by_text("4 of 4 done.")).to_be_visible()
    page.get_by_role("link", name="See the guests").click()
    expect(page.get_by_role("link", name="Dora Li")).to_be_visible()
    assert (served[0].event().confirmed, served[0].event().waiting) == (2, 1)


def test_a_spreadsheet_is_uploaded_and_its_progress_is_seen(
    page: Page, served: tuple[Evening, str]
) -> None:
    rows: list[list[str | int]] = [
        [f"Guest {number}", f"guest{number}@example.org", 1] for number in range(600)
    ]
    page.goto("/desk/e/party/import")
    sheet = {
        "name": "list.xlsx",
        "mimeType": "application/octet-stream",
        "buffer": book(["Nom", "E-mail"], *rows),
    }
    page.get_by_label("A file").set_input_files(sheet)  # type: ignore[arg-type] # a file
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("And 500 more rows.")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("600 of 600 done.")).to_be_visible()
    expect(page.get_by_role("heading", name="The list is in")).to_be_visible()
    assert (served[0].event().pending, served[0].event().waiting) == (2, 598)


@pytest.mark.parametrize("page", [True], ids=["with scripts"], indirect=True)
def test_everyone_can_use_each_page_of_an_import(page: Page) -> None:
    page.goto("/desk/e/party/import")
    assert flaws(page) == []
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing on this list.")
    assert flaws(page) == []
    page.get_by_label("Or paste it here").fill(PASTE)
    page.get_by_role("button", name="Preview").click()
    assert flaws(page) == []
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="The list is in")).to_be_visible()
    assert flaws(page) == []
