"""Every page of the desk, found by its links: nothing is cut off, however long names are."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState

from fullhouse.locale import DESK_LANGUAGES
from fullhouse.products.rsvp.commands import CancelEvent
from fullhouse.products.rsvp.form_questions import EditQuestions
from tests.browser.guest_pages import ASKED, LONG_NAME
from tests.browser.looking import flaws
from tests.browser.serving import opened
from tests.browser.test_event_content_browser import photograph
from tests.browser.test_every_language_browser import cut_off
from tests.support.event_app import Evening
from tests.support.proof import some_of
from tests.web.desk.frontdesk.appointments.book import full_book

# One page of each kind is looked at: what names a record is left out of its address.
RECORD = re.compile(r"/(e|a|g|m|slots|entries|words)/[^/]+")
# Files, and what ends the session.
NO_PAGE = re.compile(r"\.(csv|json|ics|xlsx|ods|png|svg|pdf|txt)|sign-out|/export")
KINDS = 40
LONG_PERSON = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren"
# German has the longest words.
LANGUAGES = sorted(DESK_LANGUAGES, key=lambda language: language != "de")


@pytest.fixture(scope="module", autouse=True)
def evening(desk: tuple[Evening, str]) -> Evening:
    """A desk with events, guests and customers whose names have no blank to break at."""
    evening = desk[0]
    evening.opens("open", cap=40, name=LONG_NAME)
    evening.opens("huge", cap=2000)
    evening.opens("off", cap=2, name=LONG_NAME)
    for event in ("open", "huge", "off"):
        evening.signs_up(LONG_PERSON, event)
    evening.give(EditQuestions(event_id="open", questions=ASKED))
    evening.give(CancelEvent(event_id="off"))
    front = full_book(evening)
    front.books(LONG_PERSON, "2026-06-01T13:00")
    front.joins(LONG_PERSON, "Cut")
    return evening


def kinds_of_pages(page: Page) -> Iterator[str]:
    """Go to one page of each kind, in the order in which links lead there."""
    left, known = ["/desk"], {"/desk"}
    while left:
        path = left.pop(0)
        page.goto(path)
        yield path
        for link in page.eval_on_selector_all("a[href]", "all => all.map(it => it.pathname)"):
            kind = RECORD.sub(r"/\1/*", link)
            if link.startswith("/desk") and not NO_PAGE.search(link) and kind not in known:
                known.add(kind)
                left.append(link)


@pytest.mark.parametrize("language", some_of(LANGUAGES, 1))
@pytest.mark.parametrize("width", some_of([320, 768, 1440], 1))
def test_nothing_is_cut_off_at_the_desk(
    browser: Browser,
    desk: tuple[Evening, str],
    signed_in: StorageState,
    language: str,
    width: int,
) -> None:
    screen = {"width": width, "height": 800}
    kinds, found = 0, []
    with opened(
        browser, desk[1], storage_state=signed_in, locale=language, viewport=screen
    ) as page:
        for path in kinds_of_pages(page):
            kinds += 1
            if page.locator("html").get_attribute("lang") != language:
                found.append(f"{path} is not in {language}")
            found += [f"{path} at {width}: {each}" for each in cut_off(page)]
            photograph(page, f"desk{kinds:02}-{language}-{width}")
    assert not found, "\n".join(found)
    assert kinds >= KINDS


@pytest.mark.proof
@pytest.mark.parametrize("language", DESK_LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_the_desk_shuts_anyone_out(
    browser: Browser,
    desk: tuple[Evening, str],
    signed_in: StorageState,
    language: str,
    scheme: str,
) -> None:
    found = []
    with opened(
        browser, desk[1], storage_state=signed_in, locale=language, color_scheme=scheme
    ) as page:
        for _ in kinds_of_pages(page):
            found += flaws(page, scheme)
    assert not found, "\n".join(found)
