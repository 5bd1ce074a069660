"""Records that each command needs, loaded step by step."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import UNSET

from fullhouse.kernel.messages import Message
from fullhouse.kernel.needs import Asking, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.availability import pick_staff, public_request
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    day_of,
    days_near,
    overlap,
)
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentsAt,
    AppointmentState,
    BusyTime,
    DaySchedule,
    Reply,
    SendsOf,
)
from fullhouse.products.frontdesk.appointments.online_notes import (
    news_note,
    news_of_known,
    news_of_new,
)
from fullhouse.products.frontdesk.shared.contacts import (
    found_contacts,
    identities,
    reach_needs,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.sms_budget import the_spend

# Several records of a kind are found under one of these names, a colon and their id.
SEVERAL = {"one": "several", "near": "near", "there": "there"}
# Pages of records are found under one of these names, a colon and what was asked for.
PAGES = {"theirs": "theirs"}


def gathered(**found: Any) -> AppointmentState:  # noqa: ANN401 - any records
    """Build the state from the records found."""
    state: dict[str, Any] = {}
    for name, value in found.items():
        kind, colon, _ = name.partition(":")
        if not colon:
            state[name] = value
        elif value is not None and kind in SEVERAL:
            state[SEVERAL[kind]] = (*state.get(SEVERAL[kind], ()), value)
        elif kind in PAGES:
            state[PAGES[kind]] = (*state.get(PAGES[kind], ()), *value)
    return AppointmentState(**state, contacts=found_contacts(found))


def the_holidays(_command: object, found: Found) -> Needs:
    """Load the public holidays that the business observes."""
    place = rulebook_of(found["rules"]).holidays_of
    if not place:
        return {}
    return {"holidays": Get(Holidays, (place,))}


def the_appointment(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - names an appointment
    """Load the appointment that a command names."""
    return {"appointment": Get(Appointment, (command.appointment_id,))}


def its_contacts(_command: object, found: Found) -> Needs:
    """Load the contacts of an appointment's addresses."""
    appointment: Appointment | None = found.get("appointment")
    if appointment is None:
        return {}
    return reach_needs(appointment.addresses)


