"""What comes round by itself: the night's housekeeping, and the month's summary."""

from datetime import date, datetime, timedelta

import pytest

from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.waitlist import commands, housekeeping
from tests.products.frontdesk.waitlist.salon import NOON, ROUNDS, STAFF, Salon
from tests.support.rsvp_world import there

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Pacific/Auckland",
    "Asia/Kolkata",
    "Africa/Cairo",
    "Pacific/Apia",
)


def test_the_rounds_begin_tonight_and_on_the_first_monday() -> None:
    salon = Salon()
    salon.give(commands.StartHousekeeping())
    assert [(alarm.key, alarm.due_at) for name in ROUNDS for alarm in salon.alarms(name)] == [
        ("housekeeping:waitlist:2026-06-21", there("2026-06-21 03:00")),
        ("summary:waitlist:2026-06", there("2026-07-06 09:00")),
    ]
    salon.until("2026-06-22 03:00")
    assert salon.alarms("housekeeping")[0].due_at == there("2026-06-23 03:00")


def test_before_three_it_is_still_tonight() -> None:
    salon = Salon(now="2026-06-20 02:59")
    salon.give(commands.StartHousekeeping())
    assert salon.alarms("housekeeping")[0].due_at == there("2026-06-20 03:00")


def test_a_house_that_starts_again_does_not_lose_the_summary_that_is_overdue() -> None:
    salon = Salon()
    salon.free("one")
    salon.give(commands.StartHousekeeping())
    salon.jump("2026-07-06 10:00")
    salon.decide(commands.StartHousekeeping())
    salon.settle()
    assert [one.facts["month"] for one in salon.messages("summary")] == ["2026-06"]
    assert [alarm.due_at for alarm in salon.alarms("summary")] == [there("2026-08-03 09:00")]


def test_those_whose_latest_date_has_passed_expire_in_the_night() -> None:
    salon = Salon()
    salon.join("anna", latest="2026-06-20")
    salon.join("ben", latest="2026-06-21")
    salon.join("cem")
    salon.give(commands.StartHousekeeping())
    salon.until("2026-06-21 03:00")
    assert [salon.entry(one).state for one in ("anna", "ben", "cem")] == [
        "expired",
        "waiting",
        "waiting",
    ]
    salon.until("2026-06-22 03:00")
    assert [salon.entry(one).state for one in ("anna", "ben", "cem")] == [
        "expired",
        "expired",
        "waiting",
    ]


def test_more_than_a_page_expires_in_one_night() -> None:
    salon = Salon(checks=False)
    names = [f"guest{number:02}" for number in range(2 * housekeeping.PAGE + 3)]
    salon.join(*names, latest="2026-06-20")
    salon.give(commands.StartHousekeeping())
    salon.until("2026-06-21 03:00")
    assert {one.state for one in salon.entries()} == {"expired"}


def test_a_date_that_was_put_right_meanwhile_does_not_expire() -> None:
    salon = Salon(now="2026-06-21 03:00", settles=False)
    salon.join("anna", latest="2026-06-20")
    salon.give(commands.Housekeep())
    salon.edit("anna", latest="2026-06-25")
    salon.settle()
    assert salon.entry("anna").state == "waiting"
    assert salon.decide(commands.ExpireEntry(entry_id="unknown")).is_empty


def test_a_slot_whose_alarm_was_lost_goes_on_in_the_night() -> None:
    salon = Salon()
    salon.join("anna", "ben", "cem")
    salon.free("with an offer")
    salon.free("looking", "2026-06-20 20:00")
    salon.decline(salon.asked("looking"))
    salon.store.alarms.clear()
    salon.jump("2026-06-21 03:00")
    salon.give(commands.Housekeep())
    assert (salon.slot("with an offer").status, salon.slot("looking").status) == (
        "handed_back",
        "handed_back",
    )
    assert {one.offer for one in salon.entries()} == {""}


