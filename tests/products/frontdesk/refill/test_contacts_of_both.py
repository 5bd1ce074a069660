"""One contact for both products: what one is told of a number or an address, the other knows."""

import pytest

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.inbound.sms import InboundText, reach_of
from fullhouse.kernel.decisions import if_unchanged, update
from fullhouse.kernel.messages import Refused
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.shared.contacts import RerouteEntries, contact_id
from tests.engine.front_desk import NO_REFILL, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import mail, phone
from tests.support.rsvp_world import there

ANNA = phone("anna")
REMINDED = ("Colour: 90 minutes, 120 EUR", "Colour: 90 minutes, 120 EUR; remind at 24 hours")


def handed(desk: FrontDesk) -> list[tuple[str, str]]:
    return [(message.kind, message.to) for message in desk.carrier.handed]


def test_a_stop_to_offers_stops_reminders() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY, email=mail("anna"))
    desk.reach(ANNA, "opted_out", "STOP by text")
    desk.until("2026-06-22 15:01")
    desk.give(commands.RunDueAction(appointment_id="anna"))
    assert handed(desk) == [("reminder", mail("anna"))]


def test_a_start_allows_reminders_again() -> None:
    desk = FrontDesk(REMINDED)
    desk.book("anna", TUESDAY)
    desk.reach(ANNA, "opted_out", "STOP by text")
    desk.reach(ANNA, "fine", "START by text")
    desk.until("2026-06-22 15:01")
    desk.give(commands.RunDueAction(appointment_id="anna"))
    assert handed(desk) == [("reminder", ANNA)]


def test_a_refused_offer_stops_messages_about_appointments() -> None:
    desk = FrontDesk()
    desk.join("anna", email="")
    desk.carrier.answers.append(Refused(OPTED_OUT, permanent=True))
    desk.free()
    desk.carrier.handed.clear()
    desk.book("anna", "2026-06-23 10:00", tell=True)
    assert desk.contact(ANNA).reach == "opted_out"
    assert handed(desk) == []


def test_a_refused_message_about_an_appointment_stops_offers() -> None:
    desk = FrontDesk()
    desk.join("anna", email=mail("anna"))
    desk.carrier.handed.clear()
    desk.carrier.answers.append(Refused("no such number", permanent=True))
    desk.book("anna", tell=True)
    assert desk.contact(ANNA).reach == "bounced"
    assert desk.entry("anna").channel == "mail"
    assert desk.alarms("reroute:") == []


def test_entries_are_rerouted_only_if_there_are_any() -> None:
    desk = FrontDesk(settles=False)
    desk.carrier.answers.append(Refused("no such number", permanent=True))
    desk.book("anna", tell=True)
    desk.relay()
    assert desk.contact(ANNA).reach == "bounced"
    assert desk.alarms("reroute:") == []


def test_entries_are_rerouted_again_if_the_contact_changes_meanwhile() -> None:
    desk = FrontDesk()
    desk.join("anna")
    contact = desk.contact(ANNA)
    decision = desk.decide(RerouteEntries(contact_id=contact.id))
    assert decision.steps == ()
    assert decision.moves == (update(contact, *if_unchanged(contact, "rev")),)


def test_an_unknown_contact_has_nothing_to_reroute() -> None:
    assert FrontDesk().decide(RerouteEntries(contact_id=contact_id(ANNA))).is_empty


def test_a_refusal_for_now_is_not_remembered() -> None:
    desk = FrontDesk()
    desk.carrier.answers.append(Refused("busy"))
    desk.book("anna", tell=True)
    assert desk.contacts() == ()


@pytest.mark.parametrize("how", ["book", "edit"])
def test_a_new_appointment_knows_what_the_waitlist_knew(how: str) -> None:
    desk = FrontDesk()
    desk.reach(mail("anna"), "bounced", "no such box")
    if how == "book":
        desk.book("anna", phone="", email=mail("anna"), tell=True)
    else:
        desk.book("anna", phone="", email=mail("ben"))
        desk.give(
            commands.EditAppointment(
                appointment_id="anna", starts_at=there(TUESDAY), email=mail("anna"), tell=True
            )
        )
    assert mail("anna") not in [to for _, to in handed(desk)]


def test_someone_from_the_sheet_who_said_stop_is_reminded_by_mail() -> None:
    desk = FrontDesk(REMINDED)
    desk.reach(ANNA, "opted_out")
    row = commands.BookAppointment(
        appointment_id="anna",
        name="Anna",
        phone=ANNA,
        email=mail("anna"),
        service="Colour",
        starts_at=there(TUESDAY),
    )
    desk.give(BookMany(books=(row,)))
    desk.until("2026-06-22 15:01")
    desk.give(commands.RunDueAction(appointment_id="anna"))
    assert handed(desk) == [("reminder", mail("anna"))]


def test_a_stop_by_text_holds_for_both_though_times_are_not_refilled() -> None:
    desk = FrontDesk(NO_REFILL)
    asks = reach_of(InboundText(ANNA, "STOP", "SM1"))
    assert asks is not None
    desk.give(RecordWebhook(hook="texts", digest="SM1", asks=asks), "text")
    desk.book("anna", tell=True)
    desk.join("anna")
    assert desk.entry("anna").channel == ""
    assert handed(desk) == []
