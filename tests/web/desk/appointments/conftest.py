from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.appointments.book import RULES, Front, full_book
from tests.web.desk.support import Desk, desk_at


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The desk of a house that has no rules yet, with its host signed in."""
    with desk_at(tmp_path) as desk:
        assert desk.sign_in().status_code == 303
        yield desk


@pytest.fixture
def front(desk: Desk) -> Front:
    """A salon with rules, and nobody who is booked."""
    front = Front(desk.evening)
    front.writes(RULES)
    return front


@pytest.fixture
def day(desk: Desk) -> Front:
    """A salon on a day with an appointment in every state."""
    return full_book(desk.evening)
