"""What a product hands to the engine: its rules, its records, and how its messages leave."""

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
# How the products of a business are named in messages, links and audit scopes.
WAITLIST, APPOINTMENTS = "waitlist", "appointments"


class Rule(msgspec.Struct, frozen=True):
    """What a command needs to know, asked again with what was found until it asks no more; and what it decides."""

    needs: Callable[[Any, Found], Needs]
    decide: Callable[[Any, Any, datetime], Decision]
    state: Callable[..., Any] = dict


# What follows from a decision's changes of one kind of record: those changes, all that was loaded
# for the decision, and now. All changes of a kind come at once, so that alarms can be bounded.
Reaction = Callable[[Sequence[Change[Any]], Found, datetime], tuple[Alarm, ...]]
Reactions = Mapping[type[Record], tuple[Reaction, ...]]


class SendNow(msgspec.Struct, frozen=True):
    """The message may leave, brought up to date: with these facts, and to where its person is reached now.

    It may only while nothing is there that was `absent` when the door looked.
    """

    facts: dict[str, Any] | None = None
    to: str = ""
    absent: tuple[MustBeAbsent, ...] = ()


class SendLater(msgspec.Struct, frozen=True):
    """The message may leave later."""

    until: datetime


class Discard(msgspec.Struct, frozen=True):
    """The message is of no use any more; what follows from that is decided with it."""

    reason: str
    also: Decision = Decision(None)


DeliveryVerdict = SendNow | SendLater | Discard


def desk_page(_message: Message, _purpose: str) -> Page:
    """Return the first page of the desk."""
    return Page("desk", "/desk")


def no_mailbox(_message: Message) -> str:
    """Return an empty text: nobody replies to these messages by mail."""
    return ""


class Delivery(msgspec.Struct, frozen=True):
    """How a product's messages leave: what to look at, whether to send, what a refusal means, how it reads.

    `sent` is asked what follows from it that a carrier took a message, with the letter as it was sent; it looks at no
    more than what `sent_needs` asks for. `needs` is for the door, and for refusals. `links_at` is the site of the
    product's links, `page` returns the page for a purpose that has no link, and `mailbox` the local part of the
    address that takes replies, if there is one.
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
    links_at: Site = "links"


class Product(msgspec.Struct, frozen=True):
    """One of the products, as the engine sees it.

    `reactions` follow from what any rule changes, also a rule of another product.
    """

    name: str
    rules: Mapping[type[Command], Rule]
    records: tuple[type[Record], ...]
    post: Delivery
    reactions: Reactions = msgspec.field(default_factory=dict)
