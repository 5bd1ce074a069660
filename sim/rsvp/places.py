"""Places and times of stories: zones with clock changes, and settings that matter."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec

from fullhouse.kernel.times import QuietHours, duration, instant, wall_time
from fullhouse.products.rsvp.commands import CreateEvent
from fullhouse.products.rsvp.model import Settings
from sim.clocks import days, hours, minutes

# Zones with a day near which their clocks change, or which stand at an odd offset.
NIGHTS = (
    ("Europe/Berlin", "2026-03-29"),
    ("Europe/Berlin", "2026-10-25"),
    ("Europe/Berlin", "2026-06-20"),
    ("Australia/Lord_Howe", "2026-04-05"),
    ("Australia/Lord_Howe", "2026-10-04"),
    ("Asia/Kathmandu", "2028-02-29"),
    ("America/St_Johns", "2026-03-08"),
    ("America/New_York", "2026-11-01"),
    ("Africa/Casablanca", "2026-03-22"),
    ("Pacific/Chatham", "2026-09-27"),
    ("UTC", "2026-12-31"),
)
TIMES = ("18:00", "18:00", "19:30", "00:30", "02:30", "08:00", "09:00", "12:00", "21:00", "23:45")
QUIET = (
    ("21:00", "08:00"),
    ("21:00", "08:00"),
    ("21:00", "08:00"),
    ("00:00", "00:00"),
    ("22:30", "02:30"),
    ("12:00", "13:30"),
)
REMINDERS = (
    ("7d", "1d", "morning"),
    ("7d", "1d", "morning"),
    ("1d",),
    ("24h", "2h"),
    ("3d", "36h", "90m", "morning"),
    (),
)
WINDOWS = ("6h", "6h", "1h", "10m", "30h", "1s")


def evening(draw: Random) -> tuple[str, datetime]:
    """Draw a zone and a wall time near the night on which its clocks change."""
    zone, day = draw.choice(NIGHTS)
    date = datetime.fromisoformat(f"{day}T{draw.choice(TIMES)}") + days(
        draw.choice((-1, 0, 0, 1, 2))
    )
    # No event begins at a time that the clocks skip.
    return zone, wall_time(instant(date, zone), zone)


def settings(draw: Random) -> Settings:
    """Draw an event's settings."""
    begins, ends = draw.choice(QUIET)
    drawn = Settings(
        reminders=draw.choice(REMINDERS),
        morning_at=draw.choice(("09:00", "09:00", "07:00", "12:00")),
        quiet_hours=QuietHours(begins, ends),
        claim_window=draw.choice(WINDOWS),
        shortest_window=draw.choice(("20m", "20m", "1m", "2h")),
        invite_window=draw.choice(("72h", "2h", "30m")),
        time_critical_offers=draw.random() < 0.3,
        max_party=draw.choice((1, 1, 2, 3)),
        confirm_by_mail=draw.random() < 0.15,
        lapse_limit=draw.choice((2, 2, 1, 0, 3)),
        mail_grace=draw.choice(("30m", "30m", "2h", "1m", "0m")),
    )
    if duration(drawn.shortest_window) <= duration(drawn.claim_window):
        return drawn
    return msgspec.structs.replace(drawn, shortest_window=drawn.claim_window)


def changed_settings(draw: Random) -> dict[str, Any]:
    """Draw a few settings that a host changes."""
    begins, ends = draw.choice(QUIET)
    some: dict[str, Any] = {
        "reminders": list(draw.choice(REMINDERS)),
        "morning_at": draw.choice(("09:00", "10:30")),
        "quiet_hours": {"from": begins, "to": ends},
        "claim_window": draw.choice(WINDOWS),
        "shortest_window": draw.choice(("20m", "5m")),
        "time_critical_offers": draw.random() < 0.5,
        "max_party": draw.choice((1, 2, 4)),
        "lapse_limit": draw.choice((0, 1, 2)),
        "run_up_days": draw.choice((0, 3, 7)),
        "language": draw.choice(("en", "de", "fr", "es")),
        "confirm_by_mail": draw.random() < 0.3,
        "mail_grace": draw.choice(("30m", "5m", "0s")),
    }
    names = draw.sample(sorted(some), draw.choice((1, 1, 2)))
    return {name: some[name] for name in names}


def event(draw: Random, event_id: str) -> CreateEvent:
    """Draw an event."""
    zone, starts_at = evening(draw)
    cap = draw.choice((1, 1, 2, 2, 3, 3, 5, 12))
    host = "host@example.org" if draw.random() < 0.8 else ""
    return CreateEvent(
        event_id=event_id,
        name="Evening",
        starts_at=starts_at,
        timezone=zone,
        cap=cap,
        host_email=host,
        settings=settings(draw),
    )


def lead(draw: Random) -> timedelta:
    """Draw how long before the start the story begins."""
    return draw.choice((hours(2), hours(14), days(1), days(2), days(8), days(9))) + minutes(
        draw.randrange(600)
    )


def moved(draw: Random, starts_at: datetime) -> datetime:
    """Draw another wall time for an event, near or far, earlier or later."""
    by = draw.choice((minutes(30), hours(1), hours(5), hours(11), days(1), days(3)))
    return starts_at + by if draw.random() < 0.6 else starts_at - by
