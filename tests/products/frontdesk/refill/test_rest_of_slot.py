"""A part of an open slot's time is booked: what is left goes on, for any service that fits."""

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


def staff_notes(desk: FrontDesk) -> list[str]:
    """Return the kinds of the notes to staff, the oldest first."""
    return [note.kind for note in desk.messages() if note.channel == "staff"]


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
    assert rest(desk) == [("Trim", "15:00", 30), ("Trim", "16:00", 30)]
    assert desk.asked("slotr0") == "ben"
    assert desk.slot("slotr60").is_waiting


def test_a_part_that_is_too_short_for_any_service_is_left_alone() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    trim(desk, "15:15")
    assert rest(desk) == [("Trim", "15:45", 30)]


def test_the_time_between_appointments_stays_free() -> None:
    desk = opened(BUFFER)
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    assert rest(desk) == [("Trim", "15:45", 30)]
    desk = opened(BUFFER)
    desk.join("anna", service="Trim")
    trim(desk, "15:30")
    assert rest(desk) == []


def test_so_does_the_time_in_which_a_colleague_can_do_what_was_booked() -> None:
    desk = opened(("Order", "Staff hours\n- Sam: Tue 09:00-15:30\nOrder"))
    desk.join("anna", service="Trim")
    desk.join("ben", service="Trim")
    desk.book("kim", at("15:00"), service="Cut", staff="")
    assert rest(desk) == [("Trim", "15:00", 30), ("Trim", "15:45", 30)]


def test_whoever_holds_an_offer_of_it_is_told_and_may_be_asked_about_the_rest() -> None:
    desk = FrontDesk(TRIM)
    desk.join("anna", service="Colour")
    desk.join("anna2", name="Anna", phone=desk.entry("anna").phone, service="Cut")
    desk.free(starts_at=TUESDAY)
    assert desk.asked() == "anna"
    trim(desk, "15:00")
    assert desk.asked("slotr30") == "anna2"


def test_a_rest_that_nobody_waits_for_stays_open_for_those_who_join() -> None:
    desk = opened()
    desk.join("anna", service="Cut", weekdays=("sat",))
    trim(desk, "15:00")
    assert rest(desk) == [("Cut", "15:30", 60)]
    assert (desk.held(), desk.waiting()) == ([], ["slotr30"])
    desk.join("cleo", service="Trim")
    assert rest(desk) == [("Trim", "15:30", 30)]
    assert desk.asked("slotr30") == "cleo"


def test_staff_hear_nothing_of_a_rest_that_nobody_was_asked_about() -> None:
    desk = opened()
    before = len(staff_notes(desk))
    trim(desk, "15:00")
    desk.until(at("15:30"))
    back = desk.slot("slotr30")
    assert (back.status, back.why) == ("handed_back", "too_late")
    assert len(staff_notes(desk)) == before


def test_staff_hear_once_that_all_were_asked_about_a_rest() -> None:
    desk = opened()
    trim(desk, "15:00")
    desk.join("anna", service="Trim")
    before = len(staff_notes(desk))
    desk.decline("anna")
    assert desk.slot("slotr30").why == "line_spent"
    assert staff_notes(desk)[before:] == ["nobody_fits"]


def test_it_is_free_for_bookings_while_nobody_holds_an_offer() -> None:
    desk = opened()
    trim(desk, "15:00")
    trim(desk, "15:30", "lea")
    assert desk.slot("slotr30").why == "booked_over"
    assert rest(desk)[1:] == [("Trim", "16:00", 30)]


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


def test_whoever_comes_next_may_wait_for_another_service() -> None:
    desk = opened()
    desk.join("anna", service="Cut")
    desk.join("ben", service="Trim")
    desk.join("cleo", service="Cut")
    trim(desk, "15:00")
    asked = [desk.asked("slotr30")]
    desk.decline("anna")
    asked.append(desk.asked("slotr30"))
    assert rest(desk) == [("Trim", "15:30", 30)]
    assert desk.held() == ["slotr30"]
    desk.after(minutes=11)
    asked.append(desk.asked("slotr30"))
    assert rest(desk) == [("Cut", "15:30", 45)]
    assert asked == ["anna", "ben", "cleo"]
    desk.claim("cleo")
    assert desk.appointment("slotr30").minutes == 45


