"""Replies to texts of customers, where the carrier of inbound texts cannot take a reply."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.appointments.commands import TextBackAppointment
from fullhouse.products.frontdesk.appointments.messages import to_customer
from fullhouse.products.frontdesk.appointments.model import AppointmentResult, AppointmentState

# Who gets no reply for so long does not wait for it any more.
OF_USE = timedelta(hours=1)


def text_back(state: AppointmentState, command: TextBackAppointment, now: datetime) -> Decision:
    """Queue the reply to a text, if its number is still the customer's."""
    appointment = state.appointment
    if appointment is None or appointment.phone != command.phone:
        return Decision(AppointmentResult("unknown_appointment"))
    (message,) = to_customer(
        "text_reply",
        state,
        appointment,
        "text",
        now,
        command.text_id,
        own=True,
        words=command.words,
    )
    result = AppointmentResult("noted", appointment)
    return Decision(result, messages=(replace(message, use_by=now + OF_USE),))
