"""The look of the house in a real browser: small screens, three alphabets, by day and by night."""

import pytest
from playwright.sync_api import Page, expect

from fullhouse.engine.brand import SetBrand, SetLogo
from fullhouse.inbound.logo_image import make_logo
from tests.browser.looking import Opener, flaws, is_for_everyone
from tests.browser.test_event_content_browser import is_too_wide, photograph
from tests.inbound.test_cover_image import picture
from tests.support.event_app import Evening

COLOURS = ("#ffcc00", "#000000", "#ffffff", "#3355ff")


def has_a_look(evening: Evening, accent: str) -> None:
    evening.give(SetBrand(name="The old mill", accent=accent))
    made = make_logo(picture("PNG", (900, 300)))
    logo = SetLogo(digest="a" * 32, width=made.width, height=made.height, content=made.content)
    evening.give(logo)


def looks_right(page: Page, name: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert not is_too_wide(page), name
        assert flaws(page, scheme) == []
        photograph(page, f"look-{name}-{scheme}")


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_pages_show_logo_and_colour_on_a_small_screen(
    desk: tuple[Evening, str], phone: Opener, language: str
) -> None:
    (evening, address), name = desk, f"party-{language}"
    evening.opens(name, settings={"language": language})
    evening.signs_up("Ada", name)
    has_a_look(evening, "#ffcc00")
    page = phone(java_script_enabled=True, viewport={"width": 390, "height": 700})
    for path in (f"/e/{name}", evening.link("manage", "Ada", name), "/waitlist", "/book"):
        page.goto(f"{address}{path}")
        expect(page.get_by_role("img", name="The old mill")).to_be_visible()
        assert page.evaluate("document.querySelector('.logo img').naturalWidth") == 480
        looks_right(page, f"{path.strip('/').partition('/')[0]}-{language}")


@pytest.mark.parametrize("accent", COLOURS)
def test_any_colour_can_be_read(desk: tuple[Evening, str], phone: Opener, accent: str) -> None:
    (evening, address), name = desk, f"party-{accent[1:]}"
    evening.opens(name)
    has_a_look(evening, accent)
    page = phone(java_script_enabled=True, viewport={"width": 390, "height": 700})
    page.goto(f"{address}/e/{name}")
    looks_right(page, accent[1:])


def test_an_owner_sets_the_look(page: Page, desk: tuple[Evening, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto("/desk")
    page.get_by_role("link", name="Logo and colour").click()
    page.locator("[name=name]").fill("The old mill")
    page.locator("[name=accent]").fill("#ffcc00")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Guests see it on their pages")
    expect(page.get_by_text("made darker or lighter")).to_be_visible()
    assert not is_too_wide(page)
    is_for_everyone(page)
    photograph(page, "look-desk")
