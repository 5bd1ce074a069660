"""Appointments as the engine sees them."""

from fullhouse.kernel.product import Delivery, Product
from fullhouse.products.frontdesk.appointments import delivery, wording
from fullhouse.products.frontdesk.appointments.messages import PRODUCT
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    ArchivedSend,
    Customer,
    DaySchedule,
    Reply,
    Send,
)
from fullhouse.products.frontdesk.appointments.needs import gathered
from fullhouse.products.frontdesk.appointments.rules import RULES

APPOINTMENTS = Product(
    PRODUCT,
    RULES,
    (Appointment, Customer, Send, ArchivedSend, Reply, DaySchedule),
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
        links_at="replies",
    ),
)
