"""Texts to a number that several customers share, or that has a reminder to answer.

A text of the waitlist learns here of the appointments with its number, and one about an appointment
of those who wait with it. News that an offer has ended learns whether the customer has that time.
"""

from msgspec.structs import replace

from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import found_many, in_sequence
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments import delivery as appointment_delivery
from fullhouse.products.frontdesk.appointments import needs as an
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsAt,
    AppointmentState,
)
from fullhouse.products.frontdesk.refill.conflicts import overlap
from fullhouse.products.frontdesk.shared.contacts import BookedThere, Identity, identities
from fullhouse.products.frontdesk.waitlist import delivery as waitlist_delivery
from fullhouse.products.frontdesk.waitlist import needs as wn
from fullhouse.products.frontdesk.waitlist.messages import OFFER_WITHDRAWN
from fullhouse.products.frontdesk.waitlist.model import EntriesAt, Slot, WaitlistState


def _booked_there(message: Message, _found: Found) -> Needs:
    """Load the appointments with the number of a text to a customer."""
    if not message.person or message.channel != "text":
        return {}
    return {"booked:there": AppointmentsAt(message.to)}


def _all_there(message: Message, found: Found) -> Needs:
    """Load who waits with that number as well."""
    booked = _booked_there(message, found)
    return {**booked, "waiting:there": EntriesAt(message.to)} if booked else {}


def _and_their_own(message: Message, found: Found) -> Needs:
    """Load what a message needs, and at last the customer's appointments if an offer has ended."""
    wanted = waitlist_delivery.needs(message, found)
    entry = found.get("entry")
    if wanted or message.kind != OFFER_WITHDRAWN or entry is None:
        return wanted
    return {f"own:{address}": AppointmentsAt(address) for address in entry.addresses}


waitlist_needs = in_sequence(_booked_there, at_last=_and_their_own)
appointment_needs = in_sequence(_all_there, at_last=appointment_delivery.needs)


def waitlist_state(**found: object) -> WaitlistState:
    """Build the state with the appointments of the number, and who is booked at the slot's time."""
    state = wn.gathered(**found, booked_there=_found_booked(found))
    if state.slot is None:
        return state
    return replace(state, busy_then=_busy_then(found, state.slot))


def _busy_then(found: Found, slot: Slot) -> frozenset[Identity]:
    busy: set[Identity] = set()
    for page in found_many(found, "own"):
        for one in page:
            if one.stands and overlap(one, slot.starts_at, slot.ends_at):
                busy |= identities(one.name, one.addresses)
    return frozenset(busy)


def appointment_state(**found: object) -> AppointmentState:
    """Build the state with the appointments of the number, and who waits there."""
    pages = found_many(found, "waiting")
    waiting = [entry.name for page in pages for entry in page if entry.state == "waiting"]
    return an.gathered(**found, booked_there=_found_booked(found), waiting_there=tuple(waiting))


def _found_booked(found: Found) -> tuple[BookedThere, ...]:
    pages = found_many(found, "booked")
    return tuple(_facts_of(one) for page in pages for one in page if one.stands)


def _facts_of(appointment: Appointment) -> BookedThere:
    unanswered = appointment.status == "booked" and bool(appointment.reminder)
    is_online = appointment.source == "form"
    return BookedThere(appointment.name, appointment.starts_at, unanswered, is_online)
