"""Nobody is offered a time that they have already, or one that overlaps it."""

from collections.abc import Callable

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import preview
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import DaySchedule
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from tests.engine.front_desk import NO_REFILL, ONE_CHAIR, SUNDAYS_TOO, TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, mail, phone
from tests.products.frontdesk.waitlist.test_slot_history import verdict


def why_passed_over(desk: FrontDesk, name: str) -> list[str]:
    return [line.note for line in desk.lines(name) if line.action == "passed_over"]


def test_a_time_that_someone_has_is_offered_to_the_next() -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.join("anna", "ben")
    desk.free()
    assert desk.asked() == "ben"
    assert why_passed_over(desk, "anna") == ["has_this_time"]


def test_a_time_that_overlaps_their_own_is_not_offered() -> None:
    desk = FrontDesk()
    desk.book("anna", "2026-06-20 17:00", service="Cut", minutes=90, staff="Sam")
    desk.join("anna")
    desk.free()
    assert desk.fate() == ("open", "nobody_fits")


def test_a_time_right_after_their_own_is_offered() -> None:
    desk = FrontDesk()
    desk.book("anna", "2026-06-20 16:30", staff="Sam")
    desk.join("anna")
    desk.free()
    assert desk.asked() == "anna"


def test_a_time_that_they_cancelled_does_not_count() -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.cancel("anna")
    desk.withdraw("annac1")
    desk.join("anna")
    desk.free()
    assert desk.asked() == "anna"


def test_a_time_over_midnight_counts_on_the_next_day() -> None:
    desk = FrontDesk(ONE_CHAIR, ("Quiet hours: 21:00 to 08:00", "Quiet hours: none"))
    desk.book("anna", "2026-06-20 23:30", staff="")
    desk.join("anna")
    desk.free("slot", "2026-06-21 00:30", staff="", party_capacity=2)
    assert desk.asked() == ""


def test_someone_else_at_the_same_number_is_asked() -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.join("ben", phone=phone("anna"))
    desk.free()
    assert desk.asked() == "ben"


def test_the_same_customer_is_known_by_one_of_their_addresses() -> None:
    desk = FrontDesk()
    desk.book("anna", name="ANNA ", phone="", email=mail("anna"), staff="Sam")
    desk.join("anna", email=mail("anna"))
    desk.free()
    assert desk.asked() == ""


def test_a_slot_does_not_wait_for_someone_who_has_its_time() -> None:
    desk = FrontDesk(SUNDAYS_TOO)
    desk.book("anna", staff="Sam")
    desk.join("anna")
    desk.join("anna2", name="Anna", phone=phone("anna"), service="Cut")
    desk.free("other", "2026-06-21 12:00", service="Cut")
    assert desk.asked("other") == "anna2"
    desk.free()
    assert desk.fate() == ("open", "nobody_fits")


def test_a_slot_waits_for_others_behind_those_who_have_its_time() -> None:
    desk = FrontDesk(SUNDAYS_TOO)
    desk.book("anna", staff="Sam")
    desk.join("anna", "ben")
    desk.free("first", "2026-06-21 10:00", staff="Sam")
    desk.free("second", "2026-06-21 15:00", staff="Sam")
    assert (desk.asked("first"), desk.asked("second")) == ("anna", "ben")
    desk.free()
    assert desk.slot().status == "open"
    desk.decline("ben")
    assert desk.asked() == "ben"


def test_a_slot_claimed_a_moment_ago_counts_as_their_time() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.join("anna2", name="Anna", phone=phone("anna"), service="Cut")
    desk.free("first", TONIGHT)
    desk.free("second", "2026-06-20 18:30", service="Cut", staff="Sam")
    desk.give(AdvanceSlot(slot_id="first"))
    desk.claim("anna")
    desk.give(AdvanceSlot(slot_id="second"))
    assert desk.asked("second") == ""
    assert why_passed_over(desk, "anna2") == ["has_this_time"]


