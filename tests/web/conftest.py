from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.event_app import Evening, evening_at


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Evening, TestClient]]:
    with evening_at(tmp_path) as stage:
        yield stage


@pytest.fixture
def evening(stage: tuple[Evening, TestClient]) -> Evening:
    return stage[0]


@pytest.fixture
def web(stage: tuple[Evening, TestClient]) -> TestClient:
    return stage[1]
