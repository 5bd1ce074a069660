"""Rows of the sheet held against appointments. Nothing is done here, only found out.

A row belongs to the appointment whose key it holds. One without a key may still be known: its appointment came from
this sheet and has not got its key written yet, or came another way and staff wrote a row for it. Any other is new, and
its name follows from what it says: two who read the same row book the same appointment.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_sheet.batches import changed_elsewhere, named_in
from fullhouse.inbound.sync.appointment_sheet.rows import RowRead, differences
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


class UnkeyedRows:
    """Appointments that have no row by their key: by when they are and whose, and by what they are for."""

    def __init__(
        self, known: Iterable[Appointment], rows: Mapping[str, RowRead], today: RunContext
    ) -> None:
        """Gather those who are still to come, and who ended before the sheet could show it."""
        here = [
            one
            for one in known
            if one.id not in rows and one.ends_at > today.now and not one.is_erased
        ]
        ended = [one for one in here if not one.stands and one.unwritten]
        stand = [one for one in here if one.stands]
        self.then = {(one.starts_at, mark): one for one in (*ended, *stand) for mark in _marks(one)}
        lost = [one for one in stand if one.source == "sheet" and not one.unwritten]
        reached = [(one, mark) for one in lost for mark in one.addresses or (_named(one.name),)]
        self.ever = {(normalized_name(one.service), mark): one for one, mark in reached}

    def reached_then(self, row: RowRead) -> Appointment | None:
        """Find whose row this is: their key was not written yet, or was taken out of it, or they came another way."""
        return self._first(row, row.addresses)

    def named_then(self, row: RowRead) -> Appointment | None:
        """Find whose row this is if it names another number or address by now."""
        return self._first(row, (_named(row.name),))

    def _first(self, row: RowRead, marks: tuple[str, ...]) -> Appointment | None:
        if row.starts_at is None:
            return None
        found = (self.then.get((row.starts_at, mark)) for mark in marks)
        return next((one for one in found if one is not None), None)

    def at_another_time(self, row: RowRead) -> Appointment | None:
        """Find whose row this is if it names another time by now."""
        found = (self.ever.get((row.line, mark)) for mark in row.addresses or (_named(row.name),))
        return next((one for one in found if one is not None), None)


def _marks(one: Appointment) -> tuple[str, ...]:
    return (*one.addresses, _named(one.name))


def _named(name: str) -> str:
    return f"name {normalized_name(name)}"


TWICE = "This appointment stands in the sheet twice, here and in row {other}. Remove one of them."
PAST = "This time has passed."
ENDED_SO = ("cancelled", "no_show")
ENDED = "This appointment was called off, or nobody came. Write another time into a row of its own, without a key."


class NewRow(msgspec.Struct, frozen=True):
    """A row that is to be booked, and whether staff say of it that its customer has confirmed."""

    row: RowRead
    book: BookAppointment
    is_confirmed: bool = False


class Changed(msgspec.Struct, frozen=True):
    """What follows from a row of someone who is known, one after the other."""

    row: RowRead
    name: str
    commands: tuple[Command, ...]


class Matched(RowsMatched[RowRead]):
    """Beside whose each row is: what is new, and what follows from the others.

    It is unfinished if what a row says of someone who came another way is for the next look.
    """

    newcomers: list[NewRow] = []
    changed: list[Changed] = []
    is_unfinished: bool = False


class Finding(msgspec.Struct, frozen=True):
    """What is asked about appointments beside those that are known: one by its name, and whether the sheet ended it."""

    named: Callable[[str], Appointment | None]
    ended_here: Callable[[Appointment], bool]


def name_of(row: RowRead, number: int) -> str:
    """Name the appointment of a row: the same words have the same name, and another number if they come again."""
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
        self, known: dict[str, Appointment], today: RunContext, finding: Finding, *, moved: bool
    ) -> None:
        """Know every appointment that is near or ahead, and every one whose key stands in the sheet.

        Where the list has `moved` to another sheet, nothing without a row there has got another time.
        """
        self.known, self.today, self.finding, self.moved = known, today, finding, moved
        self.zone = today.book.zone
        self.found = Matched()
        self.names: dict[str, RowRead] = {}

    def match(self, rows: Iterable[RowRead]) -> Matched:
        """Find out whose each row is: those with a key first, as they are beyond doubt."""
        keyed: dict[str, list[RowRead]] = {}
        others: list[RowRead] = []
        for row in rows:
            if row.key in self.known:
                keyed.setdefault(row.key, []).append(row)
            else:
                others.append(row)
        for key, several in keyed.items():
            others += self._of(self.known[key], several)
        index = UnkeyedRows(self.known.values(), self.found.rows, self.today)
        ahead = [
            row
            for row in sorted(others, key=lambda row: row.number)
            if not row.is_over(self.today.now)
        ]
        readable = [row for row in ahead if not self._is_unread(row)]
        finds = [
            index.reached_then,
            index.named_then,
            *(() if self.moved else (index.at_another_time,)),
        ]
        for find in finds:
            readable = [row for row in readable if not self._given(row, find(row))]
        for row in readable:
            self._new(row)
        return self.found

    def _of(self, one: Appointment, rows: list[RowRead]) -> list[RowRead]:
        """Give an appointment its row; return copies that were made into something else."""
        exact = (row for row in rows if row.is_when(one, self.zone) and row.is_person(one))
        own = next(exact, None) or next((row for row in rows if row.is_person(one)), rows[0])
        self._tell_of(own, one)
        self._place(one, own, differences(own, one, self.zone))
        copies = [row for row in rows if row is not own and not row.is_over(self.today.now)]
        same = [
            row for row in copies if row.problems or (row.start == own.start and row.is_person(one))
        ]
        for row in same:
            self._problem(row, "key", TWICE.format(other=own.number))
        return [row for row in copies if row not in same]

    def _tell_of(self, row: RowRead, one: Appointment) -> None:
        """Name what is wrong with a row of someone who is known, unless it is over or has to be written anew."""
        if not (one.is_erased or one.unwritten or self._is_over(one, row)):
            self.found.problems += (*row.problems, *row.notes)

    def _place(self, one: Appointment, row: RowRead, given: dict[str, Any]) -> None:
        """Give an appointment its row. What the sheet does not show yet wins over what the row says."""
        self.found.rows[one.id] = row
        if one.is_erased or one.unwritten:
            return
        commands = self._following(one, row, given)
        if commands:
            self.found.changed.append(Changed(row, one.id, commands))

    def _following(
        self, one: Appointment, row: RowRead, given: dict[str, Any]
    ) -> tuple[Command, ...]:
        if self._is_over(one, row):
            missed = one.stands and row.said == "no_show"
            return (NoShow(appointment_id=one.id),) if missed else ()
        if row.problems:
            return ()
        return self._changes(one, row, given) if one.stands else self._back(one, row)

    def _is_over(self, one: Appointment, row: RowRead) -> bool:
        now = self.today.now
        return one.ends_at <= now and (row.start is None or row.is_over(now))

    def _changes(
        self, one: Appointment, row: RowRead, given: dict[str, Any]
    ) -> tuple[Command, ...]:
        if row.said == "cancelled":
            return (CancelAppointment(appointment_id=one.id, chain=one.chain, source="sheet"),)
        if row.said == "no_show":
            return (NoShow(appointment_id=one.id),)
        if "starts_at" in given and row.is_over(self.today.now):
            self._problem(row, "date", PAST)
            return ()
        edits = (EditAppointment(appointment_id=one.id, **given, source="sheet"),) if given else ()
        if row.said != "confirmed" or one.status == "confirmed":
            return edits
        chain = one.chain + ("starts_at" in given)
        return (*edits, ConfirmAppointment(appointment_id=one.id, chain=chain, source="sheet"))

    def _back(self, one: Appointment, row: RowRead) -> tuple[Command, ...]:
        """Bring back what was ended by the sheet, and by nobody else, if it stands there again."""
        if row.said in ENDED_SO or (row.said is None and row.status):
            return ()
        if not row.is_when(one, self.zone):
            self._problem(row, "date", ENDED)
            return ()
        return (
            (RestoreAppointment(appointment_id=one.id, source="sheet"),)
            if self.finding.ended_here(one)
            else ()
        )

    def _is_unread(self, row: RowRead) -> bool:
        self.found.problems += (*row.problems, *row.notes)
        if row.problems:
            self.found.unread_names.add(normalized_name(row.name))
        return bool(row.problems)

    def _given(self, row: RowRead, one: Appointment | None) -> bool:
        if one is None or one.id in self.found.rows:
            return False
        # A cell that staff left empty when they wrote a row for someone who is known says nothing of them.
        given = {name: value for name, value in differences(row, one, self.zone).items() if value}
        self.found.is_unfinished |= one.unwritten and one.stands and one.source != "sheet"
        self._place(one, row, given)
        return True

    def _new(self, row: RowRead) -> None:
        """Name what is new; what had that name and has ended may be old eyes' mistake: the sheet has to be the same."""
        for number in count(1):
            name = name_of(row, number)
            one = self.known.get(name) or self.finding.named(name)
            other = self.names.get(name) or self.found.rows.get(name)
            if (
                other is not None
                and other.start == row.start
                and (one is None or self._is_theirs(one, row))
            ):
                self._problem(row, "key", TWICE.format(other=other.number))
                return
            if one is None:
                self._joins(row, name)
                return
            if other is None and self._is_theirs(one, row):
                self.known[name] = one
                self._given(row, one)
                return
            self.found.is_delicate |= not one.stands

    def _joins(self, row: RowRead, name: str) -> None:
        """Book a row, unless it says that nobody is expected. What a copied row says of that is another's."""
        said = None if row.key in self.known else row.said
        if row.starts_at is not None and said not in ENDED_SO:
            self.names[name] = row
            book = BookAppointment(
                appointment_id=name, **row.fields, starts_at=row.starts_at, source="sheet"
            )
            self.found.newcomers.append(NewRow(row, book, said == "confirmed"))

    def _is_theirs(self, one: Appointment, row: RowRead) -> bool:
        return row.is_when(one, self.zone) and (one.stands or one.unwritten or row.said in ENDED_SO)

    def _problem(self, row: RowRead, field: str, reason: str) -> None:
        self.found.problems.append(RowProblem(row.number, field, reason))


