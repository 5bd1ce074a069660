"""Made-up bookings for samples: such as this business would have them."""

from datetime import UTC, datetime

import pytest

from fullhouse.products.frontdesk.shared.rulebook.model import Hours, Rulebook, Service
from fullhouse.products.frontdesk.shared.samples import sample_booking

# A Thursday.
NOW = datetime(2026, 6, 11, 9, 0, tzinfo=UTC)
FRIDAY = 4


def test_it_is_of_the_first_service_with_the_first_of_the_staff() -> None:
    services = (Service("Check-up", 30, remind_at_hours=(48, 3)), Service("X-ray", 15))
    booking = sample_booking(Rulebook(services=services, staff=("Dr Kaya", "Dr Roth")), NOW)
    assert (booking.service, booking.minutes, booking.staff) == ("Check-up", 30, "Dr Kaya")
    assert (booking.party, booking.remind_at_hours) == (1, (48, 3))


def test_it_is_of_the_service_that_is_meant_by_its_name_now() -> None:
    rulebook = Rulebook(services=(Service("Check-up", 30), Service("X-ray", 15)))
    booking = sample_booking(rulebook, NOW, "x-RAY")
    assert (booking.service, booking.minutes) == ("X-ray", 15)
    unknown = sample_booking(rulebook, NOW, "Whitening")
    assert (unknown.service, unknown.minutes) == ("Whitening", 30)


def test_where_places_are_counted_two_come_together() -> None:
    booking = sample_booking(Rulebook(services=(Service("Table", 120),), places=8), NOW)
    assert (booking.service, booking.staff, booking.party) == ("Table", "", 2)


@pytest.mark.parametrize(
    ("language", "service"),
    [("en", "Appointment"), ("de", "Termin"), ("fr", "Rendez-vous"), ("es", "Cita")],
)
def test_without_services_it_is_an_appointment(language: str, service: str) -> None:
    booking = sample_booking(Rulebook(language=language), NOW)
    assert (booking.service, booking.minutes, booking.staff) == (service, 60, "")
    assert booking.remind_at_hours == (24, 2)


def test_a_service_without_reminders_has_the_usual_ones_in_a_sample() -> None:
    rulebook = Rulebook(services=(Service("Beard", 20, remind_at_hours=()),))
    assert sample_booking(rulebook, NOW).remind_at_hours == (24, 2)


@pytest.mark.parametrize(
    ("hours", "starts"),
    [
        ((), "14:00"),
        ((Hours(FRIDAY, "09:00", "18:00"),), "14:00"),
        ((Hours(FRIDAY, "18:00", "23:00"),), "18:00"),
        ((Hours(FRIDAY, "18:00", "02:00"),), "18:00"),
        ((Hours(FRIDAY, "12:00", "14:00"), Hours(FRIDAY, "17:30", "22:00")), "12:00"),
        ((Hours(0, "09:00", "12:00"),), "14:00"),
    ],
)
def test_it_is_tomorrow_while_the_business_is_open(hours: tuple[Hours, ...], starts: str) -> None:
    rulebook = Rulebook(zone="UTC", opening_hours=hours)
    assert f"{sample_booking(rulebook, NOW).starts_at:%d %H:%M}" == f"12 {starts}"
