"""Bookings and openings seen in the calendar, by day, to notice those that vanish."""

from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Need, Needs, Record


class SeenBooking(msgspec.Struct, frozen=True):
    """One time in the calendar that names a service: booked, or an opening."""

    uid: str
    starts_at: datetime
    service: str
    staff: str = ""
    party: int = 1
    kind: Literal["booking", "opening"] = "booking"


class CalendarDay(Record, frozen=True, kw_only=True):
    """Everything the calendar showed for one UTC day."""

    kind_name: ClassVar[str] = "calendar_day"

    id: str
    bookings: tuple[SeenBooking, ...] = ()
    rev: int = 0


class CalendarDays(Need[tuple[CalendarDay, ...]], frozen=True):
    """Days from a date on, in order."""

    query_name: ClassVar[str] = "CalendarDays"
    since: str
    limit: int = 100


class SaveCalendarDay(Command, frozen=True, kw_only=True, tag="KeepDay"):
    """Store what the calendar shows for a day, if the revision it carries is current."""

    day: CalendarDay


def day_needs(command: SaveCalendarDay, found: Found) -> Needs:
    """Load the day as it was seen before."""
    return {} if found else {"known": Get(CalendarDay, (command.day.id,))}


def keep_day(found: Found, command: SaveCalendarDay, _now: datetime) -> Decision:
    """Store a day, unless another run changed it since; the answer is whether it was stored."""
    known: CalendarDay | None = found["known"]
    if known is None:
        first = create(msgspec.structs.replace(command.day, rev=1))
        return Decision(True, moves=(first,))  # noqa: FBT003 - the answer
    if known.rev != command.day.rev:
        return Decision(False)  # noqa: FBT003 - the answer
    kept = update(
        known, *if_unchanged(known, "rev"), bookings=command.day.bookings, rev=known.rev + 1
    )
    return Decision(True, moves=(kept,))  # noqa: FBT003 - the answer
