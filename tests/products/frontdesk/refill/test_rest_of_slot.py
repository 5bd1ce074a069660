"""A part of an open slot's time is booked: what is left is offered to those whom it suits."""

from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from tests.engine.front_desk import TUESDAY, FrontDesk

TRIM = ("- Cut: 45 minutes", "- Trim: 30 minutes\n- Cut: 45 minutes")
BUFFER = ("Claim window", "Time between appointments: 15 minutes\nClaim window")


def at(clock: str) -> str:
    return f"2026-06-23 {clock}"


def opened(*changes: tuple[str, str], now: str = "2026-06-20 12:00") -> FrontDesk:
    """Free ninety minutes of Tuesday, which nobody waits for."""
    desk = FrontDesk(TRIM, *changes, now=now)
    desk.free(starts_at=TUESDAY)
    return desk


def rest(desk: FrontDesk) -> list[tuple[str, str, int]]:
    """Return service, start and length of each slot but the first."""
    slots = sorted(desk.slots(), key=lambda one: one.starts_at)
    found = [one for one in slots if one.id != "slot"]
    return [
        (one.service, f"{wall_time(one.starts_at, desk.zone):%H:%M}", one.minutes) for one in found
    ]


def trim(desk: FrontDesk, clock: str, name: str = "kim", /, staff: str = "Jess") -> None:
    desk.book(name, at(clock), service="Trim", staff=staff)


def test_the_time_after_a_booking_is_offered_to_whom_it_suits() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    trim(desk, "15:00")
    assert desk.slot().why == "booked_over"
    assert rest(desk) == [("Cut", "15:30", 45)]
    assert desk.asked("slotr30") == "anna"


def test_so_is_the_time_before_it() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    trim(desk, "15:45")
    assert rest(desk) == [("Cut", "15:00", 45)]
    assert desk.asked("slotr0") == "anna"


def test_and_what_is_left_on_both_sides() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    desk.join("ben", service="Trim")
    trim(desk, "15:30")
    assert rest(desk) == [("Trim", "15:00", 30), ("Trim", "16:00", 30)]
    assert {desk.asked("slotr0"), desk.asked("slotr60")} == {"anna", "ben"}


def test_whoever_is_first_in_fair_order_says_for_which_service() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    desk.join("ben", service="Cut")
    desk.join("cleo", service="Trim", priority=1)
    trim(desk, "15:00")
    assert rest(desk) == [("Trim", "15:30", 30)]
    assert desk.asked("slotr30") == "cleo"


def test_a_service_that_is_too_long_is_not_considered() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    desk.join("ben", service="Trim")
    trim(desk, "15:15")
    assert rest(desk) == [("Cut", "15:45", 45)]
    desk = opened()
    desk.join("anna", service="Cut")
    desk.join("ben", service="Trim")
    trim(desk, "15:30")
    assert rest(desk) == [("Trim", "15:00", 30)]
    assert desk.asked("slotr0") == "ben"


def test_the_time_between_appointments_stays_free() -> None:
    desk = opened(BUFFER)
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    assert rest(desk) == [("Trim", "15:45", 30)]
    desk = opened(BUFFER)
    desk.join("anna", service="Trim")
    trim(desk, "15:30")
    assert rest(desk) == []


def test_whoever_holds_an_offer_of_it_is_told_and_may_be_asked_about_the_rest() -> None:
    desk = FrontDesk(TRIM)
    desk.join("anna", service="Colour")
    desk.join("anna2", name="Anna", phone=desk.entry("anna").phone, service="Cut")
    desk.free(starts_at=TUESDAY)
    assert desk.asked() == "anna"
    trim(desk, "15:00")
    assert desk.asked("slotr30") == "anna2"


def test_a_rest_that_nobody_waits_for_is_simply_free() -> None:
    desk = opened()
    desk.join("anna", service="Cut", weekdays=("sat",))
    desk.join("ben", service="Table")
    trim(desk, "15:00")
    assert rest(desk) == []
    assert (desk.held(), desk.waiting()) == ([], [])
    desk.join("cleo", service="Cut")
    assert desk.handed("offer") == []


def test_nothing_is_left_of_a_time_that_is_booked_as_a_whole() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    desk.book("kim", TUESDAY)
    assert desk.slot().why == "booked_over"
    assert rest(desk) == []


def test_what_is_left_before_a_booking_has_begun_after_a_no_show() -> None:
    desk = FrontDesk(TRIM, now=at("15:00"))
    desk.book("kim", TUESDAY, service="Table")
    desk.after(minutes=10)
    desk.no_show("kim")
    assert desk.slot("kimc1").status == "open"
    desk.join("anna", service="Trim")
    desk.join("ben", service="Trim")
    trim(desk, "16:00", "lea")
    assert desk.slot("kimc1").why == "booked_over"
    left = [one.id for one in desk.slots() if one.id != "kimc1"]
    assert left == ["kimc1r80"]
    assert desk.asked("kimc1r80") == "anna"


def test_without_a_name_it_is_left_while_anyone_is_free() -> None:
    desk = FrontDesk(TRIM)
    desk.free(starts_at=TUESDAY, staff="")
    desk.join("anna", service="Cut")
    trim(desk, "15:00")
    assert desk.slot().is_waiting
    trim(desk, "14:45", "lea", staff="Sam")
    assert desk.slot().why == "booked_over"
    assert rest(desk) == [("Cut", "15:15", 45)]


def test_a_claimed_rest_is_an_appointment_of_its_service() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    trim(desk, "15:00")
    desk.claim("anna")
    booked = desk.appointment("slotr30")
    assert (booked.name, booked.service, booked.minutes) == ("Anna", "Cut", 45)
    assert booked.staff == "Jess"


def test_a_rest_may_be_booked_in_part_as_well() -> None:
    desk = FrontDesk(TRIM)
    desk.free(starts_at=TUESDAY, service="Table")
    desk.join("anna", service="Cut")
    desk.join("ben", service="Colour")
    trim(desk, "15:00")
    assert rest(desk) == [("Cut", "15:30", 45)]


def test_it_is_freed_once_however_often_the_slot_is_followed() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    trim(desk, "15:00")
    before = (desk.slots(), desk.taken())
    assert desk.decide(SyncSlot(slot_id="slot")).set_alarms == ()
    desk.give(SyncSlot(slot_id="slot"))
    desk.settle()
    assert (desk.slots(), desk.taken()) == before


def test_a_slot_that_staff_withdraw_leaves_no_rest() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    desk.withdraw()
    assert rest(desk) == []


def test_a_slot_whose_booking_has_ended_meanwhile_leaves_no_rest() -> None:
    desk = FrontDesk(TRIM)
    desk.join("anna")
    desk.free(starts_at=TUESDAY)
    desk.give(WithdrawSlot(slot_id="slot", why="booked_over"))
    assert rest(desk) == []