def match(
    rows: Iterable[RowRead],
    known: dict[str, Appointment],
    today: RunContext,
    finding: Finding,
    *,
    moved: bool,
) -> Matched:
    """Find out whose each row is."""
    return Matcher(known, today, finding, moved=moved).match(rows)


NAMES_TRIED = 3


def owners_then(
    engine: Engine, rows: Sequence[RowRead], known: Sequence[Appointment], then: datetime
) -> dict[int, Appointment]:
    """Find whose the rows are that had no key yet, by the number of the row.

    A row belongs to the appointment that was booked for it, if that one stands or has ended since then; else to
    whoever is expected at that very time.
    """
    here, now = {one.id: one for one in known}, engine.now()
    expected = {(one.starts_at, normalized_name(one.name)): one for one in known if one.stands}
    found: dict[int, Appointment] = {}
    for row in rows:
        if row.key in here or row.problems or row.is_over(now) or named_in(engine, (row.key,)):
            continue
        names = [name_of(row, number) for number in range(NAMES_TRIED, 0, -1)]
        own = [
            one
            for name in names
            if (one := here.get(name) or named_in(engine, (name,)).get(name)) is not None
        ]
        since = (one for one in own if one.ended_at is None or one.ended_at >= then)
        there = (
            expected.get((row.starts_at, normalized_name(row.name)))
            if row.starts_at is not None
            else None
        )
        owner = next(since, None) or there
        if owner is not None:
            found[row.number] = owner
    return found


def changed_since(
    engine: Engine,
    rows: Sequence[RowRead],
    known: Mapping[str, Appointment],
    then: datetime,
    book: Rulebook,
) -> dict[str, Appointment]:
    """Find whose rows say otherwise than what customers or the desk have done since then: that stays as it is."""
    ahead = [row for row in rows if row.key in known or not row.is_over(engine.now())]
    named = {**named_in(engine, {row.key for row in ahead} - known.keys()), **known}
    keyed = [(row, one) for row in ahead if (one := named.get(row.key)) is not None]
    other = [
        one for row, one in keyed if differences(row, one, book.zone) or row.said != one.status
    ]
    return {
        one.id: one for one in other if not one.is_erased and changed_elsewhere(engine, one, then)
    }
