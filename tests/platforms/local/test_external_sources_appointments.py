"""From settings to the calendar of appointments: found, synced hourly, and diagnosed."""

import asyncio
from pathlib import Path

import pytest

from fullhouse.inbound.sync.appointment_calendar.sync import NAME
from fullhouse.inbound.sync.calendar_sources import (
    CalendarSnapshot,
    FeedCalendar,
    GoogleCalendar,
    Span,
)
from fullhouse.inbound.sync.connections import Connections
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.config import BadConfig, read_config
from fullhouse.platforms.local.doctor import examine
from fullhouse.platforms.local.external_sources import outside_of
from fullhouse.platforms.local.files import LocalFiles
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from tests.inbound.google.fake import key_file
from tests.inbound.sync.appointment_calendar.calendar_desk import event
from tests.support.rsvp_world import there

GOOGLES = "name@group.calendar.google.com"
FEED = "https://calendar.example/private-5d3c9/basic.ics"
HOOK = "https://salon.example/hooks/calendar"


def outside(folder: Path, **settings: str) -> Connections:
    (folder / "key.json").write_bytes(key_file("https://oauth2.googleapis.com/token"))
    named = {f"FULLHOUSE_APPOINTMENTS_{name.upper()}": value for name, value in settings.items()}
    config = read_config(folder, {"FULLHOUSE_GOOGLE_ACCOUNT": "key.json", **named})

    async def connect() -> Connections:
        async with open_engine(
            folder, VirtualClock(there("2026-06-20 12:00")), MailboxCarrier(), "http://salon"
        ) as engine:
            found = outside_of(config, folder, engine, LocalFiles(folder / "files"))
            found.look_after(engine)
            return found

    return asyncio.run(connect())


def test_a_feed_or_a_google_calendar_is_connected(tmp_path: Path) -> None:
    feed = outside(tmp_path, calendar=FEED)
    assert feed.appointments is not None
    assert isinstance(feed.appointments.calendar, FeedCalendar)
    assert "5d3c9" not in feed.where(NAME)
    assert (feed.push, outside(tmp_path).appointments) == (None, None)
    googles = outside(tmp_path, calendar=GOOGLES, push_url=HOOK)
    assert googles.appointments is not None
    assert isinstance(googles.appointments.calendar, GoogleCalendar)
    assert googles.push is not None
    assert (googles.push.calendar_id, googles.push.address) == (GOOGLES, HOOK)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"calendar": "calendar.txt"}, "appointments.calendar is the address"),
        ({"calendar": FEED, "push_url": HOOK}, "is for a Google calendar"),
        (
            {"calendar": GOOGLES, "push_url": "http://salon.example/hooks/calendar"},
            "must begin with https://",
        ),
        ({"calendar": GOOGLES, "push_url": "https://salon.example/"}, "end in /hooks/calendar"),
    ],
)
def test_settings_that_cannot_work_are_named(
    tmp_path: Path, settings: dict[str, str], words: str
) -> None:
    with pytest.raises(BadConfig, match=words):
        outside(tmp_path, **settings)


def test_the_doctor_counts_the_times_that_are_tagged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(_calendar: FeedCalendar, _span: Span, _memo: str) -> CalendarSnapshot:
        return CalendarSnapshot((event(), event("u2", summary="Private")))

    monkeypatch.setattr(FeedCalendar, "look", look)
    found = examine(tmp_path, {"FULLHOUSE_APPOINTMENTS_CALENDAR": FEED})
    words = next(one.words for one in found if one.about == "appointments")
    assert words.endswith("2 times in the next 60 days, 1 of them with #appt")
    assert "5d3c9" not in words
