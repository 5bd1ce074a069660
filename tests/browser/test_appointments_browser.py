"""A reminder's pages in a real browser: on a phone, with and without scripts, accessible."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.dependencies import dependencies_of
from tests.browser.guest_pages import appointment_places
from tests.browser.looking import SMALLEST_TARGET, Opener, flaws
from tests.browser.serving import running
from tests.support.proof import some_of
from tests.web.appointments.shop import RULES, WITHOUT_HOURS, Shop, at
from tests.web.waitlist.salon import START, salon_app

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
TARGETS = "main button, main a, main summary, main .free[open] input[type=radio]"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Shop, str]]:
    clock = VirtualClock(START)
    app = salon_app(tmp_path, clock)
    with running(app) as server:
        shop = Shop(dependencies_of(app).engine, clock, server.call)
        shop.rules(RULES)
        yield shop, server.address


@pytest.fixture
def shop(served: tuple[Shop, str]) -> Shop:
    return served[0]


@pytest.fixture
def places(shop: Shop) -> dict[str, str]:
    """Every page that a customer can meet, by what it is."""
    return appointment_places(shop)


@SCRIPTS
def test_a_customer_confirms_with_one_press_and_takes_the_time_along(
    shop: Shop, address: str, phone: Opener, scripts: bool
) -> None:
    shop.books()
    page = phone(java_script_enabled=scripts)
    page.goto(address + shop.reply("confirm"))
    expect(page.get_by_role("region", name="Your appointment")).to_contain_text("Thursday 4 June")
    assert shop.appointment().status == "booked"
    page.get_by_role("button", name="Yes, I'll be there").click()
    expect(page.get_by_role("heading", name="See you then.")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="Add it to my calendar").click()
    assert file.value.suggested_filename == "appointment.ics"
    assert shop.appointment().status == "confirmed"


@SCRIPTS
def test_from_the_reminder_to_another_time_with_someone_else(
    shop: Shop, address: str, phone: Opener, scripts: bool
) -> None:
    shop.books()
    page = phone(java_script_enabled=scripts)
    page.goto(address + shop.reply("confirm"))
    page.get_by_role("link", name="I need another time").click()
    page.get_by_role("link", name="Sam").click()
    expect(page.get_by_role("link", name="Sam")).to_have_attribute("aria-current", "true")
    page.locator("summary", has_text="Friday 5 June").click()
    page.get_by_role("group", name="Friday 5 June").get_by_role("radio", name="09:30").check()
    page.get_by_role("button", name="Take this time").click()
    expect(page.get_by_role("heading", name="Your appointment has been moved.")).to_be_visible()
    expect(page.get_by_text("With Sam")).to_be_visible()
    assert shop.appointment().starts_at == at("2026-06-05T09:30")


@SCRIPTS
def test_nothing_is_sent_until_a_time_is_chosen(
    shop: Shop, address: str, phone: Opener, scripts: bool
) -> None:
    shop.books()
    page = phone(java_script_enabled=scripts)
    page.goto(address + shop.reply("reschedule"))
    page.get_by_role("button", name="Take this time").click()
    expect(page.get_by_role("heading", name="Which time suits you?")).to_be_visible()
    assert shop.appointment().chain == 1


@SCRIPTS
def test_whoever_was_slower_sees_fresh_times(
    shop: Shop, address: str, phone: Opener, scripts: bool
) -> None:
    shop.books("Ada")
    page = phone(java_script_enabled=scripts)
    page.goto(address + shop.reply("reschedule"))
    page.locator("summary", has_text="Friday 5 June").click()
    page.get_by_role("group", name="Friday 5 June").get_by_role("radio", name="09:00").check()
    shop.books("Bob", "2026-06-05T09:00")
    page.get_by_role("button", name="Take this time").click()
    expect(page.get_by_role("alert")).to_contain_text("this time has just been taken")
    friday = page.get_by_role("group", name="Friday 5 June")
    expect(friday.get_by_role("radio", name="09:00")).to_have_count(0)
    friday.get_by_role("radio", name="09:45").check()
    page.get_by_role("button", name="Take this time").click()
    expect(page.get_by_role("heading", name="Your appointment has been moved.")).to_be_visible()


def test_cant_come_is_one_press_and_leads_to_the_line(
    shop: Shop, address: str, phone: Opener
) -> None:
    shop.books()
    page = phone(java_script_enabled=False)
    page.goto(address + shop.reply("cancel"))
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.get_by_text("So someone else can have the time.")).to_be_visible()
    page.get_by_role("link", name="Wait for another time").click()
    expect(page.get_by_label("What would you like?")).to_have_value("Cut")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_shuts_anyone_out(
    shop: Shop, places: dict[str, str], address: str, phone: Opener, scheme: str
) -> None:
    page = phone(color_scheme=scheme)
    found = []
    for path in places.values():
        page.goto(address + path)
        found += flaws(page, scheme)
    shop.rules(WITHOUT_HOURS)
    page.goto(address + places["reschedule"])
    found += flaws(page, scheme)
    page.goto(address + places["confirm"])
    page.get_by_role("button", name="Yes, I'll be there").click()
    expect(page.get_by_role("heading", name="See you then.")).to_be_visible()
    assert [*found, *flaws(page, scheme)] == []


@pytest.mark.parametrize("width", some_of([320, 375], 1))
def test_everything_fits_and_can_be_pressed(
    places: dict[str, str], address: str, phone: Opener, width: int
) -> None:
    page = phone(viewport={"width": width, "height": 600})
    for path in places.values():
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        for target in page.locator(TARGETS).all():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= SMALLEST_TARGET, (path, target.inner_text())
