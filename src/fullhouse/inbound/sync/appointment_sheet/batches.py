"""Reads and batched commands of the appointments' sync."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import chain

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.batches import PAGE, execute_all, paged
from fullhouse.inbound.sync.changed_fields import history
from fullhouse.inbound.sync.sync_run import BY
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.bookings import MOST_AT_ONCE, BookMany
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
    AppointmentsBetween,
    UnwrittenAppointments,
)

# Staff may note a no-show up to a week after the time; nobody is booked further ahead than AHEAD.
NOTED_WITHIN, AHEAD = timedelta(days=7), timedelta(days=1100)
ENDINGS = ("cancelled", "no_show")


async def book_all(
    engine: Engine, books: Sequence[BookAppointment], by: str
) -> list[AppointmentResult]:
    """Book appointments, several in each commit, and return the results in the same order."""
    starts = range(0, len(books), MOST_AT_ONCE)
    groups = [BookMany(books=tuple(books[at : at + MOST_AT_ONCE])) for at in starts]
    results = await execute_all(engine, groups, by)
    return list(chain.from_iterable(results))


async def near_and_ahead(engine: Engine) -> list[Appointment]:
    """List every appointment of the last days and of the years to come, in any status."""
    now = engine.now()
    since, until = now - NOTED_WITHIN, now + AHEAD

    def need(last: Appointment | None) -> AppointmentsBetween:
        if last is None:
            return AppointmentsBetween(since, until, "", PAGE)
        return AppointmentsBetween(last.starts_at, until, last.id, PAGE)

    return await paged(engine, need)


async def unwritten_in(engine: Engine) -> list[Appointment]:
    """List every appointment that the sheet does not show as it is."""
    return await paged(
        engine, lambda last: UnwrittenAppointments(last.id if last is not None else "", PAGE)
    )


def named_in(engine: Engine, keys: Iterable[str]) -> dict[str, Appointment]:
    """Find appointments by their keys; unknown keys are left out."""
    found: dict[str, Appointment] = {}
    for key in keys:
        appointment = engine.load(Get(Appointment, (key,))) if key else None
        if appointment is not None:
            found[key] = appointment
    return found


def ended_here(engine: Engine, one: Appointment) -> bool:
    """Return True if the sheet ended an appointment, rather than a customer or the desk."""
    endings = [line for line in history(engine, SCOPE, one.id) if line.action in ENDINGS]
    return bool(endings) and endings[-1].by == BY


def changed_elsewhere(engine: Engine, one: Appointment, since: datetime) -> bool:
    """Return True if anyone but the sheet has changed an appointment since then."""
    return any(line.at >= since and line.by != BY for line in history(engine, SCOPE, one.id))
