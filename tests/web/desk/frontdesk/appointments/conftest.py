import pytest

from tests.web.desk.frontdesk.appointments.book import RULES, Front, full_book
from tests.web.desk.support import Desk


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
