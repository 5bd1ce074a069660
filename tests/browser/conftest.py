from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.serving import CHROMIUM, FLAGS, serving
from tests.web.evening import Evening


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "The browser tests need /usr/bin/chromium: make browser"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
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
