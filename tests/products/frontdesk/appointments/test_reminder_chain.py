"""Exactly one action per appointment, from hours left, schedule, messages and replies."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.reminder_chain import (
    EARLIEST_OVERRULED,
    NOTHING_DUE,
    GapAlert,
    ReminderDue,
    lookahead,
    nearby,
    next_action,
    next_at,
    schedule_of,
    windows_of,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from tests.support.rsvp_world import there

START = there("2026-06-03 14:00")
FIRST = ReminderDue(24, "first_reminder")
LONG_AGO = START - timedelta(days=30)
BOOK = Rulebook(
    services=(
        Service("Cut", 45, remind_at_hours=(24, 1)),
        Service("Consult", 60, remind_at_hours=(72, 24, 3)),
        Service("Chat", 15, None, ()),
    )
)


def appointment(**fields: Any) -> Appointment:
    usual = {
        "id": "a",
        "name": "Anna",
        "service": "Cut",
        "starts_at": START,
        "minutes": 45,
        "made_at": LONG_AGO,
    }
    return Appointment(**{**usual, **fields})


def before(hours: float) -> datetime:
    return START - timedelta(hours=hours)


def test_the_schedule_is_the_services_and_the_earliest_comes_first() -> None:
    assert schedule_of(appointment(service="consult "), BOOK) == (72, 24, 3)
    assert schedule_of(appointment(), BOOK) == (24, 1)
    assert schedule_of(appointment(service="Chat"), BOOK) == ()
    assert schedule_of(appointment(service="No longer done"), BOOK) == ()


def test_one_row_may_overrule_its_services_schedule() -> None:
    assert schedule_of(appointment(remind_at=(2, 48, 2)), BOOK) == (48, 2)
    assert schedule_of(appointment(remind_at=()), BOOK) == ()


@pytest.mark.parametrize(("hours", "due"), [(24.01, NOTHING_DUE), (24, FIRST), (2, FIRST)])
def test_the_first_reminder_is_due_from_its_window_on(hours: float, due: object) -> None:
    assert next_action(appointment(), BOOK, before(hours)) == due


def test_a_later_window_is_the_second_reminder() -> None:
    reminded = appointment(reminded=(24,))
    assert next_action(reminded, BOOK, before(23)) == NOTHING_DUE
    assert next_action(reminded, BOOK, before(1)) == ReminderDue(1, "second_reminder")
    third = appointment(service="Consult", reminded=(72, 24))
    assert next_action(third, BOOK, before(3)) == ReminderDue(3, "second_reminder")


def test_of_several_missed_windows_the_nearest_is_sent_once() -> None:
    missed = appointment(service="Consult")
    assert next_action(missed, BOOK, before(2)) == ReminderDue(3, "first_reminder")
    assert next_action(replace(missed, reminded=(3,)), BOOK, before(2)) == NOTHING_DUE


@pytest.mark.parametrize(("made", "windows"), [(25, (24, 1)), (24, (1,)), (2, (1,)), (0.5, ())])
def test_a_window_that_was_past_when_the_time_was_made_is_skipped(
    made: float, windows: tuple[int, ...]
) -> None:
    fresh = appointment(made_at=before(made))
    assert windows_of(fresh, BOOK) == windows
    assert next_action(fresh, BOOK, before(made)) == NOTHING_DUE


@pytest.mark.parametrize("status", ["confirmed", "cancelled", "no_show"])
def test_who_answered_is_left_alone(status: str) -> None:
    answered = appointment(status=status)
    assert next_action(answered, BOOK, before(1)) == NOTHING_DUE
    assert next_at(answered, BOOK, before(30)) is None


def test_from_its_start_on_nothing_is_due() -> None:
    assert next_action(appointment(), BOOK, START) == NOTHING_DUE
    assert next_at(appointment(), BOOK, START) is None


def test_a_gap_is_told_after_the_last_reminder_when_time_is_close_and_nobody_replied() -> None:
    quiet = appointment(reminded=(24, 1))
    assert next_action(quiet, BOOK, before(0.76)) == NOTHING_DUE
    assert next_action(quiet, BOOK, before(0.75)) == GapAlert()
    assert next_action(replace(quiet, alerted_at=before(0.75)), BOOK, before(0.5)) == NOTHING_DUE


def test_before_the_last_reminder_there_is_no_gap_however_early_staff_want_to_know() -> None:
    early = replace(BOOK, gap_alert_minutes=180)
    assert next_action(appointment(reminded=(24,)), early, before(2)) == NOTHING_DUE
    assert next_action(appointment(reminded=(24, 1)), early, before(1)) == GapAlert()


def test_without_a_window_there_is_no_gap() -> None:
    assert next_action(appointment(service="Chat"), BOOK, before(0.5)) == NOTHING_DUE
    assert next_action(appointment(made_at=before(0.5)), BOOK, before(0.25)) == NOTHING_DUE


def test_a_schedule_that_was_changed_sends_no_window_twice() -> None:
    sent = appointment(reminded=(24,))
    assert next_action(replace(sent, remind_at=(48, 24, 1)), BOOK, before(20)) == NOTHING_DUE
    assert next_action(replace(sent, remind_at=(30, 1)), BOOK, before(20)) == NOTHING_DUE
    assert next_action(replace(sent, service="Consult"), BOOK, before(20)) == NOTHING_DUE
    assert next_action(replace(sent, remind_at=(24, 12, 1)), BOOK, before(11)) == ReminderDue(
        12, "second_reminder"
    )


def test_clocks_that_are_put_back_send_nothing_again() -> None:
    sent = appointment(reminded=(24,))
    assert next_action(sent, BOOK, before(26)) == NOTHING_DUE
    assert next_action(sent, BOOK, before(24)) == NOTHING_DUE


def test_hours_before_are_hours_on_the_night_when_the_clocks_change() -> None:
    spring = appointment(starts_at=there("2026-03-29 14:00"), made_at=there("2026-03-01 14:00"))
    assert next_action(spring, BOOK, there("2026-03-28 12:59")) == NOTHING_DUE
    assert next_action(spring, BOOK, there("2026-03-28 13:00")) == FIRST


def test_what_is_due_next_can_be_told() -> None:
    assert next_at(appointment(), BOOK, before(30)) == before(24)
    assert next_at(appointment(), BOOK, before(24)) == before(1)
    assert next_at(appointment(reminded=(24, 1)), BOOK, before(1)) == before(0.75)
    assert (
        next_at(appointment(reminded=(24, 1), alerted_at=before(0.75)), BOOK, before(0.75)) is None
    )
    assert next_at(appointment(service="Chat"), BOOK, before(30)) is None


def test_the_tick_looks_as_far_as_any_row_or_service_needs() -> None:
    assert lookahead(BOOK) == timedelta(hours=EARLIEST_OVERRULED)
    far = replace(BOOK, services=(Service("Surgery", 60, remind_at_hours=(720,)),))
    assert lookahead(far) == timedelta(days=30)


hours = st.lists(st.integers(1, 168), max_size=5).map(tuple)
ticks = st.lists(st.integers(0, 200 * 60), max_size=60)


@settings(deadline=None)
@given(
    schedule=hours,
    made=st.integers(0, 200 * 60),
    ticks=ticks,
    edits=st.dictionaries(st.integers(0, 59), hours),
)
def test_whatever_the_order_of_ticks_and_edits_no_window_is_sent_twice_and_staff_hear_once(
    schedule: tuple[int, ...], made: int, ticks: list[int], edits: dict[int, tuple[int, ...]]
) -> None:
    one = appointment(remind_at=schedule, made_at=START - timedelta(minutes=made))
    alerts = 0
    for number, minutes in enumerate(ticks):
        one = replace(one, remind_at=edits.get(number, one.remind_at))
        now = START - timedelta(minutes=minutes)
        due = next_action(one, BOOK, now)
        assert due == next_action(one, BOOK, now)
        if isinstance(due, ReminderDue):
            assert due.hours not in one.reminded
            assert due.hours * 60 >= minutes > 0
            assert due.hours * 60 < made
            one = replace(one, reminded=(*one.reminded, due.hours))
            assert not isinstance(next_action(one, BOOK, now), ReminderDue)
        if isinstance(due, GapAlert):
            assert one.reminded
            one, alerts = replace(one, alerted_at=now), alerts + 1
    assert alerts <= 1
    assert list(one.reminded) == sorted(set(one.reminded), reverse=True)


@settings(deadline=None)
@given(schedule=hours.filter(bool))
def test_a_tick_every_quarter_sends_each_window_once_in_time(schedule: tuple[int, ...]) -> None:
    one = appointment(remind_at=schedule)
    for minutes in range(169 * 60, 0, -15):
        due = next_action(one, BOOK, START - timedelta(minutes=minutes))
        if isinstance(due, ReminderDue):
            assert minutes == due.hours * 60
            one = replace(one, reminded=(*one.reminded, due.hours))
    assert one.reminded == tuple(sorted(set(schedule), reverse=True))


@pytest.mark.parametrize("status", ["booked", "confirmed", "cancelled"])
@pytest.mark.parametrize("remind_at", [None, (), (5, 1), (100,)])
@pytest.mark.parametrize("reminded", [(), (24,), (24, 1)])
@pytest.mark.parametrize("service", ["Cut", "CUT", "Nothing that is offered"])
def test_for_whoever_a_tick_leaves_out_nothing_is_due(
    status: str, remind_at: tuple[int, ...] | None, reminded: tuple[int, ...], service: str
) -> None:
    one = appointment(status=status, remind_at=remind_at, reminded=reminded, service=service)
    for hours in (168, 100, 24.25, 24, 5, 1, 0.5, 0, -1):
        if not list(nearby((one,), BOOK, before(hours))):
            assert next_action(one, BOOK, before(hours)) == NOTHING_DUE


@pytest.mark.parametrize("alerted_at", [None, before(1)])
@pytest.mark.parametrize("reminded", [(), (72,), (72, 24), (24,), (72, 24, 3), (3,)])
@pytest.mark.parametrize("gap", [45, 300])
def test_for_whoever_a_tick_leaves_out_nothing_will_be_due_until_the_next(
    reminded: tuple[int, ...], alerted_at: datetime | None, gap: int
) -> None:
    book = replace(BOOK, gap_alert_minutes=gap)
    one = appointment(service="Consult", reminded=reminded, alerted_at=alerted_at)
    moments = [before(hours) for hours in (*range(80), 0.75, 0.5)]
    for until in moments:
        if not list(nearby((one,), book, until)):
            assert {next_action(one, book, now) for now in moments if now <= until} == {NOTHING_DUE}


def test_a_tick_leaves_out_who_was_reminded_until_the_next_reminder() -> None:
    one = appointment(service="Consult", reminded=(72,))
    assert list(nearby((one,), BOOK, before(25))) == []
    assert list(nearby((one,), BOOK, before(24))) == [(one, before(24))]
    all_sent = appointment(service="Consult", reminded=(72, 24, 3))
    assert list(nearby((all_sent,), BOOK, before(1))) == []
    assert list(nearby((all_sent,), BOOK, before(0.75))) == [(all_sent, before(0.75))]


def test_a_tick_leaves_out_who_has_not_come_to_a_reminder() -> None:
    assert list(nearby((appointment(),), BOOK, before(25))) == []
    assert list(nearby((appointment(),), BOOK, before(24))) == [(appointment(), before(24))]
