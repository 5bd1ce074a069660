from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fullhouse.web import limits
from tests.web.waitlist.salon import Salon, salon_at


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Salon, TestClient]]:
    with salon_at(tmp_path) as stage:
        stage[0].rules()
        yield stage


@pytest.fixture
def salon(stage: tuple[Salon, TestClient]) -> Salon:
    return stage[0]


@pytest.fixture
def web(stage: tuple[Salon, TestClient]) -> TestClient:
    return stage[1]


@pytest.fixture(scope="module", autouse=True)
def answers_at_once() -> Iterator[None]:
    """Do not wait until known and new customers have taken the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "EVEN_SECONDS", 0)
        yield
