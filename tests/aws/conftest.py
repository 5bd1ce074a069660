from collections.abc import Iterator

import pytest

from tests.aws.play import Play, deployed


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """Fullhouse as it is deployed, for the stories of events and of the line: each brings its own event."""
    yield from _deployed(tmp_path_factory)


@pytest.fixture(scope="session")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """Another one, for the stories of appointments: there, weeks of a business pass."""
    yield from _deployed(tmp_path_factory)


def _deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    record = tmp_path_factory.mktemp("play") / "calls"
    record.touch()
    with deployed(record) as play:
        yield play


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count costs in an empty house; then tell the stories one by one before anything is asked about all of them."""
    items.sort(key=lambda item: (item.path.stem != "test_cost", "test_a_story" not in item.name))
