"""Times and numbers as a host reads them."""

from datetime import UTC, datetime, timedelta

from markupsafe import Markup

from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.model import Event

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HOUR = 60
DAY = 24 * HOUR


def when(moment: datetime, zone: str = "UTC") -> Markup:
    """Write an instant as the clock on the wall shows it there, for eyes and for machines."""
    exact = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(exact, wall(wall_time(moment, zone)))


def wall(moment: datetime) -> str:
    """Write a wall time: Thu 11 Jun 2026, 18:00."""
    return f"{day(moment)}, {moment:%H:%M}"


def day(moment: datetime) -> str:
    """Write a day: Thu 11 Jun 2026."""
    return f"{DAYS[moment.weekday()]} {moment.day} {MONTHS[moment.month - 1]} {moment.year}"


def until(moment: datetime, now: datetime) -> str:
    """Say how long it is until then, in the two largest units: in 5 h 20 min."""
    return f"in {span(moment - now)}" if moment > now else f"{span(now - moment)} ago"


def span(length: timedelta) -> str:
    """Say how long something is, roughly."""
    minutes = int(length.total_seconds() // 60)
    if minutes >= 2 * DAY:
        return f"{minutes // DAY} days"
    if minutes >= DAY:
        return f"1 day {(minutes - DAY) // HOUR} h" if minutes - DAY >= HOUR else "1 day"
    if minutes >= HOUR:
        return (
            f"{minutes // HOUR} h {minutes % HOUR} min"
            if minutes % HOUR
            else f"{minutes // HOUR} h"
        )
    return f"{minutes} min" if minutes else "less than a minute"


def people(number: int, one: str, many: str) -> str:
    """Count in words: 1 guest, 2 guests, 1,000 guests."""
    return f"{number:,} {one if number == 1 else many}"


def standing(event: Event, now: datetime) -> str:
    """Say in a word or two where an event is in its life."""
    if event.state == "cancelled":
        return "Cancelled"
    if now >= event.ends:
        return "Over"
    if now >= event.starts:
        return "Under way"
    return "Sign-up closed" if event.state == "closed" else "Open"
