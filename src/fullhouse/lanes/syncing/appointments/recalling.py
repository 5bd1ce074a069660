"""Rows of an earlier version that is put back: whose they are, and what of them is not so any more."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from fullhouse.engine.core import Engine
from fullhouse.kernel.rulebook import Rulebook, normalized_name
from fullhouse.lanes.syncing.appointments.giving import changed_elsewhere, named_in
from fullhouse.lanes.syncing.appointments.matching import name_of
from fullhouse.lanes.syncing.appointments.rows import RowRead, differences
from fullhouse.products.appointments.model import Appointment

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
        own = [one for name in names if (one := here.get(name) or named_in(engine, (name,)).get(name)) is not None]
        since = (one for one in own if one.ended_at is None or one.ended_at >= then)
        there = expected.get((row.starts_at, normalized_name(row.name))) if row.starts_at is not None else None
        owner = next(since, None) or there
        if owner is not None:
            found[row.number] = owner
    return found


def changed_since(
    engine: Engine, rows: Sequence[RowRead], known: Mapping[str, Appointment], then: datetime, book: Rulebook
) -> dict[str, Appointment]:
    """Find whose rows say otherwise than what customers or the desk have done since then: that stays as it is."""
    ahead = [row for row in rows if row.key in known or not row.is_over(engine.now())]
    named = {**named_in(engine, {row.key for row in ahead} - known.keys()), **known}
    keyed = [(row, one) for row in ahead if (one := named.get(row.key)) is not None]
    other = [one for row, one in keyed if differences(row, one, book.zone) or row.said != one.status]
    return {one.id: one for one in other if not one.is_erased and changed_elsewhere(engine, one, then)}
