"""Facts of waitlist messages, copied when a message is decided; they round-trip as JSON.

Each has a default, so that a message of an older version still reads.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    ProposalFacts,
    TemplateFacts,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money


class EntryFacts(msgspec.Struct, frozen=True):
    """Facts about the customer and what they wait for."""

    id: str = ""
    name: str = ""
    service: str = ""
    party: int = 1
    earliest: str = ""
    latest: str = ""
    staff: str = ""


class SlotFacts(msgspec.Struct, frozen=True):
    """Facts about the slot; `tried` counts the customers who were asked."""

    id: str = ""
    service: str = ""
    starts_at: datetime | None = None
    minutes: int = 0
    staff: str = ""
    party_capacity: int = 1
    tried: int = 0
    why: str = ""


class OfferFacts(msgspec.Struct, frozen=True):
    """Facts about the offer that the customer holds."""

    made_at: datetime | None = None
    ends_at: datetime | None = None


class Tried(msgspec.Struct, frozen=True):
    """A customer who was asked."""

    id: str = ""
    name: str = ""


class MonthFacts(msgspec.Struct, frozen=True):
    """Figures of a month."""

    freed: int = 0
    filled: int = 0
    handed_back: int = 0
    offers: int = 0
    minutes_to_fill: int = 0
    money: dict[str, int] = {}


class WaitlistMessageFacts(msgspec.Struct, frozen=True):
    """All facts that a message may have; each kind uses some of them."""

    business: BusinessFacts = BusinessFacts()
    entry: EntryFacts = EntryFacts()
    slot: SlotFacts | None = None
    offer: OfferFacts | None = None
    template: TemplateFacts = TemplateFacts()
    tried: tuple[Tried, ...] = ()
    month: str = ""
    summary: MonthFacts = MonthFacts()
    narrative: str = ""
    limit: Money | None = None
    proposal: ProposalFacts = ProposalFacts()
    several: bool = False
    request: dict[str, str] = {}


def read_facts(message: Message) -> WaitlistMessageFacts:
    """Convert a message's facts; times may be values or ISO strings."""
    return msgspec.convert(message.facts, WaitlistMessageFacts)
