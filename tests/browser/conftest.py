import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    expect,
    sync_playwright,
)

from fullhouse.web.pages import assets
from tests.browser.looking import Opener
from tests.browser.serving import CHROMIUM, FLAGS, opened, serving, session
from tests.support.event_app import Evening
from tests.web.desk.support import desk_app

PATIENCE_MILLISECONDS = 60_000  # a busy machine takes its time, so no test waits for less
expect.set_options(timeout=PATIENCE_MILLISECONDS)


def be_patient(browser: Browser) -> None:
    """Give each action on the browser's pages as much time."""
    plain = browser.new_context

    def new_context(**more: Any) -> BrowserContext:
        context = plain(**more)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]  # the same, with more time


@pytest.fixture(scope="session", autouse=True)
def _patient_scripts() -> None:
    """Let the door's scripts wait as long: they take a late answer for none and go on offline."""
    patience = f"PATIENCE_MS = {PATIENCE_MILLISECONDS}".encode()
    for script in (assets()["door.js"], assets()["door_worker.js"]):
        script.body, changed = re.subn(rb"PATIENCE_MS = \d+", patience, script.body)
        assert changed == 1


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "The browser tests need /usr/bin/chromium: make browser"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        be_patient(browser)
        yield browser
        browser.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Evening, str]]:
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def evening(served: tuple[Evening, str]) -> Evening:
    return served[0]


@pytest.fixture
def address(served: tuple[Evening, str]) -> str:
    return served[1]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Opener]:
    """Opens a page on a phone; fails if anything on it went wrong."""
    troubles: list[str] = []
    contexts = []

    def open_page(**more: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 375, "height": 700}, **more})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda line: troubles.append(line.text) if "Content Security" in line.text else None,
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, str]]:
    """A desk and its address, shared by all tests of a file, which fills it first."""
    with serving(tmp_path_factory.mktemp("desk"), desk_app) as desk:
        yield desk


@pytest.fixture(scope="module")
def signed_in(browser: Browser, desk: tuple[Evening, str]) -> StorageState:
    """What a browser keeps of a session at the desk."""
    return session(browser, *desk)


@pytest.fixture
def page(browser: Browser, desk: tuple[Evening, str], signed_in: StorageState) -> Iterator[Page]:
    """A host's page at the desk."""
    with opened(browser, desk[1], storage_state=signed_in) as page:
        yield page
