"""The guest list as the engine sees it."""

from fullhouse.kernel.product import PostRules, Product
from fullhouse.products.rsvp import post, words
from fullhouse.products.rsvp.model import Event, Guest, State
from fullhouse.products.rsvp.notices import PRODUCT
from fullhouse.products.rsvp.rules import RULES

RSVP = Product(
    PRODUCT,
    RULES,
    (Event, Guest),
    PostRules(
        post.needs,
        post.door,
        post.refused,
        words.compose,
        post.link,
        State,
        page=post.page,
        mailbox=post.mailbox,
    ),
)
