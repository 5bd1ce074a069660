"""Bookings that vanished from the calendar: freed at once, or held back until staff confirm it."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.sync.waitlist_calendar.changes import (
    Bookings,
    CalendarDiff,
    DaySnapshot,
    ref,
)
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval, ids_of, judge
from fullhouse.products.frontdesk.waitlist.calendar_days import SeenBooking


class Held(msgspec.Struct, frozen=True):
    """The changes to make now, the questions to staff, and the calendar to remember.

    What is asked about is remembered as it was, so that it is found again, or found to be back.
    """

    ends: CalendarDiff
    held: HeldRemoval
    seen: DaySnapshot


def hold(
    held: HeldRemoval, found: CalendarDiff, old: Bookings, seen: DaySnapshot, *, believe: bool
) -> Held:
    """Hold back what vanished at once if that is much; `believe` it if staff say so.

    What staff decided holds until the calendar is remembered without it.

    Openings are held back along with bookings, if the whole calendar seems wrong.
    """
    is_strange = found.is_strange or _is_empty(found, seen)
    doubted = [*found.freed, *(found.closed if is_strange else ())]
    items = [_item(booking) for booking in doubted]
    if believe:
        held = replace(held, asked=(), confirmed=tuple(items))
    verdict = judge(held, items, found.known, strange=is_strange)
    asked, kept = ids_of(verdict.held.asked), ids_of(verdict.held.kept)
    freed, closed = (_without(several, asked | kept) for several in (found.freed, found.closed))
    remembered = old
    if not is_strange or not asked:
        remembered = {uid: booking for uid, booking in old.items() if ref(booking) in asked}
    return Held(
        replace(found, freed=freed, closed=closed),
        verdict.held,
        replace(seen, bookings={**seen.bookings, **remembered}),
    )


def vanished(found: CalendarDiff) -> frozenset[str]:
    """Return the references of all bookings and openings that vanished."""
    return frozenset(ref(booking) for booking in (*found.freed, *found.closed))


def _is_empty(found: CalendarDiff, seen: DaySnapshot) -> bool:
    return bool(found.known) and not seen.starts


def _without(bookings: Iterable[SeenBooking], ids: frozenset[str]) -> list[SeenBooking]:
    return [booking for booking in bookings if ref(booking) not in ids]


def _item(booking: SeenBooking) -> HeldItem:
    return HeldItem(
        id=ref(booking),
        starts_at=booking.starts_at,
        service=booking.service,
        staff=booking.staff,
        party=booking.party,
        kind=booking.kind,
    )
