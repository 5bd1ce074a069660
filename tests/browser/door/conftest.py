"""An event with guests, and phones at its door."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.browser.door.phones import DOORS_OPEN, SAVED, SMALL, Device
from tests.browser.serving import opened, session
from tests.support.event_app import Evening

BERLIN = ZoneInfo("Europe/Berlin")
HALF_AN_HOUR, THREE_HOURS = timedelta(minutes=30), timedelta(hours=3)
NUMBERS = count(1)


@pytest.fixture(scope="module")
def signed_in(browser: Browser, desk: tuple[Evening, str]) -> StorageState:
    """A session at the desk, on the evening itself."""
    desk[0].clock.move_to(DOORS_OPEN)
    return session(browser, *desk)


@pytest.fixture
def gala(desk: tuple[Evening, str], signed_in: StorageState) -> str:
    """Six seats: Anna with two others, Bert and Çağla alone; one is free. Return the id."""
    evening, event_id = desk[0], f"gala{next(NUMBERS)}"
    starts_at = (evening.clock.now() + HALF_AN_HOUR).astimezone(BERLIN).replace(tzinfo=None)
    evening.opens(
        event_id,
        cap=6,
        settings={"max_party": 6},
        starts_at=starts_at,
        ends_at=starts_at + THREE_HOURS,
    )
    for name, party in (("Anna", 3), ("Bert", 1), ("Çağla", 1)):
        email = name.lower().replace("ç", "c").replace("ğ", "g")
        guest = evening.signs_up(email.title(), event_id, party=party)
        assert guest.state == "confirmed"
    return event_id


@pytest.fixture
def device(
    browser: Browser, desk: tuple[Evening, str], signed_in: StorageState, gala: str
) -> Iterator[Device]:
    """Opens the door page on one more phone."""
    with ExitStack() as phones:

        def open_page() -> Page:
            small = opened(
                browser, desk[1], storage_state=signed_in, viewport=SMALL, has_touch=True
            )
            page = phones.enter_context(small)
            page.goto(f"/desk/e/{gala}/check-in")
            expect(page.locator("#state")).to_have_text(SAVED)
            return page

        yield open_page
