"""What the sync of appointments asks of the house."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.inbound.sync.batches import PAGE, execute_all, paged
from fullhouse.inbound.sync.sync_run import BY
from fullhouse.kernel.audit import AuditLine
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

# How long after its time staff may still note that someone did not come, and how far ahead anyone is booked.
NOTED_WITHIN, AHEAD = timedelta(days=7), timedelta(days=1100)
ENDINGS = ("cancelled", "no_show")


async def book_all(
    engine: Engine, books: Sequence[BookAppointment], by: str
) -> list[AppointmentResult]:
    """Write appointments down, several in each commit, and return the answers in the same order."""
    some = [tuple(books[at : at + MOST_AT_ONCE]) for at in range(0, len(books), MOST_AT_ONCE)]
    answers = await execute_all(engine, [BookMany(books=each) for each in some], by)
    return [answer for several in answers for answer in several]


async def near_and_ahead(engine: Engine) -> list[Appointment]:
    """List every appointment of the last days and of the years to come, whatever became of it."""
    now = engine.now()
    since, until = now - NOTED_WITHIN, now + AHEAD

    def need(last: Appointment | None) -> AppointmentsBetween:
        return (
            AppointmentsBetween(since, until, "", PAGE)
            if last is None
            else AppointmentsBetween(last.starts_at, until, last.id, PAGE)
        )

    return await paged(engine, need)


async def unwritten_in(engine: Engine) -> list[Appointment]:
    """List every appointment that the sheet does not show as it is."""
    return await paged(
        engine, lambda last: UnwrittenAppointments(last.id if last is not None else "", PAGE)
    )


def named_in(engine: Engine, keys: Iterable[str]) -> dict[str, Appointment]:
    """Find appointments by their keys; what is no key of ours is not found."""
    found = ((key, engine.load(Get(Appointment, (key,)))) for key in keys if key)
    return {key: one for key, one in found if one is not None}


def ended_here(engine: Engine, one: Appointment) -> bool:
    """Say whether it was the sheet that ended an appointment: what customers or the desk said is not taken back."""
    endings = [line for line in _story(engine, one.id) if line.action in ENDINGS]
    return bool(endings) and endings[-1].by == BY


def changed_elsewhere(engine: Engine, one: Appointment, since: datetime) -> bool:
    """Say whether anyone but the sheet has changed an appointment since then."""
    return any(line.at >= since and line.by != BY for line in _story(engine, one.id))


def _story(engine: Engine, name: str) -> list[AuditLine]:
    story: list[AuditLine] = []
    while page := engine.load(AuditOfSubject(SCOPE, name, story[-1].number if story else 0)):
        story += page
    return story
