"""Appointments that rows without a key may belong to, by time and by service."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from fullhouse.inbound.sync.appointment_sheet.rows import AppointmentRowRead
from fullhouse.inbound.sync.sync_run import RunContext
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name


class UnkeyedRows:
    """Appointments that have no row by their key, indexed by time and by service."""

    def __init__(
        self,
        known: Iterable[Appointment],
        rows: Mapping[str, AppointmentRowRead],
        today: RunContext,
    ) -> None:
        """Index those still to come, and those that ended before the sheet could show it."""
        without_row = [
            appointment
            for appointment in known
            if appointment.id not in rows
            and appointment.ends_at > today.now
            and not appointment.is_erased
        ]
        standing = [appointment for appointment in without_row if appointment.stands]
        ended = [one for one in without_row if not one.stands and one.unwritten]
        # Standing ones come last, so that they replace ended ones with the same time and mark.
        self.then = _by_time((*ended, *standing))
        self.ever = _by_service(standing)

    def reached_then(self, row: AppointmentRowRead) -> Appointment | None:
        """Find the appointment with a row's time and a phone number or address of it.

        Its key was not written yet or was deleted, or it came another way.
        """
        return self._first(row, row.addresses)

    def named_then(self, row: AppointmentRowRead) -> Appointment | None:
        """Find the appointment with a row's time and name; its number or address was changed."""
        return self._first(row, (_named(row.name),))

    def _first(self, row: AppointmentRowRead, marks: tuple[str, ...]) -> Appointment | None:
        if row.starts_at is None:
            return None
        for mark in marks:
            appointment = self.then.get((row.starts_at, mark))
            if appointment is not None:
                return appointment
        return None

    def at_another_time(self, row: AppointmentRowRead) -> Appointment | None:
        """Find the appointment with a row's service and customer; its time was changed."""
        for mark in row.addresses or (_named(row.name),):
            appointment = self.ever.get((row.line, mark))
            if appointment is not None:
                return appointment
        return None


def _by_time(appointments: Iterable[Appointment]) -> dict[tuple[datetime, str], Appointment]:
    found: dict[tuple[datetime, str], Appointment] = {}
    for appointment in appointments:
        for mark in (*appointment.addresses, _named(appointment.name)):
            found[appointment.starts_at, mark] = appointment
    return found


def _by_service(appointments: Iterable[Appointment]) -> dict[tuple[str, str], Appointment]:
    """Index appointments that had a row in the sheet, and have lost it."""
    found: dict[tuple[str, str], Appointment] = {}
    for appointment in appointments:
        if appointment.source != "sheet" or appointment.unwritten:
            continue
        for mark in appointment.addresses or (_named(appointment.name),):
            found[normalized_name(appointment.service), mark] = appointment
    return found


def _named(name: str) -> str:
    return f"name {normalized_name(name)}"
