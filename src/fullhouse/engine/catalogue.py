"""Which products there are. A new product is one more line here."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from fullhouse.engine.business import BUSINESS
from fullhouse.engine.desk import ACCESS
from fullhouse.engine.execute import Rules
from fullhouse.engine.hearing import hears_of_refusals
from fullhouse.engine.inbound_mail import inbound_mail_rules
from fullhouse.engine.loop import loop_rules
from fullhouse.engine.relay import relay_rules
from fullhouse.engine.webhooks import webhook_rules
from fullhouse.kernel.product import Product
from fullhouse.kernel.records import Record
from fullhouse.products.appointments.product import APPOINTMENTS
from fullhouse.products.rsvp.product import RSVP
from fullhouse.products.waitlist.product import WAITLIST

JOINED = (hears_of_refusals(WAITLIST, "appointments"), hears_of_refusals(APPOINTMENTS, "waitlist"))
PRODUCTS: dict[str, Product] = {product.name: product for product in (RSVP, *JOINED, BUSINESS, ACCESS)}

PRODUCT_RULES: Rules = {
    **{command: rule for product in PRODUCTS.values() for command, rule in product.rules.items()},
    **loop_rules(WAITLIST.rules, APPOINTMENTS.rules),
}
RULES: Rules = {
    **PRODUCT_RULES,
    **relay_rules(PRODUCTS),
    **inbound_mail_rules(PRODUCT_RULES),
    **webhook_rules(PRODUCT_RULES),
}

AUDITED: dict[str, type[Record]] = {kind.kind_name: kind for one in PRODUCTS.values() for kind in one.records}

COMMANDS: Any = reduce(or_, PRODUCT_RULES)
read_command = msgspec.json.Decoder(COMMANDS).decode
