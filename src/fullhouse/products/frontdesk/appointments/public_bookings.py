"""Bookings by anyone at the public page: only what the rules allow, and only at a free time.

A booking reads and writes its day's schedule, so of several at one time only one is stored.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.availability import (
    TimeRequest,
    pick_problem,
    pick_staff,
    public_request,
)
from fullhouse.products.frontdesk.appointments.bookings import FIELDS, store_booking
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times
from fullhouse.products.frontdesk.appointments.messages import (
    appointment_facts,
    channel_now,
    channel_of,
    to_customer,
    to_staff,
)
from fullhouse.products.frontdesk.appointments.model import (
    MOST_OPEN_BOOKINGS,
    Appointment,
    AppointmentResult,
    AppointmentState,
    BusyTime,
)
from fullhouse.products.frontdesk.appointments.needs import whose_is_theirs
from fullhouse.products.frontdesk.appointments.online_notes import noted_online
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service


def book_publicly(state: AppointmentState, command: BookPublicly, now: datetime) -> Decision:
    """Book a time that is free; the form sent twice is booked once."""
    if state.appointment is not None:
        return Decision(_sent_again(state.appointment, command))
    rulebook = rulebook_of(state.rules)
    service = rulebook.service(command.service)
    if service is None or not rulebook.public_booking.covers(service):
        return Decision(AppointmentResult("unknown_service", field="service"))
    wanted = public_request(command, service)
    refused = _field_problem(command, rulebook)
    refused = refused or _time_problem(state, wanted, command.starts_at, now)
    if refused is not None:
        return Decision(refused)
    taken = busy_times(state.books)
    staff = pick_staff(taken, wanted, command.starts_at, rulebook)
    if staff is None:
        code = _why_not_free(taken, wanted, command.starts_at, rulebook)
        # The page says the same to everyone; only its customer hears that the time is theirs.
        theirs = _theirs_there(state, command)
        return Decision(
            AppointmentResult(code, field=FIELDS[code]), messages=_with_links(state, theirs, now)
        )
    # Only now: of a time that nobody can book, the answer tells nothing about a customer.
    refused = _customer_problem(state, command, now)
    if refused is not None:
        return Decision(refused, messages=_links_to_theirs(state, command, now))
    return _booked(state, _appointment(command, service, staff, now), now)


def _booked(state: AppointmentState, appointment: Appointment, now: datetime) -> Decision:
    """Store the booking, and write to its customer and to staff."""
    decision = store_booking(state, appointment, now, tell=True)
    facts = appointment_facts(appointment)
    note = to_staff("booked_online", state, now, appointment.id, appointment=facts)
    told = noted_online(state, appointment, note, now, None)
    return msgspec.structs.replace(
        decision, messages=(*decision.messages, *told.messages), moves=told.moves
    )


def _field_problem(command: BookPublicly, rulebook: Rulebook) -> AppointmentResult | None:
    if not command.phone and not command.email:
        return AppointmentResult("unknown_contact", field="phone")
    if command.staff and not rulebook.staff_member(command.staff):
        return AppointmentResult("unknown_staff", field="staff")
    return None


def _time_problem(
    state: AppointmentState, wanted: TimeRequest, starts_at: datetime, now: datetime
) -> AppointmentResult | None:
    code = pick_problem(wanted, starts_at, rulebook_of(state.rules), state.holidays, now)
    return AppointmentResult(code, field=FIELDS[code]) if code else None


def _customer_problem(
    state: AppointmentState, command: BookPublicly, now: datetime
) -> AppointmentResult | None:
    """Return why this customer cannot book: they come at that time, or have enough bookings."""
    if _has_that_time(state, command):
        return AppointmentResult("has_that_time")
    if len(_open_bookings(state, now)) >= MOST_OPEN_BOOKINGS:
        return AppointmentResult("too_many")
    return None


def _sent_again(known: Appointment, command: BookPublicly) -> AppointmentResult:
    """Return the booking that the form made, if it stands; another one with its id is not shown."""
    mine = (command.name, command.phone, command.email, command.starts_at)
    if not known.stands:
        return AppointmentResult("no_such_time")
    if known.source == "form" and mine == (known.name, known.phone, known.email, known.starts_at):
        return AppointmentResult("already", known)
    return AppointmentResult("has_that_time")


def _has_that_time(state: AppointmentState, command: BookPublicly) -> bool:
    """Return True if the customer, by name and an address, has an appointment at that time."""
    return bool(_theirs_there(state, command))


def _theirs_there(state: AppointmentState, command: BookPublicly) -> list[Appointment]:
    return whose_is_theirs(state.there, command)


def _open_bookings(state: AppointmentState, now: datetime) -> dict[str, Appointment]:
    """Return the bookings ahead that were made at the public page with one of the addresses."""
    return {
        one.id: one
        for one in state.theirs
        if one.source == "form" and one.stands and one.starts_at > now
    }


def _links_to_theirs(
    state: AppointmentState, command: BookPublicly, now: datetime
) -> tuple[Message, ...]:
    """Confirm once more what the customer has: the page tells nobody, the message has the links.

    Anyone can ask for it, so it is sent once a day, and by email if there is an address.
    """
    theirs = _theirs_there(state, command) or _open_bookings(state, now).values()
    return _with_links(state, theirs, now)


def _with_links(
    state: AppointmentState, theirs: Iterable[Appointment], now: datetime
) -> tuple[Message, ...]:
    """Confirm appointments once more to their customer, each once a day."""
    messages: list[Message] = []
    for one in {one.id: one for one in theirs}.values():
        by_mail = channel_of(one, state.contacts, texts=False)
        channel = by_mail or channel_now(state, one, now, own=True)
        occasion = f"{one.chain}-asked-{now:%Y-%m-%d}"
        messages += to_customer("booked", state, one, channel, now, occasion)
    return tuple(messages)


def _why_not_free(
    taken: tuple[BusyTime, ...], wanted: TimeRequest, starts_at: datetime, rulebook: Rulebook
) -> str:
    """Return `day_full` if only the daily maximum is in the way of a time, else `taken`."""
    if not (rulebook.daily_maximum or rulebook.service_maximum):
        return "taken"
    without = msgspec.structs.replace(rulebook, daily_maximum=(), service_maximum=())
    staff = pick_staff(taken, wanted, starts_at, without)
    return "taken" if staff is None else "day_full"


def _appointment(command: BookPublicly, service: Service, staff: str, now: datetime) -> Appointment:
    return Appointment(
        id=command.appointment_id,
        name=command.name,
        phone=command.phone,
        email=command.email,
        service=service.name,
        staff=staff,
        starts_at=command.starts_at,
        minutes=service.minutes,
        price=service.price,
        party=command.party,
        source="form",
        made_at=now,
        language=command.language,
    )
