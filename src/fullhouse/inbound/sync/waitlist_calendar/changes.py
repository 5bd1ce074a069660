"""What has happened in the calendar: what it showed held against what it shows. Nothing is done here."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.sync.calendar_sources import CalendarSnapshot
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.calendar_days import SeenBooking
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

OPEN = frozenset({"open", "opening", "free", "frei", "offen", "libre", "disponible"})
FIRST_WORD = re.compile(r"\W*(\w+)")
WITH = re.compile(
    r"(?:\b(?:with|mit|bei|avec|chez|con)|[-\u2013\u2014|@/])\s+([^\W\d_][\w'.-]*)", re.IGNORECASE
)
FOR_SO_MANY = re.compile(r"\b(?:for|für|pour|para)\s+(\d{1,2})\b", re.IGNORECASE)
# Longer ones are days off, holidays and trainings, not bookings.
LONGEST = timedelta(hours=16)


def meant(occurrence: Occurrence, book: Rulebook) -> SeenBooking | None:
    """Read one time; None if it was cancelled, names no service of the rules, or lasts all day."""
    summary = normalized_name(occurrence.summary)
    service = _named(summary, tuple(one.name for one in book.services))
    lasts = occurrence.ends_at - occurrence.starts_at
    if occurrence.cancelled or not service or lasts > LONGEST:
        return None
    rest = summary.replace(normalized_name(service), " ", 1)
    return SeenBooking(
        uid=occurrence.uid,
        starts_at=to_the_minute(occurrence.starts_at),
        service=service,
        staff=_staff(rest, occurrence.summary, book),
        party=_party(rest),
        kind="opening" if _is_open(occurrence) else "booking",
    )


def to_the_minute(moment: datetime) -> datetime:
    """Slots begin at full minutes."""
    return moment.replace(second=0, microsecond=0)


def _is_open(occurrence: Occurrence) -> bool:
    first = FIRST_WORD.match(occurrence.summary)
    return bool(OPEN & set(occurrence.tags)) or (first is not None and first[1].casefold() in OPEN)


def _named(text: str, names: Iterable[str]) -> str:
    """Find the longest of some names in a text, as words of their own."""
    found = [name for name in names if _pattern(normalized_name(name)).search(text)]
    return max(found, key=len, default="")


@lru_cache(512)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _staff(rest: str, summary: str, book: Rulebook) -> str:
    """Take whom the rules know; where they name nobody, whoever stands behind "with" or a dash."""
    if book.staff:
        return _named(rest, book.staff)
    found = WITH.search(summary)
    return found[1] if found is not None and normalized_name(found[1]) in rest else ""


def _party(rest: str) -> int:
    found = FOR_SO_MANY.search(rest)
    return min(max(int(found[1]), 1), LARGEST_PARTY) if found is not None else 1


Bookings = Mapping[str, SeenBooking]
A_FEW = 3


class DaySnapshot(msgspec.Struct, frozen=True):
    """What stands in the calendar from now on: its bookings by their uid, and when anything at all is."""

    bookings: dict[str, SeenBooking]
    starts: dict[str, datetime]


class CalendarDiff(msgspec.Struct, frozen=True, kw_only=True):
    """What follows: times that were freed, openings, and times that are taken or withdrawn again.

    `lost` counts the bookings that are not where they were, vanished or moved, `known` how many there were.
    """

    freed: list[SeenBooking]
    opened: list[SeenBooking]
    taken: list[SeenBooking]
    closed: list[SeenBooking]
    lost: int = 0
    known: int = 0

    @property
    def is_strange(self) -> bool:
        """Whether so much is gone or moved that an error is more likely than that it was meant."""
        most = self.lost >= A_FEW and 2 * self.lost >= self.known
        return bool(self.freed) and (most or self.lost == self.known > 1)


def picture(old: Bookings, shown: CalendarSnapshot, book: Rulebook, now: datetime) -> DaySnapshot:
    """Put together what stands in the calendar; where only changes are shown, with what was known."""
    here = [one for one in shown.occurrences if not one.cancelled]
    starts = {one.uid: to_the_minute(one.starts_at) for one in here}
    read = {
        one.uid: made
        for one in here
        if (made := meant(one, book)) is not None and made.starts_at > now
    }
    told = {one.uid for one in shown.occurrences} | set(shown.gone)
    kept = {uid: one for uid, one in old.items() if not shown.whole and uid not in told}
    # What cannot be read has not been cancelled, and what is read beside it of the same series may be no more true.
    unread = set(shown.unread)
    kept |= {uid: one for uid, one in old.items() if not unread.isdisjoint((uid, _series(uid)))}
    return DaySnapshot(
        {**read, **kept}, {**starts, **{uid: one.starts_at for uid, one in kept.items()}}
    )


def _series(uid: str) -> str:
    """Name the entry of which something is one time of several."""
    return uid.rpartition("/")[0]


def changes(old: Bookings, seen: DaySnapshot, *, first: bool) -> CalendarDiff:
    """Find out what has happened. A calendar that is met for the first time has cancelled nothing."""
    before = {} if first else old
    booked = [one for one in before.values() if one.kind == "booking"]
    places, were = _Places(seen.bookings.values()), _Places(before.values())
    gone = [one for one in booked if _is_gone(one, seen)]
    freed = [one for one in gone if not places.has_replaced(one, were)]
    renamed = [one for one in gone if one.uid not in seen.starts and places.has_replaced(one, were)]
    fresh = [one for uid, one in seen.bookings.items() if not _is_same(before.get(uid), one)]
    openings = [one for one in before.values() if one.kind == "opening"]
    return CalendarDiff(
        freed=freed,
        opened=[one for one in fresh if one.kind == "opening"],
        taken=[] if first else [one for one in fresh if one.kind == "booking"],
        closed=[one for one in openings if not _is_same(one, seen.bookings.get(one.uid))],
        lost=len(gone) - len(renamed),
        known=len(booked),
    )


def openings_of(bookings: Bookings) -> Bookings:
    """Forget the bookings: what stands elsewhere because its hours are read otherwise has not been cancelled."""
    return {uid: one for uid, one in bookings.items() if one.kind == "opening"}


def _is_same(one: SeenBooking | None, other: SeenBooking | None) -> bool:
    """Whether two are the same time with the same person, of the same kind."""
    if one is None or other is None:
        return False
    return (one.starts_at, one.staff, one.kind) == (other.starts_at, other.staff, other.kind)


def _is_gone(booking: SeenBooking, seen: DaySnapshot) -> bool:
    """Whether a booking is not where it was: vanished, moved to another time, or with someone else."""
    if seen.starts.get(booking.uid) != booking.starts_at:
        return True
    now = seen.bookings.get(booking.uid)
    return now is not None and bool(booking.staff and now.staff) and booking.staff != now.staff


class _Places:
    """How many bookings there are at each time, with each person and of each service."""

    def __init__(self, bookings: Iterable[SeenBooking]) -> None:
        booked = [one for one in bookings if one.kind == "booking"]
        self.chairs = Counter((one.starts_at, one.staff) for one in booked)
        self.tables = Counter((one.starts_at, one.service) for one in booked if not one.staff)

    def has_replaced(self, booking: SeenBooking, before: "_Places") -> bool:
        """Say whether another has taken a booking's place: some calendars give everything a new name now and then."""
        if booking.staff:
            return self.chairs[booking.starts_at, booking.staff] > 0
        table = (booking.starts_at, booking.service)
        return self.tables[table] >= before.tables[table]


def free(booking: SeenBooking) -> FreeSlot:
    """Make the command that frees a booking's time, or opens an opening; told again it is the same slot."""
    return FreeSlot(
        slot_id=slot_id(booking),
        service=booking.service,
        starts_at=booking.starts_at,
        staff=booking.staff,
        party_capacity=booking.party,
        reason="opening" if booking.kind == "opening" else "cancelled",
        ref=ref(booking),
    )


def ref(booking: SeenBooking) -> str:
    """Name one time of the calendar."""
    return f"{booking.uid} {booking.starts_at:%Y%m%dT%H%MZ}"


def slot_id(booking: SeenBooking) -> str:
    """Name the slot of that time."""
    return f"c{hashlib.sha256(ref(booking).encode('utf-8', 'replace')).hexdigest()[:23]}"
