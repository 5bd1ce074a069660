"""News of a new time or place comes in time, and a moved event sends no needless reminders."""

import pytest

from fullhouse.kernel.product import SendLater, SendNow
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.delivery import check_delivery
from fullhouse.products.rsvp.model import GuestListState
from tests.support.rsvp_world import EVENT, Room, there

NIGHT = "2026-06-18 22:00"


def room_at_night(starts_at: str) -> Room:
    room = Room(starts_at=starts_at)
    room.sign_up("anna")
    room.until(NIGHT)
    return room


@pytest.mark.parametrize(
    ("starts_at", "change"),
    [
        ("2026-06-19 09:00", {"venue": "Next door"}),
        ("2026-06-19 07:00", {"starts_at": "2026-06-19 19:00"}),
        ("2026-06-19 19:00", {"starts_at": "2026-06-19 07:00"}),
        ("2026-06-19 09:00", {"starts_at": "2026-06-26 09:00"}),
        ("2026-06-19 10:59", {"ends_at": "2026-06-19 12:00"}),
        ("2026-06-18 21:30", {"starts_at": "2026-06-25 21:30"}),
    ],
)
def test_news_that_would_come_too_late_in_the_morning_leaves_at_night(
    starts_at: str, change: dict[str, str]
) -> None:
    room = room_at_night(starts_at)
    room.edit(**change)
    assert len(room.carrier.to("anna", "changed")) == 1


@pytest.mark.parametrize(
    ("starts_at", "change"),
    [
        ("2026-06-19 11:00", {"venue": "Next door"}),
        ("2026-06-19 19:00", {"starts_at": "2026-06-19 18:00"}),
        ("2026-06-19 09:00", {"name": "Another name"}),
        ("2026-06-18 18:00", {"starts_at": "2026-06-25 18:00"}),
    ],
)
def test_other_news_waits_for_the_morning(starts_at: str, change: dict[str, str]) -> None:
    room = room_at_night(starts_at)
    room.edit(**change)
    assert room.carrier.to("anna", "changed") == []
    room.until("2026-06-19 08:00")
    assert len(room.carrier.to("anna", "changed")) == 1


def test_news_that_drifts_into_the_night_leaves_if_the_morning_is_too_late() -> None:
    room = Room(starts_at="2026-06-19 09:00", now="2026-06-18 20:59", settles=False)
    room.sign_up("anna")
    room.edit(venue="Next door")
    room.ring()
    (message,) = room.messages("changed")
    state = GuestListState(room.event, room.guest("anna"))
    assert isinstance(check_delivery(message, state, there(NIGHT)), SendNow)
    room.edit(starts_at="2026-06-20 19:00", venue="Far away", tell_guests=False)
    moved = GuestListState(room.event, room.guest("anna"))
    assert isinstance(check_delivery(message, moved, there(NIGHT)), SendNow)


def test_news_of_an_older_version_waits_as_before() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    old = commands.SendBulkMessage(event_id=EVENT, kind="changed", occasion=1, changes=("venue",))
    room.give(old)
    (message,) = room.messages("changed")
    state = GuestListState(room.event, room.guest("anna"))
    assert isinstance(check_delivery(message, state, there(NIGHT)), SendLater) == message.gentle


def reminded(room: Room) -> list[str]:
    return [message.facts["reminder"] for message in room.messages("reminder")]


def test_an_event_moved_closer_sends_no_reminder_that_is_past() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-05 12:00")
    room.edit(starts_at="2026-06-08 19:00")
    assert reminded(room) == []
    room.until("2026-06-08 19:00")
    assert reminded(room) == ["1d", "morning"]


def test_an_event_moved_to_today_sends_one_reminder_on_this_morning() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-08 08:30")
    room.edit(starts_at="2026-06-08 19:00")
    room.until("2026-06-08 19:00")
    assert reminded(room) == ["morning"]


def test_after_the_reminder_of_this_morning_no_second_one_comes_on_it() -> None:
    room = Room(starts_at="2026-06-19 09:00")
    room.sign_up("anna")
    room.until("2026-06-12 09:30")
    assert reminded(room) == ["7d"]
    room.edit(starts_at="2026-06-13 10:30")
    room.edit(name="Another name")
    room.edit(starts_at="2026-06-13 11:30")
    room.until("2026-06-13 12:00")
    assert reminded(room) == ["7d", "morning"]


def test_a_reminder_in_the_afternoon_is_no_second_one() -> None:
    room = Room(starts_at="2026-06-19 09:00")
    room.sign_up("anna")
    room.until("2026-06-12 09:30")
    room.edit(starts_at="2026-06-13 19:00")
    room.until("2026-06-13 12:00")
    assert reminded(room) == ["7d", "1d", "morning"]


def test_a_reminder_that_new_quiet_hours_put_into_the_past_still_leaves() -> None:
    room = Room(starts_at="2026-06-19 22:00")
    room.sign_up("anna")
    room.until("2026-06-13 07:00")
    assert reminded(room) == []
    room.edit(settings={"quiet_hours": {"from": "00:00", "to": "00:00"}})
    assert reminded(room) == ["7d"]


def test_a_schedule_changed_for_all_sends_no_second_reminder_on_this_morning() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-19 09:30")
    room.edit(settings={"reminders": ["8h"]}, for_all=True)
    room.until("2026-06-19 19:00")
    assert reminded(room) == ["7d", "1d", "morning"]


def test_new_quiet_hours_send_no_second_reminder_on_this_morning() -> None:
    room = Room(reminders=("11h", "10h"), starts_at="2026-06-19 19:00")
    room.sign_up("anna")
    room.until("2026-06-19 09:30")
    room.edit(settings={"quiet_hours": {"from": "21:00", "to": "10:00"}})
    room.until("2026-06-19 19:00")
    assert reminded(room) == ["10h"]


def news(room: Room) -> list[list[str]]:
    return [message.facts["changes"] for message in room.carrier.to("anna", "changed")]


def test_news_that_cannot_wait_also_says_what_waits_for_the_morning() -> None:
    room = room_at_night("2026-06-20 19:00")
    room.edit(venue="Hall B")
    room.edit(name="Another name")
    assert news(room) == []
    room.edit(starts_at="2026-06-19 09:30")
    assert news(room) == [["venue", "name", "starts_at", "ends_at"]]
    room.until("2026-06-19 09:00")
    assert len(news(room)) == 1
    errors = [message.error for message in room.messages("changed")]
    assert errors.count("later news says it") == 2


def test_news_that_has_left_is_not_said_again() -> None:
    room = Room(starts_at="2026-06-20 19:00", now="2026-06-18 12:00")
    room.sign_up("anna")
    room.edit(venue="Hall B")
    room.until(NIGHT)
    room.edit(starts_at="2026-06-19 09:30")
    assert news(room) == [["venue"], ["starts_at", "ends_at"]]
