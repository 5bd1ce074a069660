"""Copies of an event: the next date of a series, or any other date.

A copy has all settings, texts and questions of the event, and no guests.
"""

from calendar import monthrange
from datetime import datetime, timedelta
from typing import Literal

from fullhouse.kernel.times import is_skipped
from fullhouse.products.rsvp.commands import CreateEvent
from fullhouse.products.rsvp.content_changes import FIELDS
from fullhouse.products.rsvp.event_content import EditContent, EventContent, SetCover
from fullhouse.products.rsvp.form_questions import EditQuestions, asked
from fullhouse.products.rsvp.model import Event

Repeat = Literal["week", "two_weeks", "month"]
DAYS: dict[Repeat, int] = {"week": 7, "two_weeks": 14}
MONTHS_IN_YEAR = 12


def next_date(starts_at: datetime, repeat: Repeat, after: datetime) -> datetime:
    """Return the first date of a series that lies after a wall time, at the same time of day."""
    number = 1
    while nth_date(starts_at, repeat, number) <= after:
        number += 1
    return nth_date(starts_at, repeat, number)


def next_start(event: Event, repeat: Repeat, after: datetime) -> datetime:
    """Return the next date of an event's series whose times exist: clocks may skip an hour."""
    date = next_date(event.starts_at, repeat, after)
    while _is_skipped(event, date):
        date = next_date(event.starts_at, repeat, date)
    return date


def _is_skipped(event: Event, starts_at: datetime) -> bool:
    ends_at = starts_at + (event.ends_at - event.starts_at)
    has_no_end = not event.open_end and is_skipped(ends_at, event.timezone)
    return has_no_end or is_skipped(starts_at, event.timezone)


def nth_date(starts_at: datetime, repeat: Repeat, number: int) -> datetime:
    """Return a later date of a series.

    Each month it is the same day, or the last one of a shorter month. It is counted from the first
    date, so the 31st stays the 31st after February.
    """
    if repeat in DAYS:
        return starts_at + timedelta(days=DAYS[repeat] * number)
    years, month = divmod(starts_at.month - 1 + number, MONTHS_IN_YEAR)
    year, month = starts_at.year + years, month + 1
    day = min(starts_at.day, monthrange(year, month)[1])
    return starts_at.replace(year=year, month=month, day=day)


def copy_of(
    event: Event,
    event_id: str,
    starts_at: datetime,
    *,
    name: str = "",
    ends_at: datetime | None = None,
) -> CreateEvent:
    """Return the command that creates a copy; without an end it lasts as long as the event.

    If nobody entered the event's end, the copy has none either.
    """
    if ends_at is None and not event.open_end:
        ends_at = starts_at + (event.ends_at - event.starts_at)
    return CreateEvent(
        event_id=event_id,
        name=name or event.name,
        starts_at=starts_at,
        ends_at=ends_at,
        timezone=event.timezone,
        venue=event.venue,
        cap=event.cap,
        host_email=event.host_email,
        host_name=event.host_name,
        settings=event.settings,
        voice=event.voice,
    )


def copy_of_content(content: EventContent, event_id: str) -> EditContent:
    """Return the command that gives a copy what guests can read about the event."""
    return EditContent(event_id=event_id, **{name: getattr(content, name) for name in FIELDS})


def copy_of_questions(content: EventContent, event_id: str) -> EditQuestions:
    """Return the command that asks the guests of a copy what the event asks its own."""
    return EditQuestions(event_id=event_id, questions=asked(content.questions))


def copy_of_cover(content: EventContent, event_id: str, images: tuple[bytes, ...]) -> SetCover:
    """Return the command that gives a copy the event's cover."""
    return SetCover(
        event_id=event_id,
        digest=content.cover,
        width=content.cover_width,
        height=content.cover_height,
        alt=content.cover_alt,
        images=images,
    )
