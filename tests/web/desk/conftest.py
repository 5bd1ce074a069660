from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.support import Desk, desk_at


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Desk]:
    """The desk, with nobody signed in."""
    with desk_at(tmp_path) as desk:
        yield desk


@pytest.fixture
def desk(door: Desk) -> Desk:
    """The desk, with its host signed in."""
    assert door.sign_in().status_code == 303
    return door
