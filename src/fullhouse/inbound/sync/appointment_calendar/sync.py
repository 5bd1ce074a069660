"""Sync of the calendar of appointments: each time with #appt becomes one proposal for staff.

If more than a few booked times vanish at once, staff are asked about all of them in one question.
Proposals of a calendar that has lost half of its entries stay open for a day.
"""

import asyncio
import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.calendar_feeds.occurrence import left_out_note
from fullhouse.inbound.mail.proposal_limits import MOST_READ
from fullhouse.inbound.sync.appointment_calendar.changes import (
    CalendarAction,
    ProposalStatus,
    first_seen,
    seen_again,
    vanished,
    without_note,
)
from fullhouse.inbound.sync.appointment_calendar.entries import (
    SERIES,
    CalendarAppointment,
    key_of,
    meant,
    series_of,
)
from fullhouse.inbound.sync.appointment_calendar.holding import appointment_id_of, hold
from fullhouse.inbound.sync.appointment_calendar.seen_times import SeenTime, SeenTimes
from fullhouse.inbound.sync.calendar_sources import Calendar, CalendarDown, CalendarSnapshot, Span
from fullhouse.inbound.sync.held_removals import held_of_missing, keep_held
from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

NAME, BY = "appointments-calendar", "calendar"
# Times further ahead are proposed when they come nearer. They are read all the same, so that
# an entry that was moved there does not seem to be gone.
PROPOSED_WITHIN, LOOKED_AT = timedelta(days=60), timedelta(days=366)
# Further times of a repeating entry are proposed when those that were are this near.
NEARLY_OVER = timedelta(days=14)
# Leaves room for proposals that come by mail.
MOST_OPEN = 100
A_FEW = 3
BELIEVED_AFTER = timedelta(days=1)
LOST_MANY = (
    "{gone} appointments have vanished from the calendar at once. Nothing was cancelled: please "
    "say on Today whether they should be."
)
STRANGE = (
    "{gone} of {known} times have vanished from the calendar at once. What was proposed stays "
    "open; if they are still gone tomorrow, it is discarded."
)
CROWDED = (
    "There are too many open proposals: what else is in the calendar is proposed when some are "
    "decided on."
)


class AppointmentCalendarReport(msgspec.Struct, kw_only=True):
    """The result of one sync run."""

    looked: bool = False
    seen: int = 0
    given: int = 0
    trouble: str = ""


class _Memo(msgspec.Struct, frozen=True):
    """State of the last request; it is asked anew each day, and when the rules change."""

    day: str = ""
    rules: int = 0
    source: str = ""


class _Look(msgspec.Struct):
    """One sync run: what it works with, and what it could not do."""

    book: Rulebook
    memory: SeenTimes
    room: int
    report: AppointmentCalendarReport
    trouble: str = ""
    doubted: str = ""
    again: bool = False
    fresh: dict[str, list[CalendarAppointment]] = {}
    noted: set[str] = set()


