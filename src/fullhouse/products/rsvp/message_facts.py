"""Facts of a message as values: true when it was decided, and the same when read from JSON."""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message


class EventFacts(msgspec.Struct, frozen=True):
    """Facts about the event; `waiting` only if one of them could get the seats in question.

    Messages of earlier versions have no `cap`.
    """

    id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    timezone: str
    venue: str = ""
    host_email: str = ""
    language: str = "en"
    sequence: int = 0
    open_end: bool = False
    waiting: int = 0
    closed: bool = False
    host_name: str = ""
    cap: int = 0
    confirmed: int = 0
    held: int = 0


class GuestFacts(msgspec.Struct, frozen=True):
    """Facts about the guest; `invited` if the host put them on the list.

    `subject` and `text` are what they wrote to the host, `answer` what the host wrote back.
    `notes` are what the event costs and what to wear. All here is erased with the guest.
    """

    id: str = ""
    name: str = ""
    party: int = 1
    state: str = ""
    sequence: int = 0
    email: str = ""
    subject: str = ""
    text: str = ""
    answer: str = ""
    reach: str = "fine"
    invited: bool = False
    arrived: int = 0
    notes: dict[str, str] = {}


class OfferFacts(msgspec.Struct, frozen=True):
    """Facts about the offer that the guest holds."""

    ends_at: datetime
    kind: str = "seat"
    seats: int = 1


class GuestMessageFacts(msgspec.Struct, frozen=True):
    """All facts that a message may have; each kind uses some of them."""

    event: EventFacts
    guest: GuestFacts = GuestFacts()
    offer: OfferFacts | None = None
    position: int | None = None
    by_host: bool = False
    old_address: bool = False
    asks: bool = False
    had: str = ""
    cancels_at: datetime | None = None
    changes: tuple[str, ...] = ()
    headcount: dict[str, int] = {}
    title: str = ""
    text: str = ""
    narrative: str = ""
    template: str = ""
    request: dict[str, str] = {}
    rolls_on: bool = False
    leaves_line: bool = False
    act_by: datetime | None = None
    stranger: bool = False
    says: str = ""
    passed: bool = False
    late: bool = False
    inside: bool = False
    open: int = 0
    seems_cancel: bool = False
    unverified: bool = False
    people: int = 0
    most: int = 1
    too_many: bool = False
    unanswered: bool = False


def read_facts(message: Message) -> GuestMessageFacts:
    """Return a message's facts, whether their times are values or text from JSON."""
    return msgspec.convert(message.facts, GuestMessageFacts)
