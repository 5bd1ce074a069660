"""Sample offers in a voice, and letters that are safe to try out."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Channel, Message
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.shared.voice import SAMPLE, Voice
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT
from fullhouse.products.frontdesk.waitlist.model import SCOPE
from fullhouse.products.frontdesk.waitlist.wording import compose

SAMPLE_NAME = SAMPLE["name"]
SAMPLE_SERVICE = Service(SAMPLE["service"], 90)


def sample_letter(channel: Channel, voice: Voice, rulebook: Rulebook, now: datetime) -> Letter:
    """Return an offer as a customer would get it in a voice; its links lead nowhere."""
    sample = sample_message(channel, voice, rulebook, now)
    return compose(sample, lambda purpose: SAMPLE.get(purpose, "#"))


def sample_message(channel: Channel, voice: Voice, rulebook: Rulebook, now: datetime) -> Message:
    """Return the message of a made-up offer: tomorrow afternoon, with the first staff member.

    Others wait, too, as they usually do.
    """
    service = next(iter(rulebook.services), SAMPLE_SERVICE)
    tomorrow = wall_time(now, rulebook.zone) + timedelta(days=1)
    slot = {
        "service": service.name,
        "staff": next(iter(rulebook.staff), ""),
        "minutes": service.minutes,
        "starts_at": instant(
            tomorrow.replace(hour=14, minute=0, second=0, microsecond=0), rulebook.zone
        ),
    }
    ends_at = now + timedelta(minutes=rulebook.claim_window_minutes)
    return Message(
        id="sample",
        product=PRODUCT,
        kind="offer",
        channel=channel,
        to="",
        scope=SCOPE,
        person="sample",
        facts={
            "business": business_facts(rulebook),
            "entry": {"name": SAMPLE_NAME},
            "slot": slot,
            "offer": {"name": "sample-1", "made_at": now, "ends_at": ends_at},
            "template": {"text": voice.text, "mail": voice.mail, "subject": voice.mail_subject},
            "rolls_on": True,
        },
        queued_at=now,
        not_before=now,
        at=now,
    )


def safe_sample(message: Message, url: str) -> Letter:
    """Return a message's letter without names and with links that change nothing."""
    facts = dict(message.facts)
    if facts.get("entry"):
        facts["entry"] = {**facts["entry"], "name": SAMPLE_NAME}
    facts["tried"] = [{"name": SAMPLE_NAME} for _ in facts.get("tried", ())]
    facts["proposal"] = {}
    return without_links(
        compose(msgspec.structs.replace(message, facts=facts), lambda _purpose: url), url
    )
