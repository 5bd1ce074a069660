"""The next date of a series, and copies of an event."""

from datetime import datetime, timedelta

import pytest

from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.event_content import EditContent, EventContent, SetCover
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from fullhouse.products.rsvp.series import (
    Repeat,
    copy_of,
    copy_of_content,
    copy_of_cover,
    copy_of_questions,
    next_date,
    next_start,
)
from tests.support.rsvp_world import EVENT, HOST, Room


@pytest.mark.parametrize(
    ("starts", "repeat", "after", "date"),
    [
        ("2026-06-19 19:00", "week", "2026-06-01 09:00", "2026-06-26 19:00"),
        ("2026-06-19 19:00", "two_weeks", "2026-06-20 09:00", "2026-07-03 19:00"),
        ("2026-06-19 19:00", "week", "2026-08-01 09:00", "2026-08-07 19:00"),
        ("2026-06-19 19:00", "week", "2026-06-26 19:00", "2026-07-03 19:00"),
        ("2026-06-19 19:00", "month", "2026-06-20 09:00", "2026-07-19 19:00"),
        ("2026-12-19 19:00", "month", "2026-12-20 09:00", "2027-01-19 19:00"),
        ("2026-11-15 19:00", "month", "2026-11-16 09:00", "2026-12-15 19:00"),
        ("2027-01-31 19:00", "month", "2027-02-01 09:00", "2027-02-28 19:00"),
        ("2027-01-31 19:00", "month", "2027-03-01 09:00", "2027-03-31 19:00"),
    ],
)
def test_the_next_date_is_the_first_to_come(
    starts: str, repeat: Repeat, after: str, date: str
) -> None:
    found = next_date(datetime.fromisoformat(starts), repeat, datetime.fromisoformat(after))
    assert found == datetime.fromisoformat(date)


def test_a_date_whose_hour_the_clocks_skip_is_left_out() -> None:
    for starts_at, ends_at in (
        ("2027-03-21 02:30", "2027-03-21 05:00"),
        ("2027-03-20 23:00", "2027-03-21 02:30"),
    ):
        room = Room(starts_at=starts_at, ends_at=ends_at)
        event = room.event
        date = next_start(event, "week", event.starts_at)
        assert date == event.starts_at + timedelta(days=14)
        assert room.ask(copy_of(event, "next", date), HOST).code == "created"


def test_an_assumed_end_that_the_clocks_skip_leaves_no_date_out() -> None:
    event = Room(starts_at="2027-03-20 23:30").event
    assert next_start(event, "week", event.starts_at) == event.starts_at + timedelta(days=7)


def test_the_time_of_day_stays_when_clocks_change() -> None:
    room = Room(starts_at="2026-10-20 19:00")
    date = next_date(room.event.starts_at, "week", room.event.starts_at)
    room.ask(copy_of(room.event, "next", date), HOST)
    assert date == datetime(2026, 10, 27, 19, 0)


def test_a_copy_has_all_settings_and_texts_and_no_guests() -> None:
    room = Room(
        ends_at="2026-06-19 23:30", venue="The mill", cap=7, max_party=3, morning_at="07:30"
    )
    own = EditEvent(event_id=EVENT, voice={"confirmation": "Hello."}, host_name="Ada Lovelace")
    room.ask(own, HOST)
    room.sign_up("anna")
    copied = room.ask(copy_of(room.event, "copy", datetime(2026, 7, 1, 19, 0)), HOST).event
    assert copied is not None
    for name in ("name", "timezone", "venue", "cap", "host_email", "settings", "voice"):
        assert getattr(copied, name) == getattr(room.event, name), name
    assert copied.host_name == "Ada Lovelace"
    assert (copied.ends_at, copied.open_end) == (datetime(2026, 7, 1, 23, 30), False)
    assert (copied.confirmed, copied.taken, copied.waiting) == (0, 0, 0)


def test_a_copy_of_an_event_without_an_end_has_none() -> None:
    copied = copy_of(Room().event, "copy", datetime(2026, 7, 1, 19, 0))
    assert copied.ends_at is None
    given = copy_of(
        Room().event, "copy", datetime(2026, 7, 1, 19), name="New", ends_at=datetime(2026, 7, 1, 20)
    )
    assert (given.name, given.ends_at) == ("New", datetime(2026, 7, 1, 20))


def test_a_copy_has_the_texts_and_the_cover_of_the_first() -> None:
    shown = EventContent(
        event_id=EVENT,
        description="Cake",
        dress_note="Warm",
        rev=3,
        cover="d1",
        cover_width=1280,
        cover_height=640,
        cover_alt="A mill",
    )
    texts = copy_of_content(shown, "next")
    assert isinstance(texts, EditContent)
    assert (texts.event_id, texts.description, texts.dress_note) == ("next", "Cake", "Warm")
    assert texts.rev is None
    assert copy_of_cover(shown, "next", (b"s", b"l")) == SetCover(
        event_id="next", digest="d1", width=1280, height=640, alt="A mill", images=(b"s", b"l")
    )


def test_a_copy_asks_what_is_asked_now() -> None:
    note, gone = FormQuestion("note", "Note?"), FormQuestion("gone", "Gone?", removed=True)
    content = EventContent(event_id=EVENT, questions=(note, gone))
    assert copy_of_questions(content, "next") == EditQuestions(event_id="next", questions=(note,))
