from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.appointments.shop import RULES, Shop, shop_at


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Shop, TestClient]]:
    with shop_at(tmp_path) as stage:
        stage[0].rules(RULES)
        yield stage


@pytest.fixture
def shop(stage: tuple[Shop, TestClient]) -> Shop:
    return stage[0]


@pytest.fixture
def web(stage: tuple[Shop, TestClient]) -> TestClient:
    return stage[1]
