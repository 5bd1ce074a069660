from datetime import date, timedelta

import pytest

from fullhouse.kernel.times import QuietHours
from fullhouse.products.frontdesk.shared.rulebook.model import Closed, Rulebook, Service

BOOK = Rulebook(
    zone="Europe/Vienna",
    services=(Service("Full Colour", 90),),
    staff=("Jess", "Sam Ode"),
    claim_window_minutes=15,
    quiet_hours=QuietHours("22:00", "07:00"),
    tries=3,
)


@pytest.mark.parametrize("name", ["Full Colour", "full  colour", " FULL COLOUR "])
def test_a_service_is_found_however_it_is_written(name: str) -> None:
    assert BOOK.service(name) == Service("Full Colour", 90)


def test_a_service_that_is_not_there_is_not_found() -> None:
    assert BOOK.service("Colour") is None


def test_staff_are_found_by_the_name_in_the_rules() -> None:
    assert BOOK.staff_member("sam  ode") == "Sam Ode"
    assert BOOK.staff_member("Sam") == ""


def test_the_rules_say_how_slots_are_offered() -> None:
    rules = BOOK.offer_rules
    assert (rules.zone, rules.window, rules.tries) == ("Europe/Vienna", timedelta(minutes=15), 3)
    assert rules.quiet_hours == QuietHours("22:00", "07:00")


@pytest.mark.parametrize(
    ("closed", "day", "covered"),
    [
        (Closed(12, 24), date(2026, 12, 24), True),
        (Closed(12, 24), date(2031, 12, 24), True),
        (Closed(12, 24), date(2026, 12, 25), False),
        (Closed(5, 1, 2027), date(2027, 5, 1), True),
        (Closed(5, 1, 2027), date(2028, 5, 1), False),
    ],
)
def test_a_closed_day_comes_every_year_or_once(closed: Closed, day: date, covered: bool) -> None:
    assert closed.covers(day) is covered
