"""Appointments whose customers rely on their time: they claimed or picked it themselves."""

from datetime import datetime

from fullhouse.engine.core import Engine
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.messages import message_id
from fullhouse.products.frontdesk.appointments.model import Appointment, RepliesOf, Reply


def is_relied_on(engine: Engine, one: Appointment) -> bool:
    """Return True if a customer claimed the time, booked it online, or picked it by a link.

    A row that is missing is then more likely an old copy of the sheet than a cancellation.
    """
    if one.source in ("waitlist", "form") or one.slot:
        return True
    return any(reply.new_time == one.starts_at for reply in _moves(engine, one))


def has_left(engine: Engine, one: Appointment, starts_at: datetime) -> bool:
    """Return True if the customer had this time before, and picked another one by a link."""
    return any(reply.old_time == starts_at for reply in _moves(engine, one))


def _moves(engine: Engine, one: Appointment) -> list[Reply]:
    # Another time begins another chain, so the first chain has the time of the booking.
    if one.chain == 1:
        return []
    return [reply for reply in engine.load(RepliesOf(one.id)) if reply.action == "reschedule"]


def was_told_of_end(engine: Engine, one: Appointment) -> bool:
    """Return True if the customer was told that this appointment is cancelled."""
    name = message_id("cancelled", one.id, str(one.chain))
    return engine.load(Get(Message, (name,))) is not None
