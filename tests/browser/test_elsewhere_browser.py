"""The embedded form in a real browser: with and without scripts, beside a hostile style."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # no types
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from fullhouse.products.rsvp.commands import CloseSignUp
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from fullhouse.web.desk.events.share import embed_snippet, form_snippet
from tests.browser.looking import BY_DAY
from tests.browser.serving import running
from tests.support.event_app import Evening
from tests.support.proof import some_of

HOSTILE = "* { color: lime !important; font-size: 3px } input, button { display: none !important }"
SITE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The club</title><style>{style}</style><main><h1>The club</h1>{snippet}</main></html>"""


class Site:
    """Another site on another port: it serves whatever page it is given."""

    def __init__(self) -> None:
        self.page = ""
        self.address = ""
        self.policy = ""

    async def show(self, _request: Request) -> Response:
        return HTMLResponse(
            self.page, headers={"Content-Security-Policy": self.policy} if self.policy else {}
        )

    def pastes(self, snippet: str, style: str = "") -> None:
        self.page = SITE.format(snippet=snippet, style=style)


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    with running(Starlette(routes=[Route("/", site.show)])) as server:
        site.address = server.address
        yield site


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    troubles: list[str] = []
    context = browser.new_context(viewport={"width": 375, "height": 700})
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert troubles == []


@pytest.fixture
def address(served: tuple[Evening, str]) -> str:
    """The house, as links and scripts name it."""
    return served[1]


def embeds(site: Site, evening: Evening, address: str, style: str = "") -> None:
    site.pastes(embed_snippet(evening.event(), f"{address}/e/party"), style)


