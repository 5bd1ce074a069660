"""Sync of the appointments' sheet.

New rows are booked, edits take effect, and a removed row cancels; changes by customers are
written. Rows of the past are read without effect, except that a no-show can still be noted.
"""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.port import Sheet, SheetChanged
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.appointment_sheet import matching
from fullhouse.inbound.sync.appointment_sheet.batches import (
    book_all,
    ended_here,
    named_in,
    near_and_ahead,
    unwritten_in,
)
from fullhouse.inbound.sync.appointment_sheet.cells import cells_of, changed_cells, marked_cells
from fullhouse.inbound.sync.appointment_sheet.columns import NO_HEADINGS, columns_of, is_list
from fullhouse.inbound.sync.appointment_sheet.holding import hold_changes
from fullhouse.inbound.sync.appointment_sheet.matching import Matched
from fullhouse.inbound.sync.appointment_sheet.reliance import is_relied_on, was_told_of_end
from fullhouse.inbound.sync.appointment_sheet.rows import AppointmentRowRead, read_row, refused
from fullhouse.inbound.sync.appointment_sheet.statuses import meant, status_word
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.changed_fields import changed_fields
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.held_removals import keep_held
from fullhouse.inbound.sync.list_adapter import ListAdapter
from fullhouse.inbound.sync.people_cells import name_in, says_nothing
from fullhouse.inbound.sync.sheet_sync import ListSync
from fullhouse.inbound.sync.sheet_versions import Versions
from fullhouse.inbound.sync.sync_run import BY, SyncRun
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    MarkAppointmentsSynced,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.appointments.model import (
    MOST_WRITTEN,
    SCOPE,
    Appointment,
    AppointmentResult,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.held_removals import CHANGES
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

PERSONAL = ("phone", "email")


def _traces(row: Row, columns: Columns) -> set[str]:
    """Return marks of an appointment: its customer's number and address, each with its time.

    The time belongs to it, because other appointments of the same customer stay. A customer
    without number and address is known by name.
    """
    when = f"{columns.cell(row, 'date')} {columns.cell(row, 'time')}"
    typed = [columns.cell(row, field) for field in PERSONAL]
    reached = [text for text in typed if text and not says_nothing(text)]
    name = normalized_name(name_in(row, columns))
    return {f"{text} {when}" for text in reached or [name] if text}


VERSIONS = Versions(
    folder="sheets/appointments", columns_of=columns_of, traces=_traces, since="a", until="b"
)


NAME = "appointments-sheet"
DONE = frozenset({"edited", "confirmed", "cancelled", "no_show", "restored"})
LOST_MANY = (
    "{gone} of {known} appointments are missing from the sheet, or cancelled in it. Nothing was "
    "cancelled: please say on Today whether they should be."
)


class AppointmentRows(ListAdapter[Appointment, AppointmentRowRead, Matched]):
    """The list of appointments, row by row."""

    name, versions = NAME, VERSIONS
    no_headings, lost_many, changes = NO_HEADINGS, LOST_MANY, CHANGES

    def is_list(self, columns: Columns) -> bool:
        return is_list(columns)

    async def known(self) -> list[Appointment]:
        return await near_and_ahead(self.engine)

    def stands(self, one: Appointment) -> bool:
        return one.stands and one.starts_at > self.engine.now()

    def is_pending(self) -> bool:
        return bool(self.engine.load(UnwrittenAppointments(limit=1)))

    async def unwritten(self) -> list[Appointment]:
        return await unwritten_in(self.engine)

    def named(
        self, rows: Sequence[AppointmentRowRead], known: Mapping[str, Appointment]
    ) -> dict[str, Appointment]:
        now = self.engine.now()
        return named_in(
            self.engine, {row.key for row in rows if not row.is_over(now)} - known.keys()
        )

    # From the sheet to the list.

    def read(self, row: Row, columns: Columns, book: Rulebook) -> AppointmentRowRead:
        return read_row(row, columns, book)

    def match(
        self, look: SyncRun, rows: list[AppointmentRowRead], known: dict[str, Appointment]
    ) -> Matched:
        finding = matching.Finding(
            lambda name: named_in(self.engine, (name,)).get(name),
            lambda one: ended_here(self.engine, one),
        )
        moved = look.is_first and bool(look.known.where)
        return matching.match(rows, known, look.today, finding, look.before, moved=moved)

    async def take_over(self, look: SyncRun, matched: Matched) -> dict[str, Appointment]:
        """Book new rows and apply edits; return the appointments as they are now."""
        look.unfinished |= matched.is_unfinished
        found = await self._book(look, matched)
        held = hold_changes(self.engine, look, [*map(self._with_notice, matched.changed)])
        if look.rewritten:
            _write_passed_again(look, matched)
        # A row whose customer staff are asked about is cancelled once that is decided.
        for item in held.left.asked:
            matched.ending.pop(item.id, None)
        changed = [*held.now, *_confirms(matched.newcomers, found)]
        # Commands of one row depend on each other, those of different rows do not.
        most = max((len(change.commands) for change in changed), default=0)
        for turn in range(most):
            due = [change for change in changed if len(change.commands) > turn]
            answers = await execute_all(self.engine, [change.commands[turn] for change in due], BY)
            for change, answer in zip(due, answers, strict=True):
                self._note(look, matched, change.row, answer)
                if answer.appointment is not None:
                    found[change.name] = answer.appointment
        look.unfinished |= not await keep_held(self.engine, held.left, BY, held.people)
        matched.edited = found
        return found

    def _with_notice(self, change: matching.Changed) -> matching.Changed:
        """Have a customer notified who knows of the cancellation that is taken back."""
        first = change.commands[0]
        if not isinstance(first, RestoreAppointment):
            return change
        ended = named_in(self.engine, (change.name,)).get(change.name)
        told = ended is not None and was_told_of_end(self.engine, ended)
        return replace(change, commands=(replace(first, tell=told),))

    async def _book(self, look: SyncRun, matched: Matched) -> dict[str, Appointment]:
        found: dict[str, Appointment] = {}
        answers = await book_all(self.engine, [new.book for new in matched.newcomers], BY)
        for new, answer in zip(matched.newcomers, answers, strict=True):
            look.report.joined += answer.code == "booked"
            if answer.appointment is None:
                self._note(look, matched, new.row, answer)
            else:
                found[answer.appointment.id] = answer.appointment
                matched.rows[answer.appointment.id] = new.row
        return found

    def _note(
        self, look: SyncRun, matched: Matched, row: AppointmentRowRead, answer: AppointmentResult
    ) -> None:
        """Count what was done, and note problems; the next run repeats what is too early."""
        appointment = answer.appointment
        if answer.code == "unchanged" and appointment is not None and appointment.unwritten:
            raise SheetChanged  # changed elsewhere just now: compare once more
        look.report.edited += answer.code in DONE
        look.unfinished |= answer.code == "too_early"
        problem = refused(answer)
        if problem is not None:
            matched.problems.append(RowProblem(row.number, *problem))

    async def take_off(self, gone: Sequence[Appointment], confirmed: Container[str]) -> int:
        answers = await self._cancel(gone, confirmed, missing=True)
        return sum(answer.code == "cancelled" for answer in answers)

    async def end_by_rows(
        self,
        look: SyncRun,
        matched: Matched,
        ended: Sequence[Appointment],
        confirmed: Container[str],
    ) -> dict[str, Appointment]:
        now = [matched.edited.get(appointment.id, appointment) for appointment in ended]
        answers = await self._cancel(now, confirmed)
        for appointment, answer in zip(now, answers, strict=True):
            self._note(look, matched, matched.ending[appointment.id], answer)
        found = [answer.appointment for answer in answers if answer.appointment is not None]
        return {appointment.id: appointment for appointment in found}

    def is_relied_on(self, one: Appointment) -> bool:
        return is_relied_on(self.engine, one)

    async def _cancel(
        self,
        several: Sequence[Appointment],
        confirmed: Container[str],
        *,
        missing: bool = False,
    ) -> list[AppointmentResult]:
        """Cancel appointments; staff get a note of each missing one that they did not confirm."""
        cancels = [
            CancelAppointment(
                appointment_id=appointment.id,
                chain=appointment.chain,
                source="sheet",
                missing=missing and appointment.id not in confirmed,
            )
            for appointment in several
        ]
        return await execute_all(self.engine, cancels, BY)

    # From the list to the sheet.

    def status(self, one: Appointment, book: Rulebook) -> str:
        return status_word(one.status, book.language)

    def cells(self, one: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
        return cells_of(one, columns, book)

    def changed(
        self, one: Appointment, row: Row, columns: Columns, book: Rulebook
    ) -> dict[str, str]:
        newer: set[str] = set()
        if read_row(row, columns, book).unread:
            newer = changed_fields(self.engine, SCOPE, one.id, self.name)
        return changed_cells(one, row, columns, book, newer)

    def is_stale(self, one: Appointment, said: str, _status: str) -> bool:
        """Return True if the status in a row is empty, or contradicts the appointment's."""
        if not said:
            return one.ends_at > self.engine.now()
        return one.status != "booked" and meant(said) not in (None, one.status)

    def marked(
        self, one: Appointment, row: Row, columns: Columns, book: Rulebook
    ) -> dict[str, str]:
        return marked_cells(one, row, columns, book)

    def is_shown(self, one: Appointment) -> bool:
        return one.stands and one.ends_at > self.engine.now()

    def place(self, one: Appointment) -> tuple[datetime, str]:
        return one.starts_at, one.id

    async def mark(self, several: Sequence[Appointment]) -> int:
        pairs = [(appointment.id, appointment.rev) for appointment in several]
        groups = [pairs[at : at + MOST_WRITTEN] for at in range(0, len(pairs), MOST_WRITTEN)]
        marks = [MarkAppointmentsSynced(appointments=tuple(group)) for group in groups]
        return sum(await execute_all(self.engine, marks, BY))

    # Restoring an earlier version.

    def owners_then(
        self, rows: Sequence[AppointmentRowRead], known: Sequence[Appointment], then: datetime
    ) -> dict[int, Appointment]:
        return matching.owners_then(self.engine, rows, known, then)

    def changed_since(
        self,
        rows: Sequence[AppointmentRowRead],
        known: Mapping[str, Appointment],
        then: datetime,
        book: Rulebook,
    ) -> dict[str, Appointment]:
        return matching.changed_since(self.engine, rows, known, then, book)


def _write_passed_again(look: SyncRun, matched: Matched) -> None:
    """Write the times of other rows again, too, that staff keep: those that have passed."""
    look.rewritten |= matched.passed
    rows = {matched.rows[name].number for name in matched.passed}
    matched.problems = [
        one for one in matched.problems if one.row not in rows or one.reason != matching.PAST
    ]


def _confirms(
    newcomers: Sequence[matching.NewRow], booked: Mapping[str, Appointment]
) -> list[matching.Changed]:
    """Confirm the new rows that say so, if they were booked."""
    confirms: list[matching.Changed] = []
    for new in newcomers:
        name = new.book.appointment_id
        if new.is_confirmed and name in booked:
            confirm = ConfirmAppointment(appointment_id=name, chain=1, source="sheet")
            confirms.append(matching.Changed(new.row, name, (confirm,)))
    return confirms


class AppointmentsSync(ListSync[Appointment, AppointmentRowRead, Matched]):
    """Keeps one sheet and the appointments in step."""

    def __init__(
        self, engine: Engine, sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Sync the engine's appointments with a sheet; `where` names it."""
        super().__init__(AppointmentRows(engine), sheet, files, where)
