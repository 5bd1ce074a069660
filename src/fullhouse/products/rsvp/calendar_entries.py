"""Calendar entries of an event: one for everyone, one per guest, one for hosts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, single_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import instant
from fullhouse.products.rsvp.message_facts import EventFacts, GuestMessageFacts
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.model import Event, Guest

Method = Literal["PUBLISH", "REQUEST", "CANCEL"]


def public_entry(event: Mapping[str, Any], url: str, stamp: datetime) -> CalendarEntry:
    """Return the entry that anyone may download, from the event's facts."""
    facts = msgspec.convert(event, EventFacts)
    return _entry(facts, f"{facts.id}@{UID_DOMAIN}", facts.sequence, "PUBLISH", url, stamp)


def guest_entry(message: Message, facts: GuestMessageFacts, url: str) -> CalendarEntry | None:
    """Return the entry that a message adds, changes or removes; None if there is none."""
    method = _method(message.kind, facts)
    if method is None:
        return None
    event, guest = facts.event, facts.guest
    return _entry(
        event,
        _seat_uid(event.id, guest.id),
        event.sequence + guest.sequence,
        method,
        url,
        message.queued_at,
    )


def seat_entry(event: Event, guest: Guest, url: str, stamp: datetime) -> CalendarEntry:
    """Return the entry that a guest may download.

    It has the UID of the mailed one, so a calendar never shows both. Without a seat it cancels an
    earlier entry.
    """
    facts = msgspec.convert(event_facts(event, guest.language), EventFacts)
    uid, sequence = _seat_uid(event.id, guest.id), event.sequence + guest.sequence
    method: Method = "CANCEL"
    if guest.state == "confirmed" and event.state != "cancelled":
        method = "PUBLISH"
    return _entry(facts, uid, sequence, method, url, stamp)


def host_entry(event: Event, url: str, stamp: datetime) -> CalendarEntry:
    """Return the entry of a host's own feed: the public one, with the headcount."""
    entry = public_entry(event_facts(event), url, stamp)
    headcount = (
        f"{event.confirmed:,} of {event.cap:,} confirmed, "
        f"{event.held:,} held, {event.waiting:,} on the waitlist"
    )
    method: Method = "CANCEL" if event.state == "cancelled" else "PUBLISH"
    return msgspec.structs.replace(entry, description=headcount, method=method)


def _seat_uid(event_id: str, guest_id: str) -> str:
    return f"{event_id}.{guest_id}@{UID_DOMAIN}"


def _method(kind: str, facts: GuestMessageFacts) -> Method | None:
    has_seat = facts.guest.state == "confirmed"
    if kind in {"confirmation", "changed"} and has_seat:
        return "REQUEST"
    if kind == "event_cancelled" and has_seat:
        return "CANCEL"
    if kind == "cancelled" and facts.had == "confirmed":
        return "CANCEL"
    return None


def _entry(
    event: EventFacts,
    uid: str,
    sequence: int,
    method: Method,
    url: str,
    stamp: datetime,
) -> CalendarEntry:
    return CalendarEntry(
        uid=uid,
        sequence=sequence,
        method=method,
        summary=single_line(event.name),
        starts=instant(event.starts_at, event.timezone),
        ends=None if event.open_end else instant(event.ends_at, event.timezone),
        location=single_line(event.venue),
        url=url,
        stamp=stamp,
        organizer_name=single_line(event.host_name),
    )
