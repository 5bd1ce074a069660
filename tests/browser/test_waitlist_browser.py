"""Customer pages in a real browser: on a phone, with and without scripts, accessible."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.dependencies import dependencies_of
from tests.browser.guest_pages import waitlist_places
from tests.browser.looking import SMALLEST_TARGET, Opener, flaws
from tests.browser.serving import running
from tests.support.proof import some_of
from tests.web.waitlist.salon import START, Salon, salon_app
from tests.web.waitlist.test_later_times import books


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Salon, str]]:
    clock = VirtualClock(START)
    app = salon_app(tmp_path, clock)
    with running(app) as server:
        salon = Salon(dependencies_of(app).engine, clock, server.call)
        salon.rules()
        yield salon, server.address


@pytest.fixture
def salon(served: tuple[Salon, str]) -> Salon:
    return served[0]


@pytest.fixture
def places(salon: Salon) -> dict[str, str]:
    """Every page that a customer can meet, by what it is."""
    return waitlist_places(salon)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_customer_joins_claims_and_keeps_it_on_a_phone(
    salon: Salon, address: str, phone: Opener, scripts: bool
) -> None:
    page = phone(java_script_enabled=scripts)
    page.goto(f"{address}/waitlist")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your email").fill("ada@")
    page.get_by_role("button", name="Put me on the list").click()
    expect(page.get_by_text("That doesn't look like an email address")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_label("What would you like?").select_option("Colour")
    page.get_by_label("Your email").fill("ada@example.org")
    page.get_by_label("Until").fill("2026-06-20")
    page.get_by_role("button", name="Put me on the list").click()
    expect(page.get_by_role("heading", name="You are on the list.")).to_be_visible()
    slot = salon.frees()
    offer = salon.offer(1, slot.id)
    page.goto(address + salon.link("claim", offer.entry_id, 1, slot.id))
    expect(page.get_by_text("Kept for you until 11:10.")).to_be_visible()
    assert salon.slot().status == "open"
    page.get_by_role("button", name="Yes, I'd like it").click()
    expect(page.get_by_role("heading", name="It's yours.")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="Add it to my calendar").click()
    assert file.value.suggested_filename == "booking.ics"
    assert salon.slot().status == "booked"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_cant_make_it_is_one_press(
    salon: Salon, address: str, phone: Opener, scripts: bool
) -> None:
    salon.joins("Ada")
    salon.frees()
    page = phone(java_script_enabled=scripts)
    page.goto(address + salon.link("claim", "Ada", 1))
    page.get_by_role("button", name="Can't make it").click()
    expect(page.get_by_role("heading", name="Thank you for telling us.")).to_be_visible()
    expect(page.get_by_text("You are still on the waitlist for Colour.")).to_be_visible()
    assert salon.offer().status == "declined"


def test_the_window_counts_down_by_the_second_and_the_arc_shrinks(
    places: dict[str, str], address: str, phone: Opener
) -> None:
    page = phone()
    page.goto(address + places["claim"])
    timer = page.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"^9:\d\d left\.$"))
    expect(timer).not_to_have_text(timer.inner_text())
    left, drawn = page.evaluate(
        """() => [document.querySelector("[role=timer]").textContent,
                  document.querySelector(".arc .rest").getAttribute("stroke-dasharray")]"""
    )  # both at one moment
    minutes, seconds = map(int, left.removesuffix(" left.").split(":"))
    assert 0 <= float(drawn.split()[0]) - 100 * (60 * minutes + seconds) / 600 < 100 / 600


@pytest.mark.parametrize("scheme", some_of(["light", "dark"], 1))
def test_no_page_shuts_anyone_out(
    places: dict[str, str], address: str, phone: Opener, scheme: str
) -> None:
    page = phone(color_scheme=scheme)
    found = []
    for path in places.values():
        page.goto(address + path)
        found += flaws(page, scheme)
    assert found == []


@pytest.mark.parametrize("width", some_of([320, 375], 1))
def test_everything_fits_and_can_be_pressed(
    places: dict[str, str], address: str, phone: Opener, width: int
) -> None:
    page = phone(viewport={"width": width, "height": 600})
    for path in places.values():
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        for target in page.locator(
            "main button, main a, main select, main input:not([tabindex])"
        ).all():
            # Whoever presses the label presses its field.
            pressed = "it => (it.closest('label') || it).getBoundingClientRect().height"
            height = target.evaluate(pressed)
            assert height >= SMALLEST_TARGET, (path, target.inner_text())


def test_the_field_for_machines_is_seen_by_nobody(address: str, phone: Opener) -> None:
    page = phone()
    page.goto(f"{address}/waitlist")
    box = page.locator("#homepage").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 0
    tree = page.locator("main").aria_snapshot()
    assert "Leave this empty" not in tree


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_customer_with_later_appointments_chooses_on_a_phone_which_one_goes(
    salon: Salon, address: str, phone: Opener, scripts: bool
) -> None:
    books(salon, "first", 7)
    books(salon, "second", 9)
    salon.joins("Ada")
    salon.frees("s1", hours=24)
    page = phone(java_script_enabled=scripts)
    page.goto(f"{address}{salon.link('claim', 'Ada', 1, 's1')}")
    take = page.get_by_role("button", name="Yes, I'd like it")
    take.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Would you like it?")
    choice = page.get_by_role("radio", name=re.compile("10 June"))
    box = choice.locator("..").bounding_box()
    assert box is not None
    assert box["height"] >= SMALLEST_TARGET
    choice.check()
    take.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It's yours.")
    expect(page.get_by_text("It replaces your later appointment")).to_contain_text("10 June")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_with_the_choice_has_no_flaws(
    salon: Salon, address: str, phone: Opener, scheme: str
) -> None:
    books(salon, "first", 7)
    salon.joins("Ada")
    salon.frees("s1", hours=24)
    page = phone(color_scheme=scheme)
    for later in ("second", "third"):
        page.goto(f"{address}{salon.link('claim', 'Ada', 1, 's1')}")
        assert flaws(page, scheme) == []
        books(salon, later, 9)
