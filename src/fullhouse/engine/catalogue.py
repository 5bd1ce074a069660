"""Table of all products, their rules and reactions. A new product is one more line here."""

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from fullhouse.engine import access, brand, passkeys, sessions, team, trial_messages
from fullhouse.engine.address_erasure import address_rules
from fullhouse.engine.budget_record import BUDGET_RULES
from fullhouse.engine.execute import Rules
from fullhouse.engine.inbound_mail import inbound_mail_rules
from fullhouse.engine.known_addresses import KNOWN_ADDRESS_RULES
from fullhouse.engine.relay import relay_rules
from fullhouse.engine.webhooks import webhook_rules
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.product import (
    BudgetRules,
    Delivery,
    DeliveryVerdict,
    Discard,
    Found,
    Product,
    Reactions,
    Rule,
    SendNow,
)
from fullhouse.kernel.records import Needs, Record
from fullhouse.products.frontdesk.rules import APPOINTMENTS, BUSINESS, WAITLIST
from fullhouse.products.rsvp.rules import RSVP

COMPOSE = {"sign_in": access.compose, trial_messages.TEST: trial_messages.compose}


def _needs(_message: Message, _found: Found) -> Needs:
    return {}


def _door(message: Message, _state: Found, now: datetime) -> DeliveryVerdict:
    return (
        Discard("the link in it has run out")
        if message.use_by is not None and now >= message.use_by
        else SendNow()
    )


def _refused(
    _message: Message, _state: Found, _outcome: Refused | CarrierDown, _now: datetime
) -> Decision:
    return Decision(None)


def _compose(message: Message, url: Callable[[str], str]) -> Letter:
    return COMPOSE[message.kind](message, url)


ACCESS = Product(
    access.DESK,
    {
        **access.RULES,
        **brand.RULES,
        **passkeys.RULES,
        **sessions.RULES,
        **team.RULES,
        **trial_messages.RULES,
    },
    (access.Member, access.ApiToken, brand.Brand),
    Delivery(_needs, _door, _refused, _compose, access.link, links_at="desk"),
)


PRODUCTS: dict[str, Product] = {
    product.name: product for product in (RSVP, WAITLIST, APPOINTMENTS, BUSINESS, ACCESS)
}

PRODUCT_RULES: dict[type[Command], Rule] = {
    command: rule for product in PRODUCTS.values() for command, rule in product.rules.items()
}
REACTIONS: Reactions = {
    kind: responses
    for product in PRODUCTS.values()
    for kind, responses in product.reactions.items()
}
BUDGETS: dict[str, BudgetRules] = {
    name: product.post.budget
    for name, product in PRODUCTS.items()
    if product.post.budget is not None
}
AUDITED: dict[str, type[Record]] = {
    kind.kind_name: kind for one in PRODUCTS.values() for kind in one.records
}

RULES = Rules(
    {
        **PRODUCT_RULES,
        **relay_rules(PRODUCTS),
        **BUDGET_RULES,
        **KNOWN_ADDRESS_RULES,
        **address_rules(AUDITED),
        **inbound_mail_rules(PRODUCT_RULES),
        **webhook_rules(PRODUCT_RULES),
    },
    REACTIONS,
    BUDGETS,
)

COMMANDS: Any = reduce(or_, PRODUCT_RULES)
read_command = msgspec.json.Decoder(COMMANDS).decode
