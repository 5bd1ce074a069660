from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.support import Desk, desk_at
from tests.web.desk.waitlist.salon import Salon, busy_day


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The desk of a house that has no rules yet, with its host signed in."""
    with desk_at(tmp_path) as desk:
        assert desk.sign_in().status_code == 303
        yield desk


@pytest.fixture
def salon(desk: Desk) -> Salon:
    """A salon with rules, and nobody who waits."""
    salon = Salon(desk.evening)
    salon.writes()
    return salon


@pytest.fixture
def day(desk: Desk) -> Salon:
    """A salon on a day with a slot in every state."""
    return busy_day(desk.evening)
