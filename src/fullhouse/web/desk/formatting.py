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
    """Return an instant as a `<time>` element with the local time of the zone."""
    exact = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(exact, wall(wall_time(moment, zone)))


def wall(moment: datetime) -> str:
    """Write a wall time: Thu 11 Jun 2026, 18:00."""
    return f"{day(moment)}, {moment:%H:%M}"


def day(moment: datetime) -> str:
    """Write a day: Thu 11 Jun 2026."""
    return f"{DAYS[moment.weekday()]} {moment.day} {MONTHS[moment.month - 1]} {moment.year}"


def until(moment: datetime, now: datetime) -> str:
    """Format the time until an instant in its two largest units: in 5 h 20 min."""
    if moment > now:
        return f"in {span(moment - now)}"
    return f"{span(now - moment)} ago"


def span(length: timedelta) -> str:
    """Format a length of time roughly: 3 days, 1 day 4 h, 5 h 20 min."""
    minutes = int(length.total_seconds() // 60)
    if minutes >= 2 * DAY:
        return f"{minutes // DAY} days"
    if minutes >= DAY + HOUR:
        return f"1 day {(minutes - DAY) // HOUR} h"
    if minutes >= DAY:
        return "1 day"
    if minutes >= HOUR:
        rest = f" {minutes % HOUR} min" if minutes % HOUR else ""
        return f"{minutes // HOUR} h{rest}"
    return f"{minutes} min" if minutes else "less than a minute"


def people(number: int, one: str, many: str) -> str:
    """Count in words: 1 guest, 2 guests, 1,000 guests."""
    return f"{number:,} {one if number == 1 else many}"


def standing(event: Event, now: datetime) -> str:
    """Return the state of an event in a word or two."""
    if event.state == "cancelled":
        return "Cancelled"
    if now >= event.ends:
        return "Over"
    if now >= event.starts:
        return "Under way"
    return "Sign-up closed" if event.state == "closed" else "Open"
