"""The waitlist as the engine sees it."""

from fullhouse.kernel.product import Delivery, Product
from fullhouse.kernel.spending import SmsSpend
from fullhouse.products.waitlist import post, words
from fullhouse.products.waitlist.gathering import gathered
from fullhouse.products.waitlist.model import Contact, Entry, ServiceQueue, Slot, SlotIndex, SlotOffer
from fullhouse.products.waitlist.notices import PRODUCT
from fullhouse.products.waitlist.rules import RULES

WAITLIST = Product(
    PRODUCT,
    RULES,
    (Entry, Contact, ServiceQueue, Slot, SlotOffer, SlotIndex, SmsSpend),
    Delivery(
        post.needs,
        post.check_delivery,
        post.on_refused,
        words.compose,
        post.link,
        gathered,
        post.on_sent,
        post.sent_needs,
        page=post.page,
        links_at="claims",
    ),
)
