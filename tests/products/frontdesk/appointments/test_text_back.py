"""Replies to texts about appointments leave as texts of their own."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from fullhouse.kernel.product import Discard, SendNow
from fullhouse.products.frontdesk.appointments.commands import TextBackAppointment
from fullhouse.products.frontdesk.appointments.delivery import check_delivery
from fullhouse.products.frontdesk.appointments.message_links import short_link
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.text_back import text_back
from fullhouse.products.frontdesk.appointments.wording import compose
from tests.products.saying import link

NOW = datetime(2026, 6, 1, 22, 0, tzinfo=UTC)
PHONE = "+491711234567"
BEN = Appointment(
    id="ben",
    name="Ben",
    phone=PHONE,
    service="Cut",
    starts_at=NOW + timedelta(hours=12),
    minutes=45,
    made_at=NOW,
)
COMMAND = TextBackAppointment(appointment_id="ben", phone=PHONE, text_id="t1", words="Thanks: x")


def test_a_reply_is_a_text_of_its_own_at_any_hour() -> None:
    state = AppointmentState(appointment=BEN)
    decision = text_back(state, COMMAND, NOW)
    assert decision.answer.code == "noted"
    (message,) = decision.messages
    assert (message.id, message.to) == ("text_reply:appointments:ben:t1", PHONE)
    letter = compose(message, link)
    assert (letter.text, letter.subject) == ("Thanks: x", "Reply to a text")
    assert short_link(message) is None
    assert isinstance(check_delivery(message, state, NOW), SendNow)
    assert isinstance(check_delivery(message, state, NOW + timedelta(hours=1)), Discard)


def test_nobody_else_gets_it() -> None:
    for appointment in (None, replace(BEN, phone="+491719999999")):
        decision = text_back(AppointmentState(appointment=appointment), COMMAND, NOW)
        assert (decision.answer.code, decision.messages) == ("unknown_appointment", ())
