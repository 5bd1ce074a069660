"""The end of a claimed slot: it says so if its booking was cancelled, moved or missed."""

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.claimed_slots import as_it_is
from tests.engine.front_desk import TONIGHT, FrontDesk


def claimed() -> FrontDesk:
    desk = FrontDesk(now="2026-06-20 17:00")
    desk.join("anna")
    desk.free(starts_at=TONIGHT)
    desk.claim("anna")
    return desk


def status(desk: FrontDesk) -> tuple[str, str, str]:
    slot = as_it_is(desk.slot(), desk.store.load(Get(Appointment, ("slot",))))
    return slot.status, slot.why, slot.booked_by


def test_a_booking_that_stands_is_booked_also_if_it_moves_a_little() -> None:
    desk = claimed()
    assert status(desk) == ("booked", "", "anna")
    desk.move("slot", "2026-06-20 18:15")
    assert status(desk) == ("booked", "", "anna")


def test_a_booking_that_was_cancelled_or_moved_is_given_up_until_it_is_restored() -> None:
    desk = claimed()
    desk.move("slot")
    assert status(desk) == ("handed_back", "given_up", "")
    desk = claimed()
    desk.cancel("slot")
    assert status(desk) == ("handed_back", "given_up", "")
    desk.restore("slot")
    assert status(desk) == ("booked", "", "anna")


def test_a_slot_whose_customer_did_not_come_is_not_filled_until_that_is_undone() -> None:
    desk = claimed()
    desk.until("2026-06-20 18:10")
    desk.no_show("slot")
    assert status(desk) == ("handed_back", "no_show", "")
    desk.restore("slot")
    assert status(desk) == ("booked", "", "anna")


def test_a_slot_ends_when_its_booking_was_given_up() -> None:
    desk = claimed()
    desk.until("2026-06-20 17:30")
    desk.cancel("slot")
    booking = desk.appointment("slot")
    assert as_it_is(desk.slot(), booking).ended_at == booking.ended_at == desk.now


def test_a_slot_without_an_appointment_is_as_it_says() -> None:
    desk = claimed()
    assert as_it_is(desk.slot(), None) == desk.slot()
    desk.cancel("slot")
    assert as_it_is(desk.slot("slotc1"), desk.appointment("slot")).status == "open"
