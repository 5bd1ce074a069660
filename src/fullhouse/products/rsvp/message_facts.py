"""The facts of a message, as values: written down as they stood when it was decided, read back the same from JSON."""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message


class EventFacts(msgspec.Struct, frozen=True):
    """What a message knows of the event."""

    id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    timezone: str
    venue: str = ""
    host_email: str = ""
    language: str = "en"
    sequence: int = 0


class GuestFacts(msgspec.Struct, frozen=True):
    """What a message knows of its guest."""

    id: str = ""
    name: str = ""
    party: int = 1
    state: str = ""
    sequence: int = 0


class OfferFacts(msgspec.Struct, frozen=True):
    """What a message knows of the offer that its guest holds."""

    ends_at: datetime
    kind: str = "seat"
    seats: int = 1


class Facts(msgspec.Struct, frozen=True):
    """All that a message may know; each kind has its own part of it."""

    event: EventFacts
    guest: GuestFacts = GuestFacts()
    offer: OfferFacts | None = None
    position: int | None = None
    by_host: bool = False
    old_address: bool = False
    asks: bool = False
    had: str = ""
    changes: tuple[str, ...] = ()
    headcount: dict[str, int] = {}
    text: str = ""
    narrative: str = ""
    template: str = ""


def read_facts(message: Message) -> Facts:
    """Read a message's facts, whether they hold times or times in writing."""
    return msgspec.convert(message.facts, Facts)
