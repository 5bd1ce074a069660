"""What the calendar showed for a day is written by whoever knows the latest of it."""

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    SaveCalendarDay,
    SeenBooking,
)
from tests.products.frontdesk.waitlist.salon import Salon
from tests.support.rsvp_world import there

DAY = "2026-06-21"
CUT = SeenBooking("u1", there("2026-06-21 10:00"), "Cut", "Jess")


def test_a_day_is_kept_and_changed_by_whoever_knows_the_latest() -> None:
    salon = Salon()
    assert salon.give(SaveCalendarDay(day=CalendarDay(id=DAY, bookings=(CUT,))))
    known = salon.store.load(Get(CalendarDay, (DAY,)))
    assert known == CalendarDay(id=DAY, bookings=(CUT,), rev=1)
    assert salon.give(SaveCalendarDay(day=CalendarDay(id=DAY, rev=1)))
    assert not salon.give(SaveCalendarDay(day=CalendarDay(id=DAY, bookings=(CUT,), rev=1)))
    assert salon.store.load(Get(CalendarDay, (DAY,))) == CalendarDay(id=DAY, rev=2)
