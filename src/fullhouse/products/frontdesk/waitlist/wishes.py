"""Wishes of a waitlist entry: weekdays and times of day, by the clock of the business."""

from datetime import datetime
from typing import Literal

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Weekdays = tuple[Weekday, ...]
WEEKDAYS: Weekdays = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# Parts of the day, as people name them, each with its start and its end.
DAY_PARTS = {
    "morning": ("", "12:00"),
    "afternoon": ("12:00", "17:00"),
    "evening": ("17:00", ""),
    "late_day": ("12:00", "20:00"),  # the Spanish "tarde"
}
# What an entry says about the slots that would suit it. Joining again replaces all of it.
WISHES = ("party", "earliest", "latest", "weekdays", "from_time", "until_time", "staff")


def weekday_of(wall: datetime) -> Weekday:
    """Return the weekday of a wall time."""
    return WEEKDAYS[wall.weekday()]


def in_week_order(days: frozenset[str]) -> Weekdays:
    """Return weekdays from Monday to Sunday; all seven are none, because any day will do."""
    named = tuple(day for day in WEEKDAYS if day in days)
    return () if len(named) == len(WEEKDAYS) else named


def is_in_window(clock: str, from_time: str, until_time: str) -> bool:
    """Return True if a wall time such as `17:00` is at the start of a window or inside it."""
    return from_time <= clock and (not until_time or clock < until_time)
