"""How a week went, told to staff on Monday at eight by the clocks there."""

import pytest

from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.model import ERASED_NAME, Appointment
from fullhouse.products.frontdesk.appointments.weekly_summary import (
    MOST_QUIET,
    Unanswered,
    WeekFigures,
    next_monday,
    span_of,
    week_alarm,
    week_of,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from tests.products.frontdesk.appointments.clinic import Clinic
from tests.support.rsvp_world import BERLIN, there, utc

AT = utc("2026-06-03T12:00")


def appointment(who: str, **fields: object) -> Appointment:
    usual = {"name": who.title(), "service": "Cut", "starts_at": AT, "minutes": 45, "made_at": AT}
    return Appointment(id=who, **{**usual, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "due", "week"),
    [
        ("2026-06-01 07:59", "2026-06-01 08:00", "2026-05-25"),
        ("2026-06-01 08:00", "2026-06-08 08:00", "2026-06-01"),
        ("2026-06-07 23:59", "2026-06-08 08:00", "2026-06-01"),
        ("2026-03-25 12:00", "2026-03-30 08:00", "2026-03-23"),
        ("2026-10-24 12:00", "2026-10-26 08:00", "2026-10-19"),
    ],
)
def test_it_rings_on_the_next_monday_for_the_week_before(now: str, due: str, week: str) -> None:
    alarm = week_alarm(there(now), BERLIN)
    assert (alarm.due_at, alarm.command) == (there(due), commands.SummariseWeek(week=week))
    assert next_monday(there(now), BERLIN)[0] == there(due)


def test_a_week_lies_between_two_midnights_there() -> None:
    assert span_of("2026-03-23", BERLIN) == (there("2026-03-23 00:00"), there("2026-03-30 00:00"))


def test_a_week_is_added_up() -> None:
    week = (
        appointment("anna", status="confirmed"),
        appointment("ben", reminded=(24,), reminder="r"),
        appointment("cem", status="cancelled", frees="cemc1", gave_up=True),
        appointment("dora", status="no_show", frees="dorac1"),
        appointment("emil", chain=2, frees="emilc1", status="confirmed", gave_up=True),
        appointment("fee", slot="s1", price=Money(5500)),
        appointment("gus", slot="s2", price=Money(1000), status="confirmed"),
        appointment("hal", slot="s3"),
        appointment("ida", reminded=(24,)),
        appointment("jan", chain=2),
        appointment("s4", slot="s4", price=Money(900), status="cancelled"),
    )
    assert week_of(week) == WeekFigures(
        appointments=11,
        confirmed=3,
        cancelled=2,
        no_shows=1,
        prevented=2,
        quiet=(Unanswered("ben", "Ben"),),
    )


def test_what_customers_answer_prevents_an_empty_chair_and_what_staff_change_does_not() -> None:
    clinic = Clinic()
    for name, at in (
        ("anna", "10:00"),
        ("ben", "11:00"),
        ("cem", "12:00"),
        ("dora", "13:00"),
        ("emil", "14:00"),
    ):
        clinic.book(name, f"2026-06-04 {at}")
    clinic.cancel("anna", link="1-0")
    clinic.reschedule("ben", "2026-06-05 10:00")
    clinic.cancel("cem")
    clinic.edit("dora", starts_at=there("2026-06-05 11:00"))
    clinic.cancel("emil", link="1-0")
    clinic.restore("emil")
    clinic.until("2026-06-08 08:00")
    (note,) = clinic.messages("summary")
    assert (note.facts["summary"]["cancelled"], note.facts["summary"]["prevented"]) == (2, 2)


def test_of_many_who_went_quiet_some_are_named_and_the_others_counted() -> None:
    many = tuple(
        appointment(f"a{number}", reminded=(1,), reminder="r") for number in range(MOST_QUIET + 3)
    )
    week = week_of((*many, appointment("x", name=ERASED_NAME, reminder="r")))
    assert (len(week.quiet), week.more_quiet) == (MOST_QUIET, 3)


def test_staff_are_told_once_and_again_next_week() -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.book("ben", "2026-06-04 10:00")
    clinic.confirm("ben")
    clinic.until("2026-06-08 07:59")
    assert clinic.left("summary") == []
    clinic.until("2026-06-08 08:00")
    (note,) = clinic.messages("summary")
    assert (note.facts["week"], note.facts["summary"]["confirmed"]) == ("2026-06-01", 1)
    assert list(note.facts["summary"]["quiet"]) == [{"id": "anna", "name": "Anna"}]
    clinic.give(commands.SummariseWeek(week="2026-06-01", again=False))
    clinic.book("cem", "2026-06-11 10:00")
    clinic.until("2026-06-15 09:00")
    assert clinic.left("summary") == [("Mon 08:00", "staff"), ("Mon 08:00", "staff")]


def test_of_a_week_in_which_nothing_happened_staff_are_not_told_but_of_the_next() -> None:
    clinic = Clinic()
    clinic.book("anna", "2026-06-11 10:00")
    clinic.until("2026-06-08 09:00")
    assert clinic.messages("summary") == []
    clinic.until("2026-06-15 09:00")
    (note,) = clinic.messages("summary")
    assert note.facts["week"] == "2026-06-08"


def test_who_is_erased_is_not_named_in_what_staff_were_told() -> None:
    clinic = Clinic()
    clinic.book("anna")
    clinic.until("2026-06-08 09:00")
    clinic.erase("anna")
    (note,) = clinic.messages("summary")
    assert list(note.facts["summary"]["quiet"]) == [{"id": "anna", "name": ERASED_NAME}]


ONE_TEXT = ("Quiet hours", "Texts: at most 0.08 EUR a month, 0.08 EUR each\nQuiet hours")


def test_whose_reminder_never_left_did_not_leave_it_unanswered() -> None:
    clinic = Clinic(ONE_TEXT)
    for name in ("anna", "ben"):
        clinic.book(name, "2026-06-04 10:00", staff="Jess" if name == "anna" else "Sam")
    clinic.until("2026-06-08 08:00")
    (sent,) = (one for one in clinic.messages("reminder") if one.status == "sent")
    (note,) = clinic.messages("summary")
    assert [one["id"] for one in note.facts["summary"]["quiet"]] == [sent.person]