def test_an_open_slot_that_lost_its_look_is_looked_at() -> None:
    salon = Salon(now="2026-06-19 23:00")
    salon.join("anna")
    salon.free()
    salon.store.alarms.clear()
    salon.jump("2026-06-20 08:00")
    salon.give(commands.Housekeep(again=False))
    assert (salon.asked(), salon.alarms("housekeeping")) == ("anna", [])


def test_every_open_slot_is_looked_at_however_many_there_are() -> None:
    salon = Salon(now="2026-06-19 22:00", checks=False)
    salon.join("anna", phone="+4915100000001")
    names = [f"slot{number:02}" for number in range(2 * housekeeping.PAGE + 1)]
    for at, name in enumerate(names):
        salon.free(name, f"2026-06-{21 + at // 5} {10 + 2 * (at % 5)}:00")
    salon.store.alarms.clear()
    salon.give(commands.Housekeep(again=False))
    assert {alarm.key for alarm in salon.alarms()} == {f"look:{name}" for name in names}


def test_housekeeping_with_nothing_to_do_does_nothing() -> None:
    salon = Salon()
    assert salon.decide(commands.Housekeep(again=False)).is_empty


@pytest.mark.parametrize("zone", ZONES)
def test_the_first_monday_is_a_monday_within_the_first_week_at_nine_whatever_year_and_zone(
    zone: str,
) -> None:
    now = datetime.fromisoformat("2024-01-01T00:00:00Z")
    seen = []
    while now.year < 2034:
        now = housekeeping.next_first_monday(now, zone)
        wall = wall_time(now, zone)
        assert (wall.weekday(), wall.day <= 7, wall.hour, wall.minute) == (0, True, 9, 0)
        month = housekeeping.month_before(now, zone)
        assert month == f"{date(wall.year, wall.month, 1) - timedelta(days=1):%Y-%m}"
        seen.append(month)
    assert len(seen) == len(set(seen)) >= 120
    since, until = housekeeping.span_of(seen[0], zone)
    assert (
        wall_time(since, zone).day,
        wall_time(until, zone).day,
        until - since > timedelta(days=27),
    ) == (1, 1, True)


def test_an_instant_before_nine_it_is_this_month_and_at_nine_the_next() -> None:
    nine = there("2026-07-06 09:00")
    assert housekeeping.next_first_monday(nine - timedelta(milliseconds=1), "Europe/Berlin") == nine
    assert housekeeping.next_first_monday(nine, "Europe/Berlin") == there("2026-08-03 09:00")


def test_the_summary_says_what_was_freed_filled_and_brought_in() -> None:
    salon = Salon(now="2026-05-31 23:00")
    salon.free("before", "2026-06-20 10:00")
    salon.jump(NOON)
    salon.join("anna", "ben")
    salon.join("cem", service="Cut")
    salon.join("dora", service="Table")
    salon.free("quick")
    salon.after(minutes=2)
    salon.claim("anna")
    salon.free("slow", service="Cut", staff="Sam")
    salon.after(minutes=6)
    salon.claim("cem")
    salon.free("table", service="Table", staff="", party_capacity=2)
    salon.claim("dora")
    salon.free("nobody", "2026-06-20 20:00", service="Cut")
    salon.until("2026-07-06 09:00")
    may, note = salon.messages("summary")
    assert (may.facts["month"], note.facts["month"]) == ("2026-05", "2026-06")
    assert note.facts["summary"] == {
        "freed": 4,
        "filled": 3,
        "given_up": 0,
        "handed_back": 1,
        "open": 0,
        "offers": 3,
        "minutes_to_fill": 3,
        "money": {"EUR": 17500},
    }
    assert salon.carrier.handed[-1].to == STAFF


def test_a_month_is_told_once_and_one_without_slots_not_at_all() -> None:
    salon = Salon()
    salon.free("one")
    for month in ("2026-05", "2026-06", "2026-06"):
        salon.give(commands.SendMonthSummary(month=month, again=False))
    (note,) = salon.messages("summary")
    assert (note.facts["month"], note.facts["summary"]["minutes_to_fill"]) == ("2026-06", 0)
