"""Texts to a number that several customers share, or that has a reminder to answer."""

import msgspec
import pytest

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments import wording as appointment_wording
from fullhouse.products.frontdesk.waitlist import wording
from tests.engine.front_desk import TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import phone
from tests.products.saying import link

ANNA = phone("anna")
REMINDED = ("Colour: 90 minutes, 120 EUR", "Colour: 90 minutes, 120 EUR; remind at 24 hours")


def reminded() -> FrontDesk:
    """Remind Anna of her appointment of tomorrow; she waits for a cut, too."""
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.until("2026-06-22 15:01")
    desk.give(commands.RunDueAction(appointment_id="anna"))
    assert [one.kind for one in desk.carrier.handed] == ["reminder"]
    desk.join("cut", name="Anna", phone=ANNA, email="", service="Cut")
    desk.carrier.handed.clear()
    return desk


def invites(message: Message) -> bool:
    told = msgspec.structs.replace(message, facts={**message.facts, "takes_answers": True})
    return "Or reply YES." in wording.compose(told, link).text


@pytest.mark.parametrize("answered", [False, True])
def test_an_offer_invites_to_reply_yes_once_the_reminder_is_answered(answered: bool) -> None:
    desk = reminded()
    if answered:
        desk.give(commands.ConfirmAppointment(appointment_id="anna"))
    desk.free(starts_at="2026-06-25 10:00", service="Cut")
    (offer,) = desk.carrier.handed
    assert (offer.kind, offer.to, invites(offer)) == ("offer", ANNA, answered)


def remind(desk: FrontDesk, name: str = "anna") -> str:
    """Return the text that reminds someone of tomorrow."""
    desk.until("2026-06-22 15:01")
    desk.carrier.handed.clear()
    desk.give(commands.RunDueAction(appointment_id=name))
    (reminder,) = desk.carrier.handed
    return appointment_wording.compose(reminder, link).text


def test_a_reminder_names_the_person_where_another_is_booked_with_the_number() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.book("ben", "2026-06-23 10:00", phone=ANNA)
    assert remind(desk).startswith("Anna: Colour")


def test_or_waits_with_it() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.join("ben", phone=ANNA, email="", service="Cut")
    assert remind(desk).startswith("Anna: Colour")


def test_an_offer_names_the_person_where_another_is_booked_with_the_number() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.join("ben", phone=ANNA, email="", service="Cut")
    desk.carrier.handed.clear()
    desk.free(starts_at="2026-06-25 10:00", service="Cut")
    (offer,) = desk.carrier.handed
    assert wording.compose(offer, link).text.startswith("Ben: Cut")


def test_a_number_of_one_person_needs_no_name() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.book("again", "2026-06-23 10:00", name="anna", phone=ANNA)
    desk.book("ben", "2026-06-20 16:00", phone=ANNA)
    desk.join("cut", name="Anna", phone=ANNA, email="", service="Cut")
    assert remind(desk).startswith("Colour")
