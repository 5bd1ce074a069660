"""Calendar entries in appointment mails: added, moved with each new time, removed."""

from datetime import timedelta
from typing import Literal

from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.message_facts import (
    AppointmentFacts,
    AppointmentMessageFacts,
)

Method = Literal["REQUEST", "CANCEL"]
METHODS: dict[str, Method] = {
    "booked": "REQUEST",
    "rescheduled": "REQUEST",
    "restored": "REQUEST",
    "cancelled": "CANCEL",
}
# Prefix of an appointment's `ref` if it came from the waitlist; the id of its entry follows.
FROM_THE_LINE = "entry:"


def calendar_entry(
    message: Message, facts: AppointmentMessageFacts, summary: str
) -> CalendarEntry | None:
    """Return the entry that a mail adds, moves or removes; None if it has none."""
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
        location=facts.business.location,
        description=facts.business.description,
        stamp=message.queued_at,
    )


def uid_of(appointment: AppointmentFacts) -> str:
    """Return the uid of an appointment's calendar entry.

    An appointment from the waitlist keeps the uid of its claim mail. All have three parts, unlike
    the uid of a guest, so that calendar replies are not mixed up.
    """
    if appointment.slot and appointment.ref.startswith(FROM_THE_LINE):
        entry = appointment.ref.removeprefix(FROM_THE_LINE)
        return f"waitlist.{appointment.slot}.{entry}@{UID_DOMAIN}"
    return f"appointments.{appointment.id}.customer@{UID_DOMAIN}"


def sequence_of(chain: int, method: Method) -> int:
    """Return the version of an entry: newer with each chain; the waitlist uses 0 and 1."""
    return 2 * chain + (method == "CANCEL")
