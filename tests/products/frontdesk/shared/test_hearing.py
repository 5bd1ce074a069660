"""What one product is told of a number or an address, the other knows, too."""

from datetime import timedelta

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.engine.worker import alarm_invocation
from fullhouse.inbound.sms import InboundText, reach_of
from fullhouse.kernel.messages import Refused
from fullhouse.kernel.product import Rule
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.waitlist.commands import NoteReach
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.model import Contact, contact_id
from fullhouse.products.frontdesk.waitlist.needs import NOTING_REACH, gathered
from tests.engine.front_desk import NO_REFILL, TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import mail, phone
from tests.support.rsvp_world import there

ANNA = phone("anna")


def known(desk: FrontDesk, address: str) -> tuple[str, str]:
    """Return what the waitlist and what appointments know of an address."""
    contact = desk.store.shelf(Contact).get((contact_id(address),))
    customer = desk.customer(address)
    return ("" if contact is None else contact.reach), ("" if customer is None else customer.reach)


def told_before(desk: FrontDesk, command: NoteReach) -> None:
    """Let the waitlist be told of something when there were no appointments yet."""
    alone = Rules({NoteReach: Rule(NOTING_REACH, note_reach, gathered)})
    execute(desk.store, alone, Invocation("old", "text", command), desk.now)


def test_whoever_stops_offers_gets_no_reminders() -> None:
    desk = FrontDesk()
    desk.reach(ANNA, "opted_out", "STOP by text")
    assert known(desk, ANNA) == ("opted_out", "opted_out")
    desk.reach(ANNA, "fine", "START by text")
    assert known(desk, ANNA) == ("fine", "fine")


def test_whoever_stops_reminders_gets_no_offers() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.give(commands.NoteCustomer(address=ANNA, reach="opted_out"))
    assert known(desk, ANNA) == ("opted_out", "opted_out")
    assert desk.entry("anna").channel == ""


@pytest.mark.parametrize(("first", "then"), [("opted_out", "fine"), ("fine", "opted_out")])
@pytest.mark.parametrize("apart", range(4))
def test_what_is_said_while_something_else_is_being_heard_is_heard_too(
    first: str, then: str, apart: int
) -> None:
    desk = FrontDesk(settles=False)
    desk.reach(ANNA, "opted_out" if first == "fine" else "bounced")
    desk.settle()
    desk.reach(ANNA, first)
    (earlier,) = desk.alarms("hear:")
    desk.now += timedelta(milliseconds=apart)
    desk.reach(ANNA, then)
    execute(desk.store, RULES, alarm_invocation(earlier), desk.now)
    desk.settle()
    assert known(desk, ANNA) == (then, then)


def test_nothing_is_told_back() -> None:
    desk = FrontDesk()
    desk.reach(ANNA, "opted_out")
    assert desk.alarms("hear:") == []


def test_what_waits_to_be_heard_does_not_name_the_number() -> None:
    desk = FrontDesk(settles=False)
    desk.reach(ANNA, "opted_out")
    (alarm,) = desk.alarms("hear:")
    assert ANNA not in alarm.key


def test_an_offer_that_a_carrier_refuses_for_good_is_heard_of() -> None:
    desk = FrontDesk()
    desk.join("anna", email="")
    desk.carrier.answers.append(Refused(OPTED_OUT, permanent=True))
    desk.free()
    assert known(desk, ANNA) == ("opted_out", "opted_out")


def test_a_message_about_an_appointment_that_is_refused_for_good_is_heard_of() -> None:
    desk = FrontDesk()
    desk.carrier.answers.append(Refused("no such number", permanent=True))
    desk.book("anna", tell=True)
    assert known(desk, ANNA) == ("bounced", "bounced")


def test_a_refusal_for_now_is_nobodys_business() -> None:
    desk = FrontDesk()
    desk.carrier.answers.append(Refused("busy"))
    desk.book("anna", tell=True)
    assert known(desk, ANNA) == ("", "")


@pytest.mark.parametrize("how", ["book", "edit"])
def test_what_the_waitlist_knew_before_is_heard_when_someone_is_booked(how: str) -> None:
    desk = FrontDesk()
    told_before(desk, NoteReach(address=mail("anna"), reach="bounced", note="no such box"))
    if how == "book":
        desk.book("anna", email=mail("anna"))
    else:
        desk.book("anna")
        desk.give(commands.EditAppointment(appointment_id="anna", email=mail("anna")))
    assert known(desk, mail("anna")) == ("bounced", "bounced")


def test_what_the_waitlist_knew_before_is_heard_when_someone_claims() -> None:
    desk = FrontDesk()
    told_before(desk, NoteReach(address=ANNA, reach="opted_out"))
    desk.join("anna", email=mail("anna"))
    desk.free()
    desk.claim("anna")
    assert known(desk, ANNA) == ("opted_out", "opted_out")


def test_what_the_waitlist_knew_before_is_heard_before_someone_from_the_sheet_is_reminded() -> None:
    desk = FrontDesk(
        ("Colour: 90 minutes, 120 EUR", "Colour: 90 minutes, 120 EUR; remind at 24 hours")
    )
    told_before(desk, NoteReach(address=ANNA, reach="opted_out"))
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
    assert known(desk, ANNA) == ("opted_out", "opted_out")
    assert [(one.kind, one.to) for one in desk.carrier.handed] == [("reminder", mail("anna"))]


def test_what_is_known_to_both_is_not_told_again() -> None:
    desk = FrontDesk(settles=False)
    desk.reach(ANNA, "opted_out")
    desk.settle()
    desk.book("anna")
    assert desk.alarms("hear:") == []


def test_a_booking_that_is_refused_tells_nothing() -> None:
    desk = FrontDesk()
    told_before(desk, NoteReach(address=ANNA, reach="opted_out"))
    command = commands.BookAppointment(
        appointment_id="a", name="A", phone=ANNA, service="Massage", starts_at=there(TONIGHT)
    )
    assert desk.decide(command).is_empty


def test_it_is_heard_though_times_are_not_refilled() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.reach(ANNA, "opted_out")
    assert known(desk, ANNA) == ("opted_out", "opted_out")


def test_a_stop_that_comes_by_text_is_heard_by_both() -> None:
    desk = FrontDesk()
    asks = reach_of(InboundText(ANNA, "STOP", "SM1"))
    assert asks is not None
    desk.give(RecordWebhook(hook="texts", digest="SM1", asks=asks), "text")
    assert known(desk, ANNA) == ("opted_out", "opted_out")