def test_claimed_slots_count_where_the_two_lists_are_apart() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free("first", TONIGHT)
    desk.claim("anna")
    desk.join("anna2", name="Anna", phone=phone("anna"), service="Cut")
    desk.free("second", "2026-06-20 18:30", service="Cut", staff="Sam")
    desk.free("third", "2026-06-20 19:30", service="Cut", staff="Sam")
    assert (desk.asked("second"), desk.asked("third")) == ("", "anna2")


def test_a_claimed_time_that_was_cancelled_does_not_count_where_lists_come_apart() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free("first", TONIGHT)
    desk.claim("anna")
    desk.cancel("first")
    desk.write(RULES_TEXT, NO_REFILL)
    desk.join("anna2", name="Anna", phone=phone("anna"), service="Cut")
    desk.free("second", "2026-06-20 18:30", service="Cut", staff="Sam")
    assert desk.asked("second") == "anna2"


def test_an_offer_holds_only_if_nobody_booked_at_the_same_moment() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.free()
    decision = preview(desk.store, RULES, AdvanceSlot(slot_id="slot"), desk.now)
    desk.book("anna", staff="Sam")
    (guarded,) = (change for change in decision.changes if change.kind is DaySchedule)
    stored = desk.store.load(Get(DaySchedule, ("2026-06-20",)))
    assert stored is not None
    assert not all(guard.holds(stored) for guard in guarded.guards)
    assert {one.key for one in decision.absent} == {("2026-06-19",), ("2026-06-21",)}


@pytest.mark.parametrize(
    "gives_up",
    [
        lambda desk: desk.cancel("anna"),
        lambda desk: desk.move("anna", "2026-06-22 15:00"),
        lambda desk: desk.free("other", staff="Sam", ref="anna"),
    ],
    ids=["cancelled", "moved", "reported"],
)
def test_a_slot_that_waits_asks_whoever_no_longer_has_its_time(
    gives_up: Callable[[FrontDesk], object],
) -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.join("anna", staff="Jess")
    desk.free()
    assert desk.fate() == ("open", "nobody_fits")
    gives_up(desk)
    assert desk.asked() == "anna"


def test_so_does_one_on_the_day_after() -> None:
    desk = FrontDesk(ONE_CHAIR, ("Quiet hours: 21:00 to 08:00", "Quiet hours: none"))
    desk.book("anna", "2026-06-20 23:30", staff="", service="Cut", minutes=90)
    desk.join("anna")
    desk.free("slot", "2026-06-21 00:30", staff="", party_capacity=2)
    assert desk.fate() == ("open", "nobody_fits")
    desk.cancel("anna")
    assert desk.asked() == "anna"


def test_a_slot_beside_an_appointment_that_ends_is_not_looked_at() -> None:
    desk = FrontDesk()
    desk.book("anna", "2026-06-20 15:00", staff="Sam")
    desk.free()
    desk.settles = False
    desk.cancel("anna")
    assert [alarm.due_at for alarm in desk.alarms("look:slot")] == [desk.slot().closes_at]


def test_a_slot_waits_only_if_nobody_gave_up_their_time_at_the_same_moment() -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.join("anna")
    desk.free()
    decision = preview(desk.store, RULES, AdvanceSlot(slot_id="slot"), desk.now)
    assert not decision.steps
    (guarded,) = (change for change in decision.changes if change.kind is DaySchedule)
    desk.cancel("anna")
    stored = desk.store.load(Get(DaySchedule, ("2026-06-20",)))
    assert stored is not None
    assert not all(guard.holds(stored) for guard in guarded.guards)


def test_staff_can_see_why_someone_was_passed_over() -> None:
    desk = FrontDesk()
    desk.book("anna", staff="Sam")
    desk.join("anna", "ben")
    desk.free()
    assert verdict(desk, "anna").code == "has_this_time"
