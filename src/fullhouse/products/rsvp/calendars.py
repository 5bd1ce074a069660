"""The event as it should stand in calendars: one entry for everyone, and one for each guest that follows their seat."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.kernel.letters import CalendarEntry, one_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.times import instant
from fullhouse.products.rsvp.facts import EventFacts, Facts

Method = Literal["PUBLISH", "REQUEST", "CANCEL"]
UID_DOMAIN = "fullhouse"


def public_entry(event: Mapping[str, Any], url: str, stamp: datetime) -> CalendarEntry:
    """Make the entry that anyone may download, from the event's facts."""
    facts = msgspec.convert(event, EventFacts)
    return _entry(facts, f"{facts.id}@{UID_DOMAIN}", facts.sequence, "PUBLISH", url, stamp)


def guest_entry(message: Message, facts: Facts, url: str) -> CalendarEntry | None:
    """Make the entry that a message brings, renews or takes away; None if it leaves the guest's calendar alone."""
    method = _method(message.kind, facts)
    if method is None:
        return None
    event, guest = facts.event, facts.guest
    uid = f"{event.id}.{guest.id}@{UID_DOMAIN}"
    return _entry(event, uid, event.sequence + guest.sequence, method, url, message.queued_at)


def _method(kind: str, facts: Facts) -> Method | None:
    has_seat = facts.guest.state == "confirmed"
    if kind in {"confirmation", "changed"} and has_seat:
        return "REQUEST"
    if (kind == "event_cancelled" and has_seat) or (kind == "cancelled" and facts.had == "confirmed"):
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
        summary=one_line(event.name),
        starts=instant(event.starts_at, event.timezone),
        ends=instant(event.ends_at, event.timezone),
        location=one_line(event.venue),
        url=url,
        stamp=stamp,
    )
