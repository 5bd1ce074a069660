"""Messages about appointments: key, facts, and the time in which each is of use.

The facts are a copy of what was true when the message was decided. `wording` writes the text.
"""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentState,
    Channel,
)
from fullhouse.products.frontdesk.shared.contacts import Contact, reach_of, takes_offers
from fullhouse.products.frontdesk.shared.documents import rulebook_of, voice_of
from fullhouse.products.frontdesk.shared.message_facts import (
    STAFF,
    business_facts,
    note_to_staff,
)
from fullhouse.products.frontdesk.shared.sms_budget import is_kept_for_offers, texts_stopped

PRODUCT = "appointments"
A_DAY = timedelta(days=1)


def channel_of(
    appointment: Appointment, contacts: tuple[Contact, ...], *, texts: bool = True
) -> Channel:
    """Return the channel: text if the number takes messages, else mail, else none.

    A number from a forwarded email takes none until staff confirm that its customer agrees.
    """
    if texts and appointment.phone and takes_offers(appointment.phone, contacts):
        return "text"
    if appointment.email and reach_of(appointment.email, contacts) == "fine":
        return "mail"
    return ""


def channel_now(
    state: AppointmentState, appointment: Appointment, now: datetime, *, own: bool = False
) -> Channel:
    """Return the channel now; the SMS budget may be used up.

    What customers did with a booking of their `own` at the public page is confirmed by text only
    from half of it: anyone can enter any number there.
    """
    rulebook = rulebook_of(state.rules)
    stopped = texts_stopped(state.spend, rulebook, now)
    if own and appointment.source == "form":
        stopped = stopped or is_kept_for_offers(state.spend, rulebook, now)
    return channel_of(appointment, state.contacts, texts=not stopped)


def to_customer(
    kind: str,
    state: AppointmentState,
    appointment: Appointment,
    channel: Channel,
    now: datetime,
    occasion: str,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> tuple[Message, ...]:
    """Build a message to a customer; none if they cannot be reached.

    With the fact `own` it answers the customer's own action, and may be sent at any hour.
    """
    if not channel:
        return ()
    return (
        Message(
            id=message_id(kind, appointment.id, occasion),
            product=PRODUCT,
            kind=kind,
            channel="text" if channel == "text" else "mail",
            to=address_of(appointment, channel),
            scope=SCOPE,
            person=appointment.id,
            facts={**facts, **customer_facts(kind, state, appointment)},
            queued_at=now,
            not_before=now,
            use_by=now + A_DAY if kind == "cancelled" else appointment.starts_at,
            at=now,
        ),
    )


def message_id(kind: str, person: str, occasion: str) -> str:
    """Return the id of a message: the same occasion is written about once."""
    return f"{kind}:{SCOPE}:{person}:{occasion}"


def customer_facts(kind: str, state: AppointmentState, appointment: Appointment) -> dict[str, Any]:
    """Return the facts of a message to a customer."""
    return {
        "business": business_facts(rulebook_of(state.rules), appointment.language),
        "appointment": appointment_facts(appointment),
        "template": template_of(state, kind, appointment),
    }


def address_of(appointment: Appointment, channel: str) -> str:
    """Return the address for a channel; empty if there is none."""
    if channel == "text":
        return appointment.phone
    return appointment.email


def template_of(state: AppointmentState, kind: str, appointment: Appointment) -> dict[str, str]:
    """Return staff's own reminder template for the service; empty means our phrases."""
    if kind != "reminder":
        return {}
    return voice_of(state.voice).reminder(appointment.service, rulebook_of(state.rules))


def to_staff(
    kind: str,
    state: AppointmentState,
    now: datetime,
    occasion: str,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> Message:
    """Build a note to staff."""
    known = {"business": business_facts(rulebook_of(state.rules)), **facts}
    return note_to_staff(message_id(kind, STAFF, occasion), PRODUCT, kind, SCOPE, known, now)


def appointment_facts(appointment: Appointment) -> dict[str, Any]:
    """Copy what messages say about an appointment."""
    return {
        "id": appointment.id,
        "name": appointment.name,
        "phone": appointment.phone,
        "email": appointment.email,
        "service": appointment.service,
        "staff": appointment.staff,
        "starts_at": appointment.starts_at,
        "minutes": appointment.minutes,
        "party": appointment.party,
        "status": appointment.status,
        "chain": appointment.chain,
        "slot": appointment.slot,
        "ref": appointment.ref,
        "entered": appointment.source != "form",
    }