def fills_in(page: Page, name: str, email: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your email").fill(email)
    page.get_by_role("button").click()


def test_a_guest_signs_up_on_another_site_and_is_told_the_result(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens(cap=1)
    embeds(site, evening, address)
    page.goto(site.address)
    expect(page.get_by_text("1 seat open")).to_be_visible()
    fills_in(page, "Ada", "ada@")
    expect(page.get_by_text("That doesn't look like an email address")).to_be_visible()
    expect(page.get_by_label("Your email")).to_be_focused()
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_role("status")).to_have_text("You have a seat.")
    expect(page.get_by_role("status")).to_be_focused()
    assert evening.guest("Ada").state == "confirmed"
    assert page.url == f"{site.address}/"
    assert page.context.cookies() == []


def test_the_form_speaks_the_language_of_its_event(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens(cap=2, settings={"language": "de", "max_party": 2})
    embeds(site, evening, address)
    page.goto(site.address)
    expect(page.locator("[lang=de]").get_by_text("2 Plätze frei")).to_be_visible()
    expect(page.get_by_label("Wie viele seid ihr")).to_be_visible()
    page.get_by_label("Dein Name").fill("Ada")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_text("Bitte gib deine E-Mail-Adresse an")).to_be_visible()
    page.get_by_label("Deine E-Mail").fill("ada@example.org")
    page.get_by_role("button").click()
    expect(page.get_by_role("status")).to_have_text("Du hast einen Platz.")
    expect(page.get_by_text("Die Einzelheiten findest du in deinem Postfach.")).to_be_visible()


def test_someone_who_comes_too_late_is_told_their_position(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens(cap=2, settings={"max_party": 3})
    evening.signs_up("Bob", party=2)
    embeds(site, evening, address)
    page.goto(site.address)
    expect(page.get_by_role("button", name="Join the waitlist")).to_be_visible()
    page.get_by_label("How many people, including you").select_option("2")
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_role("status")).to_contain_text("You are number 1 on the waitlist.")
    assert evening.guest("Ada").party == 2


def test_the_hosts_questions_are_asked_of_each_person(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens(cap=9, settings={"max_party": 3})
    food = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")
    note = FormQuestion("note", "Anything else?")
    evening.give(EditQuestions(event_id="party", questions=(food, note)))
    embeds(site, evening, address)
    page.goto(site.address)
    page.get_by_label("Anything else? (optional)").fill("A dog")
    page.get_by_label("What do you eat?").select_option("Fish")
    page.get_by_label("How many people, including you").select_option("2")
    expect(page.get_by_role("group", name="Person 2")).to_be_visible()
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_text("Please answer this question.")).to_be_visible()
    second = page.get_by_role("group", name="Person 2").get_by_label("What do you eat?")
    expect(second).to_be_focused()
    second.select_option("Vegan")
    page.get_by_role("button").click()
    expect(page.get_by_role("status")).to_have_text("You have 2 seats.")
    assert evening.guest("Ada").answers == {"food": ("Fish", "Vegan"), "note": ("A dog",)}


def test_where_nobody_can_sign_up_there_is_no_form(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens()
    evening.give(CloseSignUp(event_id="party"))
    embeds(site, evening, address)
    page.goto(site.address)
    expect(page.get_by_text("Sign-up is closed.")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)


def test_the_site_cannot_style_the_form_nor_the_form_the_site(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens()
    embeds(site, evening, address, HOSTILE)
    page.goto(site.address)
    button = page.get_by_role("button", name="Sign up")
    expect(button).to_be_visible()
    assert button.evaluate("each => getComputedStyle(each).fontSize") == "16px"
    assert button.evaluate("each => getComputedStyle(each).color") == "rgb(255, 255, 255)"
    assert (
        page.get_by_role("heading", name="The club").evaluate(
            "each => getComputedStyle(each).fontSize"
        )
        == "3px"
    )


def test_it_works_under_a_strict_policy_that_allows_only_us(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens()
    embeds(site, evening, address)
    site.policy = f"default-src 'none'; script-src {address}; connect-src {address}"
    page.goto(site.address)
    button = page.get_by_role("button", name="Sign up")
    assert button.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(163, 24, 46)"
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_role("status")).to_have_text("You have a seat.")


@pytest.mark.parametrize("scheme", some_of(["light", "dark"], 1))
def test_the_form_shuts_nobody_out(
    evening: Evening, address: str, site: Site, page: Page, scheme: str
) -> None:
    evening.opens(settings={"max_party": 2})
    embeds(site, evening, address)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(site.address)
    fills_in(page, "Ada", "ada@")
    expect(page.get_by_text("That doesn't look like an email address")).to_be_visible()
    found = Axe().run(page, options=BY_DAY).response["violations"]
    assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] == []
    dark = page.get_by_role("form").evaluate(
        "each => getComputedStyle(each.parentNode).backgroundColor"
    )
    assert dark == ("rgb(33, 27, 23)" if scheme == "dark" else "rgb(255, 253, 249)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_when_the_house_cannot_be_reached_the_form_says_so_and_keeps_what_was_typed(
    evening: Evening, address: str, site: Site, page: Page
) -> None:
    evening.opens()
    embeds(site, evening, address)
    page.goto(site.address)
    page.get_by_label("Your name").fill("Ada")
    page.route(f"{address}/**", lambda route: route.abort())
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_text("That didn't get through.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.unroute_all()
    fills_in(page, "Ada", "ada@example.org")
    expect(page.get_by_role("status")).to_have_text("You have a seat.")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_plain_form_on_another_site_leads_to_the_guests_page(
    browser: Browser, evening: Evening, address: str, site: Site, scripts: bool
) -> None:
    event = evening.opens(settings={"max_party": 2})
    site.pastes(form_snippet(event, f"{address}/e/party"))
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(site.address)
    page.get_by_label("How many people, including you?").fill("2")
    fills_in(page, "Ägidius", "ada@example.org")
    expect(page.get_by_role("heading", name="You have 2 seats.")).to_be_visible()
    assert page.url.startswith(f"{address}/l/")
    assert evening.guest("Ada").name == "Ägidius"
    context.close()


def test_without_scripts_the_other_site_leads_to_the_event(
    browser: Browser, evening: Evening, address: str, site: Site
) -> None:
    evening.opens()
    embeds(site, evening, address)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site.address)
    page.get_by_role("link", name="Sign up: Summer party").click()
    expect(page).to_have_url(f"{address}/e/party")
    context.close()
