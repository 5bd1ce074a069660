"""Questions of the host in a real browser: small screens, three alphabets, at the desk."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from tests.browser.looking import Opener, flaws, is_for_everyone
from tests.browser.serving import opened
from tests.browser.test_event_content_browser import is_too_wide, photograph
from tests.support.event_app import Evening

LONG = "What is the name of the Donaudampfschifffahrtsgesellschaftskapitänsmütze you bring along?"
QUESTIONS = (
    FormQuestion("hat", LONG),
    FormQuestion("bus", "By bus?", "yes_no", required=True),
    FormQuestion("food", "What do you eat?", "choice", ("Fish", "x" * 100), True, "party"),
)
LANGUAGES = ("en", "de", "ar")


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_answer_on_a_small_screen(
    evening: Evening, address: str, phone: Opener, language: str
) -> None:
    evening.opens(cap=9, settings={"language": language, "max_party": 3})
    evening.signs_up("Ada", party=2)
    evening.give(EditQuestions(event_id="party", questions=QUESTIONS))
    page = phone(java_script_enabled=True, viewport={"width": 320, "height": 640})
    page.goto(f"{address}/e/party")
    page.locator("#party").fill("2")
    expect(page.locator("fieldset.person")).to_have_count(2)
    page.locator(".sign-up button[type=submit]").click()
    expect(page.locator(".wrong").first).to_be_visible()
    looks_right(page, f"form-{language}")
    page.goto(address + evening.link("manage", "Ada"))
    looks_right(page, f"own-{language}")
    page.locator("[name='answers.bus']").select_option("yes")
    for number in (1, 2):
        page.locator(f"[name='answers.food.{number}']").select_option("Fish")
    page.locator("button[value=answers]").click()
    expect(page.locator("details[open]")).to_have_count(0)
    assert evening.guest("Ada").answers == {"bus": ("yes",), "food": ("Fish", "Fish")}


def looks_right(page: Page, name: str) -> None:
    for width in (320, 768):
        page.set_viewport_size({"width": width, "height": 700})
        assert not is_too_wide(page), (name, width)
        photograph(page, f"{name}-{width}")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert flaws(page, scheme) == []


def test_a_host_asks_and_reads_the_answers(page: Page, desk: tuple[Evening, str]) -> None:
    desk[0].opens(cap=9, settings={"max_party": 3})
    desk[0].signs_up("Ada")
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto("/desk/e/party/page/questions")
    page.locator("[name='label.0']").fill("By bus?")
    page.locator("[name='kind.0']").select_option("yes_no")
    page.get_by_label("Must be answered").first.check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The sign-up form asks this")
    assert not is_too_wide(page)
    is_for_everyone(page)
    photograph(page, "desk-questions")
    for path in ("guests", "door", "g/ada"):
        page.goto(f"/desk/e/party/{path}")
        expect(page.get_by_text("missing").first).to_be_visible()
        assert not is_too_wide(page)
        is_for_everyone(page)
        photograph(page, f"desk-{path.replace('/', '-')}")


def test_the_fields_follow_the_number_of_people(
    evening: Evening, address: str, phone: Opener
) -> None:
    evening.opens(cap=9, settings={"max_party": 3})
    evening.give(EditQuestions(event_id="party", questions=QUESTIONS))
    page = phone(java_script_enabled=True)
    page.goto(f"{address}/e/party")
    page.locator("[name='answers.food.1']").select_option("Fish")
    page.locator("[name='answers.hat']").fill("Bowler")
    page.locator(".party-count .step").last.click()
    expect(page.locator("fieldset.person")).to_have_count(2)
    assert page.locator("[name='answers.food.1']").input_value() == "Fish"
    assert page.locator("[name='answers.hat']").input_value() == "Bowler"
    page.locator("#party").fill("1")
    expect(page.locator("fieldset.person")).to_have_count(0)
    assert page.locator("[name='answers.food.1']").input_value() == "Fish"


def test_a_host_moves_a_question_by_keyboard_without_scripts(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState
) -> None:
    desk[0].opens("meal", cap=9)
    desk[0].give(EditQuestions(event_id="meal", questions=QUESTIONS))
    small = {"width": 390, "height": 700}
    plain: dict[str, Any] = {"java_script_enabled": False, "viewport": small}
    with opened(browser, desk[1], storage_state=signed_in, **plain) as page:
        page.goto("/desk/e/meal/page/questions")
        page.get_by_role("button", name="Move question 3 up").press("Enter")
        expect(page.get_by_role("button", name="Move question 2 up")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Move question 1 down")).to_be_focused()
        page.locator("[name='label.0']").press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Nothing was different")
        photograph(page, "desk-questions-moved")
    with opened(browser, desk[1], storage_state=signed_in, viewport=small) as page:
        page.goto("/desk/e/meal/page/questions")
        assert page.locator("[name^='label.']").first.input_value() == "What do you eat?"
        assert not is_too_wide(page)
        is_for_everyone(page)


def test_a_host_adds_a_guest_with_answers(page: Page, desk: tuple[Evening, str]) -> None:
    desk[0].opens("lunch", cap=9, settings={"max_party": 3})
    desk[0].give(EditQuestions(event_id="lunch", questions=QUESTIONS))
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto("/desk/e/lunch/guests/new")
    page.locator("[name=name]").fill("Bea")
    page.locator("[name=email]").fill("bea@example.org")
    page.locator("[name='answers.food.1']").select_option("Fish")
    page.locator("[name=party]").fill("2")
    expect(page.locator("fieldset.person")).to_have_count(2)
    assert page.locator("[name='answers.food.1']").input_value() == "Fish"
    assert not is_too_wide(page)
    is_for_everyone(page)
    photograph(page, "desk-new-guest")
    page.get_by_role("button", name="Add the guest").click()
    expect(page.get_by_text("missing")).to_have_count(2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_party_that_grows_answers_for_the_new_people_on_its_own_page(
    evening: Evening, address: str, phone: Opener, language: str
) -> None:
    evening.opens(cap=9, settings={"language": language, "max_party": 3})
    evening.signs_up("Ada")
    evening.give(EditQuestions(event_id="party", questions=QUESTIONS[2:]))
    page = phone(java_script_enabled=True, viewport={"width": 390, "height": 700})
    page.goto(address + evening.link("manage", "Ada"))
    party = page.locator("form.party")
    party.locator(".step").last.click()
    party.locator("[name='answers.food.2']").select_option("Fish")
    party.locator(".step").last.click()
    expect(party.locator("fieldset.person")).to_have_count(2)
    assert party.locator("[name='answers.food.2']").input_value() == "Fish"
    looks_right(page, f"party-{language}")
    party.locator("[name='answers.food.3']").select_option("x" * 100)
    party.locator("button[value=party]").click()
    expect(party.locator("fieldset.person")).to_have_count(0)
    assert evening.guest("Ada").answers == {"food": ("", "Fish", "x" * 100)}
