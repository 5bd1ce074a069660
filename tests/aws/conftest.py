"""Fullhouse deployed twice, so that slow stories of appointments run beside those of events.

In one deployment, weeks of a business pass; in the other, each story brings its own event. Both
mostly wait for a clock.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from tests.aws.play import Play, deployed, infra
from tests.aws.stories import Story
from tests.aws.usual_clinic import usual_clinic

BOTH = ("play", "clinic")


@pytest.fixture(scope="session")
def houses(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Play]]:
    """Deploy what the chosen tests ask for, side by side; start the appointments' stories."""
    items = request.session.items
    asked = [one for one in BOTH if any(one in getattr(item, "fixturenames", ()) for item in items)]
    infra("package")
    records = [
        tmp_path_factory.mktemp(name) / "calls" for name in asked
    ]  # pytest makes folders for one at a time

    def put_up(record: Path) -> Play:
        record.touch()
        return standing.enter_context(deployed(record))

    with ExitStack() as standing:
        with ThreadPoolExecutor() as builders:
            found = dict(zip(asked, builders.map(put_up, records), strict=True))
        for item in items:
            _begin(item, found)
        yield found


def _begin(item: pytest.Item, houses: dict[str, Play]) -> None:
    if "book" in getattr(item, "fixturenames", ()):
        houses["clinic"].begin(usual_clinic)
    if isinstance(item, pytest.Function) and item.originalname == "test_a_story_of_appointments":
        houses["clinic"].begin(cast("Story", item.callspec.params["story"]))


@pytest.fixture(scope="session")
def play(houses: dict[str, Play]) -> Play:
    """The one for the stories of events and of the line."""
    return houses["play"]


@pytest.fixture(scope="session")
def clinic(houses: dict[str, Play]) -> Play:
    """The one for the stories of appointments."""
    return houses["clinic"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests: costs in an empty deployment, each story, questions about all of them."""
    items.sort(key=lambda item: (item.path.stem != "test_cost", "test_a_story" not in item.name))
