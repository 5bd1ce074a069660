"""Reminders, the host's headcount and the thank-you draft: times, recipients, quiet hours."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from fullhouse.kernel.times import QuietHours, wall_time
from fullhouse.products.rsvp import bulk_messages, commands, reminder_times
from fullhouse.products.rsvp.model import ReminderPlan
from tests.support.rsvp_world import EVENT, HOST, Room, mail, there, utc

NO_QUIET = QuietHours("00:00", "00:00")


def walls(room: Room) -> list[tuple[str, str]]:
    """When each reminder of the first plan is due, by the clocks there."""
    event = room.event
    found = reminder_times.reminders(event, event.plans[0])
    return [
        (one.name, wall_time(one.due_at, event.timezone).strftime("%m-%d %H:%M")) for one in found
    ]


def reminded(room: Room, name: str) -> list[str]:
    return [message.facts["reminder"] for message in room.carrier.to(name, "reminder")]


# When they are due.


def test_reminders_come_seven_days_before_one_day_before_and_in_the_morning() -> None:
    room = Room()
    assert walls(room) == [("7d", "06-12 19:00"), ("1d", "06-18 19:00"), ("morning", "06-19 09:00")]
    room.sign_up("anna")
    room.until("2026-06-20 12:00")
    assert reminded(room, "anna") == ["7d", "1d", "morning"]


def test_a_reminder_in_quiet_hours_moves_to_their_end() -> None:
    assert walls(Room(starts_at="2026-06-19 22:30", reminders=("1d",))) == [("1d", "06-19 08:00")]
    assert walls(Room(starts_at="2026-06-19 06:00", reminders=("1d",))) == [("1d", "06-18 08:00")]


def test_a_reminder_after_the_start_is_never_sent() -> None:
    assert walls(Room(starts_at="2026-06-19 08:30")) == [
        ("7d", "06-12 08:30"),
        ("1d", "06-18 08:30"),
    ]
    assert walls(Room(starts_at="2026-06-19 07:00", reminders=("2h", "morning"))) == []


def test_a_morning_at_the_very_start_is_none() -> None:
    assert walls(Room(starts_at="2026-06-19 09:00", reminders=("morning",))) == []


def test_two_that_fall_on_the_same_morning_are_one() -> None:
    room = Room(starts_at="2026-06-19 22:30", reminders=("1d", "morning"))
    assert walls(room) == [("morning", "06-19 09:00")]
    room.sign_up("anna")
    room.until("2026-06-20 12:00")
    assert reminded(room, "anna") == ["morning"]


def test_one_in_the_morning_and_one_in_the_afternoon_are_two() -> None:
    room = Room(reminders=("4h", "morning"))
    assert walls(room) == [("morning", "06-19 09:00"), ("4h", "06-19 15:00")]


def test_two_that_fall_on_the_same_minute_are_one() -> None:
    room = Room(reminders=("1d", "1d", "24h"))
    room.sign_up("anna")
    room.until("2026-06-20 12:00")
    assert len(reminded(room, "anna")) == 1


def test_the_morning_comes_when_the_host_says() -> None:
    assert walls(Room(morning_at="11:15", reminders=("morning",))) == [("morning", "06-19 11:15")]


@pytest.mark.parametrize(
    ("starts_at", "day", "hours"),
    [
        ("2026-03-29 18:00", "03-28 18:00", "03-28 17:00"),
        ("2026-10-25 18:00", "10-24 18:00", "10-24 19:00"),
        ("2026-06-19 18:00", "06-18 18:00", "06-18 18:00"),
    ],
)
def test_one_day_before_is_not_twenty_four_hours_before_when_clocks_change(
    starts_at: str, day: str, hours: str
) -> None:
    fields: dict[str, Any] = {
        "now": "2026-01-01 12:00",
        "starts_at": starts_at,
        "quiet_hours": NO_QUIET,
    }
    assert walls(Room(reminders=("1d",), **fields)) == [("1d", day)]
    assert walls(Room(reminders=("24h",), **fields)) == [("24h", hours)]


def test_a_week_before_keeps_the_hour_over_a_clock_change() -> None:
    room = Room(now="2026-01-01 12:00", starts_at="2026-03-30 18:00", reminders=("1w", "7d", "2d"))
    assert walls(room) == [("1w", "03-23 18:00"), ("7d", "03-23 18:00"), ("2d", "03-28 18:00")]


@pytest.mark.parametrize("name", ["36h", "1d12h", "12h1d"])
def test_a_day_and_a_half_is_counted_in_hours(name: str) -> None:
    room = Room(
        now="2026-01-01 12:00",
        starts_at="2026-03-29 20:00",
        reminders=(name,),
        quiet_hours=NO_QUIET,
    )
    assert walls(room) == [(name, "03-28 07:00")]


def test_one_day_before_a_time_that_the_night_before_skips_falls_behind_the_gap() -> None:
    room = Room(
        now="2026-01-01 12:00",
        starts_at="2026-03-30 02:30",
        reminders=("1d",),
        quiet_hours=NO_QUIET,
    )
    assert walls(room) == [("1d", "03-29 03:30")]


def test_one_day_before_an_hour_that_came_twice_takes_the_first() -> None:
    room = Room(
        now="2026-01-01 12:00",
        starts_at="2026-10-26 02:30",
        reminders=("1d",),
        quiet_hours=NO_QUIET,
    )
    assert [alarm.due_at for alarm in room.alarms("reminder")] == [utc("2026-10-25 00:30")]


@pytest.mark.parametrize(
    ("zone", "starts_at", "expected"),
    [
        ("Asia/Kolkata", "2026-03-29 18:00", ["03-22 18:00", "03-28 18:00", "03-29 09:00"]),
        ("Africa/Lagos", "2026-10-25 18:00", ["10-18 18:00", "10-24 18:00", "10-25 09:00"]),
        ("UTC", "2028-03-01 18:00", ["02-23 18:00", "02-29 18:00", "03-01 09:00"]),
        ("Europe/Berlin", "2028-02-29 18:00", ["02-22 18:00", "02-28 18:00", "02-29 09:00"]),
        ("Australia/Lord_Howe", "2026-04-05 18:00", ["03-29 18:00", "04-04 18:00", "04-05 09:00"]),
        ("Australia/Lord_Howe", "2026-10-04 18:00", ["09-27 18:00", "10-03 18:00", "10-04 09:00"]),
        ("Pacific/Apia", "2026-09-27 18:00", ["09-20 18:00", "09-26 18:00", "09-27 09:00"]),
        ("America/St_Johns", "2026-03-08 18:00", ["03-01 18:00", "03-07 18:00", "03-08 09:00"]),
    ],
)
def test_reminders_keep_their_hour_in_every_zone_and_on_leap_days(
    zone: str, starts_at: str, expected: list[str]
) -> None:
    room = Room(now="2026-01-01 12:00", timezone=zone, starts_at=starts_at)
    assert [wall for _, wall in walls(room)] == expected


def test_half_an_hour_is_what_the_clocks_change_on_lord_howe() -> None:
    fields: dict[str, Any] = {
        "now": "2026-01-01 12:00",
        "timezone": "Australia/Lord_Howe",
        "quiet_hours": NO_QUIET,
    }
    room = Room(starts_at="2026-04-05 18:00", reminders=("24h",), **fields)
    assert walls(room) == [("24h", "04-04 18:30")]


# For whom.


def test_a_reminder_in_the_past_is_skipped() -> None:
    room = Room(now="2026-06-17 12:00")
    assert [alarm.key for alarm in room.alarms("reminder")] == [
        "reminder:party:0:1d",
        "reminder:party:0:morning",
    ]


def test_who_signed_up_after_a_reminder_was_due_does_not_get_it() -> None:
    room = Room(cap=9)
    room.sign_up("early")
    room.until("2026-06-12 19:00")
    room.sign_up("late")
    room.until("2026-06-18 18:59")
    room.sign_up("later")
    room.until("2026-06-20 12:00")
    assert reminded(room, "early") == ["7d", "1d", "morning"]
    assert reminded(room, "late") == ["1d", "morning"]
    assert reminded(room, "later") == ["1d", "morning"]


def test_who_claims_a_seat_gets_the_reminders_that_are_still_due() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.until("2026-06-18 10:00")
    room.cancel("anna")
    room.claim("ben")
    room.until("2026-06-20 12:00")
    assert reminded(room, "ben") == ["1d", "morning"]


def test_a_cancelled_guest_gets_no_further_reminder() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-13 12:00")
    room.cancel("anna")
    room.until("2026-06-20 12:00")
    assert reminded(room, "anna") == ["7d"]


def test_who_waits_or_was_invited_gets_no_reminder() -> None:
    room = Room(cap=1, invite_window="720h")
    room.sign_up("anna", place_as="pending")
    room.sign_up("ben")
    room.until("2026-06-19 18:00")
    assert room.messages("reminder") == []


def test_a_reminder_that_rings_twice_is_written_once() -> None:
    room = Room()
    room.sign_up("anna")
    alarm = room.alarms("reminder")[0]
    room.until("2026-06-12 19:00")
    room.give(alarm.command)
    room.give(alarm.command)
    assert reminded(room, "anna") == ["7d"]


def test_one_alarm_rings_for_over_a_thousand_guests_in_pages() -> None:
    room = Room(cap=2000, checks=False, settles=False, reminders=("1d",))
    names = [f"guest{number:04}" for number in range(1050)]
    room.sign_up(*names)
    assert len(room.alarms("reminder")) == 1
    room.jump("2026-06-18 19:00")
    pages = 0
    while room.alarms("reminder"):
        room.ring()
        pages += 1
    assert pages == 1050 // bulk_messages.PAGE + 1
    assert [message.to for message in room.messages("reminder")] == [mail(name) for name in names]


def test_pages_that_run_into_the_night_go_on_in_the_morning() -> None:
    room = Room(cap=200, checks=False, settles=False, reminders=("1d",))
    room.sign_up(*(f"guest{number:03}" for number in range(150)))
    room.jump("2026-06-18 20:59")
    room.ring()
    room.jump("2026-06-18 21:00")
    room.ring()
    assert len(room.messages("reminder")) == bulk_messages.PAGE
    assert [alarm.due_at for alarm in room.alarms("reminder")] == [there("2026-06-19 08:00")]
    room.until("2026-06-19 08:00")
    assert len(room.messages("reminder")) == 150


def test_after_a_stop_a_reminder_is_caught_up_while_it_is_of_use() -> None:
    room = Room()
    room.sign_up("anna")
    room.jump("2026-06-15 12:00")
    room.settle()
    assert reminded(room, "anna") == ["7d"]


def test_after_a_long_stop_only_the_latest_reminder_is_sent() -> None:
    room = Room()
    room.sign_up("anna")
    room.jump("2026-06-19 10:00")
    room.settle()
    assert reminded(room, "anna") == ["morning"]


def test_after_a_stop_over_the_event_itself_nothing_stale_is_sent() -> None:
    room = Room()
    room.sign_up("anna")
    room.jump("2026-06-30 12:00")
    room.settle()
    assert room.kinds("anna") == ["confirmation"]
    assert room.messages("headcount") == room.messages("summary") == []
    assert room.alarms() == []


# Plans: which schedule holds for whom.


def test_a_changed_schedule_holds_for_who_confirms_from_now_on() -> None:
    room = Room(cap=9)
    room.sign_up("early")
    room.after(hours=1)
    room.edit(settings={"reminders": ["2d"]})
    room.sign_up("late")
    room.until("2026-06-20 12:00")
    assert reminded(room, "early") == ["7d", "1d", "morning"]
    assert reminded(room, "late") == ["2d"]


def test_a_changed_schedule_holds_for_all_if_the_host_says_so() -> None:
    room = Room(cap=9)
    room.sign_up("early")
    room.after(hours=1)
    room.edit(settings={"reminders": ["2d"]}, for_all=True)
    room.sign_up("late")
    room.until("2026-06-20 12:00")
    assert (reminded(room, "early"), reminded(room, "late")) == (["2d"], ["2d"])


def test_three_schedules_hold_each_for_its_own_guests() -> None:
    room = Room(cap=9, reminders=("3d",))
    for name, reminders in (("first", ["2d"]), ("second", ["1d"]), ("third", None)):
        room.sign_up(name)
        room.after(hours=1)
        if reminders:
            room.edit(settings={"reminders": reminders})
    room.until("2026-06-20 12:00")
    assert [reminded(room, name) for name in ("first", "second", "third")] == [
        ["3d"],
        ["2d"],
        ["1d"],
    ]


def test_a_schedule_of_now_may_be_made_to_hold_for_all_afterwards() -> None:
    room = Room(cap=9)
    room.sign_up("early")
    room.after(hours=1)
    room.edit(settings={"reminders": ["2d"]})
    room.edit(settings={"claim_window": "2h"}, for_all=True)
    room.until("2026-06-20 12:00")
    assert reminded(room, "early") == ["2d"]
    assert room.event.plans == (ReminderPlan(1, ("2d",), "09:00"),)


def test_a_schedule_changed_for_all_repeats_no_reminder() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-19 09:30")
    room.edit(settings={"morning_at": "11:00"}, for_all=True)
    room.until("2026-06-19 12:00")
    assert reminded(room, "anna") == ["7d", "1d", "morning"]


def test_a_reminder_of_a_plan_that_is_gone_or_of_an_older_date_is_let_go() -> None:
    room = Room()
    room.sign_up("anna")
    due_at = there("2026-06-12 19:00")
    room.jump(due_at)
    for command in (
        commands.Remind(event_id=EVENT, plan=7, reminder="7d", due_at=due_at),
        commands.Remind(event_id=EVENT, plan=0, reminder="7d", due_at=due_at - timedelta(days=1)),
        commands.Remind(event_id="other", plan=0, reminder="7d", due_at=due_at),
    ):
        room.decide(command)
    assert room.messages("reminder") == []


def test_no_reminder_leaves_for_an_event_that_was_called_off() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    alarm = room.alarms("reminder")[0]
    room.call_off()
    room.jump(alarm.due_at)
    room.decide(alarm.command)
    assert room.messages("reminder") == []


def test_changed_quiet_hours_book_the_reminders_anew() -> None:
    room = Room()
    room.edit(settings={"quiet_hours": {"from": "18:00", "to": "10:00"}})
    assert walls(room) == [("7d", "06-13 10:00"), ("morning", "06-19 10:00")]
    assert [alarm.due_at for alarm in room.alarms("reminder")] == [
        there("2026-06-13 10:00"),
        there("2026-06-19 10:00"),
    ]


def test_an_edit_in_the_night_does_not_lose_a_reminder_that_waits_for_the_morning() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    room.jump("2026-06-18 22:00")
    room.settle()
    assert reminded(room, "anna") == []
    room.edit(settings={"claim_window": "2h"})
    room.until("2026-06-19 08:30")
    assert reminded(room, "anna") == ["1d"]


# The host's own mail.


def test_the_headcount_comes_every_morning_of_the_last_week() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-25 12:00")
    days = [wall_time(message.queued_at, room.zone) for message in room.messages("headcount")]
    assert days == [datetime(2026, 6, day, 9, 0) for day in range(13, 20)]
    assert room.messages("headcount")[0].facts["headcount"] == {
        "cap": 2, "confirmed": 1, "held": 0, "waiting": 0, "pending": 0, "open": 1, "checked_in": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("days", "count"), [(0, 0), (1, 1), (3, 3), (18, 18)])
def test_the_run_up_is_as_long_as_the_host_says(days: int, count: int) -> None:
    room = Room(run_up_days=days)
    room.until("2026-06-25 12:00")
    assert len(room.messages("headcount")) == count


def test_the_headcount_keeps_nine_o_clock_when_clocks_change() -> None:
    room = Room(now="2026-03-20 12:00", starts_at="2026-03-31 19:00")
    room.until("2026-04-05 12:00")
    assert {
        wall_time(message.queued_at, room.zone).hour for message in room.messages("headcount")
    } == {9}
    assert len(room.messages("headcount")) == 7


def test_a_headcount_that_is_a_day_late_is_let_go_and_the_next_is_set() -> None:
    room = Room()
    room.jump("2026-06-15 10:00")
    room.settle()
    assert room.messages("headcount") == []
    room.until("2026-06-16 09:00")
    assert len(room.messages("headcount")) == 1


def test_a_headcount_that_is_hours_late_still_comes() -> None:
    room = Room()
    room.jump("2026-06-13 15:00")
    room.settle()
    assert len(room.messages("headcount")) == 1


def test_there_is_no_headcount_for_nobody_nor_for_an_event_that_is_off() -> None:
    room = Room(host_email="")
    room.until("2026-06-25 12:00")
    assert room.messages("headcount") == room.messages("summary") == []
    room = Room(settles=False)
    command = room.alarms("headcount")[0].command
    room.call_off()
    room.decide(command)
    room.decide(commands.SendHeadcount(event_id="other", due_at=room.now))
    assert room.messages("headcount") == []


@pytest.mark.parametrize(
    ("ends_at", "draft"),
    [
        (None, "2026-06-20 09:00"),
        ("2026-06-20 00:30", "2026-06-20 09:00"),
        ("2026-06-20 12:00", "2026-06-21 09:00"),
    ],
)
def test_the_thank_you_draft_comes_the_morning_after_the_end(
    ends_at: str | None, draft: str
) -> None:
    room = Room(ends_at=ends_at)
    room.until("2026-06-25 12:00")
    assert [(message.to, message.queued_at) for message in room.messages("summary")] == [
        (HOST, there(draft))
    ]


def test_a_draft_is_not_made_before_the_end_nor_for_a_called_off_event_nor_much_too_late() -> None:
    room = Room(settles=False)
    for moment in ("2026-06-19 20:00", "2026-06-26 12:00"):
        room.jump(moment)
        room.decide(commands.DraftThanks(event_id=EVENT))
    room.jump("2026-06-20 09:00")
    room.decide(commands.DraftThanks(event_id="other"))
    assert room.messages("summary") == []
    room = Room(settles=False)
    room.call_off()
    room.jump("2026-06-20 09:00")
    room.decide(commands.DraftThanks(event_id=EVENT))
    assert room.messages("summary") == []


def test_a_late_event_has_its_own_morning_after() -> None:
    room = Room(starts_at="2026-12-31 20:00", ends_at="2027-01-01 04:00")
    (alarm,) = room.alarms("thanks")
    assert wall_time(alarm.due_at, room.zone).date() == date(2027, 1, 1)


def test_headcount_and_thanks_come_at_the_configured_morning() -> None:
    room = Room(morning_at="07:30")
    room.until("2026-06-25 12:00")
    (summary,) = room.messages("summary")
    times = {
        wall_time(message.queued_at, room.zone).strftime("%H:%M")
        for message in (*room.messages("headcount"), summary)
    }
    assert times == {"07:30"}


def test_a_new_morning_moves_the_headcount_and_sends_it_once_a_day() -> None:
    room = Room()
    room.until("2026-06-14 10:00")
    room.edit(settings={"morning_at": "11:00"})
    room.until("2026-06-15 12:00")
    times = [wall_time(message.queued_at, room.zone) for message in room.messages("headcount")]
    assert times == [datetime(2026, 6, 13, 9), datetime(2026, 6, 14, 9), datetime(2026, 6, 15, 11)]
