import pytest

from tests.web.desk.frontdesk.salon import Salon, busy_day
from tests.web.desk.support import Desk


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
