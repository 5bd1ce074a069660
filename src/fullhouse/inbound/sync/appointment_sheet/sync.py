"""The appointments' sheet: new rows are booked, edits take effect, a removed row cancels; what customers do is written.

Rows that tell of the past are read, and nothing follows from them; only that someone did not come can still be noted.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.spreadsheets.port import Sheet
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
from fullhouse.inbound.sync.appointment_sheet.matching import Matched
from fullhouse.inbound.sync.appointment_sheet.rows import RowRead, read_row, refused
from fullhouse.inbound.sync.appointment_sheet.statuses import meant, status_word
from fullhouse.inbound.sync.batches import execute_all
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.list_adapter import ListAdapter
from fullhouse.inbound.sync.people_cells import name_in, says_nothing
from fullhouse.inbound.sync.sheet_sync import ListSync
from fullhouse.inbound.sync.sheet_versions import Versions
from fullhouse.inbound.sync.sync_run import BY, SyncRun
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    MarkAppointmentsSynced,
)
from fullhouse.products.frontdesk.appointments.model import (
    MOST_WRITTEN,
    Appointment,
    AppointmentResult,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

PERSONAL = ("phone", "email")


def _traces(row: Row, columns: Columns) -> set[str]:
    """Tell an appointment by how its customer is reached and when it is: they may have others, which stay.

    Whoever is not reached at all is known by their name.
    """
    when = f"{columns.cell(row, 'date')} {columns.cell(row, 'time')}"
    said = [
        text for field in PERSONAL if (text := columns.cell(row, field)) and not says_nothing(text)
    ]
    name = normalized_name(name_in(row, columns))
    return {f"{text} {when}" for text in said or [name] if text}


VERSIONS = Versions(
    folder="sheets/appointments", columns_of=columns_of, traces=_traces, since="a", until="b"
)


NAME = "appointments-sheet"
DONE = frozenset({"edited", "confirmed", "cancelled", "no_show", "restored"})
LOST_MANY = (
    "{gone} of {known} appointments have vanished from the sheet at once. If that is meant, nothing has to be done: "
    "they are cancelled in a few minutes. If not, put an earlier version back."
)


class AppointmentRows(ListAdapter[Appointment, RowRead, Matched]):
    """Who is expected when, row by row."""

    name, versions = NAME, VERSIONS
    no_headings, lost_many = NO_HEADINGS, LOST_MANY

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
        self, rows: Sequence[RowRead], known: Mapping[str, Appointment]
    ) -> dict[str, Appointment]:
        now = self.engine.now()
        return named_in(
            self.engine, {row.key for row in rows if not row.is_over(now)} - known.keys()
        )

    # From the sheet to the list.

    def read(self, row: Row, columns: Columns, book: Rulebook) -> RowRead:
        return read_row(row, columns, book)

    def match(self, look: SyncRun, rows: list[RowRead], known: dict[str, Appointment]) -> Matched:
        finding = matching.Finding(
            lambda name: named_in(self.engine, (name,)).get(name),
            lambda one: ended_here(self.engine, one),
        )
        moved = look.is_first and bool(look.known.where)
        return matching.match(rows, known, look.today, finding, moved=moved)

    async def take_over(self, look: SyncRun, matched: Matched) -> dict[str, Appointment]:
        """Book what is new and let what staff wrote take effect; return how all of it stands now."""
        look.unfinished |= matched.is_unfinished
        found = await self._book(look, matched)
        confirms = [
            matching.Changed(
                one.row, name, (ConfirmAppointment(appointment_id=name, chain=1, source="sheet"),)
            )
            for one in matched.newcomers
            if one.is_confirmed and (name := one.book.appointment_id) in found
        ]
        changed = [*matched.changed, *confirms]
        for turn in range(max((len(one.commands) for one in changed), default=0)):
            now = [one for one in changed if len(one.commands) > turn]
            answers = await execute_all(self.engine, [one.commands[turn] for one in now], BY)
            for one, answer in zip(now, answers, strict=True):
                self._note(look, matched, one.row, answer)
                if answer.appointment is not None:
                    found[one.name] = answer.appointment
        return found

    async def _book(self, look: SyncRun, matched: Matched) -> dict[str, Appointment]:
        found: dict[str, Appointment] = {}
        answers = await book_all(self.engine, [one.book for one in matched.newcomers], BY)
        for one, answer in zip(matched.newcomers, answers, strict=True):
            look.report.joined += answer.code == "booked"
            if answer.appointment is None:
                self._note(look, matched, one.row, answer)
            else:
                found[answer.appointment.id] = answer.appointment
                matched.rows[answer.appointment.id] = one.row
        return found

    def _note(
        self, look: SyncRun, matched: Matched, row: RowRead, answer: AppointmentResult
    ) -> None:
        """Count what was done, and name what was not; what is too early is looked at again."""
        look.report.edited += answer.code in DONE
        look.unfinished |= answer.code == "too_early"
        problem = refused(answer)
        if problem is not None:
            matched.problems.append(RowProblem(row.number, *problem))

    async def take_off(self, gone: Sequence[Appointment]) -> int:
        cancels = [
            CancelAppointment(appointment_id=one.id, chain=one.chain, source="sheet")
            for one in gone
        ]
        return sum(
            answer.code == "cancelled" for answer in await execute_all(self.engine, cancels, BY)
        )

    # From the list to the sheet.

    def status(self, one: Appointment, book: Rulebook) -> str:
        return status_word(one.status, book.language)

    def cells(self, one: Appointment, columns: Columns, book: Rulebook) -> dict[str, str]:
        return cells_of(one, columns, book)

    def changed(
        self, one: Appointment, row: Row, columns: Columns, book: Rulebook
    ) -> dict[str, str]:
        return changed_cells(one, row, columns, book)

    def is_stale(self, one: Appointment, said: str, _status: str) -> bool:
        """Say whether a row says that someone comes who does not, or has not answered who has, or says nothing."""
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
        pairs = [(one.id, one.rev) for one in several]
        some = [tuple(pairs[at : at + MOST_WRITTEN]) for at in range(0, len(pairs), MOST_WRITTEN)]
        return sum(
            await execute_all(
                self.engine, [MarkAppointmentsSynced(appointments=each) for each in some], BY
            )
        )

    # Putting an earlier version back.

    def owners_then(
        self, rows: Sequence[RowRead], known: Sequence[Appointment], then: datetime
    ) -> dict[int, Appointment]:
        return matching.owners_then(self.engine, rows, known, then)

    def changed_since(
        self,
        rows: Sequence[RowRead],
        known: Mapping[str, Appointment],
        then: datetime,
        book: Rulebook,
    ) -> dict[str, Appointment]:
        return matching.changed_since(self.engine, rows, known, then, book)


class AppointmentsSync(ListSync[Appointment, RowRead, Matched]):
    """Keeps one sheet and the appointments in step."""

    def __init__(
        self, engine: Engine, sheet: Sheet, files: Files, where: str = "the sheet"
    ) -> None:
        """Stand between a house and a sheet."""
        super().__init__(AppointmentRows(engine), sheet, files, where)
