"""The guest list as the engine sees it."""

from fullhouse.kernel.product import Delivery, Product
from fullhouse.products.rsvp import post, words
from fullhouse.products.rsvp.model import Event, Guest, GuestListState
from fullhouse.products.rsvp.notices import PRODUCT
from fullhouse.products.rsvp.rules import RULES

RSVP = Product(
    PRODUCT,
    RULES,
    (Event, Guest),
    Delivery(
        post.needs,
        post.check_delivery,
        post.on_refused,
        words.compose,
        post.link,
        GuestListState,
        page=post.page,
        mailbox=post.mailbox,
    ),
)
