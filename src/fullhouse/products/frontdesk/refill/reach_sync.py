"""Reach of addresses, kept in step between waitlist and appointments: STOP, START, bounces."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, found_many, in_sequence
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments import bookings, proposals, reach, reminder_ticks
from fullhouse.products.frontdesk.appointments import delivery as appointment_delivery
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    EditAppointment,
    NoteCustomer,
    RunDueAction,
)
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    Customer,
    Reach,
    customer_id,
)
from fullhouse.products.frontdesk.appointments.needs import NOTING_CUSTOMER
from fullhouse.products.frontdesk.appointments.needs import gathered as appointment_state
from fullhouse.products.frontdesk.waitlist import contact_reach
from fullhouse.products.frontdesk.waitlist import delivery as waitlist_delivery
from fullhouse.products.frontdesk.waitlist.commands import NoteReach
from fullhouse.products.frontdesk.waitlist.model import Contact, WaitlistState, contact_id
from fullhouse.products.frontdesk.waitlist.needs import NOTING_REACH
from fullhouse.products.frontdesk.waitlist.needs import gathered as waitlist_state

S = TypeVar("S")
Hearer = Literal["waitlist", "appointments"]
REMEMBERED = (Contact, Customer)
REACHES = get_args(Reach)
TOLD = "told:"
EPOCH, A_MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


class Hear(Command, frozen=True, kw_only=True, tag="Hear"):
    """Note in one product what the other was told of an address. It is not told back."""

    product: Hearer
    address: str
    reach: Reach
    note: str = ""


def hear_alarm(product: Hearer, address: str, reach: Reach, note: str, now: datetime) -> Alarm:
    """Have the other product hear of it, as part of what is committed now."""
    command = Hear(product=product, address=address, reach=reach, note=note)
    return Alarm(f"hear:{product}:{customer_id(address)}", _due_at(reach, now), command)


def _due_at(reach: Reach, now: datetime) -> datetime:
    """Return when the other product hears of it: now, at a millisecond of the reach's own.

    A later alarm replaces an earlier one, also one that runs just now. An alarm that has run is
    cleared by its key and time, so two that say different things must not have the same time.
    """
    at = (now - EPOCH) // A_MILLISECOND
    return EPOCH + (at - (at - REACHES.index(reach)) % len(REACHES)) * A_MILLISECOND


def heard_alarms(
    addresses: Iterable[str], contacts: Iterable[Contact], now: datetime
) -> tuple[Alarm, ...]:
    """Return alarms that pass on what the waitlist knew of addresses before they were booked."""
    known = {contact.id: contact for contact in contacts if contact.reach != "fine"}
    alarms = []
    for address in addresses:
        contact = known.get(contact_id(address))
        if contact is not None:
            alarms.append(hear_alarm("appointments", address, contact.reach, contact.note, now))
    return tuple(alarms)


def hear_needs(command: Hear, found: Found) -> Needs:
    """Load what noting it in the other product needs."""
    if command.product == "waitlist":
        return NOTING_REACH(command, found)
    return NOTING_CUSTOMER(command, found)


def hear(found: dict[str, Any], command: Hear, now: datetime) -> Decision:
    """Note in one product what the other was told. It is not told back."""
    if command.product == "waitlist":
        noted = NoteReach(address=command.address, reach=command.reach, note=command.note)
        return contact_reach.note_reach(waitlist_state(**found), noted, now)
    customer = NoteCustomer(address=command.address, reach=command.reach, note=command.note)
    return reach.note_customer(appointment_state(**found), customer, now)


def note_reach(state: WaitlistState, command: NoteReach, now: datetime) -> Decision:
    """Note it in the waitlist, and tell the appointments, which may know less or more."""
    decision = contact_reach.note_reach(state, command, now)
    return _with_alarms(decision, _told("appointments", command, now))


def note_customer(state: AppointmentState, command: NoteCustomer, now: datetime) -> Decision:
    """Note it in the appointments, and tell the waitlist, which may know less or more."""
    decision = reach.note_customer(state, command, now)
    return _with_alarms(decision, _told("waitlist", command, now))


def _told(product: Hearer, command: NoteReach | NoteCustomer, now: datetime) -> Alarm:
    return hear_alarm(product, command.address, command.reach, command.note, now)


def _with_alarms(decision: Decision, *alarms: Alarm) -> Decision:
    return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, *alarms))


def on_waitlist_refused(
    message: Message, state: WaitlistState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Handle a refusal; the appointments hear of an address that takes no messages any more."""
    decision = waitlist_delivery.on_refused(message, state, outcome, now)
    return _after_refusal(decision, "appointments", message, outcome, now)


