"""Whose a row without a key may be: an appointment that has no row yet, or lost the key that stood in it."""

from collections.abc import Iterable, Mapping

from fullhouse.kernel.rulebook import normalized_name
from fullhouse.lanes.syncing.appointments.rows import RowRead
from fullhouse.lanes.syncing.looking import RunContext
from fullhouse.products.appointments.model import Appointment


class UnkeyedRows:
    """Appointments that have no row by their key: by when they are and whose, and by what they are for."""

    def __init__(self, known: Iterable[Appointment], rows: Mapping[str, RowRead], today: RunContext) -> None:
        """Gather those who are still to come, and who ended before the sheet could show it."""
        here = [one for one in known if one.id not in rows and one.ends_at > today.now and not one.is_erased]
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