class AppointmentCalendar:
    """Watches the calendar in which staff write appointments."""

    def __init__(self, engine: Engine, calendar: Calendar, where: str = "the calendar") -> None:
        """Watch a calendar; `where` names it, and another name means another calendar."""
        self.engine, self.calendar, self.where = engine, calendar, where
        self._turn = asyncio.Lock()

    async def run(self) -> AppointmentCalendarReport:
        """Read the calendar, and propose what follows."""
        async with self._turn:
            known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
            try:
                return await self._looked(known)
            except CalendarDown as down:
                kept = replace(
                    known, trouble=down.reason, trouble_at=known.trouble_at or self.engine.now()
                )
                await self._keep(kept)
                return AppointmentCalendarReport(trouble=down.reason)

    async def _looked(self, known: ExternalSource) -> AppointmentCalendarReport:
        now = self.engine.now()
        document = self.engine.load(Get(Document, ("rules",)))
        book = rulebook_of(document)
        fresh = _Memo(f"{now:%Y-%m-%d}", document.version if document is not None else 0)
        memo = ""
        if known.where == self.where and not known.trouble:
            memo = _asked_with(known.memo, fresh)
        span = Span(now, now + LOOKED_AT, book.zone)
        shown = await asyncio.to_thread(self.calendar.look, span, memo)
        if shown is None:
            return AppointmentCalendarReport()
        look = _Look(
            book,
            SeenTimes(self.engine, self.where),
            self._room(),
            AppointmentCalendarReport(looked=True),
        )
        await self._followed(look, shown, known)
        look.trouble = look.trouble or left_out_note(shown.left_out)
        whole = await look.memory.keep(BY, now) and not look.trouble and not look.again
        kept = msgspec.json.encode(replace(fresh, source=shown.memo if whole else "")).decode()
        seen = replace(
            known, where=self.where, memo=kept, items=len(look.memory.known), seen_at=now
        )
        await self._keep(_with_trouble(seen, look, now))
        look.report.trouble = look.trouble
        return look.report

    async def _followed(self, look: _Look, shown: CalendarSnapshot, known: ExternalSource) -> None:
        here: dict[str, CalendarAppointment] = {}
        for occurrence in shown.occurrences:
            entry = meant(occurrence, look.book)
            if entry is not None:
                here[entry.key] = entry
        ahead = [entry for entry in here.values() if entry.starts_at > self.engine.now()]
        look.report.seen = len(ahead)
        ahead.sort(key=lambda entry: entry.starts_at)
        look.fresh = self._fresh_times(look, ahead)
        for entry in ahead:
            await self._seen(look, entry)
        gone = await self._hold(look, list(self._gone(look.memory, shown, here)))
        if self._is_strange(look, [lost.known for lost in gone], known):
            return
        for lost in gone:
            await self._done(look, vanished(lost, look.book, self.engine.now()))

    async def _hold(self, look: _Look, gone: list[SeenTime]) -> list[ProposalStatus]:
        """Ask staff about booked times that vanished, if they are many; return all others."""
        now, lost = self.engine.now(), [self._standing(seen) for seen in gone]
        booked = [one for one in lost if one.is_ahead(now)]
        others = [one for one in lost if not one.is_ahead(now)]
        missing = frozenset(map(appointment_id_of, booked))
        held = await held_of_missing(self.engine, NAME, missing, BY)
        found = hold(held, booked, others)
        for action in found.actions:
            await self._done(look, action)
        people = [one.appointment for one in booked if one.appointment is not None]
        look.again = not await keep_held(self.engine, found.held, BY, people)
        if found.held.asked:
            look.trouble = LOST_MANY.format(gone=len(found.held.asked))
        return found.others

    async def _seen(self, look: _Look, entry: CalendarAppointment) -> None:
        known, now = look.memory.known.get(entry.key), self.engine.now()
        if known is not None and known.mark == entry.mark:
            return
        if known is not None:
            action = seen_again(self._standing(known), entry, look.book, now)
            await self._done(look, without_note(action) if entry.series in look.noted else action)
            if entry.series:
                look.noted.add(entry.series)
            return
        together = look.fresh.get(entry.series or entry.key, [])
        if entry in together:
            is_first = entry == together[0]
            others = together[1:] if is_first else []
            await self._done(look, first_seen(entry, now, others, noted=not is_first))

    def _fresh_times(
        self, look: _Look, ahead: list[CalendarAppointment]
    ) -> dict[str, list[CalendarAppointment]]:
        """Return the times of each entry that are to be proposed now, as one card."""
        found: dict[str, list[CalendarAppointment]] = {}
        last: dict[str, datetime] = {
            entry.series: entry.starts_at for entry in ahead if entry.key in look.memory.known
        }
        for entry in ahead:
            if not self._is_fresh(look, entry, last.get(entry.series)):
                continue
            if look.room <= 0:
                look.trouble = CROWDED
                break
            look.room -= 1
            found.setdefault(entry.series or entry.key, []).append(entry)
        return found

    def _is_fresh(self, look: _Look, entry: CalendarAppointment, last: datetime | None) -> bool:
        """Return True if a time is to be proposed for the first time.

        Of a repeating entry, whose `last` known time is given, further times follow when those that
        are known are nearly over: staff are not asked anew each week.
        """
        now = self.engine.now()
        if entry.key in look.memory.known or entry.starts_at > now + PROPOSED_WITHIN:
            return False
        if not entry.series or last is None:
            return True
        return last <= now + NEARLY_OVER or entry.starts_at < last

    async def _done(self, look: _Look, follows: CalendarAction) -> None:
        """Execute the commands, then remember: repeating them after a crash is harmless."""
        for command in follows.commands:
            await self.engine.execute_step(command, BY)
            look.report.given += 1
        look.memory.known[follows.known.key] = follows.known

    def _gone(
        self, memory: SeenTimes, shown: CalendarSnapshot, here: dict[str, CalendarAppointment]
    ) -> Iterable[SeenTime]:
        """Find times ahead that are not there any more; unreadable entries have not vanished."""
        listed = {key_of(occurrence.uid) for occurrence in shown.occurrences}
        listed |= {key_of(uid) for uid in shown.gone}
        unread = _unread_series(shown)
        for key, seen in memory.known.items():
            is_shown = key in here or key[:SERIES] in unread
            if is_shown or not self._is_ahead(seen):
                continue
            if shown.whole or key in listed:
                yield seen

    def _is_ahead(self, seen: SeenTime) -> bool:
        return bool(seen.mark) and seen.starts_at > self.engine.now()

    def _is_strange(self, look: _Look, gone: list[SeenTime], known: ExternalSource) -> bool:
        """Return True if so much is gone that an error is more likely."""
        before = sum(1 for seen in look.memory.known.values() if self._is_ahead(seen))
        if len(gone) < A_FEW or 2 * len(gone) < before:
            return False
        keys = "".join(sorted(seen.key for seen in gone))
        look.doubted = hashlib.sha256(keys.encode()).hexdigest()[:20]
        since = known.doubted_at if known.doubted == look.doubted else None
        if since is not None and self.engine.now() - since >= BELIEVED_AFTER:
            look.doubted = ""
            return False
        look.trouble = look.trouble or STRANGE.format(gone=len(gone), known=before)
        return True

    def _standing(self, known: SeenTime) -> ProposalStatus:
        proposal = self.engine.load(Get(Proposal, (known.proposal,)))
        became = (proposal.became if proposal is not None else "") or known.appointment
        appointment = self.engine.load(Get(Appointment, (became,))) if became else None
        return ProposalStatus(known, proposal, appointment)

    def _room(self) -> int:
        # Proposals made from mail have their own limits.
        page = ProposalPage("open", limit=MOST_OPEN + MOST_READ, product=APPOINTMENTS)
        return MOST_OPEN - sum(not proposal.mail for proposal in self.engine.load(page))

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def _with_trouble(seen: ExternalSource, look: _Look, now: datetime) -> ExternalSource:
    """Return the record with this run's trouble and doubt, each since it began."""
    trouble_at = doubted_at = None
    if look.trouble:
        trouble_at = seen.trouble_at or now
    if look.doubted:
        doubted_at = seen.doubted_at if seen.doubted == look.doubted else now
    return replace(
        seen,
        trouble=look.trouble,
        trouble_at=trouble_at,
        doubted=look.doubted,
        doubted_at=doubted_at,
    )


def _unread_series(shown: CalendarSnapshot) -> set[str]:
    """Return the beginnings of all keys that an unreadable entry may have."""
    series = {series_of(uid) for uid in shown.unread}
    return series | {key_of(uid)[:SERIES] for uid in shown.unread}


def _asked_with(memo: str, fresh: _Memo) -> str:
    known = msgspec.json.decode(memo, type=_Memo) if memo else _Memo()
    return known.source if replace(known, source="") == fresh else ""
