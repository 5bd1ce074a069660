"""The parts of a product that the engine uses: rules, records and delivery of messages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Decision, MustBeAbsent
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link, Page, Site
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.records import Needs, Record

Found = Mapping[str, Any]
# The names of a business's products in messages, links and audit scopes.
WAITLIST, APPOINTMENTS = "waitlist", "appointments"


class Rule(msgspec.Struct, frozen=True):
    """The needs of a command, and the function that decides it.

    `needs` is called again with the results so far until it returns nothing new.
    """

    needs: Callable[[Any, Found], Needs]
    decide: Callable[[Any, Any, datetime], Decision]
    state: Callable[..., Any] = dict


# What follows from a decision's changes of one kind of record: those changes, all that was loaded
# for the decision, and now. All changes of a kind come at once, so that alarms can be bounded.
Reaction = Callable[[Sequence[Change[Any]], Found, datetime], tuple[Alarm, ...]]
Reactions = Mapping[type[Record], tuple[Reaction, ...]]


class SendNow(msgspec.Struct, frozen=True):
    """Send the message now, with these current facts and to this current address.

    It is sent only if the records in `absent` still do not exist at the commit.
    """

    facts: dict[str, Any] | None = None
    to: str = ""
    absent: tuple[MustBeAbsent, ...] = ()


class SendLater(msgspec.Struct, frozen=True):
    """Check the message again at this time."""

    until: datetime


class Discard(msgspec.Struct, frozen=True):
    """Do not send the message: it is of no use any more. `also` is what follows from that."""

    reason: str
    also: Decision = Decision(None)


DeliveryVerdict = SendNow | SendLater | Discard


def desk_page(_message: Message, _purpose: str) -> Page:
    """Return the first page of the desk."""
    return Page("desk", "/desk")


def no_mailbox(_message: Message) -> str:
    """Return an empty text: these messages take no replies by mail."""
    return ""


def no_short_link(_message: Message) -> Link | None:
    """Return None: these messages are no texts."""
    return None


def passes_over_nobody(
    _message: Message,
    _state: Any,  # noqa: ANN401 - any state
    _reason: str,
    _now: datetime,
) -> Decision:
    """Return an empty decision: these messages can wait."""
    return Decision(None)


class BudgetRules(msgspec.Struct, frozen=True):
    """Which messages of a product count as triggered by others; each entry has its reason.

    What hosts and staff send does not count, nor what follows from a command in `own`, which only
    a signed link gives, nor the kinds in `free`. News about what a person has does not count for
    proven addresses and a few others of an inbox: the kinds in `news`, and those in `by_staff`
    that neither people nor strangers caused. `is_entered` is True if staff entered the address,
    which proves it.

    All else counts. While the budget of an inbox is spent, messages of the kinds in `answers` are
    dropped if strangers asked for them. All others are delayed. Answers to a mail that proves to
    be the person's own are counted apart, so that nothing that others do uses them up, and dropped
    beyond one fewer than the budget.
    """

    free: Mapping[str, str]
    news: Mapping[str, str]
    answers: Mapping[str, str]
    own: Mapping[type[Command], str]
    is_entered: Callable[[Message], bool]
    by_staff: Mapping[str, str] = {}


class Delivery(msgspec.Struct, frozen=True):
    """A product's delivery policy: the last check before sending, refusals, wording and links.

    `door` is the delivery check. It and `refused` use the records of `needs`. `sent` decides what
    follows when a carrier took a message, from the letter and the records of `sent_needs`.
    `links_at` is the site of the product's links. `page` returns the page for a purpose without a
    link, and `mailbox` the local part of the address for replies, or an empty text.
    `calendar_mailbox` is the one for answers of calendars. `short_link` returns the link that the
    token of a text stands for. Without a `budget`, messages do not count as triggered by others.
    `passes_over` decides what follows, with a reason, when an offer cannot leave in time.
    """

    needs: Callable[[Message, Found], Needs]
    door: Callable[[Message, Any, datetime], DeliveryVerdict]
    refused: Callable[[Message, Any, Refused | CarrierDown, datetime], Decision]
    compose: Callable[[Message, Callable[[str], str]], Letter]
    link: Callable[[Message, str], Link | None]
    state: Callable[..., Any] = dict
    sent: Callable[[Message, Any, str, datetime], Decision] | None = None
    sent_needs: Callable[[Message, Found], Needs] | None = None
    page: Callable[[Message, str], Page] = desk_page
    mailbox: Callable[[Message], str] = no_mailbox
    calendar_mailbox: Callable[[Message], str] = no_mailbox
    links_at: Site = "links"
    short_link: Callable[[Message], Link | None] = no_short_link
    budget: BudgetRules | None = None
    passes_over: Callable[[Message, Any, str, datetime], Decision] = passes_over_nobody


class Product(msgspec.Struct, frozen=True):
    """One of the products, as the engine sees it.

    `reactions` follow from what any rule changes, also a rule of another product.
    """

    name: str
    rules: Mapping[type[Command], Rule]
    records: tuple[type[Record], ...]
    post: Delivery
    reactions: Reactions = msgspec.field(default_factory=dict)
