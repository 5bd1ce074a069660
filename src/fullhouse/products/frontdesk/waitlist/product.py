"""The waitlist as the engine sees it."""

from fullhouse.kernel.product import Delivery, Product
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist import delivery, wording
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT
from fullhouse.products.frontdesk.waitlist.model import (
    Contact,
    Entry,
    ServiceQueue,
    Slot,
    SlotIndex,
    SlotOffer,
)
from fullhouse.products.frontdesk.waitlist.needs import gathered
from fullhouse.products.frontdesk.waitlist.rules import RULES

WAITLIST = Product(
    PRODUCT,
    RULES,
    (Entry, Contact, ServiceQueue, Slot, SlotOffer, SlotIndex, SmsSpend),
    Delivery(
        delivery.needs,
        delivery.check_delivery,
        delivery.on_refused,
        wording.compose,
        delivery.link,
        gathered,
        delivery.on_sent,
        delivery.sent_needs,
        page=delivery.page,
        links_at="claims",
    ),
)
