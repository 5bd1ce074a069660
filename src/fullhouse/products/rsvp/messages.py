"""Messages of the guest list: their keys, their facts, and when they may be sent.

The facts are a copy of what was true when the message was decided. The text is made in `wording`.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, Guest, Offer

PRODUCT = "rsvp"
# Of a kind, an event, a guest and an occasion.
MESSAGE_ID = "{}:{}:{}:{}"
# What is said to someone who writes by mail is of use only for a day.
ANSWERS_HOLD = timedelta(days=1)
OF_USE_AFTER_END = timedelta(days=1)


class SendWindow(msgspec.Struct, frozen=True):
    """When a message may be sent: `gentle` ones not in quiet hours, none after `use_by`."""

    gentle: bool = False
    use_by: datetime | None = None


AT_ONCE = SendWindow()
# Messages that show the room.
WITH_SEATS = ("confirmation", "waitlisted", "invite", "offer", "reminder")
# Messages that say what the event costs and what to wear.
WITH_NOTES = ("confirmation", "invite", "reminder")
# The ways in which a host puts someone on the list who did not ask for it.
INVITED_BY = ("import", "host", "api")


class Writer(msgspec.Struct, frozen=True):
    """Someone who wrote a mail: a guest, or someone under an id of their own."""

    id: str
    name: str
    email: str


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
    if event.asks and not guest.answers:
        facts["unanswered"] = True
    if kind == "changed" and guest.cancels_at is not None:
        facts["cancels_at"] = guest.cancels_at
    not_before = now
    if timing.gentle:
        not_before = event.settings.quiet_hours.next_open(now, event.timezone)
    about = guest_facts(guest)
    if event.notes:
        about = with_notes(about, kind, event)
    return Message(
        id=MESSAGE_ID.format(kind, event.id, guest.id, occasion),
        product=PRODUCT,
        kind=kind,
        to=guest.email,
        scope=event.id,
        person=guest.id,
        facts={
            "event": event_facts(event, guest.language, awaited=event.frees_for_line(guest.party)),
            "guest": about,
            "offer": offer and offer_facts(offer),
            **facts,
        },
        queued_at=now,
        not_before=not_before,
        use_by=timing.use_by or event.ends + OF_USE_AFTER_END,
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
    **more: Any,  # noqa: ANN401 - facts of some answers
) -> Message:
    """Return the message with a guest's links and what they have now.

    After the event, or if it is called off, it says only that.
    """
    says = guest_news(event, guest, now)
    if says:
        return state_answer(says, event, guest, now, occasion, **more)
    if guest.cancels_at is not None:
        return cancel_pending(event, guest, now, occasion)
    asks = asks and now < event.starts and not guest.arrived
    return to_guest("link", event, guest, now, occasion, position=position, asks=asks, **more)


def event_news(event: Event, now: datetime) -> str:
    """Return what is true of an event in which no seat changes hands any more; else ""."""
    if event.state == "cancelled":
        return "called_off"
    if now >= event.ends:
        return "over"
    return "begun" if now >= event.starts else ""


def guest_news(event: Event, guest: Guest, now: datetime) -> str:
    """Return what a guest is told instead of what they have; "" if that is still true."""
    says = event_news(event, now)
    if says == "begun" and guest.state == "confirmed":
        return ""
    if not says and guest.state == "cancelled" and event.state == "closed":
        return "closed"
    return says


def state_answer(
    says: str,
    event: Event,
    guest: Guest,
    now: datetime,
    occasion: str,
    **facts: Any,  # noqa: ANN401 - each answer has facts of its own
) -> Message:
    """Return an answer to a guest's mail that says one thing about the event."""
    window = SendWindow(use_by=now + ANSWERS_HOLD)
    return to_guest("reply", event, guest, now, occasion, window, says=says, **facts)


def no_event_answer(event_id: str, writer: Writer, now: datetime, occasion: str) -> Message:
    """Return the answer to someone who wrote to an event that does not exist."""
    return Message(
        id=f"reply:{event_id}:{writer.id}:{occasion}",
        product=PRODUCT,
        kind="reply",
        to=writer.email,
        scope=event_id,
        person=writer.id,
        facts={
            "guest": {"id": writer.id, "name": writer.name, "email": writer.email},
            "stranger": True,
            "says": "no_event",
        },
        queued_at=now,
        not_before=now,
        use_by=now + ANSWERS_HOLD,
        at=now,
    )


def to_writer(
    event: Event,
    writer: Writer,
    now: datetime,
    occasion: str,
    **facts: Any,  # noqa: ANN401 - each answer has facts of its own
) -> Message:
    """Return an answer to someone who wrote and is not on the list."""
    return Message(
        id=f"reply:{event.id}:{writer.id}:{occasion}",
        product=PRODUCT,
        kind="reply",
        to=writer.email,
        scope=event.id,
        person=writer.id,
        facts={
            "event": event_facts(event),
            "guest": {"id": writer.id, "name": writer.name, "email": writer.email},
            "stranger": True,
            **facts,
        },
        queued_at=now,
        not_before=now,
        use_by=now + ANSWERS_HOLD,
        at=now,
    )


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
    if guest.reach != "fine":
        facts["reach"] = guest.reach
    if guest.arrived:
        facts["arrived"] = guest.arrived
    if guest.source in INVITED_BY:
        facts["invited"] = True
    return facts


def with_notes(about: dict[str, Any], kind: str, event: Event) -> dict[str, Any]:
    """Return facts about a guest with the event's notes, if the message says them.

    They stand with the guest because they are erased with them: a host may have named someone.
    """
    if kind not in WITH_NOTES or event.notes == about.get("notes", {}):
        return about
    return {**about, "notes": event.notes}


def event_facts(event: Event, language: str = "", *, awaited: bool = True) -> dict[str, Any]:
    """Return the facts that messages have about an event.

    `language` is the one that the reader chose. `awaited` if someone who waits could get the
    seats that the message is about.
    """
    facts = {
        "id": event.id,
        "name": event.name,
        "starts_at": event.starts_at,
        "ends_at": event.ends_at,
        "timezone": event.timezone,
        "venue": event.venue,
        "host_email": event.host_email,
        "language": language or event.settings.language,
        "sequence": event.sequence,
        "cap": event.cap,
        "confirmed": event.confirmed,
        "held": event.held,
    }
    if event.host_name:
        facts["host_name"] = event.host_name
    if event.open_end:
        facts["open_end"] = True
    if event.waiting and awaited:
        facts["waiting"] = event.waiting
    if event.state == "closed":
        facts["closed"] = True
    return facts


def headcount(event: Event) -> dict[str, int]:
    """Return the seat numbers of an event, with the names that the API uses."""
    return {
        "cap": event.cap,
        "confirmed": event.confirmed,
        "held": event.held,
        "waiting": event.waiting,
        "pending": event.pending,
        "open": event.free,
        "checked_in": event.checked_in,
    }
