"""Customer records of earlier versions: read where there is no contact, and adopted at night."""

from datetime import timedelta

import pytest

from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, RunDueAction
from fullhouse.products.frontdesk.refill.contact_adoption import (
    ADOPTING,
    PAGE,
    AdoptContacts,
    adopt_alarm,
)
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    Customer,
    Hear,
    NoteCustomer,
    Reach,
    contact_id,
)
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.engine.front_desk import TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import mail, phone
from tests.support.old_customers import store_customer
from tests.support.rsvp_world import there

ANNA = phone("anna")
REMINDED = ("Colour: 90 minutes, 120 EUR", "Colour: 90 minutes, 120 EUR; remind at 24 hours")
ONE_CHAIR = ("Staff: Jess, Sam\n", "")


def knew(desk: FrontDesk, address: str, reach: Reach) -> Customer:
    """Let an earlier version have stored the reach of an address for appointments."""
    return store_customer(desk.store, address, reach, desk.now)


def adopted(customer: Customer, address: str) -> Contact:
    return Contact(id=contact_id(address), reach=customer.reach, note="said so", at=customer.at)


def adopt(desk: FrontDesk) -> int:
    found: int = desk.give(adopt_alarm(desk.now).command)
    return found


def test_who_said_stop_before_gets_no_reminder() -> None:
    desk = FrontDesk(REMINDED)
    knew(desk, ANNA, "opted_out")
    desk.book("anna", TUESDAY, email=mail("anna"))
    desk.until("2026-06-22 15:01")
    desk.give(RunDueAction(appointment_id="anna"))
    handed = [(message.kind, message.to) for message in desk.carrier.handed]
    assert handed == [("reminder", mail("anna"))]


@pytest.mark.parametrize("how", ["join", "edit"])
def test_who_said_stop_before_and_waits_now_keeps_that(how: str) -> None:
    desk = FrontDesk()
    customer = knew(desk, ANNA, "opted_out")
    if how == "join":
        desk.join("anna")
    else:
        desk.join("anna", phone="", email=mail("anna"))
        desk.give(EditEntry(entry_id="anna", phone=ANNA, email=""))
    contact = desk.contact(ANNA)
    assert (contact.reach, contact.note, contact.at) == ("opted_out", "said so", customer.at)
    assert contact.entries == ("anna",)
    assert desk.entry("anna").channel == ""


def test_a_start_makes_a_contact_and_leaves_the_old_record() -> None:
    desk = FrontDesk()
    customer = knew(desk, ANNA, "opted_out")
    desk.reach(ANNA, "fine")
    assert desk.contact(ANNA) == Contact(id=contact_id(ANNA), at=desk.now)
    assert desk.customer(ANNA) == customer


def test_each_address_of_a_live_appointment_gets_its_contact() -> None:
    desk = FrontDesk()
    stopped, fine = knew(desk, ANNA, "opted_out"), knew(desk, mail("anna"), "fine")
    knew(desk, phone("ben"), "bounced")
    desk.book("anna", email=mail("anna"))
    desk.book("ben", TUESDAY)
    desk.cancel("ben")
    assert adopt(desk) == 2
    assert set(desk.contacts()) == {adopted(stopped, ANNA), adopted(fine, mail("anna"))}
    assert adopt(desk) == 0


def test_an_address_with_a_contact_keeps_it() -> None:
    desk = FrontDesk()
    knew(desk, ANNA, "opted_out")
    desk.reach(ANNA, "fine")
    desk.book("anna")
    assert adopt(desk) == 0
    assert desk.contact(ANNA).reach == "fine"


def test_adoption_goes_page_by_page() -> None:
    desk = FrontDesk(ONE_CHAIR)
    rows = []
    for number in range(PAGE + 1):
        starts_at = there(TUESDAY) + timedelta(hours=2 * number)
        rows.append(
            BookAppointment(
                appointment_id=f"a{number:02}",
                name="Anna",
                phone=phone(f"a{number:02}"),
                service="Colour",
                starts_at=starts_at,
            )
        )
        knew(desk, phone(f"a{number:02}"), "bounced")
    desk.give(BookMany(books=tuple(rows)))
    first = desk.decide(AdoptContacts(since=desk.now))
    assert first.answer == PAGE
    (alarm,) = first.set_alarms
    assert alarm.key == f"{ADOPTING}:a{PAGE - 1:02}"
    desk.settle()
    assert len(desk.contacts()) == PAGE + 1


def test_each_night_adopts() -> None:
    desk = FrontDesk()
    knew(desk, ANNA, "opted_out")
    desk.book("anna", TUESDAY)
    desk.until("2026-06-21 02:59")
    assert desk.contacts() == ()
    desk.until("2026-06-21 03:01")
    assert desk.contact(ANNA).reach == "opted_out"


@pytest.mark.parametrize("product", ["waitlist", "appointments"])
def test_an_alarm_of_before_brings_what_the_contact_does_not_know(product: str) -> None:
    desk = FrontDesk()
    desk.join("anna")
    knew(desk, ANNA, "opted_out")
    desk.give(Hear(product=product, address=ANNA, reach="opted_out"))  # type: ignore[arg-type] # given
    assert desk.contact(ANNA).reach == "opted_out"
    assert desk.entry("anna").channel == ""


def test_an_alarm_of_before_does_not_overrule_what_was_said_since() -> None:
    desk = FrontDesk()
    desk.join("anna")
    knew(desk, ANNA, "opted_out")
    desk.after(minutes=1)
    desk.reach(ANNA, "opted_out")
    desk.reach(ANNA, "fine")
    assert desk.decide(Hear(product="waitlist", address=ANNA, reach="opted_out")).is_empty


@pytest.mark.parametrize("waits", [True, False])
def test_an_alarm_of_before_does_nothing_if_one_record_is_missing(waits: bool) -> None:
    desk = FrontDesk()
    if waits:
        desk.join("anna")
    else:
        knew(desk, ANNA, "opted_out")
    assert desk.decide(Hear(product="appointments", address=ANNA, reach="opted_out")).is_empty


def test_a_command_of_before_notes_the_contact() -> None:
    desk = FrontDesk()
    desk.book("anna", TONIGHT)
    desk.give(NoteCustomer(address=ANNA, reach="opted_out", note="STOP"))
    assert desk.contact(ANNA).reach == "opted_out"
    assert desk.customer(ANNA) is None