def test_what_a_claim_leaves_of_it_goes_on() -> None:
    desk = FrontDesk(TRIM, ("- Cut: 45", "- Fringe: 15 minutes\n- Cut: 45"))
    desk.free(starts_at=TUESDAY, service="Table")
    desk.join("anna", service="Cut")
    desk.join("ben", service="Fringe")
    desk.join("cleo", service="Fringe", from_time="16:15")
    trim(desk, "15:00")
    assert desk.asked("slotr30") == "anna"
    desk.claim("anna")
    left = desk.slot("slotr30r45")
    assert (left.service, left.minutes, left.rest_minutes) == ("Fringe", 15, 45)
    assert desk.asked("slotr30r45") == "ben"
    desk.claim("ben")
    assert desk.asked("slotr30r45r15") == "cleo"
    desk.claim("cleo")
    assert desk.slot("slotr30r45r15r15").is_waiting


def test_the_time_between_appointments_follows_a_claim_as_well() -> None:
    desk = opened(BUFFER)
    desk.free("other", starts_at=at("17:00"), service="Table")
    desk.join("anna", service="Trim")
    trim(desk, "17:00", "lea")
    desk.claim("anna")
    assert desk.slot("otherr45").minutes == 30
    assert desk.slot("otherr45").rest_minutes == 75
    assert desk.slot("otherr45r45").minutes == 30


def test_a_claim_that_takes_all_of_it_leaves_nothing() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    trim(desk, "15:30")
    desk.claim("anna")
    assert [one.id for one in desk.slots()] == ["slot", "slotr0", "slotr60"]


def test_nobody_is_asked_twice_about_one_time() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    desk.join("ben", service="Trim")
    trim(desk, "15:00")
    desk.decline("anna")
    trim(desk, "16:00", "lea")
    desk.decline("ben")
    assert desk.slot("slotr30").why == "booked_over"
    left = desk.slot("slotr30r0")
    assert (left.tried, left.asked, left.minutes) == (("anna", "ben"), (), 30)
    desk.join("cleo", service="Trim")
    assert desk.asked("slotr30r0") == "cleo"


def test_but_of_another_time_they_are() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    desk.decline("anna")
    trim(desk, "15:30", "lea")
    assert desk.asked("slotr30r30") == "anna"


def test_only_the_time_of_the_offer_is_held() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    assert [(one.id, one.service, one.minutes) for one in desk.taken() if one.by == "slot"] == [
        ("slotr30", "Trim", 30)
    ]
    trim(desk, "16:00", "lea")
    assert desk.asked("slotr30") == "anna"
    desk.claim("anna")
    assert {one.id for one in desk.slots()} == {"slot", "slotr30"}
    assert sorted(desk.standing()) == ["kim", "lea", "slotr30"]


def test_someone_who_joins_for_a_service_that_nobody_ever_waited_for_is_asked() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    desk.decline("anna")
    desk.join("ben", service="Cut")
    assert desk.asked("slotr30") == "ben"


def test_it_waits_for_someone_who_holds_another_offer() -> None:
    desk = opened()
    desk.join("anna", service="Trim")
    desk.free("other", starts_at="2026-06-24 15:00", service="Trim", staff="Sam")
    trim(desk, "15:00")
    assert desk.slot("slotr30").why == "held_another_offer"
    desk.decline("anna")
    assert desk.asked("slotr30") == "anna"


def test_a_long_queue_is_read_page_by_page_for_each_service() -> None:
    desk = opened()
    for number in range(7):
        desk.join(f"cut{number}", service="Cut", phone="", email="")
        desk.join(f"trim{number}", service="Trim", phone="", email="")
    desk.join("anna", service="Trim")
    trim(desk, "15:00")
    assert desk.asked("slotr30") == "anna"


def test_a_rest_may_be_booked_in_part_as_well() -> None:
    desk = FrontDesk(TRIM)
    desk.free(starts_at=TUESDAY, service="Table")
    desk.join("anna", service="Cut")
    desk.join("ben", service="Colour")
    trim(desk, "15:00")
    assert rest(desk) == [("Cut", "15:30", 45)]
    trim(desk, "15:30", "lea")
    assert desk.slot("slotr30").why == "booked_over"
    assert rest(desk)[1:] == [("Cut", "16:00", 45)]


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
