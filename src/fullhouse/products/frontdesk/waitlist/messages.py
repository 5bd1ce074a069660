"""Messages of the waitlist: key, facts, and the time in which each is of use.

The facts are a copy of what was true when the message was decided. `wording` writes the text.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.documents import rulebook_of, voice_of
from fullhouse.products.frontdesk.shared.message_facts import (
    STAFF,
    business_facts,
    note_to_staff,
)
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Channel,
    Entry,
    Slot,
    SlotOffer,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.slot_index import reported_time

PRODUCT = "waitlist"
A_DAY = timedelta(days=1)
# The kind of message that an offer has ended before its time.
OFFER_WITHDRAWN = "offer_withdrawn"


class MessageSubject(msgspec.Struct, frozen=True):
    """The subject of a message: a slot, its offer, and until when it is of use."""

    slot: Slot | None = None
    offer: SlotOffer | None = None
    use_by: datetime | None = None


NOTHING = MessageSubject()


def message_id(kind: str, person: str, occasion: str | int) -> str:
    """Return the id of a message; the same occasion is written once."""
    return f"{kind}:{SCOPE}:{person}:{occasion}"


def to_customer(
    kind: str,
    state: WaitlistState,
    entry: Entry,
    now: datetime,
    occasion: str | int,
    about: MessageSubject = NOTHING,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> tuple[Message, ...]:
    """Build a message to a customer; none if they cannot be reached."""
    if about.offer is not None:
        channel = about.offer.channel
    else:
        channel = _answer_channel(state, entry)
    if not channel:
        return ()
    rulebook, voice = rulebook_of(state.rules), voice_of(state.voice)
    template = voice.offer if kind == "offer" else {}
    return (
        Message(
            id=message_id(kind, entry.id, occasion),
            product=PRODUCT,
            kind=kind,
            channel="text" if channel == "text" else "mail",
            to=entry.phone if channel == "text" else entry.email,
            scope=SCOPE,
            person=entry.id,
            facts={
                "business": business_facts(rulebook, entry.language),
                "entry": entry_facts(entry),
                "slot": about.slot and slot_facts(about.slot),
                "offer": about.offer and offer_facts(about.offer),
                "template": template,
                **_time_left(kind, about.slot, now),
                **facts,
            },
            queued_at=now,
            not_before=now,
            use_by=about.use_by or now + A_DAY,
            at=now,
        ),
    )


def _time_left(kind: str, slot: Slot | None, now: datetime) -> dict[str, dict[str, int]]:
    """Return how much is left of an offered slot that has begun, as a fact of its message."""
    left = time_left(slot, now) if kind == "offer" and slot is not None else None
    return {"left": left} if left is not None else {}


def time_left(slot: Slot, now: datetime) -> dict[str, int] | None:
    """Return how much is left of a slot that has begun, because its customer did not come."""
    if slot.reason != "no_show" or slot.starts_at > now:
        return None
    left, whole = slot.ends_at - now, slot.ends_at - reported_time(slot)
    minute = timedelta(minutes=1)
    return {"minutes": left // minute, "whole": whole // minute}


def cancelled_messages(
    state: WaitlistState, entry: Entry, slot: Slot, now: datetime, *, own: bool = False
) -> tuple[Message, ...]:
    """Build the message that a slot is no longer booked for a customer, by their `own` click."""
    about = MessageSubject(slot, use_by=max(now + A_DAY, slot.starts_at))
    facts = {"own": True} if own else {}
    return to_customer("cancelled", state, entry, now, slot.id, about, **facts)


def offer_ended_messages(
    state: WaitlistState, entry: Entry, slot: Slot, offer: SlotOffer, now: datetime
) -> tuple[Message, ...]:
    """Build the message that an offer has ended before its time, to where the offer went."""
    about = MessageSubject(slot, offer, max(slot.starts_at, offer.ends_at))
    return to_customer(OFFER_WITHDRAWN, state, entry, now, offer.name, about)


def _answer_channel(state: WaitlistState, entry: Entry) -> Channel:
    """Return the channel for a customer without an offer: mail if possible, which is free."""
    return queue.channel_of(entry, state.contacts, texts=False) or entry.channel


def to_staff(
    kind: str,
    state: WaitlistState,
    now: datetime,
    occasion: str | int,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> Message:
    """Build a note to staff."""
    known = {"business": business_facts(rulebook_of(state.rules)), **facts}
    return note_to_staff(message_id(kind, STAFF, occasion), PRODUCT, kind, SCOPE, known, now)


def entry_facts(entry: Entry) -> dict[str, Any]:
    """Copy what messages say about an entry."""
    return {
        "id": entry.id,
        "name": entry.name,
        "service": entry.service,
        "party": entry.party,
        "earliest": entry.earliest,
        "latest": entry.latest,
        "weekdays": entry.weekdays,
        "from_time": entry.from_time,
        "until_time": entry.until_time,
        "staff": entry.staff,
        "state": entry.state,
        "entered": entry.source != "form",
    }


def slot_facts(slot: Slot) -> dict[str, Any]:
    """Copy what messages say about a slot."""
    return {
        "id": slot.id,
        "service": slot.service,
        "starts_at": slot.starts_at,
        "minutes": slot.minutes,
        "staff": slot.staff,
        "party_capacity": slot.party_capacity,
        "reason": slot.reason,
        "tried": len(slot.asked),
        "why": slot.why,
        "closes_at": slot.closes_at,
    }


def offer_facts(offer: SlotOffer) -> dict[str, Any]:
    """Copy what messages say about an offer."""
    return {
        "seq": offer.seq,
        "name": offer.name,
        "made_at": offer.made_at,
        "ends_at": offer.ends_at,
    }
