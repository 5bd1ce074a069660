"""Sample offers in a voice, and letters that are safe to try out."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Channel, Message
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.samples import (
    SAMPLE_ENTRY,
    SAMPLE_NAME,
    SAMPLE_SLOT,
    SampleBooking,
    sample_booking,
)
from fullhouse.products.frontdesk.shared.voice import Voice
from fullhouse.products.frontdesk.waitlist.messages import MessageSubject, to_customer
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer, WaitlistState
from fullhouse.products.frontdesk.waitlist.wording import compose


def sample_message(
    channel: Channel,
    voice: Voice,
    rulebook: Rulebook,
    now: datetime,
    booking: SampleBooking | None = None,
) -> Message:
    """Return the message of a made-up offer. Others wait, too, as they usually do."""
    booking = booking or sample_booking(rulebook, now)
    entry = Entry(
        id=SAMPLE_ENTRY,
        name=booking.name,
        service=booking.service,
        line=booking.service,
        party=booking.party,
        joined_at=now,
    )
    slot = Slot(
        id=SAMPLE_SLOT,
        service=booking.service,
        line=booking.service,
        starts_at=booking.starts_at,
        minutes=booking.minutes,
        staff=booking.staff,
        party_capacity=booking.party,
        agenda="",
        closes_at=booking.starts_at,
        freed_at=now,
    )
    offer = SlotOffer(
        slot_id=slot.id,
        id="0001",
        seq=1,
        entry_id=entry.id,
        channel="text" if channel == "text" else "mail",
        made_at=now,
        ends_at=now + timedelta(minutes=rulebook.claim_window_minutes),
    )
    about = MessageSubject(slot, offer, offer.ends_at)
    (message,) = to_customer(
        "offer", WaitlistState(), entry, now, offer.name, about, rolls_on=True, unclear=False
    )
    facts = {"business": business_facts(rulebook), "template": voice.offer}
    return replace(message, facts={**message.facts, **facts})


def safe_sample(message: Message, url: str) -> Letter:
    """Return a message's letter without names and with links that change nothing."""
    facts = dict(message.facts)
    if facts.get("entry"):
        facts["entry"] = {**facts["entry"], "name": SAMPLE_NAME}
    facts["tried"] = [{"name": SAMPLE_NAME} for _ in facts.get("tried", ())]
    facts["proposal"] = {}
    return without_links(compose(replace(message, facts=facts), lambda _purpose: url), url)
