"""Times and people that change by the dozen in the sheet: staff are asked first.

A column that is sorted by itself gives everyone the time or the number of someone else. An old copy
of the sheet moves a customer back who has picked another time since.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_sheet.matching import Changed
from fullhouse.inbound.sync.appointment_sheet.reliance import has_left
from fullhouse.inbound.sync.changed_people import (
    CONTACT,
    mark_of,
    note_held,
    personal_changes,
    replaces,
    still_meant,
)
from fullhouse.inbound.sync.held_removals import held_by
from fullhouse.inbound.sync.sync_run import SyncRun
from fullhouse.inbound.time_holders import TimeHolder, holders_of_new_times
from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.appointments.day_schedule import taken_by
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from fullhouse.products.frontdesk.shared.held_removals import (
    CHANGES,
    MOST_UNASKED,
    HeldItem,
    HeldRemoval,
    ids_of,
    judge,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

CHANGED_MANY = (
    "By the sheet {count} appointments would have another time, name or contact. Nothing was "
    "changed: please say on Today whether that is meant."
)


class HeldChanges(msgspec.Struct, frozen=True):
    """The changes to be made now, and the record to keep after that, with whom it is about."""

    now: list[Changed]
    left: HeldRemoval
    people: list[Appointment]


def hold_changes(engine: Engine, look: SyncRun, changed: Sequence[Changed]) -> HeldChanges:
    """Separate the changes to be made now from those that staff are asked about.

    Rows that staff keep are written anew. Customers are told of another time: at once if only a few
    have one, else once staff have confirmed it.
    """
    found = {change.name: item for change in changed if (item := _item(change, look)) is not None}
    people = {one.name: one.before for one in changed if one.name in found and one.before}
    held = still_meant(held_by(engine, CHANGES), found.values())
    found = _doubtful(held, found, people)
    held = _asking_again(engine, look, held, people)
    relied_on = _relied_on(engine, held, found, people)
    # These are never all that there are: moving the only appointment is no slip.
    verdict = judge(held, [*found.values()], len(found) + 1, relied_on=relied_on)
    left = note_held(look, verdict.held, people, CHANGED_MANY)
    now = _released(changed, found.keys() - verdict.ends, look.today.now)
    return HeldChanges(now, left, [*people.values()])


def _asking_again(
    engine: Engine, look: SyncRun, held: HeldRemoval, people: dict[str, Appointment]
) -> HeldRemoval:
    """Ask again about confirmed moves to a time that someone else has by now."""
    taken = held_moves_taken(engine, look.today.book, held.confirmed, people)
    if not taken:
        return held
    again = tuple(item for item in held.confirmed if item.id in taken)
    confirmed = tuple(item for item in held.confirmed if item.id not in taken)
    return replace(held, asked=(*held.asked, *again), confirmed=confirmed)


def held_moves_taken(
    engine: Engine, book: Rulebook, items: Iterable[HeldItem], people: Mapping[str, Appointment]
) -> dict[str, TimeHolder]:
    """Return who has the times that held items move their appointments to, by their ids."""
    moves: dict[str, BusyTime] = {}
    for item in items:
        if item.starts_at is not None:
            own = taken_by(people[item.id])
            staff = item.staff or own.staff
            moves[item.id] = replace(own, starts_at=item.starts_at, staff=staff)
    return holders_of_new_times(engine, book, moves)


def _released(changed: Sequence[Changed], back: Container[str], now: datetime) -> list[Changed]:
    """Return the changes that are not held back; customers whose time was ahead are told."""
    return [_telling(change, now) for change in changed if change.name not in back]


def _item(change: Changed, look: SyncRun) -> HeldItem | None:
    """Return what a change does to the time or customer of an appointment ahead; else None."""
    edit, before = change.commands[0], change.before
    if before is None or not isinstance(edit, EditAppointment) or before.ends_at <= look.today.now:
        return None
    starts_at = edit.starts_at if edit.starts_at is not UNSET else None
    personal = personal_changes(edit, before)
    if starts_at is None and not personal:
        return None
    mark = mark_of(before.id, personal) if personal else ""
    staff = edit.staff if edit.staff is not UNSET else ""
    return HeldItem(before.id, starts_at, staff=staff, kind=mark, changed=tuple(personal))


def _doubtful(
    held: HeldRemoval, found: dict[str, HeldItem], people: dict[str, Appointment]
) -> dict[str, HeldItem]:
    """Leave out other numbers and addresses that are no slip: a few, or only filled in."""
    personal = [item for item in found.values() if item.changed]
    known = ids_of((*held.asked, *held.confirmed, *held.kept))
    replaced = any(replaces(people[item.id], item.changed) for item in personal)
    if (replaced and len(personal) > MOST_UNASKED) or not known.isdisjoint(ids_of(personal)):
        return found
    return {name: item for name, item in found.items() if not _is_contact_only(item)}


def _is_contact_only(item: HeldItem) -> bool:
    return item.starts_at is None and CONTACT.issuperset(item.changed)


def _relied_on(
    engine: Engine,
    held: HeldRemoval,
    found: dict[str, HeldItem],
    people: dict[str, Appointment],
) -> frozenset[str]:
    """Return those who would be moved back to a time that they have left themselves."""
    known = ids_of((*held.asked, *held.confirmed, *held.kept))
    fresh = [item for name, item in found.items() if name not in known]
    return frozenset(
        item.id
        for item in fresh
        if item.starts_at is not None and has_left(engine, people[item.id], item.starts_at)
    )


def _telling(change: Changed, now: datetime) -> Changed:
    """Return a change of which the customer is told if it is another time of what lies ahead."""
    first, *rest = change.commands
    is_ahead = change.before is not None and change.before.starts_at > now
    if not isinstance(first, EditAppointment) or first.starts_at is UNSET or not is_ahead:
        return change
    return replace(change, commands=(replace(first, tell=True), *rest))
