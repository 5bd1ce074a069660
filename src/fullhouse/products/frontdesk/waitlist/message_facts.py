"""Facts of waitlist messages, copied when a message is decided; they round-trip as JSON.

Each has a default, so that a message of an older version still reads.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    ProposalFacts,
    RemovalFacts,
    TemplateFacts,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money
from fullhouse.products.frontdesk.waitlist.wishes import Weekdays


class WishFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The wishes of a customer."""

    party: int = 1
    earliest: str = ""
    latest: str = ""
    weekdays: Weekdays = ()
    from_time: str = ""
    until_time: str = ""
    staff: str = ""

    @property
    def is_one_day(self) -> bool:
        """True if only one day suits."""
        return self.earliest != "" and self.earliest == self.latest


class EntryFacts(WishFacts, frozen=True, kw_only=True):
    """Facts about the customer and what they wait for."""

    id: str = ""
    name: str = ""
    service: str = ""
    state: str = ""


class AskedWishes(WishFacts, frozen=True, kw_only=True):
    """Wishes that wait for their customer to confirm them, and the day on which they came."""

    on: str = ""


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
    closes_at: datetime | None = None


class OfferFacts(msgspec.Struct, frozen=True):
    """Facts about the offer that the customer holds."""

    made_at: datetime | None = None
    ends_at: datetime | None = None


class LeftFacts(msgspec.Struct, frozen=True):
    """The minutes left of a slot that has begun, and the minutes it had."""

    minutes: int = 0
    whole: int = 0


class Tried(msgspec.Struct, frozen=True):
    """A customer who was asked."""

    id: str = ""
    name: str = ""


class MonthFacts(msgspec.Struct, frozen=True):
    """Figures of a month."""

    freed: int = 0
    filled: int = 0
    given_up: int = 0
    handed_back: int = 0
    open: int = 0
    offers: int = 0
    minutes_to_fill: int = 0
    money: dict[str, int] = {}


class ReplacedEntry(msgspec.Struct, frozen=True):
    """The calendar entry of an appointment that a claimed slot has replaced."""

    uid: str = ""
    sequence: int = 0
    minutes: int = 0


class WaitlistMessageFacts(msgspec.Struct, frozen=True):
    """All facts that a message may have; each kind uses some of them.

    A claimed slot that is `managed` is an appointment, which links can change. `instead_of` is the
    time of the appointment that it has replaced, `kept` are later ones that stay. A text
    `takes_answers` if they would reach us; a yes to an `unclear` one may mean an earlier offer,
    or a reminder. A reply to a text has its `words`. Several people share the number of a text that
    is `shared`. A note is about a slot that has `begun` by then. Wishes that were `asked` for by
    joining again count once their link has confirmed them.
    """

    business: BusinessFacts = BusinessFacts()
    entry: EntryFacts = EntryFacts()
    slot: SlotFacts | None = None
    offer: OfferFacts | None = None
    template: TemplateFacts = TemplateFacts()
    left: LeftFacts | None = None
    tried: tuple[Tried, ...] = ()
    month: str = ""
    summary: MonthFacts = MonthFacts()
    narrative: str = ""
    rolls_on: bool = False
    limit: Money | None = None
    proposal: ProposalFacts = ProposalFacts()
    several: bool = False
    request: dict[str, str] = {}
    removal: RemovalFacts = RemovalFacts()
    managed: bool = False
    instead_of: datetime | None = None
    kept: tuple[datetime, ...] = ()
    replaced: ReplacedEntry = ReplacedEntry()
    begun: bool = False
    takes_answers: bool = False
    unclear: bool = False
    words: str = ""
    shared: bool = False
    asked: AskedWishes | None = None


def read_facts(message: Message) -> WaitlistMessageFacts:
    """Convert a message's facts; times may be values or ISO strings."""
    return msgspec.convert(message.facts, WaitlistMessageFacts)
