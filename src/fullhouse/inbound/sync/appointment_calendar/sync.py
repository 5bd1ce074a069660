"""Sync of the calendar of appointments: each time with #appt becomes one proposal for staff.

A calendar that cannot be reached, is suddenly empty, or has lost half of its entries cancels
nothing; entries that are missing for a whole day are believed to be gone.
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
)
from fullhouse.inbound.sync.appointment_calendar.entries import (
    SERIES,
    CalendarAppointment,
    key_of,
    meant,
    series_of,
)
from fullhouse.inbound.sync.appointment_calendar.seen_times import SeenTime, SeenTimes
from fullhouse.inbound.sync.calendar_sources import Calendar, CalendarDown, CalendarSnapshot, Span
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
# Leaves room for proposals that come by mail.
MOST_OPEN = 100
A_FEW = 3
BELIEVED_AFTER = timedelta(days=1)
STRANGE = (
    "{gone} of {known} appointments have vanished from the calendar at once. Nobody is asked to "
    "cancel them yet; if they are still gone tomorrow, staff are asked about each."
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
        whole = await look.memory.keep(BY, now) and not look.trouble
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
        for entry in sorted(ahead, key=lambda entry: entry.starts_at):
            await self._seen(look, entry)
        gone = list(self._gone(look.memory, shown, here))
        if self._is_strange(look, gone, known):
            return
        for lost in gone:
            await self._done(look, vanished(self._standing(lost), self.engine.now()))

    async def _seen(self, look: _Look, entry: CalendarAppointment) -> None:
        known, now = look.memory.known.get(entry.key), self.engine.now()
        if known is not None and known.mark == entry.mark:
            return
        if known is not None:
            await self._done(look, seen_again(self._standing(known), entry, look.book, now))
        elif entry.starts_at > now + PROPOSED_WITHIN:
            return
        elif look.room <= 0:
            look.trouble = CROWDED
        else:
            look.room -= 1
            await self._done(look, first_seen(entry, now))

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
        look.trouble = STRANGE.format(gone=len(gone), known=before)
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
