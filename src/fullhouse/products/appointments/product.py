"""Appointments as the engine sees them."""

from fullhouse.kernel.product import Delivery, Product
from fullhouse.products.appointments import post, words
from fullhouse.products.appointments.gathering import gathered
from fullhouse.products.appointments.model import Appointment, ArchivedSend, Customer, DaySchedule, Reply, Send
from fullhouse.products.appointments.notices import PRODUCT
from fullhouse.products.appointments.rules import RULES

APPOINTMENTS = Product(
    PRODUCT,
    RULES,
    (Appointment, Customer, Send, ArchivedSend, Reply, DaySchedule),
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
        links_at="replies",
    ),
)
