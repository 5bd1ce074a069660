"""The guest list in a real browser: search, add, cancel; on a phone, at the door, on paper."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from fullhouse.products.rsvp.commands import CancelGuest, DeclineOffer, SignUp, StopMail
from tests.browser.looking import is_for_everyone
from tests.browser.serving import opened
from tests.support.event_app import Evening
from tests.support.proof import some_of

PAGES = (
    "/desk/e/party/guests?sort=place",
    "/desk/e/party/guests?q=nobody",
    "/desk/e/party/guests/new",
    "/desk/e/party/g/bert/edit",
    "/desk/e/party/g/bert/cancel",
    "/desk/e/party/g/emil/cancel",
    "/desk/e/party/door",
    "/desk/e/party/line",
    "/desk/e/party/seats",
    "/desk/e/party/seats?guest=bert",
    "/desk/e/party/audit",
)


@pytest.fixture(scope="module", autouse=True)
def evening(desk: tuple[Evening, str]) -> Evening:
    """An evening: Cleo declined Emil's seat, Dora holds it; one address bounces, one is invited."""
    evening = desk[0]
    evening.opens(cap=7, settings={"max_party": 3})
    evening.signs_up("Bert", party=3)
    for name in ("Anna", "Emil", "Gus"):
        evening.signs_up(name)
    ines = SignUp(
        event_id="party", guest_id="ines", name="Ines", email="ines@example.org", source="host"
    )
    evening.give(msgspec.structs.replace(ines, place_as="pending"))
    for name in ("Cleo", "Dora", "Frida"):
        evening.signs_up(name)
    evening.give(StopMail(event_id="party", guest_id="frida"), "guest")
    evening.give(CancelGuest(event_id="party", guest_id="emil"), "guest")
    evening.give(DeclineOffer(event_id="party", guest_id="cleo", offer_id="cleo-1"), "guest")
    return evening


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def page(
    request: pytest.FixtureRequest,
    browser: Browser,
    desk: tuple[Evening, str],
    signed_in: StorageState,
) -> Iterator[Page]:
    scripts = request.param
    with opened(
        browser,
        desk[1],
        storage_state=signed_in,
        java_script_enabled=scripts,
        accept_downloads=True,
    ) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, desk: tuple[Evening, str], signed_in: StorageState) -> Iterator[Page]:
    small = {"width": 320, "height": 640}
    with opened(browser, desk[1], storage_state=signed_in, viewport=small, has_touch=True) as page:
        yield page


def test_a_guest_is_found_and_the_list_narrowed(page: Page) -> None:
    page.goto("/desk/e/party/guests")
    page.get_by_label("Search for a name or an address").fill("ANN")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".people li")).to_have_count(1)
    page.get_by_role("link", name="Cancelled").click()
    expect(page.get_by_text("Nobody matches.")).to_be_visible()
    page.get_by_role("link", name="Show everyone").click()
    page.get_by_text("Filter and sort").click()
    page.get_by_label("Order").select_option("Place on the waitlist")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".people a").first).to_have_text("Cleo")


def test_a_guest_is_added_then_changed_then_taken_off_the_list(
    page: Page, evening: Evening
) -> None:
    page.goto("/desk/e/party/guests")
    page.get_by_role("link", name="Add a guest").click()
    page.get_by_label("Name").fill("Hugo")
    page.get_by_label("Email address").fill("hugo@example.org")
    page.get_by_role("button", name="Put them on the waitlist").click()
    expect(page.get_by_role("status")).to_contain_text("they are on the waitlist")
    page.get_by_role("link", name="Change…").click()
    page.get_by_label("Name").fill("Hugo Berg")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Hugo Berg")).to_be_visible()
    page.get_by_role("link", name="Remove from the waitlist…").click()
    expect(page.get_by_text("Nothing has happened yet.")).to_be_visible()
    page.get_by_role("button", name="Yes, remove them").click()
    expect(page.get_by_role("status")).to_contain_text("off the list")
    assert evening.guest("Hugo").state == "cancelled"


def test_the_list_is_taken_away_as_a_file(page: Page) -> None:
    page.goto("/desk/e/party/guests?state=waitlisted")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    assert download.value.suggested_filename == "party.csv"
    text = download.value.path().read_text("utf-8-sig")
    assert "Cleo" in text
    assert "Anna" not in text


def test_a_guests_page_leads_to_the_story_of_the_seat(page: Page) -> None:
    page.goto("/desk/e/party/g/emil")
    page.get_by_role("link", name="History of this seat").click()
    steps = page.locator(".seat-steps li")
    expect(steps).to_have_count(5)
    expect(steps.nth(3)).to_contain_text("Cleo said no, thank you")
    expect(steps.nth(4)).to_contain_text("Dora was asked next")


def test_guests_are_ticked_at_the_door_and_nothing_is_sent(phone: Page) -> None:
    phone.goto("/desk/e/party/door")
    sent: list[str] = []
    phone.on(
        "request", lambda request: None if request.method == "GET" else sent.append(request.url)
    )
    phone.get_by_label("Anna").tap()
    expect(phone.get_by_label("Anna")).to_be_checked()
    expect(phone.get_by_label("Bert")).not_to_be_checked()
    expect(phone.get_by_text("3 people")).to_be_visible()
    assert sent == []
    box = phone.locator(".door-list label").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_on_paper_only_the_list_is_left(phone: Page) -> None:
    phone.goto("/desk/e/party/door")
    phone.emulate_media(media="print", color_scheme="dark")
    expect(phone.locator(".bar")).to_be_hidden()
    expect(phone.locator(".strip")).to_be_hidden()
    expect(phone.locator(".letters")).to_be_hidden()
    expect(phone.locator(".door-list").first).to_be_visible()
    assert (
        phone.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )


def test_the_chart_has_its_numbers_beside_it(phone: Page) -> None:
    phone.goto("/desk/e/party/audit")
    expect(phone.get_by_role("img", name="Sign-ups over time")).to_be_visible()
    phone.get_by_text("As a table").click()
    expect(phone.get_by_role("row").last).to_contain_text("Mon 1 Jun 2026")


@pytest.mark.parametrize("path", some_of(PAGES, 1))
def test_everyone_can_use_each_page_by_day_and_by_night(phone: Page, path: str) -> None:
    phone.goto(path)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    is_for_everyone(phone, iframes=True)
