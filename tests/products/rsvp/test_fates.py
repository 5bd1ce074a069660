"""What becomes of each reminder, foretold: sent, past, one with another, or never."""

from fullhouse.products.rsvp.reminder_times import ReminderOutcome, fates
from tests.support.rsvp_world import Room, there


def told(room: Room) -> dict[str, str]:
    return {one.name: one.fate for one in foretold(room)}


def foretold(room: Room) -> tuple[ReminderOutcome, ...]:
    return fates(room.event, room.event.plans[-1], room.now)


def test_the_usual_reminders_are_all_to_come() -> None:
    assert told(Room()) == {"7d": "sent", "1d": "sent", "morning": "sent"}


def test_what_is_past_stays_past() -> None:
    assert told(Room(now="2026-06-15 11:00")) == {"7d": "past", "1d": "sent", "morning": "sent"}


def test_two_on_one_morning_are_one() -> None:
    assert told(Room(reminders=("10h", "morning"))) == {"10h": "merged", "morning": "sent"}


def test_none_comes_after_the_start() -> None:
    assert told(Room(reminders=("1h", "morning"), starts_at="2026-06-19 08:30")) == {
        "1h": "sent",
        "morning": "after_start",
    }


def test_one_that_falls_into_the_night_waits_for_the_morning() -> None:
    room = Room(reminders=("1d",), starts_at="2026-06-19 06:00")
    assert foretold(room) == (
        ReminderOutcome("1d", there("2026-06-18 08:00"), there("2026-06-18 06:00"), "sent"),
    )
