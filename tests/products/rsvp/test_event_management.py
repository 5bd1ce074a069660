"""What hosts do: open, change, close and call off an event, and thank those who came."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from fullhouse.kernel.commands import tag_of
from fullhouse.products.rsvp import bulk_messages, commands, event_management
from fullhouse.products.rsvp.capacity import FreedSeats
from tests.support.rsvp_world import EVENT, FRIDAY, HOST, Room, create, full_room, mail

ON_EVENTS = [
    commands.EditEvent(event_id="other", cap=3),
    commands.CloseSignUp(event_id="other"),
    commands.ReopenSignUp(event_id="other"),
    commands.CancelEvent(event_id="other"),
    commands.SendThanks(event_id="other", text="Thanks"),
]


def test_an_event_opens_with_everything_that_will_ring_for_it() -> None:
    room = Room()
    assert room.created.code == "created"
    assert [alarm.key for alarm in room.alarms()] == [
        "reminder:party:0:7d",
        "headcount:party",
        "reminder:party:0:1d",
        "reminder:party:0:morning",
        "thanks:party",
    ]


def test_opening_an_event_twice_answers_the_same_and_changes_nothing() -> None:
    room = Room(cap=2)
    answer = room.ask(create(cap=9))
    assert (answer.code, answer.event, room.actions()) == ("created", room.event, ["created"])


def test_an_event_lasts_three_hours_where_no_end_is_given() -> None:
    assert Room().event.ends_at == FRIDAY + timedelta(hours=3)
    assert Room(ends_at="2026-06-20 01:00").event.ends_at == datetime(2026, 6, 20, 1, 0)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"timezone": "Europe/Atlantis"}, "unknown_zone", "timezone"),
        ({"timezone": "../etc/passwd"}, "unknown_zone", "timezone"),
        ({"timezone": ""}, "unknown_zone", "timezone"),
        ({"timezone": "localtime"}, "unknown_zone", "timezone"),
        ({"timezone": "posixrules"}, "unknown_zone", "timezone"),
        ({"timezone": "right/Europe/Berlin"}, "unknown_zone", "timezone"),
        ({"starts_at": "2026-06-01 11:00"}, "in_the_past", "starts_at"),
        ({"starts_at": "2020-01-01 11:00"}, "in_the_past", "starts_at"),
        ({"starts_at": "2027-03-28 02:30"}, "skipped_hour", "starts_at"),
        (
            {"starts_at": "2027-03-27 20:00", "ends_at": "2027-03-28 02:00"},
            "skipped_hour",
            "ends_at",
        ),
        ({"ends_at": "2026-06-19 19:00"}, "ends_before_start", "ends_at"),
        ({"ends_at": "2026-06-19 18:00"}, "ends_before_start", "ends_at"),
        ({"ends_at": "2026-07-20 19:01"}, "event_too_long", "ends_at"),
        ({"ends_at": "2090-06-19 18:00"}, "event_too_long", "ends_at"),
        ({"cap": 0}, "cap_out_of_bounds", "cap"),
        ({"cap": -1}, "cap_out_of_bounds", "cap"),
        ({"cap": 1_000_001}, "cap_out_of_bounds", "cap"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_named(
    fields: dict[str, Any], code: str, field: str
) -> None:
    created = Room().ask(create("another", **fields))
    assert (created.code, created.field) == (code, field)
    room = Room()
    edited = room.edit(**fields)
    assert (edited.code, edited.field, room.actions()) == (code, field, ["created"])


def test_an_event_that_ends_in_the_hour_that_comes_twice_may_be_short() -> None:
    room = Room(starts_at="2026-10-25 01:30", ends_at="2026-10-25 02:15")
    assert room.event.ends - room.event.starts == timedelta(minutes=45)


@pytest.mark.parametrize("command", ON_EVENTS, ids=tag_of)
def test_there_is_nothing_to_host_where_there_is_no_event(command: commands.CancelEvent) -> None:
    assert Room().ask(command).code == "unknown_event"


# The cap.


def test_a_raised_cap_tells_the_line() -> None:
    room = full_room()
    assert room.edit(cap=3).code == "changed"
    assert room.offered() == ["cem"]
    assert room.offer("cem").shares == (FreedSeats("host", 1),)


def test_while_anyone_waits_all_free_seats_become_owed() -> None:
    room = full_room(settles=False)
    room.edit(cap=7)
    assert room.counts() == {"confirmed": 2, "held": 5, "taken": 7, "owed": 5, "waiting": 2}
    assert room.event.freed_at == room.now
    room.settle()
    assert room.offered() == ["cem", "dora"]
    assert room.event.free == 3


def test_a_raised_cap_is_public_if_nobody_waits() -> None:
    room = Room(cap=1)
    room.sign_up("anna")
    room.edit(cap=3)
    assert (room.counts(), room.event.free, room.alarms("fill")) == (
        {"confirmed": 1, "taken": 1},
        2,
        [],
    )


def test_a_raised_cap_that_is_still_below_what_is_taken_frees_nothing() -> None:
    room = Room(cap=5)
    room.sign_up("a", "b", "c", "d", "e", "waits")
    room.edit(cap=2)
    room.edit(cap=4)
    assert room.offered() == []
    room.edit(cap=5)
    assert room.offered() == []
    room.edit(cap=6)
    assert room.offered() == ["waits"]


def test_a_raised_cap_asks_those_again_who_had_passed() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    room.decline("ben")
    room.sign_up("cem")
    room.after(minutes=1)
    room.edit(cap=2)
    assert room.offered() == ["ben"]


def test_a_lowered_cap_throws_nobody_out() -> None:
    room = Room(cap=3)
    room.sign_up("anna", "ben", "cem", "dora")
    room.edit(cap=1)
    assert room.counts() == {"confirmed": 3, "taken": 3, "waiting": 1}


def test_no_seat_is_granted_owed_or_offered_while_the_room_is_over_its_cap() -> None:
    room = Room(cap=3)
    room.sign_up("anna", "ben", "cem", "dora")
    room.edit(cap=1)
    assert room.sign_up("emil").code == "waitlisted"
    room.cancel("anna")
    assert (room.event.owed, room.offered()) == (0, [])
    room.cancel("ben")
    assert (room.event.owed, room.offered()) == (0, [])
    room.cancel("cem")
    assert room.offered() == ["dora"]


def test_a_lowered_cap_lets_seats_go_that_were_set_aside() -> None:
    room = Room(cap=4, now="2026-06-01 22:00")
    room.sign_up("a", "b", "c", "d", "e", "f", "g")
    room.cancel("a", "b", "c")
    room.edit(cap=2)
    assert room.counts() == {"confirmed": 1, "held": 1, "taken": 2, "owed": 1, "waiting": 3}
    assert room.event.owed_from == (FreedSeats("c", 1),)


def test_a_cap_lowered_below_what_is_free_only_closes_free_seats() -> None:
    room = Room(cap=9)
    room.sign_up("anna")
    room.edit(cap=2)
    assert (room.event.free, room.counts()) == (1, {"confirmed": 1, "taken": 1})


def test_a_cap_raised_after_the_start_offers_nothing() -> None:
    room = full_room()
    room.until(room.event.starts)
    room.edit(cap=9)
    assert (room.offered(), room.event.owed) == ([], 0)


def test_a_new_date_for_an_event_that_had_begun_offers_its_free_seats_to_the_line() -> None:
    room = full_room()
    room.until(room.event.starts - timedelta(hours=1))
    room.cancel("anna")
    room.until(room.event.starts)
    assert (room.offered(), room.event.free, room.event.owed) == ([], 1, 0)
    room.edit(starts_at="2026-08-01 19:00")
    assert (room.offered(), room.event.free) == (["cem"], 0)


def test_a_new_date_for_an_event_that_had_begun_opens_what_nobody_waits_for() -> None:
    room = Room(cap=2)
    room.sign_up("anna")
    room.until(room.event.starts)
    room.edit(starts_at="2026-08-01 19:00")
    assert (room.event.free, room.event.owed) == (1, 0)


# Closing and calling off.


def test_closing_stops_new_sign_ups_and_the_line_offers_and_cancels_go_on() -> None:
    room = full_room()
    assert room.close().code == "done"
    assert room.sign_up("emil").code == "sign_up_closed"
    room.cancel("anna")
    assert room.claim("cem").code == "confirmed"


def test_closing_twice_and_reopening() -> None:
    room = Room()
    assert [room.close().code, room.close().code] == ["done", "done"]
    assert room.ask(commands.ReopenSignUp(event_id=EVENT)).code == "done"
    assert room.sign_up("anna").code == "confirmed"
    assert room.actions() == ["created", "sign_up_closed", "sign_up_reopened", "signed_up"]


def test_a_called_off_event_is_neither_closed_nor_changed_nor_thanked_for() -> None:
    room = Room()
    room.call_off()
    assert room.close().code == "event_cancelled"
    assert room.edit(cap=3).code == "event_cancelled"
    assert room.ask(commands.SendThanks(event_id=EVENT, text="Thanks")).code == "event_cancelled"
    assert room.call_off().code == "done"
    assert room.actions() == ["created", "event_cancelled"]


def test_an_event_that_is_over_cannot_be_called_off() -> None:
    room = Room()
    room.until(room.event.ends)
    assert room.call_off().code == "event_over"


def test_calling_off_withdraws_offers_clears_alarms_and_tells_everyone_once() -> None:
    room = full_room()
    room.sign_up("late", source="host")
    room.cancel("anna")
    room.call_off()
    assert room.alarms() == []
    assert room.offered() == []
    assert {
        name: room.kinds(name).count("event_cancelled")
        for name in ("anna", "ben", "cem", "dora", "late")
    } == {
        "anna": 0,
        "ben": 1,
        "cem": 1,
        "dora": 1,
        "late": 1,
    }
    assert room.counts() == {"confirmed": 1, "taken": 1, "waiting": 3}
    room.until("2026-06-25 12:00")
    assert room.kinds("ben") == ["confirmation", "event_cancelled"]


def test_calling_off_withdraws_invites_too() -> None:
    room = Room()
    room.sign_up("anna", place_as="pending")
    room.call_off()
    assert (room.guest("anna").state, room.counts(), room.kinds("anna")[-1]) == (
        "cancelled",
        {},
        "event_cancelled",
    )
    assert room.alarms("lapse") == []


def test_calling_off_tells_hundreds_in_pages_each_of_them_exactly_once() -> None:
    room = Room(cap=130, checks=False, settles=False)
    names = [f"guest{number:03}" for number in range(250)]
    room.sign_up(*names)
    room.cancel(*names[:20])
    room.settle()
    assert len(room.offered()) == 20
    room.call_off()
    pages = 0
    while room.alarms("tell"):
        room.ring()
        pages += 1
    room.settle()
    room.check()
    told = [message.to for message in room.carrier.handed if message.kind == "event_cancelled"]
    assert (pages, sorted(told)) == (
        250 // bulk_messages.PAGE + 1,
        [mail(name) for name in names[20:]],
    )
    assert room.offered() == []


def test_a_page_that_is_told_twice_writes_nothing_twice() -> None:
    room = full_room()
    room.call_off()
    told = len(room.messages("event_cancelled"))
    room.give(
        commands.SendBulkMessage(
            event_id=EVENT, kind="event_cancelled", occasion=room.event.sequence
        )
    )
    room.give(commands.SendBulkMessage(event_id="other", kind="event_cancelled", occasion=1))
    assert len(room.messages("event_cancelled")) == told == 4


def test_a_called_off_event_is_told_at_any_hour() -> None:
    room = full_room(now="2026-06-19 06:00")
    room.call_off()
    assert len(room.carrier.to("anna", "event_cancelled")) == 1


# Thanks.


def test_thanks_go_to_everyone_who_had_a_seat_once() -> None:
    room = full_room()
    room.stop_mail("ben")
    assert room.ask(commands.SendThanks(event_id=EVENT, text="Thanks")).code == "event_not_over"
    room.until(room.event.starts)
    assert room.ask(commands.SendThanks(event_id=EVENT, text="Thanks")).code == "event_not_over"
    room.until("2026-06-20 12:00")
    for text in ("Thank you all!", "Once more"):
        assert room.ask(commands.SendThanks(event_id=EVENT, text=text), HOST).code == "done"
    assert [(message.to, message.facts["text"]) for message in room.messages("thank_you")] == [
        (mail("anna"), "Thank you all!")
    ]


def test_an_event_is_not_moved_to_an_hour_that_the_clocks_skip() -> None:
    room = Room()
    moved = room.edit(starts_at="2027-03-28 02:30")
    assert (moved.code, moved.field) == ("skipped_hour", "starts_at")
    assert room.edit(starts_at="2027-03-27 23:30").code == "changed"
    assert room.edit(name="The night of the clocks").code == "changed"


@pytest.mark.parametrize(
    ("starts_at", "hours"),
    [
        ("2026-10-25 02:30", 3),
        ("2026-10-25 00:30", 4),
        ("2027-03-28 01:00", 3),
        ("2026-06-19 19:00", 3),
    ],
)
def test_an_event_without_an_end_lasts_three_hours_when_clocks_change(
    starts_at: str, hours: int
) -> None:
    made = Room(starts_at=starts_at, ends_at=None).event
    moved = Room(ends_at=None)
    moved.edit(starts_at=starts_at)
    for event in (made, moved.event):
        assert event.ends - event.starts == timedelta(hours=hours)


def test_an_edit_of_what_is_out_of_date_changes_nothing() -> None:
    room = Room(cap=10)
    seen = room.event.rev
    assert room.edit(cap=4).code == "changed"
    assert room.edit(venue="The barn", rev=seen).code == "changed_since"
    assert (room.event.cap, room.event.venue) == (4, "")
    assert room.edit(venue="The barn", rev=room.event.rev).code == "changed"


def test_a_preview_learns_why_an_edit_would_be_refused() -> None:
    room = Room()
    refused = commands.EditEvent(event_id=EVENT, cap=0)
    refusal = event_management.edit_refusal(room.event, refused, room.now)
    assert refusal is not None
    assert refusal.code == "cap_out_of_bounds"
    fine = commands.EditEvent(event_id=EVENT, cap=5)
    assert event_management.edit_refusal(room.event, fine, room.now) is None
