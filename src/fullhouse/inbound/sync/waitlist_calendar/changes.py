"""Comparison of two snapshots of the calendar. Nothing is changed here."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.sync.calendar_sources import CalendarSnapshot
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.calendar_days import SeenBooking
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

OPEN = frozenset({"open", "opening", "free", "frei", "offen", "libre", "disponible"})
FIRST_WORD = regex(r"\W*(\w+)")
WITH = regex(
    r"(?:\b(?:with|mit|bei|avec|chez|con)|[-\u2013\u2014|@/])\s+([^\W\d_][\w'.-]*)", re.IGNORECASE
)
FOR_SO_MANY = regex(r"\b(?:for|für|pour|para)\s+(\d{1,2})\b", re.IGNORECASE)
# Longer entries are days off, holidays and trainings, not bookings.
LONGEST = timedelta(hours=16)


def meant(occurrence: Occurrence, book: Rulebook) -> SeenBooking | None:
    """Read one time; None if it was cancelled, names no service of the rules, or lasts all day."""
    summary = normalized_name(occurrence.summary)
    services = book.names_of("service")
    called = _named(summary, services)
    lasts = occurrence.ends_at - occurrence.starts_at
    if occurrence.cancelled or not called or lasts > LONGEST:
        return None
    rest = summary.replace(normalized_name(called), " ", 1)
    return SeenBooking(
        uid=occurrence.uid,
        starts_at=to_the_minute(occurrence.starts_at),
        service=services[called],
        staff=_staff(rest, occurrence.summary, book),
        party=_party(rest),
        kind="opening" if _is_open(occurrence) else "booking",
    )


def to_the_minute(moment: datetime) -> datetime:
    """Return a moment without seconds, because slots begin at full minutes."""
    return moment.replace(second=0, microsecond=0)


def _is_open(occurrence: Occurrence) -> bool:
    if OPEN & set(occurrence.tags):
        return True
    first = FIRST_WORD.match(occurrence.summary)
    return first is not None and first[1].casefold() in OPEN


def _named(text: str, names: Iterable[str]) -> str:
    """Find the longest of some names in a text, as words of their own."""
    found = [name for name in names if _pattern(normalized_name(name)).search(text)]
    return max(found, key=len, default="")


@lru_cache(512)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _staff(rest: str, summary: str, book: Rulebook) -> str:
    """Return the staff member; if the rules name none, the name after "with" or a dash."""
    if book.staff:
        members = book.names_of("staff")
        return members.get(_named(rest, members), "")
    found = WITH.search(summary)
    if found is None or normalized_name(found[1]) not in rest:
        return ""
    return found[1]


def _party(rest: str) -> int:
    found = FOR_SO_MANY.search(rest)
    if found is None:
        return 1
    return min(max(int(found[1]), 1), LARGEST_PARTY)


Bookings = Mapping[str, SeenBooking]
A_FEW = 3


class DaySnapshot(msgspec.Struct, frozen=True):
    """The calendar from now on: its bookings, and the start of every entry, by uid."""

    bookings: dict[str, SeenBooking]
    starts: dict[str, datetime]


class CalendarDiff(msgspec.Struct, frozen=True, kw_only=True):
    """Differences of two snapshots: freed times, openings, and times taken or withdrawn again.

    `lost` counts the bookings that vanished or moved, `known` how many there were.
    """

    freed: list[SeenBooking]
    opened: list[SeenBooking]
    taken: list[SeenBooking]
    closed: list[SeenBooking]
    lost: int = 0
    known: int = 0

    @property
    def is_strange(self) -> bool:
        """Return True if so much is gone or moved that an error is more likely."""
        most = self.lost >= A_FEW and 2 * self.lost >= self.known
        return bool(self.freed) and (most or self.lost == self.known > 1)


def picture(old: Bookings, shown: CalendarSnapshot, book: Rulebook, now: datetime) -> DaySnapshot:
    """Return the calendar as it is; if only changes are shown, with what was known before."""
    bookings: dict[str, SeenBooking] = {}
    starts: dict[str, datetime] = {}
    for occurrence in shown.occurrences:
        if occurrence.cancelled:
            continue
        starts[occurrence.uid] = to_the_minute(occurrence.starts_at)
        booking = meant(occurrence, book)
        if booking is not None and booking.starts_at > now:
            bookings[occurrence.uid] = booking
    kept = _kept(old, shown)
    starts |= {uid: booking.starts_at for uid, booking in kept.items()}
    return DaySnapshot({**bookings, **kept}, starts)


def _kept(old: Bookings, shown: CalendarSnapshot) -> dict[str, SeenBooking]:
    """Return the old bookings that are still valid, as far as can be known."""
    listed = {occurrence.uid for occurrence in shown.occurrences} | set(shown.gone)
    kept: dict[str, SeenBooking] = {}
    if not shown.whole:
        kept = {uid: booking for uid, booking in old.items() if uid not in listed}
    # An unreadable entry is not cancelled, and other times of its series may be wrong as well.
    unread = set(shown.unread)
    for uid, booking in old.items():
        if not unread.isdisjoint((uid, _series(uid))):
            kept[uid] = booking
    return kept


def _series(uid: str) -> str:
    """Return the uid of the entry that a time of a series belongs to."""
    return uid.rpartition("/")[0]


def changes(old: Bookings, seen: DaySnapshot, *, first: bool) -> CalendarDiff:
    """Compare two snapshots. A calendar that is met for the first time has cancelled nothing."""
    before = {} if first else old
    booked = _of_kind(before.values(), "booking")
    openings = _of_kind(before.values(), "opening")
    freed, lost = _freed(booked, before, seen)
    fresh = [
        booking for uid, booking in seen.bookings.items() if not _is_same(before.get(uid), booking)
    ]
    closed = [
        opening for opening in openings if not _is_same(opening, seen.bookings.get(opening.uid))
    ]
    return CalendarDiff(
        freed=freed,
        opened=_of_kind(fresh, "opening"),
        taken=[] if first else _of_kind(fresh, "booking"),
        closed=closed,
        lost=lost,
        known=len(booked),
    )


def _freed(
    booked: Iterable[SeenBooking], before: Bookings, seen: DaySnapshot
) -> tuple[list[SeenBooking], int]:
    """Return the bookings whose time is free now, and how many vanished or moved."""
    places, places_before = _Places(seen.bookings.values()), _Places(before.values())
    freed: list[SeenBooking] = []
    lost = 0
    for booking in booked:
        if not _is_gone(booking, seen):
            continue
        is_replaced = places.has_replaced(booking, places_before)
        if not is_replaced:
            freed.append(booking)
        # A booking with a new uid in the same place is only renamed.
        lost += booking.uid in seen.starts or not is_replaced
    return freed, lost


def _of_kind(bookings: Iterable[SeenBooking], kind: str) -> list[SeenBooking]:
    return [booking for booking in bookings if booking.kind == kind]


def openings_of(bookings: Bookings) -> Bookings:
    """Return only the openings; bookings that are read in another zone are not cancelled."""
    return {uid: booking for uid, booking in bookings.items() if booking.kind == "opening"}


def _is_same(one: SeenBooking | None, other: SeenBooking | None) -> bool:
    """Return True if two have the same time, staff member and kind."""
    if one is None or other is None:
        return False
    return (one.starts_at, one.staff, one.kind) == (other.starts_at, other.staff, other.kind)


def _is_gone(booking: SeenBooking, seen: DaySnapshot) -> bool:
    """Return True if a booking vanished, or has another time or staff member."""
    if seen.starts.get(booking.uid) != booking.starts_at:
        return True
    now = seen.bookings.get(booking.uid)
    if now is None or not booking.staff or not now.staff:
        return False
    return booking.staff != now.staff


class _Places:
    """Numbers of bookings at each time, by staff member and by service."""

    def __init__(self, bookings: Iterable[SeenBooking]) -> None:
        booked = _of_kind(bookings, "booking")
        without_staff = [booking for booking in booked if not booking.staff]
        self.by_staff = Counter((booking.starts_at, booking.staff) for booking in booked)
        self.by_service = Counter((booking.starts_at, booking.service) for booking in without_staff)

    def has_replaced(self, booking: SeenBooking, before: "_Places") -> bool:
        """Return True if another booking is in its place: some calendars change all uids."""
        if booking.staff:
            return self.by_staff[booking.starts_at, booking.staff] > 0
        place = (booking.starts_at, booking.service)
        return self.by_service[place] >= before.by_service[place]


def free(booking: SeenBooking) -> FreeSlot:
    """Build the command that frees a booking's time or opens an opening; its slot id is fixed."""
    return FreeSlot(
        slot_id=slot_id(booking),
        service=booking.service,
        starts_at=booking.starts_at,
        staff=booking.staff,
        party_capacity=booking.party,
        reason="opening" if booking.kind == "opening" else "cancelled",
        ref=ref(booking),
        source="calendar",
    )


def ref(booking: SeenBooking) -> str:
    """Return the name of one time of the calendar."""
    return f"{booking.uid} {booking.starts_at:%Y%m%dT%H%MZ}"


def slot_id(booking: SeenBooking) -> str:
    """Return the id of that time's slot."""
    return f"c{hashlib.sha256(ref(booking).encode('utf-8', 'replace')).hexdigest()[:23]}"
