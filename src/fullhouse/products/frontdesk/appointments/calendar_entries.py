"""An appointment as it stands in the customer's calendar: put there, moved with each new time, taken away."""

from datetime import timedelta
from typing import Literal

from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, single_line
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.message_facts import AppointmentFacts, Facts

Method = Literal["REQUEST", "CANCEL"]
METHODS: dict[str, Method] = {
    "booked": "REQUEST",
    "rescheduled": "REQUEST",
    "restored": "REQUEST",
    "cancelled": "CANCEL",
}
FROM_THE_LINE = "entry:"  # what the ref of an appointment begins with that came from the waitlist; its entry follows


def calendar_entry(message: Message, facts: Facts, summary: str) -> CalendarEntry | None:
    """Make the entry that a mail brings, moves or takes away; None if it leaves the customer's calendar alone."""
    appointment, method = facts.appointment, METHODS.get(message.kind)
    if method is None or appointment.starts_at is None:
        return None
    return CalendarEntry(
        uid=uid_of(appointment),
        sequence=sequence_of(appointment.chain, method),
        method=method,
        summary=summary,
        starts=appointment.starts_at,
        ends=appointment.starts_at + timedelta(minutes=appointment.minutes),
        location=single_line(facts.business.name),
        stamp=message.queued_at,
    )


def uid_of(appointment: AppointmentFacts) -> str:
    """Name an appointment's entry; that of one which came from the waitlist stands in the calendar already.

    Three parts, unlike a guest's: an answer from the calendar is never taken for a guest's.
    """
    if appointment.slot and appointment.ref.startswith(FROM_THE_LINE):
        return f"waitlist.{appointment.slot}.{appointment.ref.removeprefix(FROM_THE_LINE)}@{UID_DOMAIN}"
    return f"appointments.{appointment.id}.customer@{UID_DOMAIN}"


def sequence_of(chain: int, method: Method) -> int:
    """Count an entry's versions: each chain's are newer than the one before, and than the waitlist's own, 0 and 1."""
    return 2 * chain + (method == "CANCEL")