def the_new_addresses(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - has addresses
    """Load the contacts of the addresses that a command gives."""
    given = (command.phone, command.email)
    return reach_needs(address for address in given if address and address is not UNSET)


def its_day(_command: object, found: Found) -> Needs:
    """Load the day schedule of an appointment."""
    appointment: Appointment | None = found["appointment"]
    if appointment is None:
        return {}
    return _schedules("day", appointment.starts_at, found)


def the_new_day(command: Any, found: Found) -> Needs:  # noqa: ANN401 - may name a time
    """Load the day schedule of a new time, if it is on another day."""
    if command.starts_at is UNSET:
        return {}
    appointment: Appointment | None = found["appointment"]
    rulebook = rulebook_of(found["rules"])
    old = appointment and day_of(appointment.starts_at, rulebook)
    if day_of(command.starts_at, rulebook) == old:
        return {}
    return _schedules("other_day", command.starts_at, found)


def _schedules(name: str, starts_at: datetime, found: Found) -> Needs:
    """Return the needs of a day's schedule, and of the days before and after."""
    rulebook = rulebook_of(found["rules"])
    near: Needs = {
        f"near:{day}": Get(DaySchedule, (day,)) for day in days_near(starts_at, rulebook)
    }
    return {name: Get(DaySchedule, (day_of(starts_at, rulebook),)), **near}


def their_appointments(command: BookPublicly, _found: Found) -> Needs:
    """Load the appointments with the addresses that a command gives."""
    given = filter(None, (command.phone, command.email))
    return {f"theirs:{address}": AppointmentsAt(address) for address in given}


def those_there(command: BookPublicly, found: Found) -> Needs:
    """Load the appointments that overlap a new time of a service."""
    service = rulebook_of(found["rules"]).service(command.service)
    wanted = BusyTime("", command.starts_at, service.minutes if service is not None else 0)
    busy = busy_times(gathered(**found).books)
    return {
        f"there:{time.id}": Get(Appointment, (time.id,))
        for time in busy
        if time.by == "appointment" and overlap(time, wanted)
    }


def _of_a_free_time(asking: Asking) -> Asking:
    """Load the customer's records only if someone has the time: most who rush for one are late.

    If nobody has it, load only who is there: it may be the customer.
    """

    def needs(command: BookPublicly, found: Found) -> Needs:
        rulebook = rulebook_of(found["rules"])
        service = rulebook.service(command.service)
        if service is None:
            return {}
        wanted = public_request(command, service)
        busy = busy_times(gathered(**found).books)
        if pick_staff(busy, wanted, command.starts_at, rulebook) is None:
            return those_there(command, found)
        return asking(command, found)

    return needs


def to_write_to_them(command: BookPublicly, found: Found) -> Needs:
    """Load what a message to a customer needs who has the time that they picked."""
    if "spend" in found or not whose_is_theirs(gathered(**found).there, command):
        return {}
    return {**the_new_addresses(command, found), **the_spend(command, found)}


def whose_is_theirs(there: Iterable[Appointment], command: BookPublicly) -> list[Appointment]:
    """Return the appointments of the customer who books, by name and an address."""
    customer = identities(command.name, filter(None, (command.phone, command.email)))
    return [one for one in there if not customer.isdisjoint(identities(one.name, one.addresses))]


def the_reply(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - an answer to a link
    """Load the earlier reply to this link."""
    if not command.reply:
        return {}
    return {"reply": Get(Reply, (command.appointment_id, command.reply))}


def its_sends(_command: object, found: Found) -> Needs:
    """Load all sends of an appointment."""
    appointment: Appointment | None = found["appointment"]
    if appointment is None:
        return {}
    return {"sends": SendsOf(appointment.id)}


def its_last_reminder(_command: object, found: Found) -> Needs:
    """Load the message of the last reminder."""
    appointment: Appointment | None = found["appointment"]
    if appointment is None or not appointment.reminder:
        return {}
    return {"reminder": Get(Message, (appointment.reminder,))}


def its_lost_reminder(command: Any, found: Found) -> Needs:  # noqa: ANN401 - may have addresses
    """Load the last reminder if staff were alerted and the address changes."""
    appointment: Appointment | None = found["appointment"]
    has_addresses = command.phone is not UNSET or command.email is not UNSET
    if appointment is None or appointment.alerted_at is None or not has_addresses:
        return {}
    return its_last_reminder(command, found)


def those_written(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - names appointments
    """Load the appointments that were written to the sheet."""
    return {f"one:{name}": Get(Appointment, (name,)) for name, _ in command.appointments}


BOOKING = in_sequence(
    together(the_documents, the_appointment, the_new_addresses, the_spend), the_new_day
)
BOOKING_PUBLICLY = in_sequence(
    together(the_documents, the_appointment),
    together(the_holidays, the_new_day),
    _of_a_free_time(
        together(the_new_addresses, the_spend, their_appointments, those_there, news_of_new)
    ),
    to_write_to_them,
    news_note,
)
EDITING = in_sequence(
    together(the_documents, the_appointment, the_new_addresses, the_spend),
    together(its_contacts, its_day, the_new_day, its_sends, its_lost_reminder),
)
CONFIRMING = in_sequence(
    together(the_documents, the_appointment, the_reply, the_spend),
    together(its_contacts, its_day),
)
ENDING = in_sequence(
    together(the_documents, the_appointment, the_reply, the_spend),
    together(its_contacts, its_day, news_of_known),
    news_note,
)
BY_STAFF = in_sequence(together(the_documents, the_appointment), its_day)
RESTORING = in_sequence(
    together(the_documents, the_appointment, the_spend),
    together(its_contacts, its_day, its_sends),
)
UNCONFIRMING = in_sequence(
    together(the_documents, the_appointment), together(its_last_reminder, its_sends)
)
PICKING = in_sequence(
    together(the_documents, the_appointment, the_reply, the_spend),
    together(the_holidays, its_contacts, its_day, the_new_day, its_sends, news_of_known),
    news_note,
)
REMINDING = in_sequence(
    together(the_documents, the_appointment, the_spend),
    together(the_holidays, its_contacts, its_last_reminder),
)
