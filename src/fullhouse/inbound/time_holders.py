"""The holders of a time: the customer booked then, or the one to whom it is offered."""

from collections.abc import Container, Mapping

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.availability import books_for
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.day_schedule import conflict
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from fullhouse.products.frontdesk.shared.contacts import identities
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer, offer_key


class TimeHolder(msgspec.Struct, frozen=True):
    """A customer who has a time; one who `is_asked` has only an offer of it."""

    id: str
    name: str
    is_asked: bool = False


def holder_of(
    engine: Engine, book: Rulebook, wanted: BusyTime, leaving: Container[str] = ()
) -> TimeHolder | None:
    """Return who has the chair that a time needs; those who are `leaving` have it no longer."""
    day = wall_time(wanted.starts_at, book.zone).date()
    taken = [
        time
        for schedule in engine.load(books_for(day, day))
        for time in schedule.taken
        if time.id not in leaving
    ]
    busy = conflict(taken, wanted, book)
    if busy is None:
        return None
    if busy.by == "slot":
        return _of_slot(engine, busy.id)
    appointment = engine.load(Get(Appointment, (busy.id,)))
    if appointment is None:
        return None
    return TimeHolder(appointment.id, appointment.name)


def holder_of_booking(engine: Engine, book: Rulebook, wanted: BookAppointment) -> TimeHolder | None:
    """Return who else has the time of an appointment that is to be booked; None if nobody has.

    Whoever is booked into the very time that is on offer to them takes it from nobody.
    """
    service = book.service(wanted.service)
    minutes = wanted.minutes or (service.minutes if service is not None else 0)
    time = BusyTime(wanted.appointment_id, wanted.starts_at, minutes, wanted.staff)
    holder = holder_of(engine, book, time)
    if holder is None or (holder.is_asked and _is_customer_of(engine, wanted, holder.id)):
        return None
    return holder


def _is_customer_of(engine: Engine, wanted: BookAppointment, entry_id: str) -> bool:
    """Return True if an appointment is for the customer of an entry."""
    entry = engine.load(Get(Entry, (entry_id,)))
    if entry is None:
        return False
    booked = identities(wanted.name, filter(None, (wanted.phone, wanted.email)))
    return not booked.isdisjoint(identities(entry.name, entry.addresses))


def _of_slot(engine: Engine, slot_id: str) -> TimeHolder | None:
    """Return who has claimed a slot, or has the live offer of it; None if nobody has."""
    slot = engine.load(Get(Slot, (slot_id,)))
    if slot is None:
        return None
    entry_id = slot.booked_by
    if slot.live_offer_seq:
        offer = engine.load(Get(SlotOffer, offer_key(slot.id, slot.live_offer_seq)))
        entry_id = offer.entry_id if offer is not None else ""
    entry = engine.load(Get(Entry, (entry_id,))) if entry_id else None
    if entry is None:
        return None
    return TimeHolder(entry.id, entry.name, is_asked=slot.status == "open")


def holders_of_new_times(
    engine: Engine, book: Rulebook, moves: Mapping[str, BusyTime]
) -> dict[str, TimeHolder]:
    """Return who has the times that appointments are to move to, by the ids of these.

    Someone who moves away at the same time is not in the way; whoever cannot move is.
    """
    found: dict[str, TimeHolder] = {}
    while True:
        leaving = moves.keys() - found.keys()
        fresh = {
            name: holder
            for name in sorted(leaving)
            if (holder := holder_of(engine, book, moves[name], leaving)) is not None
        }
        if not fresh:
            return found
        found |= fresh
