"""The waitlist as the engine sees it."""

from fullhouse.kernel.product import PostRules, Product
from fullhouse.kernel.spending import Spend
from fullhouse.products.waitlist import post, words
from fullhouse.products.waitlist.gathering import gathered
from fullhouse.products.waitlist.model import Agenda, Contact, Entry, ServiceLine, Slot, SlotOffer
from fullhouse.products.waitlist.notices import PRODUCT
from fullhouse.products.waitlist.rules import RULES

WAITLIST = Product(
    PRODUCT,
    RULES,
    (Entry, Contact, ServiceLine, Slot, SlotOffer, Agenda, Spend),
    PostRules(
        post.needs,
        post.door,
        post.refused,
        words.compose,
        post.link,
        gathered,
        post.sent,
        post.sent_needs,
        page=post.page,
        links_at="claims",
    ),
)