def on_appointment_refused(
    message: Message, state: AppointmentState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Handle a refusal; the waitlist hears of an address that takes no messages any more."""
    decision = appointment_delivery.on_refused(message, state, outcome, now)
    return _after_refusal(decision, "waitlist", message, outcome, now)


def _after_refusal(
    decision: Decision,
    other: Hearer,
    message: Message,
    outcome: Refused | CarrierDown,
    now: datetime,
) -> Decision:
    reach = _new_reach(decision, message.to)
    if reach is None:
        return decision
    return _with_alarms(decision, hear_alarm(other, message.to, reach, outcome.reason, now))


def _new_reach(decision: Decision, address: str) -> Reach | None:
    """Return the new reach of an address, or None if it is unchanged."""
    ids = {contact_id(address), customer_id(address)}
    for change in decision.changes:
        if change.kind not in REMEMBERED or change.after.id not in ids:
            continue
        known: Contact | Customer = change.after
        before = "fine" if change.before is None else change.before.reach
        if known.reach != before:
            return known.reach
    return None


class ReachState(msgspec.Struct, Generic[S], frozen=True):
    """A rule's own state, and the addresses of which only the waitlist knows something."""

    state: S
    unheard: tuple[tuple[str, Contact], ...]


def booking_state(**found: Any) -> ReachState[AppointmentState]:  # noqa: ANN401 - any record
    """Put what was found for an appointment into one state."""
    own = _own(found)
    return ReachState(appointment_state(**own), _unheard(found, own))


def approval_state(**found: Any) -> ReachState[proposals.Asked]:  # noqa: ANN401 - any record
    """Put what was found for a proposal into one state."""
    own = _own(found)
    return ReachState(proposals.asked(**own), _unheard(found, own))


def _own(found: Found) -> dict[str, Any]:
    return {name: value for name, value in found.items() if not name.startswith(TOLD)}


def _unheard(found: Found, own: Found) -> tuple[tuple[str, Contact], ...]:
    """Return the addresses, with their contacts, of which the appointments know nothing."""
    known = {customer.id for customer in found_many(own, "customer") if customer.reach != "fine"}
    unheard = []
    for name, contact in found.items():
        if not name.startswith(TOLD) or contact is None or contact.reach == "fine":
            continue
        address = name.removeprefix(TOLD)
        if customer_id(address) not in known:
            unheard.append((address, contact))
    return tuple(unheard)


def with_contacts(needs: Asking) -> Asking:
    """Ask as before, then for what the waitlist knows of the addresses given or written to."""

    def asking(command: Command, found: Found) -> Needs:
        return needs(command, found) or the_told(command, found)

    return asking


def book(loaded: ReachState[AppointmentState], command: BookAppointment, now: datetime) -> Decision:
    """Book an appointment, and note what only the waitlist knows of its addresses."""
    return _and_hear(bookings.book(loaded.state, command, now), loaded, now)


def edit_appointment(
    loaded: ReachState[AppointmentState], command: EditAppointment, now: datetime
) -> Decision:
    """Edit an appointment, and note what only the waitlist knows of its addresses."""
    return _and_hear(bookings.edit_appointment(loaded.state, command, now), loaded, now)


def approve(
    loaded: ReachState[proposals.Asked], command: proposals.ApproveAppointment, now: datetime
) -> Decision:
    """Approve a proposal, and note what only the waitlist knows of its addresses."""
    return _and_hear(proposals.approve(loaded.state, command, now), loaded, now)


def run_due_action(
    loaded: ReachState[AppointmentState], command: RunDueAction, now: datetime
) -> Decision:
    """Do what is due, and note what only the waitlist knows of the appointment's addresses."""
    return _and_hear(reminder_ticks.move(loaded.state, command, now), loaded, now)


def _and_hear(decision: Decision, loaded: ReachState[Any], now: datetime) -> Decision:
    if not loaded.unheard or not decision.steps:
        return decision
    alarms = [
        hear_alarm("appointments", address, contact.reach, contact.note, now)
        for address, contact in loaded.unheard
    ]
    return _with_alarms(decision, *alarms)


def _what_was_told(command: Command, found: Found) -> Needs:
    addresses = _addresses(command, found)
    return {f"{TOLD}{address}": Get(Contact, (contact_id(address),)) for address in addresses}


the_told = in_sequence(_what_was_told)


def _addresses(command: Command, found: Found) -> list[str]:
    """Return the addresses that a command gives and that its appointment has, each once."""
    booking = getattr(command, "book", None) or command
    addresses = [getattr(booking, "phone", ""), getattr(booking, "email", "")]
    appointment: Appointment | None = found.get("appointment")
    if appointment is not None:
        addresses += appointment.addresses
    # An edit leaves an address unset that stays as it is.
    given = [address for address in addresses if address and address is not UNSET]
    return list(dict.fromkeys(given))
