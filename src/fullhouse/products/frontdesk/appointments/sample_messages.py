"""Sample reminders in a voice, and letters that are safe to try out."""

from datetime import datetime, time, timedelta
from typing import Literal

from msgspec.structs import replace

from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.appointments.messages import to_customer
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.wording import compose
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.shared.voice import REMINDER_SAMPLE, Voice

SAMPLE_NAME = REMINDER_SAMPLE["name"]
SAMPLE_SERVICE = Service(REMINDER_SAMPLE["service"], 90)
AFTERNOON = time(14)


def sample_letter(
    channel: Literal["text", "mail"],
    voice: Voice,
    rulebook: Rulebook,
    now: datetime,
    service: str = "",
) -> Letter:
    """Return a reminder as a customer would get it; its links lead nowhere.

    Without `service` it is about the first service.
    """
    sample = sample_message(channel, voice, rulebook, now, service)
    return compose(sample, lambda purpose: REMINDER_SAMPLE.get(purpose, "#"))


def sample_message(
    channel: Literal["text", "mail"],
    voice: Voice,
    rulebook: Rulebook,
    now: datetime,
    service: str = "",
) -> Message:
    """Return the message of a made-up reminder."""
    appointment = _appointment(rulebook, service, now)
    (message,) = to_customer(
        "reminder",
        AppointmentState(),
        appointment,
        channel,
        now,
        "sample",
        move="first_reminder",
        hours=24,
    )
    template = voice.reminder(appointment.service, rulebook)
    facts = {"business": business_facts(rulebook), "template": template}
    return replace(message, facts={**message.facts, **facts})


def _appointment(rulebook: Rulebook, service: str, now: datetime) -> Appointment:
    """Return a made-up appointment: tomorrow afternoon, with the first staff member."""
    first = next(iter(rulebook.services), SAMPLE_SERVICE)
    meant = first
    if service:
        meant = rulebook.service(service) or Service(service, first.minutes)
    tomorrow = wall_time(now, rulebook.zone).date() + timedelta(days=1)
    return Appointment(
        id="sample",
        name=SAMPLE_NAME,
        service=meant.name,
        staff=next(iter(rulebook.staff), ""),
        starts_at=instant(datetime.combine(tomorrow, AFTERNOON, tzinfo=None), rulebook.zone),
        minutes=meant.minutes,
        made_at=now,
    )


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
