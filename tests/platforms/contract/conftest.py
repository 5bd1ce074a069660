from collections.abc import Iterator

import pytest

from fullhouse.engine.ports import Store
from tests.platforms.contract.stores import ADAPTERS


@pytest.fixture(params=ADAPTERS)
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with ADAPTERS[request.param](lambda: request.getfixturevalue("emulator")) as opened:
        yield opened
