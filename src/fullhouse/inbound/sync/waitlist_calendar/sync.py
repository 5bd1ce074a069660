"""Sync of the calendar of bookings: openings are offered, and bookings that vanish free their time.

An error must never free a day's bookings. If many vanish at once, or all, staff are asked first; a
calendar that cannot be reached changes nothing.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.calendar_feeds.occurrence import left_out_note
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.calendar_sources import Calendar, CalendarDown, Span
from fullhouse.inbound.sync.held_removals import held_of_missing, keep_held
from fullhouse.inbound.sync.waitlist_calendar.changes import (
    Bookings,
    CalendarDiff,
    DaySnapshot,
    changes,
    free,
    openings_of,
    picture,
    slot_id,
)
from fullhouse.inbound.sync.waitlist_calendar.holding import hold, vanished
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    CalendarDays,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import SlotsBetween

NAME = BY = "calendar"
AHEAD = timedelta(days=366)
A_DAY, A_MINUTE = timedelta(days=1), timedelta(minutes=1)
PAGE = 100
LOST_MANY = (
    "{lost} of {known} bookings have vanished from their times in the calendar at once. Nothing "
    "was freed: please say on Today whether these times are free."
)


class WaitlistCalendarReport(msgspec.Struct, kw_only=True):
    """The result of one sync run."""

    looked: bool = False
    seen: int = 0
    freed: int = 0
    opened: int = 0
    withdrawn: int = 0
    trouble: str = ""


class _Memo(msgspec.Struct, frozen=True):
    """State of the last request; it is asked anew each day, and when the rules change."""

    day: str = ""
    rules: int = 0
    zone: str = ""
    source: str = ""


class CalendarSync:
    """Watches one calendar."""

    def __init__(self, engine: Engine, calendar: Calendar, where: str = "the calendar") -> None:
        """Watch a calendar; `where` names it, and another name means another calendar."""
        self.engine, self.calendar, self.where = engine, calendar, where
        self._turn = asyncio.Lock()

    async def run(self, *, believe: bool = False) -> WaitlistCalendarReport:
        """Read the calendar, and apply the changes; `believe` it even if it seems strange."""
        async with self._turn:
            known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
            try:
                return await self._looked(known, believe=believe)
            except CalendarDown as down:
                return await self._in_trouble(known, down.reason)

    async def _looked(self, known: ExternalSource, *, believe: bool) -> WaitlistCalendarReport:
        now = self.engine.now()
        document = self.engine.load(Get(Document, ("rules",)))
        book = rulebook_of(document)
        fresh = _Memo(f"{now:%Y-%m-%d}", _version_of(document), book.zone)
        first = known.where != self.where
        memo = ""
        if not first and not known.trouble and not believe:
            memo = _asked_with(known.memo, fresh)
        shown = await asyncio.to_thread(self.calendar.look, Span(now, now + AHEAD, book.zone), memo)
        if shown is None:
            return WaitlistCalendarReport()
        days = self._days(now)
        old: Bookings = _bookings_ahead(days, now)
        seen = picture(old, shown, book, now)
        if _zone_of(known.memo) not in ("", book.zone):
            old = openings_of(old)
        found = changes(old, seen, first=first)
        held = await held_of_missing(self.engine, NAME, vanished(found), BY)
        if first:
            held = HeldRemoval(id=NAME, rev=held.rev)
        sorted_out = hold(held, found, old, seen, believe=believe)
        report = await self._done(sorted_out.ends)
        report.seen = len(seen.bookings)
        # Staff may have decided meanwhile: then all of this is found again.
        stored = await keep_held(self.engine, sorted_out.held, BY)
        whole = stored and await self._keep_days(days, sorted_out.seen, now)
        report.trouble = _doubt(sorted_out.held) or left_out_note(shown.left_out)
        kept = replace(
            known,
            where=self.where,
            memo=_memo_text(fresh, shown.memo if whole else ""),
            items=report.seen,
            seen_at=now,
            trouble=report.trouble,
            trouble_at=_since(known, report.trouble, now),
        )
        await self._keep(kept)
        return report

    async def _done(self, found: CalendarDiff) -> WaitlistCalendarReport:
        """Withdraw slots that are not free any more, then free the others."""
        names: list[str] = []
        for booking in (*found.closed, *found.taken):
            names += self._open_slots(booking)
        withdraws = [WithdrawSlot(slot_id=name) for name in dict.fromkeys(names)]
        gone = await execute_all(self.engine, withdraws, BY)
        freed = await execute_all(self.engine, [free(booking) for booking in found.freed], BY)
        opened = await execute_all(self.engine, [free(booking) for booking in found.opened], BY)
        return WaitlistCalendarReport(
            looked=True,
            freed=_count(freed),
            opened=_count(opened),
            withdrawn=_count(gone, "withdrawn"),
        )

    def _open_slots(self, booking: SeenBooking) -> Iterable[str]:
        """Return the ids of open slots in a taken time: its own, and those of its staff member."""
        then = self.engine.load(SlotsBetween(booking.starts_at, booking.starts_at + A_MINUTE))
        own = slot_id(booking)
        takes_staff = booking.kind == "booking" and booking.staff
        found: list[str] = []
        for slot in then:
            if slot.status != "open":
                continue
            if slot.id == own or (takes_staff and slot.staff == booking.staff):
                found.append(slot.id)
        return found

    def _days(self, now: datetime) -> dict[str, CalendarDay]:
        found: dict[str, CalendarDay] = {}
        since = _day_of(now)
        while page := self.engine.load(CalendarDays(since, PAGE)):
            found |= {day.id: day for day in page}
            since = _day_of(datetime.fromisoformat(page[-1].id) + A_DAY)
        return found

    async def _keep_days(
        self, days: dict[str, CalendarDay], seen: DaySnapshot, now: datetime
    ) -> bool:
        """Save what is shown; return True if no other sync run did so at the same time."""
        by_day: dict[str, list[SeenBooking]] = {name: [] for name in days}
        bookings_ahead = seen.bookings.values()
        for booking in sorted(bookings_ahead, key=lambda booking: (booking.starts_at, booking.uid)):
            by_day.setdefault(_day_of(booking.starts_at), []).append(booking)
        saves: list[SaveCalendarDay] = []
        for name, bookings in by_day.items():
            old = days.get(name)
            if old is not None and _ahead(old.bookings, now) == tuple(bookings):
                continue
            rev = old.rev if old is not None else 0
            day = CalendarDay(id=name, bookings=tuple(bookings), rev=rev)
            saves.append(SaveCalendarDay(day=day))
        return all(await execute_all(self.engine, saves, BY))

    async def _in_trouble(self, known: ExternalSource, reason: str) -> WaitlistCalendarReport:
        since = known.trouble_at or self.engine.now()
        await self._keep(replace(known, trouble=reason, trouble_at=since))
        return WaitlistCalendarReport(trouble=reason)

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def _since(known: ExternalSource, trouble: str, now: datetime) -> datetime | None:
    """Return when this trouble began, or None if there is none."""
    if not trouble:
        return None
    return known.trouble_at or now


def _version_of(document: Document | None) -> int:
    return document.version if document is not None else 0


def _memo_text(memo: _Memo, source: str) -> str:
    return msgspec.json.encode(replace(memo, source=source)).decode()


def _known_memo(memo: str) -> _Memo:
    return msgspec.json.decode(memo, type=_Memo) if memo else _Memo()


def _zone_of(memo: str) -> str:
    """Return the zone of the last request; empty if it is not known."""
    return _known_memo(memo).zone


def _asked_with(memo: str, fresh: _Memo) -> str:
    known = _known_memo(memo)
    return known.source if replace(known, source="") == fresh else ""


def _doubt(held: HeldRemoval) -> str:
    """Return that staff are asked about missing bookings; empty if they are not."""
    return LOST_MANY.format(lost=len(held.asked), known=held.known) if held.asked else ""


def _bookings_ahead(days: dict[str, CalendarDay], now: datetime) -> dict[str, SeenBooking]:
    found: dict[str, SeenBooking] = {}
    for day in days.values():
        found |= {booking.uid: booking for booking in _ahead(day.bookings, now)}
    return found


def _ahead(bookings: tuple[SeenBooking, ...], now: datetime) -> tuple[SeenBooking, ...]:
    return tuple(booking for booking in bookings if booking.starts_at > now)


def _day_of(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def _count(answers: Iterable[object], code: str = "freed") -> int:
    return sum(getattr(answer, "code", "") == code for answer in answers)
