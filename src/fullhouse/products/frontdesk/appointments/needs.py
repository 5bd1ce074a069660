"""What each command needs to know, asked for in the order in which one answer leads to the next question."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import UNSET

from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.day_schedule import day_of, days_near
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    Customer,
    DaySchedule,
    Reply,
    SendsOf,
    customer_id,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.sms_budget import the_spend

# Several of a kind are found under one of these names, a colon, and which one it is.
SEVERAL = {"customer": "customers", "one": "several", "near": "near"}


def gathered(**found: Any) -> AppointmentState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    state: dict[str, Any] = {}
    for name, value in found.items():
        kind, colon, _ = name.partition(":")
        if not colon:
            state[name] = value
        elif value is not None and kind in SEVERAL:
            state[SEVERAL[kind]] = (*state.get(SEVERAL[kind], ()), value)
    return AppointmentState(**state)


def the_holidays(_command: object, found: Found) -> Needs:
    """Load the public holidays that the rules keep."""
    place = rulebook_of(found["rules"]).holidays_of
    return {"holidays": Get(Holidays, (place,))} if place else {}


def the_appointment(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - any command on an appointment
    """Load the appointment that a command names."""
    return {"appointment": Get(Appointment, (command.appointment_id,))}


def its_customers(_command: object, found: Found) -> Needs:
    """Load what is known of an appointment's addresses."""
    appointment: Appointment | None = found.get("appointment")
    return customers_of(appointment.addresses) if appointment is not None else {}


def customers_of(addresses: Iterable[str]) -> Needs:
    """Ask for what is known of addresses."""
    return {f"customer:{name}": Get(Customer, (name,)) for name in map(customer_id, addresses)}


def the_new_addresses(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that gives addresses
    """Load what is known of the addresses that a command gives."""
    return customers_of(one for one in (command.phone, command.email) if one and one is not UNSET)


def the_address(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command on an address
    """Load what is known of an address."""
    return customers_of((command.address,))


def its_day(_command: object, found: Found) -> Needs:
    """Load the book in which an appointment stands."""
    appointment: Appointment | None = found["appointment"]
    return _book("day", appointment.starts_at, found) if appointment is not None else {}


def the_new_day(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that may name a time
    """Load the book of the time that a command names, where that is another day's."""
    if command.starts_at is UNSET:
        return {}
    appointment: Appointment | None = found["appointment"]
    rulebook = rulebook_of(found["rules"])
    old = appointment and day_of(appointment.starts_at, rulebook)
    return (
        {}
        if day_of(command.starts_at, rulebook) == old
        else _book("other_day", command.starts_at, found)
    )


def _book(name: str, starts_at: datetime, found: Found) -> Needs:
    """Ask for a day's book, and for those beside it."""
    rulebook = rulebook_of(found["rules"])
    near: Needs = {
        f"near:{day}": Get(DaySchedule, (day,)) for day in days_near(starts_at, rulebook)
    }
    return {name: Get(DaySchedule, (day_of(starts_at, rulebook),)), **near}


def the_reply(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - an answer to a link
    """Load what was answered to this link before."""
    return {"reply": Get(Reply, (command.appointment_id, command.reply))} if command.reply else {}


def its_sends(_command: object, found: Found) -> Needs:
    """Load all that has left for an appointment."""
    appointment: Appointment | None = found["appointment"]
    return {"sends": SendsOf(appointment.id)} if appointment is not None else {}


def its_last_reminder(_command: object, found: Found) -> Needs:
    """Load the message of the reminder that was decided on last."""
    appointment: Appointment | None = found["appointment"]
    return (
        {"reminder": Get(Message, (appointment.reminder,))}
        if appointment and appointment.reminder
        else {}
    )


def its_lost_reminder(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that may give addresses
    """Load the reminder of which staff were alerted, where someone is reached elsewhere now: it may not have left."""
    appointment: Appointment | None = found["appointment"]
    elsewhere = command.phone is not UNSET or command.email is not UNSET
    alerted = appointment is not None and appointment.alerted_at is not None
    return its_last_reminder(command, found) if elsewhere and alerted else {}


def those_written(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command on several appointments
    """Load the appointments that were written to the sheet."""
    return {f"one:{name}": Get(Appointment, (name,)) for name, _ in command.appointments}


BOOKING = in_sequence(
    together(the_documents, the_appointment, the_new_addresses, the_spend), the_new_day
)
EDITING = in_sequence(
    together(the_documents, the_appointment, the_new_addresses, the_spend),
    together(its_customers, its_day, the_new_day, its_sends, its_lost_reminder),
)
ENDING = in_sequence(
    together(the_documents, the_appointment, the_reply, the_spend),
    together(its_customers, its_day),
)
BY_STAFF = in_sequence(together(the_documents, the_appointment), its_day)
RESTORING = in_sequence(
    together(the_documents, the_appointment, the_spend),
    together(its_customers, its_day, its_sends),
)
UNCONFIRMING = in_sequence(
    together(the_documents, the_appointment), together(its_last_reminder, its_sends)
)
PICKING = in_sequence(
    together(the_documents, the_appointment, the_reply, the_spend),
    together(the_holidays, its_customers, its_day, the_new_day, its_sends),
)
REMINDING = in_sequence(
    together(the_documents, the_appointment, the_spend),
    together(the_holidays, its_customers, its_last_reminder),
)
NOTING_CUSTOMER = in_sequence(the_address)
