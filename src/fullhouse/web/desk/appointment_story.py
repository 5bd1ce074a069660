"""The audit of appointments in words: who was booked, reminded, moved, and at whose word."""

from fullhouse.engine.core import Engine
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.products.appointments.model import Appointment

# {who} is the customer whom a line is about.
APPOINTMENT_ACTIONS = {
    "booked": "{who} was booked",
    "edited": "The appointment of {who} was changed",
    "moved": "The appointment of {who} was moved to another time",
    "rescheduled": "{who} picked another time",
    "confirmed": "{who} is coming",
    "unconfirmed": "It was taken back that {who} is coming",
    "cancelled": "{who} is not coming",
    "no_show": "{who} did not come",
    "restored": "The appointment of {who} stands again",
    "erased": "A customer was erased",
    "written": "{who} was written to the sheet",
    "first_reminder": "{who} gets the first reminder",
    "second_reminder": "{who} gets another reminder",
    "gap_alert": "{who} does not answer: staff were told",
    "not_reminded": "{who} could not be reminded: staff were told",
    "not_offered": "The time that {who} gave up could not be offered: staff were told",
    "other_way": "A message to {who} did not arrive and goes another way",
    "sent": "A message to {who} has left",
    "held": "The time of a freed slot is kept in the book while it is offered",
    "let_go": "The time of a freed slot is free in the book again",
    "opted_out": "A customer asked for no more messages",
    "bounced": "Messages to a customer come back",
    "unreachable": "A customer cannot be reached",
    "reach_fine": "A customer can be reached again",
    "proposed": "A booking was put before staff",
    "proposal_approved": "A proposed booking was approved",
    "proposal_discarded": "A proposed booking was discarded",
    "text_counted": "A text was counted",
}


def describe_appointment(engine: Engine, line: AuditLine) -> str:
    """Put what a line says into words."""
    known = APPOINTMENT_ACTIONS.get(line.action)
    return known.format(who=_customer_of(engine, line)) if known else line.action.replace("_", " ").capitalize()


def _customer_of(engine: Engine, line: AuditLine) -> str:
    appointment = engine.load(Get(Appointment, (line.subject,)))
    return appointment.name if appointment is not None else "Someone"
