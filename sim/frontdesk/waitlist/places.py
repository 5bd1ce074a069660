"""Places and times of a salon's stories: clock changes, new months, and rules that matter."""

from datetime import datetime, timedelta
from random import Random

from msgspec.structs import replace

from sim.checks.nights import to_utc
from sim.clocks import days, hours, minutes
from sim.frontdesk.waitlist.rules_text import HouseRules

# Zones with a day near which their clocks change, or a month begins with its first Monday.
DAYS = (
    ("Europe/Berlin", "2026-03-28"),
    ("Europe/Berlin", "2026-10-24"),
    ("Europe/Berlin", "2026-05-31"),
    ("Europe/Berlin", "2026-06-01"),
    ("Australia/Lord_Howe", "2026-10-03"),
    ("America/St_Johns", "2026-03-07"),
    ("America/New_York", "2026-11-01"),
    ("Asia/Kathmandu", "2028-02-29"),
    ("Pacific/Chatham", "2026-09-26"),
    ("UTC", "2026-12-31"),
)
TIMES = ("08:55", "09:30", "10:00", "12:00", "14:00", "17:30", "20:00", "20:50", "23:30", "02:30")
QUIET = (
    ("21:00", "08:00"),
    ("21:00", "08:00"),
    ("00:00", "00:00"),
    ("22:30", "02:30"),
    ("12:00", "13:30"),
)
SERVICES = (("Colour", 90), ("Cut", 45), ("Table", 120))
STAFF = ((), ("Jess",), ("Jess", "Sam"))
LIMITS = (2000, 2000, 2000, 40, 16)


def rules(draw: Random, zone: str) -> HouseRules:
    """Draw a salon's rules."""
    return HouseRules(
        zone=zone,
        services=SERVICES[: draw.choice((1, 1, 2, 3))],
        staff=draw.choice(STAFF),
        by_priority=draw.random() < 0.6,
        window=draw.choice((10, 10, 1, 5, 45, 600)),
        quiet=draw.choice(QUIET),
        tries=draw.choice((5, 5, 1, 2, 3, 0)),
        cut_off=draw.choice((10, 10, 0, 5, 60)),
        down_fitting=draw.random() < 0.6,
        limit=draw.choice(LIMITS),
        refill=draw.random() < 0.6,
    )


def changed(draw: Random, now_in_force: HouseRules) -> HouseRules:
    """Draw rules that staff change to: one or two things are other than before."""
    other = rules(draw, draw.choice(DAYS)[0])
    names = (
        "window",
        "quiet",
        "tries",
        "by_priority",
        "down_fitting",
        "cut_off",
        "limit",
        "zone",
        "staff",
        "services",
    )
    some = draw.sample(names, draw.choice((1, 1, 2)))
    return replace(now_in_force, **{name: getattr(other, name) for name in some})


def day(draw: Random) -> tuple[str, datetime, datetime]:
    """Draw a zone, and from when to when a story plays there."""
    zone, date = draw.choice(DAYS)
    begins = to_utc(datetime.fromisoformat(f"{date}T{draw.choice(TIMES)}"), zone)
    return zone, begins, begins + draw.choice((hours(1), hours(3), hours(8), hours(26), days(3)))


def ahead(draw: Random, now: datetime) -> datetime:
    """Draw a starting time, mostly soon, on the five minutes."""
    wait = draw.choice((15, 25, 40, 60, 90, 180, 240, 600, 840, 1500, 4500))
    return (now + minutes(wait)).replace(minute=now.minute // 5 * 5, second=0, microsecond=0)


def some_time_ago(draw: Random, now: datetime) -> datetime:
    """Draw a starting time that has just passed."""
    return (now - timedelta(minutes=draw.choice((1, 5, 10, 20, 30, 44, 45, 60, 90)))).replace(
        second=0, microsecond=0
    )
