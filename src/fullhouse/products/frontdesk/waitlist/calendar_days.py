"""What the calendar showed: its bookings and openings, a record for each day, so that one that vanishes is noticed."""

from datetime import datetime
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Need, Needs, Record


class SeenBooking(msgspec.Struct, frozen=True):
    """One time in the calendar that names a service: taken by somebody, or an opening."""

    uid: str
    starts_at: datetime
    service: str
    staff: str = ""
    party: int = 1
    kind: Literal["booking", "opening"] = "booking"


class CalendarDay(Record, frozen=True, kw_only=True):
    """All that the calendar showed for a day of UTC."""

    kind_name: ClassVar[str] = "calendar_day"

    id: str
    bookings: tuple[SeenBooking, ...] = ()
    rev: int = 0


class CalendarDays(Need[tuple[CalendarDay, ...]], frozen=True):
    """Days from one on, in their order."""

    query_name: ClassVar[str] = "CalendarDays"
    since: str
    limit: int = 100


class SaveCalendarDay(Command, frozen=True, kw_only=True, tag="KeepDay"):
    """Remember what the calendar shows for a day, by someone who knew the revision that it carries."""

    day: CalendarDay


def day_needs(command: SaveCalendarDay, found: Found) -> Needs:
    """Load the day as it was seen before."""
    return {} if found else {"known": Get(CalendarDay, (command.day.id,))}


def keep_day(found: Found, command: SaveCalendarDay, _now: datetime) -> Decision:
    """Write a day down, unless another has changed it since; the answer says whether it was."""
    known: CalendarDay | None = found["known"]
    if known is None:
        return Decision(True, moves=(create(msgspec.structs.replace(command.day, rev=1)),))  # noqa: FBT003 - the answer
    if known.rev != command.day.rev:
        return Decision(False)  # noqa: FBT003 - the answer
    kept = update(
        known, *if_unchanged(known, "rev"), bookings=command.day.bookings, rev=known.rev + 1
    )
    return Decision(True, moves=(kept,))  # noqa: FBT003 - the answer
