"""The business as the engine sees it: what its staff write and keep elsewhere. It sends no messages of its own."""

from collections.abc import Callable
from datetime import datetime

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.product import Delivery, DeliveryVerdict, Discard, Found, Product
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk import setup
from fullhouse.products.frontdesk.shared import documents, external_sources, holidays


def _needs(_message: Message, _found: Found) -> Needs:
    return {}


def _door(_message: Message, _state: Found, _now: datetime) -> DeliveryVerdict:
    return Discard("the business sends no messages")


def _refused(
    _message: Message, _state: Found, _outcome: Refused | CarrierDown, _now: datetime
) -> Decision:
    return Decision(None)


def _compose(message: Message, _url: Callable[[str], str]) -> Letter:
    return Letter(subject=message.kind, heading=message.kind)


def _link(_message: Message, _purpose: str) -> Link | None:
    return None


BUSINESS = Product(
    documents.SCOPE,
    {**setup.RULES, **external_sources.RULES, **holidays.RULES},
    (documents.Document,),
    Delivery(_needs, _door, _refused, _compose, _link),
)
