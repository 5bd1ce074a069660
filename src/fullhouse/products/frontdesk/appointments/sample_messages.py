"""Sample reminders in a voice, and letters that are safe to try out."""

from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.messages import to_customer
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.wording import compose
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.samples import (
    SAMPLE_APPOINTMENT,
    SAMPLE_NAME,
    SampleBooking,
    sample_booking,
)
from fullhouse.products.frontdesk.shared.voice import Voice


def sample_message(
    channel: Literal["text", "mail"],
    voice: Voice,
    rulebook: Rulebook,
    now: datetime,
    booking: SampleBooking | None = None,
) -> Message:
    """Return the message of a made-up reminder; without a `booking`, of the first service."""
    booking = booking or sample_booking(rulebook, now)
    appointment = Appointment(
        id=SAMPLE_APPOINTMENT,
        name=booking.name,
        service=booking.service,
        staff=booking.staff,
        starts_at=booking.starts_at,
        minutes=booking.minutes,
        party=booking.party,
        made_at=now,
    )
    (message,) = to_customer(
        "reminder",
        AppointmentState(),
        appointment,
        channel,
        now,
        "sample",
        move="first_reminder",
        hours=booking.remind_at_hours[0],
    )
    template = voice.reminder(appointment.service, rulebook)
    facts = {"business": business_facts(rulebook), "template": template}
    return replace(message, facts={**message.facts, **facts})


def safe_sample(message: Message, url: str) -> Letter:
    """Return a message's letter without names and with links that change nothing."""
    facts = dict(message.facts)
    if facts.get("appointment"):
        facts["appointment"] = {
            **facts["appointment"],
            "name": SAMPLE_NAME,
            "phone": "",
            "email": "",
        }
    if facts.get("summary"):
        quiet = [{"id": "sample", "name": SAMPLE_NAME} for _ in facts["summary"].get("quiet", ())]
        facts["summary"] = {**facts["summary"], "quiet": quiet}
    facts["proposal"] = {}
    return without_links(compose(replace(message, facts=facts), lambda _purpose: url), url)
