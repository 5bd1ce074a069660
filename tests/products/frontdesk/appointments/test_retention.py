"""Whoever's appointment is over long enough is forgotten, page by page; what is ahead is kept."""

import pytest

from fullhouse.products.frontdesk.appointments import commands, retention
from tests.products.frontdesk.appointments.clinic import Clinic
from tests.support.rsvp_world import there


def erased(clinic: Clinic) -> list[str]:
    return sorted(one.id for one in clinic.appointments() if one.is_erased)


def test_whoever_was_here_long_enough_ago_is_forgotten_once_a_day() -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.book("ben", "2026-07-30 10:00")
    clinic.give(commands.SetAppointmentRetention(days=30))
    clinic.until("2026-07-03 14:00")
    assert erased(clinic) == []
    clinic.until("2026-07-04 14:00")
    assert erased(clinic) == ["anna"]
    assert [one.due_at for one in clinic.alarms("retire")] == [there("2026-07-05 10:00")]


@pytest.mark.parametrize(("moment", "old"), [("2026-06-04 14:44", 0), ("2026-06-04 14:45", 1)])
def test_it_is_so_many_days_since_its_end(moment: str, old: int) -> None:
    clinic = Clinic(ticks=False)
    clinic.book()
    clinic.jump(moment)
    assert clinic.decide(commands.RetireAppointments(days=1, again=False)).answer == old


def test_more_than_a_page_are_forgotten_in_one_round() -> None:
    clinic = Clinic(ticks=False)
    clinic.checks = False
    count = 2 * retention.PAGE + 3
    for number in range(count):
        clinic.book(f"a{number:02d}", f"2026-05-{1 + number % 20:02d} 10:00")
    clinic.give(commands.SetAppointmentRetention(days=1))
    assert len(erased(clinic)) == count
    assert len(clinic.alarms("retire")) == 1


def test_a_page_of_which_nobody_is_old_enough_ends_the_round() -> None:
    clinic = Clinic(ticks=False)
    clinic.checks = False
    for number in range(retention.PAGE + 1):
        clinic.book(f"a{number:02d}", "2026-05-31 10:00")
    decision = clinic.decide(commands.RetireAppointments(days=30))
    assert [one.key for one in decision.set_alarms] == [retention.RETIRING]


def test_keeping_for_ever_ends_the_round() -> None:
    clinic = Clinic()
    clinic.give(commands.SetAppointmentRetention(days=30))
    clinic.give(commands.SetAppointmentRetention(days=0))
    assert clinic.alarms("retire") == []
