"""Guest pages in a real browser: on a phone, with and without scripts, accessible."""

import pytest
from playwright.sync_api import Page, expect

from fullhouse.products.rsvp.commands import CancelGuest
from tests.browser.guest_pages import event_places
from tests.browser.looking import SMALLEST_TARGET, Opener, flaws
from tests.support.event_app import Evening
from tests.support.proof import some_of


@pytest.fixture
def places(evening: Evening) -> dict[str, str]:
    """Every page that a guest can meet, by what it is."""
    return event_places(evening)


def fills_in(page: Page, name: str, email: str) -> None:
    form = page.get_by_role("form", name="Sign up")
    form.get_by_label("Your name").fill(name)
    form.get_by_label("Your email").fill(email)
    form.locator("[type=submit]").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_guest_signs_up_claims_and_cancels_on_a_phone(
    evening: Evening, address: str, phone: Opener, scripts: bool
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    page = phone(java_script_enabled=scripts)
    page.goto(f"{address}/e/party")
    expect(page.get_by_text("Full: you would be number 1 on the waitlist")).to_be_visible()
    fills_in(page, "Ada", "ada@")
    expect(page.get_by_text("That doesn't look like an email address")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_role("heading", name="You are number 1 on the waitlist.")).to_be_visible()
    evening.give(CancelGuest(event_id="party", guest_id="bob"))
    page.goto(address + evening.link("manage", "Ada"))
    page.get_by_role("button", name="Yes, I'll take it").click()
    expect(page.get_by_role("heading", name="You have a seat.")).to_be_visible()
    page.goto(address + evening.link("cancel", "Ada"))
    expect(page.get_by_text("One more step:")).to_be_visible()
    assert evening.guest("Ada").state == "confirmed"
    page.get_by_role("button").click()
    expect(page.get_by_text("Your seat is cancelled.")).to_be_visible()
    assert evening.guest("Ada").state == "cancelled"


@pytest.mark.parametrize("scheme", some_of(["light", "dark"], 1))
def test_no_page_shuts_anyone_out(
    places: dict[str, str], address: str, phone: Opener, scheme: str
) -> None:
    page = phone(color_scheme=scheme)
    found = []
    for path in places.values():
        page.goto(address + path)
        for summary in page.locator("summary").all():
            summary.click()
        found += flaws(page, scheme)
    page.goto(f"{address}/e/open")
    fills_in(page, "", "ada@")
    found += flaws(page, scheme)
    fills_in(page, "Eve", f"eve-{scheme}@example.org")
    expect(page.get_by_role("heading", name="You have a seat.")).to_be_visible()
    found += flaws(page, scheme)
    assert found == []


def test_nothing_runs_over_the_side_of_the_smallest_screen(
    places: dict[str, str], address: str, phone: Opener
) -> None:
    page = phone(viewport={"width": 320, "height": 568})
    for name, path in places.items():
        page.goto(address + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, f"{name} is {wide} wide"


def test_everything_to_press_is_large_enough_for_a_thumb(
    places: dict[str, str], address: str, phone: Opener
) -> None:
    page = phone()
    for name, path in places.items():
        page.goto(address + path)
        for target in page.locator(
            "button, summary, select, input:not([type=hidden]), main a"
        ).all():
            box = target.bounding_box() if target.is_visible() else None
            assert box is None or box["height"] >= SMALLEST_TARGET, (
                f"{name}: {target.inner_text()!r} {box}"
            )


def test_it_reads_from_right_to_left_where_people_do(
    places: dict[str, str], address: str, phone: Opener
) -> None:
    page = phone()
    page.goto(address + places["manage a seat"])
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    heading = page.get_by_role("heading", level=1)
    assert heading.evaluate("each => getComputedStyle(each).textAlign") == "start"


def test_the_keyboard_goes_through_the_form_in_order(
    evening: Evening, address: str, phone: Opener
) -> None:
    evening.opens(settings={"max_party": 2})
    page = phone()
    page.goto(f"{address}/e/party")
    seen = []
    for _ in range(7):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
        )
    fewer, more = "\N{MINUS SIGN}", "+"
    assert seen == ["Skip to the content", "name", "email", fewer, "party", more, "Sign up"]


def test_a_number_of_people_is_counted_up_and_down(
    evening: Evening, address: str, phone: Opener
) -> None:
    evening.opens(settings={"max_party": 2})
    page = phone()
    page.goto(f"{address}/e/party")
    party = page.get_by_label("How many people, including you?")
    more = page.get_by_role("button", name="One more")
    fewer = page.get_by_role("button", name="One fewer")
    expect(fewer).to_have_attribute("aria-disabled", "true")
    more.click()
    expect(more).to_have_attribute("aria-disabled", "true")
    more.click(force=True)
    expect(party).to_have_value("2")
    expect(page.get_by_role("status")).to_have_text("2")
    fewer.click()
    expect(party).to_have_value("1")
    plain = phone(java_script_enabled=False)
    plain.goto(f"{address}/e/party")
    expect(plain.get_by_role("button", name="One more")).to_have_count(0)
    plain.get_by_label("How many people, including you?").fill("2")
    fills_in(plain, "Ada", "ada@example.org")
    expect(plain.get_by_role("heading", name="You have 2 seats.")).to_be_visible()


def test_the_page_after_signing_up_can_be_loaded_again_and_cancels(
    evening: Evening, address: str, phone: Opener
) -> None:
    evening.opens()
    page = phone()
    page.goto(f"{address}/e/party")
    fills_in(page, "Ada", "ada@example.org")
    heading = page.get_by_role("heading", name="You have a seat.")
    expect(heading).to_be_visible()
    mine = page.locator("circle.mine")
    before = mine.get_attribute("cx"), mine.get_attribute("cy")
    for name in ("Bob", "Cy"):
        evening.signs_up(name)
    page.reload()
    expect(heading).to_be_visible()
    assert (mine.get_attribute("cx"), mine.get_attribute("cy")) == before
    cancel = page.get_by_role("button", name="Yes, cancel my seat")
    expect(cancel).to_be_hidden()
    page.get_by_text("come after all").click()
    cancel.click()
    expect(page.get_by_text("Your seat is cancelled.")).to_be_visible()


def test_after_a_problem_the_cursor_stands_where_it_is(
    evening: Evening, address: str, phone: Opener
) -> None:
    evening.opens()
    page = phone()
    page.goto(f"{address}/e/party")
    fills_in(page, "Ada", "ada")
    expect(page.get_by_label("Your email").first).to_be_focused()


def test_a_held_offer_counts_down(places: dict[str, str], address: str, phone: Opener) -> None:
    page = phone()
    page.goto(address + places["claim"])
    expect(page.locator(".left")).to_have_text("5 h 59 min left.")


def test_other_languages_fit_on_the_smallest_screen_and_count_down_too(
    evening: Evening, address: str, phone: Opener
) -> None:
    page = phone(viewport={"width": 320, "height": 568})
    left = {"de": "Noch 5 Std. 59 Min.", "fr": "Encore 5 h 59 min.", "es": "Quedan 5 h 59 min."}
    for language, text in left.items():
        evening.opens(language, cap=1, settings={"language": language, "max_party": 4})
        for name in ("Ada", "Bob", "Cy"):
            evening.signs_up(name, language)
        evening.give(CancelGuest(event_id=language, guest_id="ada"))
        for path in (
            f"/e/{language}",
            evening.link("cancel", "Ada", language),
            evening.link("leave", "Cy", language),
            evening.link("manage", "Cy", language),
            evening.link("manage", "Bob", language),
        ):
            page.goto(address + path)
            for summary in page.locator("summary").all():
                summary.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
        expect(page.locator(".left")).to_have_text(text)
