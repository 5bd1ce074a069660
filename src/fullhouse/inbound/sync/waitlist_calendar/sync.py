"""The calendar in step with the house: openings are offered, and what vanishes before its time is free again.

An error must never free a day's bookings: a calendar that cannot be reached, is empty, or has lost half of what it
showed, or moved it, changes nothing until it is itself again, or staff say that it is right.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.calendar_sources import Calendar, CalendarDown, CalendarSnapshot, Span
from fullhouse.inbound.sync.waitlist_calendar.changes import (
    CalendarDiff,
    DaySnapshot,
    changes,
    free,
    openings_of,
    picture,
    slot_id,
)
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    CalendarDays,
    SaveCalendarDay,
    SeenBooking,
)
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotsBetween

NAME = BY = "calendar"
AHEAD = timedelta(days=366)
A_DAY, A_MINUTE = timedelta(days=1), timedelta(minutes=1)
PAGE = 100
EMPTY = (
    "The calendar is empty all of a sudden. It showed {known} bookings before. Nothing was freed."
)
STRANGE = "{lost} of {known} bookings have vanished from their times in the calendar at once. Nothing was freed."


class Report(msgspec.Struct, kw_only=True):
    """What came of a look at the calendar."""

    looked: bool = False
    seen: int = 0
    freed: int = 0
    opened: int = 0
    withdrawn: int = 0
    trouble: str = ""


class _Memo(msgspec.Struct, frozen=True):
    """With what the source is asked: anew each day, as what is looked at moves on, and when the rules change."""

    day: str = ""
    rules: int = 0
    zone: str = ""
    source: str = ""


class CalendarSync:
    """Keeps an eye on one calendar."""

    def __init__(self, engine: Engine, calendar: Calendar, where: str = "the calendar") -> None:
        """Stand between a house and a calendar; `where` names it: another one is met as if for the first time."""
        self.engine, self.calendar, self.where = engine, calendar, where
        self._turn = asyncio.Lock()

    async def run(self, *, believe: bool = False) -> Report:
        """Look at the calendar, and do what follows; `believe` it also where it seems strange."""
        async with self._turn:
            known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
            try:
                return await self._looked(known, believe=believe)
            except CalendarDown as down:
                return await self._in_trouble(known, down.reason)

    async def _looked(self, known: ExternalSource, *, believe: bool) -> Report:
        now = self.engine.now()
        document = self.engine.load(Get(Document, ("rules",)))
        book = rulebook_of(document)
        fresh = _Memo(f"{now:%Y-%m-%d}", document.version if document is not None else 0, book.zone)
        first = known.where != self.where
        memo = "" if first or known.trouble or believe else _asked_with(known.memo, fresh)
        shown = await asyncio.to_thread(self.calendar.look, Span(now, now + AHEAD, book.zone), memo)
        if shown is None:
            return Report()
        days = self._days(now)
        old = {one.uid: one for day in days.values() for one in day.bookings if one.starts_at > now}
        seen = picture(old, shown, book, now)
        rezoned = _zone_of(known.memo) not in ("", book.zone)
        found = changes(openings_of(old) if rezoned else old, seen, first=first)
        doubt = "" if believe or first else _doubt(shown, found)
        if doubt:
            return await self._in_trouble(known, doubt)
        report = await self._done(found)
        report.seen = len(seen.bookings)
        whole = await self._keep_days(days, seen, now)
        kept = msgspec.json.encode(replace(fresh, source=shown.memo if whole else "")).decode()
        await self._keep(
            replace(
                known,
                where=self.where,
                memo=kept,
                items=report.seen,
                seen_at=now,
                trouble="",
                trouble_at=None,
            )
        )
        return report

    async def _done(self, found: CalendarDiff) -> Report:
        """Take back first what is not free any more, then free what is."""
        withdrawn = [
            name for one in (*found.closed, *found.taken) for name in self._open_slots(one)
        ]
        withdraws = [WithdrawSlot(slot_id=name) for name in dict.fromkeys(withdrawn)]
        gone = await execute_all(self.engine, withdraws, BY)
        freed = await execute_all(self.engine, [free(one) for one in found.freed], BY)
        opened = await execute_all(self.engine, [free(one) for one in found.opened], BY)
        return Report(
            looked=True,
            freed=_count(freed),
            opened=_count(opened),
            withdrawn=_count(gone, "withdrawn"),
        )

    def _open_slots(self, booking: SeenBooking) -> Iterable[str]:
        """Name the slots that are offered although this time is taken: its own, and those of the same person then."""
        then = self.engine.load(SlotsBetween(booking.starts_at, booking.starts_at + A_MINUTE))
        own = slot_id(booking)
        taken = booking.kind == "booking" and booking.staff
        there = (
            one
            for one in then
            if one.status == "open" and (one.id == own or (taken and _is_with(one, booking)))
        )
        return [one.id for one in there]

    def _days(self, now: datetime) -> dict[str, CalendarDay]:
        found: dict[str, CalendarDay] = {}
        since = _day_of(now)
        while page := self.engine.load(CalendarDays(since, PAGE)):
            found |= {one.id: one for one in page}
            since = _day_of(datetime.fromisoformat(page[-1].id) + A_DAY)
        return found

    async def _keep_days(
        self, days: dict[str, CalendarDay], seen: DaySnapshot, now: datetime
    ) -> bool:
        """Remember what is shown; say whether nobody else did so at the same time."""
        by_day: dict[str, list[SeenBooking]] = {name: [] for name in days}
        for booking in sorted(seen.bookings.values(), key=lambda one: (one.starts_at, one.uid)):
            by_day.setdefault(_day_of(booking.starts_at), []).append(booking)
        wanted = [
            CalendarDay(
                id=name, bookings=tuple(bookings), rev=days[name].rev if name in days else 0
            )
            for name, bookings in by_day.items()
            if name not in days or _ahead(days[name].bookings, now) != tuple(bookings)
        ]
        return all(await execute_all(self.engine, [SaveCalendarDay(day=one) for one in wanted], BY))

    async def _in_trouble(self, known: ExternalSource, reason: str) -> Report:
        await self._keep(
            replace(known, trouble=reason, trouble_at=known.trouble_at or self.engine.now())
        )
        return Report(trouble=reason)

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def _known_memo(memo: str) -> _Memo:
    return msgspec.json.decode(memo, type=_Memo) if memo else _Memo()


def _zone_of(memo: str) -> str:
    """Return in which zone hours without one were read the last time; nothing if that is not known."""
    return _known_memo(memo).zone


def _asked_with(memo: str, fresh: _Memo) -> str:
    known = _known_memo(memo)
    return known.source if replace(known, source="") == fresh else ""


def _doubt(shown: CalendarSnapshot, found: CalendarDiff) -> str:
    """Say why what is shown may be an error."""
    if shown.whole and not shown.occurrences and found.known:
        return EMPTY.format(known=found.known)
    return STRANGE.format(lost=found.lost, known=found.known) if found.is_strange else ""


def _is_with(slot: Slot, booking: SeenBooking) -> bool:
    return slot.staff == booking.staff


def _ahead(bookings: tuple[SeenBooking, ...], now: datetime) -> tuple[SeenBooking, ...]:
    return tuple(one for one in bookings if one.starts_at > now)


def _day_of(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def _count(answers: Iterable[object], code: str = "freed") -> int:
    return sum(getattr(answer, "code", "") == code for answer in answers)
