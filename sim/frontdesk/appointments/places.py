"""Places and times of a clinic's stories, with rules that matter: own schedules, closed days."""

from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.holidays import Holidays
from sim.checks.nights import to_utc
from sim.clocks import days, hours, minutes
from sim.frontdesk.waitlist import places as salons
from sim.frontdesk.waitlist.reference_rules import PUBLIC_HOLIDAYS, is_public_holiday
from sim.frontdesk.waitlist.rules_text import HouseRules

SERVICES = (("Cleaning", 30), ("Cut", 45), ("Consult", 60), ("Follow-up", 15))
REMINDERS = (
    ("Cleaning", (48, 2)),
    ("Cut", (24, 1)),
    ("Consult", (72, 24, 3)),
    ("Follow-up", (24,)),
)
OTHER_REMINDERS = (
    ("Cleaning", (24, 1)),
    ("Cut", (2,)),
    ("Consult", (3, 1)),
    ("Follow-up", (24, 3, 2, 1)),
)
STAFF = (("Jess", "Sam", "Ana"), ("Jess", "Sam", "Ana"), ("Jess", "Sam"), ("Jess",), ())
ALWAYS = tuple((day, "07:00", "23:00") for day in range(7))
WEEKDAYS = (*((day, "09:00", "18:00") for day in range(5)), (5, "10:00", "14:00"))
BROKEN = tuple(
    (day, opens, closes)
    for day in range(7)
    for opens, closes in (("08:00", "12:00"), ("13:30", "20:00"))
)
SHIFTS = tuple(
    tuple((day, opens, closes) for day in days for opens, closes in hours)
    for days, hours in (
        ((0, 2, 4, 6), (("07:00", "23:00"),)),
        (range(7), (("08:00", "13:15"),)),
        (range(7), (("09:00", "10:30"), ("11:00", "17:30"))),
    )
)
OWN = ("services", "reminders", "staff", "opening", "closed", "public", "gap", "refill")
# So few times are ever wanted that people often want the same.
WALLS = ("09:00", "10:00", "10:15", "10:30", "11:00", "13:30", "14:00", "17:15", "19:30")


def rules(draw: Random, zone: str, near: datetime) -> HouseRules:
    """Draw a clinic's rules."""
    there = near.astimezone(ZoneInfo(zone)) + days(draw.choice((0, 1, 2)))
    return replace(
        salons.rules(draw, zone),
        services=SERVICES[: draw.choice((2, 3, 4, 4))],
        reminders=draw.choice((REMINDERS, REMINDERS, OTHER_REMINDERS)),
        staff=draw.choice(STAFF),
        opening=draw.choice((ALWAYS, ALWAYS, WEEKDAYS, BROKEN)),
        closed=draw.choice(((), (), ((there.month, there.day),))),
        gap=draw.choice((45, 45, 20, 120)),
        refill=draw.random() < 0.75,
        public=draw.choice(("", "", *PUBLIC_HOLIDAYS)),
    )


def shifts(draw: Random) -> tuple[tuple[str, tuple[tuple[int, str, str], ...]], ...]:
    """Draw who of the staff has hours of their own: days off, mornings only, or a break."""
    names = draw.sample(STAFF[0], draw.choice((0, 0, 1, 2, 3)))
    return tuple((name, draw.choice(SHIFTS)) for name in names)


def public_holidays(near: datetime) -> tuple[Holidays, ...]:
    """Work the public holidays out that a story meets, by place."""
    days = [(near + timedelta(days=number)).date() for number in range(-7, 90)]
    kept = {
        place: tuple(f"{day}" for day in days if is_public_holiday(place, day))
        for place in PUBLIC_HOLIDAYS
    }
    return tuple(Holidays(id=place, days=them, until=f"{days[-1]}") for place, them in kept.items())


def changed(draw: Random, now_in_force: HouseRules, now: datetime) -> HouseRules:
    """Draw rules that staff change to: one or two things are other than before."""
    other = rules(draw, draw.choice(salons.DAYS)[0], now)
    names = (
        "reminders",
        "quiet",
        "closed",
        "public",
        "opening",
        "gap",
        "refill",
        "staff",
        "services",
        "cut_off",
        "zone",
        "limit",
    )
    some = draw.sample(names, draw.choice((1, 1, 2)))
    return replace(now_in_force, **{name: getattr(other, name) for name in some})


def day(draw: Random) -> tuple[str, datetime, datetime]:
    """Draw a zone, and from when to when a story plays there."""
    zone, begins, _ = salons.day(draw)
    return zone, begins, begins + draw.choice((hours(5), hours(26), days(2), days(3)))


def a_time(draw: Random, zone: str, now: datetime) -> datetime:
    """Draw when someone would like to come: mostly at a popular time, sometimes very soon."""
    if draw.random() < 0.2:
        return (now + minutes(draw.choice((20, 50, 70, 130)))).replace(
            minute=now.minute // 15 * 15, second=0, microsecond=0
        )
    there = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None) + timedelta(
        days=draw.choice((0, 1, 1, 2, 3))
    )
    return to_utc(datetime.fromisoformat(f"{there:%Y-%m-%d}T{draw.choice(WALLS)}"), zone)
