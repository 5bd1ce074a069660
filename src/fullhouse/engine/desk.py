"""The desk as the engine sees it: made like a product, so that its commands and messages travel the same road."""

from collections.abc import Callable
from datetime import datetime

from fullhouse.engine import access, team, trial_messages
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.product import Delivery, DeliveryVerdict, Discard, Found, Product, SendNow
from fullhouse.kernel.records import Needs

COMPOSE = {"sign_in": access.compose, trial_messages.TEST: trial_messages.compose}


def _needs(_message: Message, _found: Found) -> Needs:
    return {}


def _door(message: Message, _state: Found, now: datetime) -> DeliveryVerdict:
    return Discard("the link in it has run out") if message.use_by is not None and now >= message.use_by else SendNow()


def _refused(_message: Message, _state: Found, _outcome: Refused | CarrierDown, _now: datetime) -> Decision:
    return Decision(None)


def _compose(message: Message, url: Callable[[str], str]) -> Letter:
    return COMPOSE[message.kind](message, url)


ACCESS = Product(
    access.DESK,
    {**access.RULES, **team.RULES, **trial_messages.RULES},
    (access.Member, access.ApiToken),
    Delivery(_needs, _door, _refused, _compose, access.link, links_at="desk"),
)
