"""Appointments in the calendar, put before staff: each time that carries #appt is one proposal, however often seen.

A calendar that cannot be reached, is empty all of a sudden, or has lost half of what it showed cancels nothing; what it
has lost for a whole day is believed to be gone.
"""

import asyncio
import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
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
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

NAME, BY = "appointments-calendar", "calendar"
# What is farther ahead is proposed when it comes nearer; it is looked at, so that what was moved there is not gone.
PROPOSED_WITHIN, LOOKED_AT = timedelta(days=60), timedelta(days=366)
MOST_OPEN = 100  # so that there is room for what comes by mail
A_FEW = 3
BELIEVED_AFTER = timedelta(days=1)
STRANGE = (
    "{gone} of {known} appointments have vanished from the calendar at once. Nobody is asked to cancel them yet; if "
    "they are still gone tomorrow, staff are asked about each."
)
CROWDED = "There are too many open proposals: what else is in the calendar is proposed when some are decided on."


class Report(msgspec.Struct, kw_only=True):
    """What came of a look at the calendar."""

    looked: bool = False
    seen: int = 0
    given: int = 0
    trouble: str = ""


class _Memo(msgspec.Struct, frozen=True):
    """With what the source is asked: anew each day, as what is looked at moves on, and when the rules change."""

    day: str = ""
    rules: int = 0
    source: str = ""


class _Look(msgspec.Struct):
    """What one look works with, and what it has left undone."""

    book: Rulebook
    memory: SeenTimes
    room: int
    report: Report
    trouble: str = ""
    doubted: str = ""


class AppointmentCalendar:
    """Keeps an eye on the calendar in which staff write appointments."""

    def __init__(self, engine: Engine, calendar: Calendar, where: str = "the calendar") -> None:
        """Stand between a house and a calendar; `where` names it: another one is met as if for the first time."""
        self.engine, self.calendar, self.where = engine, calendar, where
        self._turn = asyncio.Lock()

    async def run(self) -> Report:
        """Look at the calendar, and propose what follows."""
        async with self._turn:
            known = self.engine.load(Get(ExternalSource, (NAME,))) or ExternalSource(id=NAME)
            try:
                return await self._looked(known)
            except CalendarDown as down:
                kept = replace(
                    known, trouble=down.reason, trouble_at=known.trouble_at or self.engine.now()
                )
                await self._keep(kept)
                return Report(trouble=down.reason)

    async def _looked(self, known: ExternalSource) -> Report:
        now = self.engine.now()
        document = self.engine.load(Get(Document, ("rules",)))
        book = rulebook_of(document)
        fresh = _Memo(f"{now:%Y-%m-%d}", document.version if document is not None else 0)
        memo = (
            _asked_with(known.memo, fresh)
            if known.where == self.where and not known.trouble
            else ""
        )
        shown = await asyncio.to_thread(
            self.calendar.look, Span(now, now + LOOKED_AT, book.zone), memo
        )
        if shown is None:
            return Report()
        look = _Look(book, SeenTimes(self.engine, self.where), self._room(), Report(looked=True))
        await self._followed(look, shown, known)
        whole = await look.memory.keep(BY, now) and not look.trouble
        kept = msgspec.json.encode(replace(fresh, source=shown.memo if whole else "")).decode()
        seen: dict[str, Any] = {
            "where": self.where,
            "memo": kept,
            "items": len(look.memory.known),
            "seen_at": now,
        }
        trouble = {
            "trouble": look.trouble,
            "trouble_at": (known.trouble_at or now) if look.trouble else None,
        }
        since = known.doubted_at if known.doubted == look.doubted else now
        doubt = {"doubted": look.doubted, "doubted_at": since if look.doubted else None}
        await self._keep(replace(known, **seen, **trouble, **doubt))
        look.report.trouble = look.trouble
        return look.report

    async def _followed(self, look: _Look, shown: CalendarSnapshot, known: ExternalSource) -> None:
        here = {
            one.key: one
            for each in shown.occurrences
            if (one := meant(each, look.book)) is not None
        }
        ahead = {key: one for key, one in here.items() if one.starts_at > self.engine.now()}
        look.report.seen = len(ahead)
        for one in sorted(ahead.values(), key=lambda each: each.starts_at):
            await self._seen(look, one)
        gone = list(self._gone(look.memory, shown, here))
        if self._is_strange(look, gone, known):
            return
        for lost in gone:
            await self._done(look, vanished(self._standing(lost), self.engine.now()))

    async def _seen(self, look: _Look, one: CalendarAppointment) -> None:
        known, now = look.memory.known.get(one.key), self.engine.now()
        if known is not None and known.mark == one.mark:
            return
        if known is not None:
            await self._done(look, seen_again(self._standing(known), one, look.book, now))
        elif one.starts_at > now + PROPOSED_WITHIN:
            return
        elif look.room <= 0:
            look.trouble = CROWDED
        else:
            look.room -= 1
            await self._done(look, first_seen(one, now))

    async def _done(self, look: _Look, follows: CalendarAction) -> None:
        """Give first, remember then: what is given twice because of a crash between the two is one."""
        for command in follows.commands:
            await self.engine.execute_step(command, BY)
            look.report.given += 1
        look.memory.known[follows.known.key] = follows.known

    def _gone(
        self, memory: SeenTimes, shown: CalendarSnapshot, here: dict[str, CalendarAppointment]
    ) -> Iterable[SeenTime]:
        """Find what is still ahead and not there any more; what cannot be read has not vanished."""
        told = {key_of(one.uid) for one in shown.occurrences} | {key_of(uid) for uid in shown.gone}
        unread = {series_of(uid) for uid in shown.unread} | {
            key_of(uid)[:SERIES] for uid in shown.unread
        }
        for key, one in memory.known.items():
            ahead = one.mark and one.starts_at > self.engine.now()
            if (
                ahead
                and key not in here
                and key[:SERIES] not in unread
                and (shown.whole or key in told)
            ):
                yield one

    def _is_strange(self, look: _Look, gone: list[SeenTime], known: ExternalSource) -> bool:
        """Say whether so much is gone that an error is more likely than that it was meant."""
        before = sum(
            1
            for one in look.memory.known.values()
            if one.mark and one.starts_at > self.engine.now()
        )
        if len(gone) < A_FEW or 2 * len(gone) < before:
            return False
        look.doubted = hashlib.sha256(
            "".join(sorted(one.key for one in gone)).encode()
        ).hexdigest()[:20]
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
        return MOST_OPEN - len(self.engine.load(ProposalPage("open", limit=MOST_OPEN)))

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def _asked_with(memo: str, fresh: _Memo) -> str:
    known = msgspec.json.decode(memo, type=_Memo) if memo else _Memo()
    return known.source if replace(known, source="") == fresh else ""
