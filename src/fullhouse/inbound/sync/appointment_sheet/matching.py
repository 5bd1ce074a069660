"""Rows of the sheet matched with appointments. Nothing is changed here.

A row belongs to the appointment whose key it holds. A row without a key may still belong to one:
its appointment came from this sheet and its key is not written yet, or it came another way and
staff wrote a row for it. Any other row is new. The id of its appointment follows from its text,
so that two syncs that read the same row book the same appointment.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_sheet.batches import changed_elsewhere, named_in
from fullhouse.inbound.sync.appointment_sheet.rows import AppointmentRowRead, differences
from fullhouse.inbound.sync.appointment_sheet.unkeyed_rows import UnkeyedRows
from fullhouse.inbound.sync.changed_people import PERSONAL
from fullhouse.inbound.sync.edits_beside import TOGETHER, edits_beside
from fullhouse.inbound.sync.list_adapter import RowsMatched
from fullhouse.inbound.sync.sync_run import RunContext
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    NoShow,
    RestoreAppointment,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

NAMES_TRIED = 3
TWICE = "This appointment stands in the sheet twice, here and in row {other}. Remove one of them."
PAST = "This time has passed."
ENDED_SO = ("cancelled", "no_show")
ENDED = (
    "This appointment was called off, or nobody came. "
    "Write another time into a row of its own, without a key."
)
STAYS_ENDED = (
    "The customer or the desk cancelled this appointment, or nobody came, and it stays so. "
    "To take that back, open the appointment at the desk."
)


class NewRow(msgspec.Struct, frozen=True):
    """A row that is to be booked, and whether its status says that the customer has confirmed."""

    row: AppointmentRowRead
    book: BookAppointment
    is_confirmed: bool = False


class Changed(msgspec.Struct, frozen=True):
    """Commands that follow from a row of a known appointment `before` them, in order."""

    row: AppointmentRowRead
    name: str
    commands: tuple[Command, ...]
    before: Appointment | None = None


class Matched(RowsMatched[AppointmentRowRead]):
    """The owner of each row, with new rows and the changes of the others.

    `passed` have rows with a time that has passed. It is unfinished if the next sync run has to
    apply a row of an appointment from elsewhere. Once the changes are made, `edited` are those
    appointments as they are now.
    """

    newcomers: list[NewRow] = []
    changed: list[Changed] = []
    edited: dict[str, Appointment] = {}
    passed: dict[str, Appointment] = {}
    is_unfinished: bool = False


class Finding(msgspec.Struct, frozen=True):
    """Lookups beyond the known appointments: one by its id, and whether the sheet ended it."""

    named: Callable[[str], Appointment | None]
    ended_here: Callable[[Appointment], bool]


def name_of(row: AppointmentRowRead, number: int) -> str:
    """Return the appointment id of a row: equal rows get equal ids, except for their number."""
    words = (
        normalized_name(row.name),
        *row.addresses,
        row.line,
        f"{row.starts_at:%Y%m%dT%H%MZ}",
        str(number),
    )
    return f"s{hashlib.sha256(chr(31).join(words).encode('utf-8', 'replace')).hexdigest()[:23]}"


class Matcher:
    """Goes through the rows once."""

    def __init__(
        self,
        known: dict[str, Appointment],
        today: RunContext,
        finding: Finding,
        before: Mapping[str, AppointmentRowRead],
        *,
        moved: bool,
    ) -> None:
        """Match with all near and future appointments, and those whose key is in the sheet.

        If the list has `moved` to another sheet, a missing row does not mean another time. `before`
        are the rows as they were last, where changes wait to be written.
        """
        self.known, self.today, self.finding, self.moved = known, today, finding, moved
        self.before = before
        self.zone = today.book.zone
        self.found = Matched()
        self.names: dict[str, AppointmentRowRead] = {}

    def match(self, rows: Iterable[AppointmentRowRead]) -> Matched:
        """Find the owner of each row: those with a key first, as they are certain."""
        readable = [row for row in self._without_owner(rows) if not self._is_unread(row)]
        for find in self._finds():
            readable = [row for row in readable if not self._given(row, find(row))]
        for row in readable:
            self._new(row)
        return self.found

    def _without_owner(self, rows: Iterable[AppointmentRowRead]) -> list[AppointmentRowRead]:
        """Give rows with a known key to their appointments; return the others that are not over."""
        keyed: dict[str, list[AppointmentRowRead]] = {}
        others: list[AppointmentRowRead] = []
        for row in rows:
            if row.key in self.known:
                keyed.setdefault(row.key, []).append(row)
            else:
                others.append(row)
        for key, several in keyed.items():
            others += self._of(self.known[key], several)
        others.sort(key=lambda row: row.number)
        return [row for row in others if not row.is_over(self.today.now)]

    def _finds(self) -> list[Callable[[AppointmentRowRead], Appointment | None]]:
        """Return the ways to find the owner of a row without a key, the most certain first."""
        index = UnkeyedRows(self.known.values(), self.found.rows, self.today)
        finds: list[Callable[[AppointmentRowRead], Appointment | None]] = [
            index.reached_then,
            index.named_then,
        ]
        if not self.moved:
            finds.append(index.at_another_time)
        return finds

    def _of(
        self, appointment: Appointment, rows: list[AppointmentRowRead]
    ) -> list[AppointmentRowRead]:
        """Give an appointment its row; return copies that staff made into something else."""
        own = self._own_row(appointment, rows)
        self._note_problems(own, appointment)
        self._place(appointment, own, differences(own, appointment, self.zone))
        others: list[AppointmentRowRead] = []
        for row in rows:
            if row is own or row.is_over(self.today.now):
                continue
            if row.problems or (row.start == own.start and row.is_person(appointment)):
                self._problem(row, "key", TWICE.format(other=own.number))
            else:
                others.append(row)
        return others

    def _own_row(
        self, appointment: Appointment, rows: list[AppointmentRowRead]
    ) -> AppointmentRowRead:
        """Return the row that fits best: by customer and time, else by customer, else the first."""
        theirs = [row for row in rows if row.is_person(appointment)]
        for row in theirs:
            if row.is_when(appointment, self.zone):
                return row
        return theirs[0] if theirs else rows[0]

    def _note_problems(self, row: AppointmentRowRead, appointment: Appointment) -> None:
        """Note the problems of a known row, unless it is over."""
        if appointment.is_erased or self._is_over(appointment, row):
            return
        self.found.problems += (*row.problems, *row.notes)

    def _place(
        self, appointment: Appointment, row: AppointmentRowRead, given: dict[str, Any]
    ) -> None:
        """Give an appointment its row. A change that the sheet does not show yet wins over it."""
        self.found.rows[appointment.id] = row
        if appointment.is_erased:
            return
        if appointment.unwritten:
            commands = self._beside(appointment, row)
        else:
            commands = self._following(appointment, row, given)
        if commands:
            self.found.changed.append(Changed(row, appointment.id, commands, appointment))

    def _beside(self, appointment: Appointment, row: AppointmentRowRead) -> tuple[Command, ...]:
        """Keep edits of other fields than those that were changed elsewhere at the same time."""
        before = self.before.get(appointment.id)
        if before is None or self._is_over(appointment, row):
            return ()
        found = edits_beside(
            {**row.fields, "starts_at": row.starts_at, "status": row.said},
            {**before.fields, "starts_at": before.starts_at, "status": before.said},
            lambda name: getattr(appointment, name),
        )
        survive = {name: value for name, value in found.survive.items() if value is not None}
        late = found.late
        if not appointment.stands:
            self._note_stays_ended(row, [*survive, *late])
            return ()
        if survive.pop("status", None) is not None:
            late = [*late, "status"]
        self._note_late(row, late)
        if not survive:
            return ()
        return (EditAppointment(appointment_id=appointment.id, **survive, source="desk"),)

    def _note_stays_ended(self, row: AppointmentRowRead, edited: Sequence[str]) -> None:
        if edited and row.said not in ENDED_SO:
            self._problem(row, "status", STAYS_ENDED)

    def _note_late(self, row: AppointmentRowRead, late: Iterable[str]) -> None:
        for field in late:
            self._problem(row, "date" if field == "starts_at" else field, TOGETHER)

    def _following(
        self, appointment: Appointment, row: AppointmentRowRead, given: dict[str, Any]
    ) -> tuple[Command, ...]:
        if self._is_over(appointment, row):
            if appointment.stands and row.said == "no_show":
                return (NoShow(appointment_id=appointment.id),)
            return ()
        if appointment.stands:
            return self._changes(appointment, row, given)
        if row.problems:
            return ()
        return self._back(appointment, row)

    def _is_over(self, appointment: Appointment, row: AppointmentRowRead) -> bool:
        is_past = row.start is None or row.is_over(self.today.now)
        return is_past and appointment.ends_at <= self.today.now

    def _changes(
        self, appointment: Appointment, row: AppointmentRowRead, given: dict[str, Any]
    ) -> tuple[Command, ...]:
        name, chain = appointment.id, appointment.chain
        if row.said == "cancelled":
            return self._cancels(appointment, row, given)
        if row.said == "no_show":
            return (NoShow(appointment_id=name),)
        if "starts_at" in given and row.is_over(self.today.now):
            self._problem(row, "date", PAST)
            self.found.passed[name] = appointment
            return ()
        commands: list[Command] = []
        if given:
            commands.append(EditAppointment(appointment_id=name, **given, source="sheet"))
        if row.said == "confirmed" and appointment.status != "confirmed":
            # Another time starts the next reminder chain, which is the one to confirm.
            chain += "starts_at" in given
            commands.append(ConfirmAppointment(appointment_id=name, chain=chain, source="sheet"))
        return tuple(commands)

    def _cancels(
        self, appointment: Appointment, row: AppointmentRowRead, given: dict[str, Any]
    ) -> tuple[Command, ...]:
        """Cancel an appointment that has begun; of those ahead, staff may be asked first.

        Those are corrected before: the customer is told at the address that the row has now.
        """
        if appointment.starts_at > self.today.now:
            self.found.ending[appointment.id] = row
            person = {field: given[field] for field in PERSONAL if given.get(field)}
            if not person:
                return ()
            return (EditAppointment(appointment_id=appointment.id, **person, source="sheet"),)
        return (
            CancelAppointment(
                appointment_id=appointment.id, chain=appointment.chain, source="sheet"
            ),
        )

    def _back(self, appointment: Appointment, row: AppointmentRowRead) -> tuple[Command, ...]:
        """Restore an appointment that is in the sheet again, if only the sheet had ended it."""
        if row.said in ENDED_SO or (row.said is None and row.status):
            return ()
        if not row.is_when(appointment, self.zone):
            self._problem(row, "date", ENDED)
            return ()
        if not self.finding.ended_here(appointment):
            if row.said is not None:
                self._problem(row, "status", STAYS_ENDED)
            return ()
        return (RestoreAppointment(appointment_id=appointment.id, source="sheet"),)

    def _is_unread(self, row: AppointmentRowRead) -> bool:
        self.found.problems += (*row.problems, *row.notes)
        if row.problems:
            self.found.unread_names.add(normalized_name(row.name))
        return bool(row.problems)

    def _given(self, row: AppointmentRowRead, appointment: Appointment | None) -> bool:
        if appointment is None or appointment.id in self.found.rows:
            return False
        # A cell that staff left empty in a row of a known appointment does not clear its field.
        changes = differences(row, appointment, self.zone)
        given = {name: value for name, value in changes.items() if value}
        self.found.is_unfinished |= (
            appointment.unwritten and appointment.stands and appointment.source != "sheet"
        )
        self._place(appointment, row, given)
        return True

    def _new(self, row: AppointmentRowRead) -> None:
        """Book a new row under the first id that is free.

        If an id belongs to an appointment that has ended, the row may be an old copy: the result is
        delicate, and only used if the sheet has not changed meanwhile.
        """
        for number in count(1):
            name = name_of(row, number)
            appointment = self._appointment(name)
            other = self.names.get(name) or self.found.rows.get(name)
            fits = appointment is None or self._is_theirs(appointment, row)
            if fits and other is not None and other.start == row.start:
                self._problem(row, "key", TWICE.format(other=other.number))
                return
            if appointment is None:
                self._joins(row, name)
                return
            if fits and other is None:
                self.known[name] = appointment
                self._given(row, appointment)
                return
            self.found.is_delicate |= not appointment.stands

    def _appointment(self, name: str) -> Appointment | None:
        return self.known.get(name) or self.finding.named(name)

    def _joins(self, row: AppointmentRowRead, name: str) -> None:
        """Book a row, unless its status says that nobody comes; a copied status does not count."""
        said = None if row.key in self.known else row.said
        if row.starts_at is None or said in ENDED_SO:
            return
        self.names[name] = row
        book = BookAppointment(
            appointment_id=name, **row.fields, starts_at=row.starts_at, source="sheet"
        )
        self.found.newcomers.append(NewRow(row, book, said == "confirmed"))

    def _is_theirs(self, appointment: Appointment, row: AppointmentRowRead) -> bool:
        if not row.is_when(appointment, self.zone):
            return False
        return appointment.stands or appointment.unwritten or row.said in ENDED_SO

    def _problem(self, row: AppointmentRowRead, field: str, reason: str) -> None:
        self.found.problems.append(RowProblem(row.number, field, reason))


def match(
    rows: Iterable[AppointmentRowRead],
    known: dict[str, Appointment],
    today: RunContext,
    finding: Finding,
    before: Mapping[str, AppointmentRowRead],
    *,
    moved: bool,
) -> Matched:
    """Find the owner of each row."""
    return Matcher(known, today, finding, before, moved=moved).match(rows)


def owners_then(
    engine: Engine, rows: Sequence[AppointmentRowRead], known: Sequence[Appointment], then: datetime
) -> dict[int, Appointment]:
    """Find the owners of rows that had no key yet, by the number of the row.

    A row belongs to the appointment that was booked for it, if that one stands or has ended since
    then; else to the appointment with its time and name.
    """
    here = {appointment.id: appointment for appointment in known}
    expected = {(one.starts_at, normalized_name(one.name)): one for one in known if one.stands}
    found: dict[int, Appointment] = {}
    for row in rows:
        if not _is_open(engine, row, here):
            continue
        owner = _booked_for(engine, row, here, then)
        if owner is None and row.starts_at is not None:
            owner = expected.get((row.starts_at, normalized_name(row.name)))
        if owner is not None:
            found[row.number] = owner
    return found


def _is_open(engine: Engine, row: AppointmentRowRead, here: Mapping[str, Appointment]) -> bool:
    """Return True if a row can be read, is not over, and its key names no appointment."""
    if row.key in here or row.problems or row.is_over(engine.now()):
        return False
    return not named_in(engine, (row.key,))


def _booked_for(
    engine: Engine, row: AppointmentRowRead, here: Mapping[str, Appointment], then: datetime
) -> Appointment | None:
    """Return the appointment that was booked for a row, if it had not ended by then."""
    for number in range(NAMES_TRIED, 0, -1):
        name = name_of(row, number)
        appointment = here.get(name) or named_in(engine, (name,)).get(name)
        if appointment is None:
            continue
        if appointment.ended_at is None or appointment.ended_at >= then:
            return appointment
    return None


def changed_since(
    engine: Engine,
    rows: Sequence[AppointmentRowRead],
    known: Mapping[str, Appointment],
    then: datetime,
    book: Rulebook,
) -> dict[str, Appointment]:
    """Find the appointments of rows that customers or the desk have changed since then.

    They keep those changes, although the rows differ.
    """
    ahead = [row for row in rows if row.key in known or not row.is_over(engine.now())]
    named = {**named_in(engine, {row.key for row in ahead} - known.keys()), **known}
    found: dict[str, Appointment] = {}
    for row in ahead:
        appointment = named.get(row.key)
        if appointment is None or appointment.is_erased or _is_same(row, appointment, book):
            continue
        if changed_elsewhere(engine, appointment, then):
            found[appointment.id] = appointment
    return found


def _is_same(row: AppointmentRowRead, appointment: Appointment, book: Rulebook) -> bool:
    return row.said == appointment.status and not differences(row, appointment, book.zone)
