"""Messages of the guest list: their keys, their facts, and when they may be sent.

The facts are a copy of what was true when the message was decided. The text is made in `wording`.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, Guest, Offer

PRODUCT = "rsvp"


class SendWindow(msgspec.Struct, frozen=True):
    """When a message may be sent: `gentle` ones not in quiet hours, none after `use_by`."""

    gentle: bool = False
    use_by: datetime | None = None


AT_ONCE = SendWindow()


def hourly(now: datetime) -> str:
    """Return the occasion of messages that are sent at most once an hour."""
    return f"{now:%Y%m%dT%H}"


def to_guest(
    kind: str,
    event: Event,
    guest: Guest,
    now: datetime,
    occasion: str | int,
    timing: SendWindow = AT_ONCE,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> Message:
    """Return a message to a guest."""
    offer = guest.offer
    if kind in event.voice:
        facts["template"] = event.voice[kind]
    if kind == "changed" and guest.cancels_at is not None:
        facts["cancels_at"] = guest.cancels_at
    not_before = now
    if timing.gentle:
        not_before = event.settings.quiet_hours.next_open(now, event.timezone)
    return Message(
        id=f"{kind}:{event.id}:{guest.id}:{occasion}",
        product=PRODUCT,
        kind=kind,
        to=guest.email,
        scope=event.id,
        person=guest.id,
        facts={
            "event": event_facts(event),
            "guest": guest_facts(guest),
            "offer": offer and offer_facts(offer),
            **facts,
        },
        queued_at=now,
        not_before=not_before,
        use_by=timing.use_by or event.ends + timedelta(days=1),
        gentle=timing.gentle,
        at=now,
    )


def status_message(
    event: Event,
    guest: Guest,
    now: datetime,
    occasion: str,
    *,
    position: int | None,
    asks: bool,
) -> Message:
    """Return the message with a guest's links and what they have now."""
    if guest.cancels_at is not None:
        return cancel_pending(event, guest, now, occasion)
    return to_guest("link", event, guest, now, occasion, position=position, asks=asks)


def cancel_pending(event: Event, guest: Guest, now: datetime, occasion: str | int) -> Message:
    """Return the message that a seat is about to be cancelled, with a way to keep it."""
    window = SendWindow(use_by=guest.cancels_at)
    return to_guest(
        "cancel_pending", event, guest, now, occasion, window, cancels_at=guest.cancels_at
    )


def to_host(
    kind: str,
    event: Event,
    now: datetime,
    occasion: str | int,
    **facts: Any,  # noqa: ANN401 - each kind of message has facts of its own
) -> tuple[Message, ...]:
    """Return a message to the event's host; nothing if there is no address."""
    if not event.host_email:
        return ()
    counts = {"headcount": headcount(event)}
    return (
        Message(
            id=f"{kind}:{event.id}:host:{occasion}",
            product=PRODUCT,
            kind=kind,
            to=event.host_email,
            scope=event.id,
            facts={"event": event_facts(event), **counts, **facts},
            queued_at=now,
            not_before=now,
            at=now,
        ),
    )


def offer_facts(offer: Offer) -> dict[str, Any]:
    """Return the facts that messages have about an offer."""
    return {"id": offer.id, "kind": offer.kind, "seats": offer.seats, "ends_at": offer.ends_at}


def guest_facts(guest: Guest) -> dict[str, Any]:
    """Return the facts that messages have about a guest."""
    facts = {
        "id": guest.id,
        "name": guest.name,
        "party": guest.party,
        "state": guest.state,
        "sequence": guest.sequence,
    }
    if guest.address_rev:
        facts["address_rev"] = guest.address_rev
    return facts


def event_facts(event: Event) -> dict[str, Any]:
    """Return the facts that messages have about an event."""
    return {
        "id": event.id,
        "name": event.name,
        "starts_at": event.starts_at,
        "ends_at": event.ends_at,
        "timezone": event.timezone,
        "venue": event.venue,
        "host_email": event.host_email,
        "language": event.settings.language,
        "sequence": event.sequence,
    }


def headcount(event: Event) -> dict[str, int]:
    """Return the seat numbers of an event, with the names that the API uses."""
    return {
        "cap": event.cap,
        "confirmed": event.confirmed,
        "held": event.held,
        "waiting": event.waiting,
        "pending": event.pending,
        "open": event.free,
    }
