"""The front desk on the desk's first page: what waits for a yes, today, and what comes next."""

import pytest

from tests.web.desk.frontdesk.appointments.book import Front
from tests.web.desk.frontdesk.appointments.test_proposals import proposes
from tests.web.desk.frontdesk.salon import TWO, Salon
from tests.web.desk.frontdesk.waitlist.test_claim_questions import report
from tests.web.desk.support import Desk


@pytest.fixture
def front(desk: Desk) -> Front:
    front = Front(desk.evening)
    front.writes()
    return front


def test_requests_wait_for_a_yes(desk: Desk, front: Front) -> None:
    proposes(front, "b1")
    proposes(front, "b2", time="15:00")
    assert "2 requests wait for your yes" in desk.read("/desk")
    assert 'href="/desk/waitlist/proposals"' in desk.web.get("/desk").text


def test_a_booking_that_may_not_stand_is_asked_about(desk: Desk, front: Front) -> None:
    front.joins("Ada")
    front.frees(ref="event-1", source="webhook")
    front.claims()
    assert report(front, "late", ref="booking-1", source="calendar") == "asked"
    assert "1 booking may not stand any more" in desk.read("/desk")


def test_today_counts_appointments_and_free_times(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-01T14:00")
    front.books("Ben", "2026-06-01T15:00", staff="Sam")
    front.confirms("Ben")
    front.joins("Cleo")
    front.frees("late", "Colour", TWO.replace(hour=14), staff="Sam")
    page = desk.read("/desk")
    assert "2 appointments, 1 confirmed" in page
    assert "1 free time is being offered" in page


def test_the_next_appointment_is_named_however_many_are_left_today(
    desk: Desk, front: Front
) -> None:
    for number in range(24):
        hour, minute = 12 + number // 4, number % 4 * 15
        when = f"2026-06-01T{hour}:{minute:02d}"
        front.books(f"Guest{number}", when, staff="", service="Cut")
    front.books("Dora", "2026-06-02T09:00")
    front.cancels("Dora")
    front.books("Emil", "2026-06-02T10:00")
    page = desk.read("/desk")
    assert "Next appointment after today: Emil" in page
    assert "Dora" not in page


def test_a_house_without_rules_says_nothing_of_appointments(desk: Desk) -> None:
    assert "appointment after today" not in desk.read("/desk")


def test_a_quiet_front_desk_is_well(desk: Desk, salon: Salon) -> None:
    assert salon.evening is desk.evening
    assert "All is well" in desk.read("/desk")
