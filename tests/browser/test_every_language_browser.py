"""Every guest page in every language: nothing is cut off, nothing needs a mouse or JavaScript."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page

from fullhouse.locale import LANGUAGES
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.dependencies import dependencies_of
from tests.browser.guest_pages import (
    Places,
    appointment_places,
    event_places,
    waitlist_places,
)
from tests.browser.looking import Opener, flaws
from tests.browser.serving import running, serving
from tests.browser.test_event_content_browser import photograph
from tests.support.proof import some_of
from tests.web.appointments.shop import Shop
from tests.web.waitlist.salon import START, Salon, salon_app

WIDTHS = (320, 768, 1440)
# A box that hides what does not fit in it, or words beyond the side of the screen. What scrolls by
# itself is no such thing, and a browser scrolls what is typed.
CUT_OFF = """() => {
    const flow = it => getComputedStyle(it).overflowX, alone = ["auto", "scroll"];
    const scrolls = it => it && (alone.includes(flow(it)) || scrolls(it.parentElement));
    return [...document.querySelectorAll("main *")]
        .filter(each => each.clientWidth > 1 && each.clientHeight > 1 && each.tagName != "INPUT")
        .filter(each => !each.closest("svg") && !scrolls(each))
        .filter(each => {
            const box = each.getBoundingClientRect();
            const hides = ["hidden", "clip"].includes(flow(each));
            return hides && each.scrollWidth > each.clientWidth + 1
                || box.left < -1 || box.right > innerWidth + 1 })
        .map(each => each.outerHTML.slice(0, 120)) }"""
# What a keyboard has to reach, and whether the reader sees where they are.
CONTROLS = """() => new Set([...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && each.tabIndex >= 0)
    .map(each => each.type == "radio" ? each.name : each)).size"""
FOCUSED = """() => { const it = document.activeElement, style = getComputedStyle(it);
    // Of a date and a time, the browser shows which part of it is typed.
    const shown = style.outlineStyle != "none" || ["date", "time"].includes(it.type);
    const nth = [...document.querySelectorAll("*")].indexOf(it);
    return it == document.body ? null : [nth, it.outerHTML.slice(0, 80), shown] }"""
DEAD = """() => [...document.querySelectorAll("button")]
    .filter(each => each.checkVisibility() && (each.type == "button" || !each.form))
    .map(each => each.outerHTML.slice(0, 120))"""


@contextmanager
def at_a_salon(folder: Path, *, booking: bool) -> Iterator[tuple[Places, str]]:
    clock = VirtualClock(START)
    app = salon_app(folder, clock)
    with running(app) as server:
        engine = dependencies_of(app).engine
        if booking:
            yield appointment_places(Shop(engine, clock, server.call)), server.address
            return
        salon = Salon(engine, clock, server.call)
        salon.rules()
        yield waitlist_places(salon), server.address


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Addresses of every page that a guest or a customer can meet, by name."""
    folder = tmp_path_factory.mktemp("pages")
    with (
        serving(folder / "events") as (evening, house),
        at_a_salon(folder / "waitlist", booking=False) as (waiting, salon),
        at_a_salon(folder / "appointments", booking=True) as (booked, shop),
    ):
        found = {f"rsvp-{name}": house + path for name, path in event_places(evening).items()}
        found |= {f"waitlist-{name}": salon + path for name, path in waiting.items()}
        found |= {f"appointments-{name}": shop + path for name, path in booked.items()}
        yield found


def in_language(address: str, language: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def cut_off(page: Page) -> list[str]:
    """Return what does not fit on the screen, or into its own box."""
    width, wide = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    found = [f"the page is {wide} wide"] if wide > width else []
    return [*found, *page.evaluate(CUT_OFF)]


def problems(page: Page, name: str, language: str) -> list[str]:
    """Return what does not fit at any width; a page in another language is a problem, too."""
    found = []
    if page.locator("html").get_attribute("lang") != language:
        found.append(f"{name} is not in {language}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{name} in {language} at {width}: {each}" for each in cut_off(page)]
        photograph(page, f"{name}-{language}-{width}")
    return found


@pytest.mark.parametrize("language", some_of(LANGUAGES, 1))
def test_nothing_is_cut_off_at_any_width(
    pages: dict[str, str], phone: Opener, language: str
) -> None:
    page, found = phone(), []
    for name, address in pages.items():
        page.goto(in_language(address, language))
        found += problems(page, name, language)
    assert not found, "\n".join(found)


@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_shuts_anyone_out_in_any_language(
    pages: dict[str, str], phone: Opener, language: str, scheme: str
) -> None:
    page, found = phone(color_scheme=scheme), []
    for address in pages.values():
        page.goto(in_language(address, language))
        found += flaws(page, scheme)
    assert not found, "\n".join(found)


def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    pages: dict[str, str], phone: Opener
) -> None:
    page, found = phone(), []
    for name, address in pages.items():
        page.goto(address)
        wanted, reached = page.evaluate(CONTROLS), set()
        page.keyboard.press("Tab")
        while focused := page.evaluate(FOCUSED):
            number, control, shown = focused
            reached.add(number)
            if not shown:
                found.append(f"{name}: nobody sees that {control} has the focus")
            page.keyboard.press("Tab")
        if len(reached) != wanted:
            found.append(f"{name}: {len(reached)} of {wanted}")
    assert not found, "\n".join(found)


def test_no_button_needs_javascript(pages: dict[str, str], phone: Opener) -> None:
    page, found = phone(java_script_enabled=False), []
    for name, address in pages.items():
        page.goto(address)
        found += [f"{name}: {each}" for each in page.evaluate(DEAD)]
    assert not found, "\n".join(found)
