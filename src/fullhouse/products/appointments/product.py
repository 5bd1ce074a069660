"""Appointments as the engine sees them."""

from fullhouse.kernel.product import PostRules, Product
from fullhouse.products.appointments import post, words
from fullhouse.products.appointments.gathering import gathered
from fullhouse.products.appointments.model import Appointment, ArchivedSend, Customer, Day, Reply, Send
from fullhouse.products.appointments.notices import PRODUCT
from fullhouse.products.appointments.rules import RULES

APPOINTMENTS = Product(
    PRODUCT,
    RULES,
    (Appointment, Customer, Send, ArchivedSend, Reply, Day),
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
        links_at="replies",
    ),
)
