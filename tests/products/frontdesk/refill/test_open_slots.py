"""Open slots: until the cut-off they wait for whoever fits, and their time is free meanwhile."""

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import preview
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Refused
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, BookPublicly
from fullhouse.products.frontdesk.appointments.model import BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot, Housekeep
from fullhouse.products.frontdesk.waitlist.model import SlotOffer
from tests.engine.front_desk import NO_REFILL, ONE_CHAIR, TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.support.rsvp_world import there


def kinds(desk: FrontDesk) -> list[str]:
    """Return the kinds of the notes to staff about slots."""
    notes = (one.kind for one in desk.messages())
    return [kind for kind in notes if kind in ("nobody_fits", "handed_back")]


ONE_CHAIR_OPEN = ("Staff: Jess, Sam\n", "Opening hours: Mon-Sat 09:00-20:00\n")


def pick_tonight(desk: FrontDesk, name: str = "lee") -> str:
    """Book a free time, as customers do on the booking page."""
    command = BookAppointment(
        appointment_id=name,
        name=name.title(),
        phone=phone(name),
        service="Colour",
        starts_at=there(TONIGHT, desk.zone),
        free=True,
        source="api",
    )
    code: str = desk.give(command, name).code
    return code


def test_a_slot_that_nobody_fits_stays_open_and_whoever_joins_is_asked() -> None:
    desk = FrontDesk()
    desk.free()
    assert (desk.fate(), kinds(desk)) == (("open", "nobody_fits"), ["nobody_fits"])
    desk.join("anna")
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])
    desk.claim("anna")
    assert (desk.fate(), desk.standing()) == (("booked", "anna"), {"slot": "Anna"})


def test_someone_who_changes_what_they_wait_for_is_asked() -> None:
    desk = FrontDesk()
    desk.join("anna", service="Cut")
    desk.free()
    desk.edit("anna", service="Colour")
    assert desk.asked() == "anna"


def test_staff_are_told_once_that_nobody_fits() -> None:
    desk = FrontDesk()
    desk.free()
    desk.join("ben", service="Cut")
    desk.join("cem", staff="Sam")
    desk.give(Housekeep(again=False))
    desk.join("anna")
    desk.decline("anna")
    assert (desk.fate(), kinds(desk)) == (("open", "line_spent"), ["nobody_fits"])


def test_a_slot_that_nobody_ever_fits_ends_without_another_note() -> None:
    desk = FrontDesk()
    desk.free()
    desk.until("2026-06-20 17:50")
    assert (desk.fate(), kinds(desk)) == (("handed_back", "too_late"), ["nobody_fits"])


def test_a_slot_that_someone_was_asked_for_ends_with_a_note() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    desk.decline("anna")
    desk.until("2026-06-20 17:50")
    assert (desk.fate(), kinds(desk)) == (
        ("handed_back", "too_late"),
        ["nobody_fits", "handed_back"],
    )


def test_its_time_is_free_for_the_booking_page_and_a_booking_withdraws_it() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.free(starts_at=TONIGHT, staff="")
    assert (desk.held(), desk.waiting()) == ([], ["slot"])
    assert pick_tonight(desk) == "booked"
    assert (desk.fate(), desk.waiting()) == (("handed_back", "booked_over"), [])
    assert desk.standing() == {"lee": "Lee"}
    (note,) = desk.messages("handed_back")
    assert note.facts["slot"]["why"] == "booked_over"
    desk.join("anna")
    assert desk.story() == []


def test_a_live_offer_holds_its_time_against_the_booking_page() -> None:
    desk = FrontDesk(ONE_CHAIR)
    desk.join("anna")
    desk.free(starts_at=TONIGHT, staff="")
    assert pick_tonight(desk) == "taken"
    desk.decline("anna")
    assert pick_tonight(desk) == "booked"


def test_anyone_who_books_online_withdraws_it_unless_it_is_on_offer() -> None:
    desk = FrontDesk()
    desk.write(f"{RULES_TEXT}Online booking: yes\n", ONE_CHAIR_OPEN)
    desk.free(starts_at=TONIGHT, staff="")
    online = BookPublicly(
        appointment_id="lee",
        name="Lee",
        phone=phone("lee"),
        service="Colour",
        starts_at=there(TONIGHT, desk.zone),
    )
    assert desk.give(online, "lee").code == "booked"
    desk.settle()
    assert (desk.fate(), desk.waiting()) == (("handed_back", "booked_over"), [])
    assert kinds(desk) == ["nobody_fits"]
    notes = desk.store.load(MessagePage("appointments", kind="booked_online"))
    assert [one.channel for one in notes] == ["staff"]
    other = FrontDesk()
    other.write(f"{RULES_TEXT}Online booking: yes\n", ONE_CHAIR_OPEN)
    other.join("anna")
    other.free(starts_at=TONIGHT, staff="")
    assert other.give(online, "lee").code == "taken"


def test_a_customer_who_moves_into_its_time_withdraws_it() -> None:
    desk = FrontDesk()
    desk.free(starts_at=TONIGHT)
    desk.book("lee", TUESDAY)
    assert desk.pick("lee", TONIGHT, staff="Jess").code == "rescheduled"
    assert desk.fate() == ("handed_back", "booked_over")
    assert "handed_back" not in kinds(desk)


def test_staff_are_not_told_of_the_booking_that_they_made_themselves() -> None:
    desk = FrontDesk()
    desk.free(starts_at=TONIGHT)
    desk.book("lee")
    assert (desk.fate(), kinds(desk)) == (("handed_back", "booked_over"), ["nobody_fits"])


def test_a_booking_in_another_chair_leaves_it_open() -> None:
    desk = FrontDesk()
    desk.free(starts_at=TONIGHT)
    desk.book("lee", staff="Sam")
    assert (desk.fate(), desk.waiting()) == (("open", "nobody_fits"), ["slot"])


def test_a_time_that_was_booked_a_moment_ago_is_not_offered() -> None:
    desk = FrontDesk()
    desk.free(starts_at=TONIGHT)
    desk.settles = False
    desk.book("lee")
    desk.join("anna")
    desk.give(AdvanceSlot(slot_id="slot"))
    assert (desk.story(), desk.fate()) == ([], ("handed_back", "booked_over"))
    assert kinds(desk) == ["nobody_fits"]


def test_an_offer_and_a_booking_at_the_same_moment_are_decided_by_one_book() -> None:
    desk = FrontDesk()
    desk.free(starts_at=TONIGHT)
    desk.settles = False
    desk.join("anna")
    decision = preview(desk.store, RULES, AdvanceSlot(slot_id="slot"), desk.now)
    assert any(isinstance(change.after, SlotOffer) for change in decision.changes)
    desk.book("lee")
    (day,) = (change for change in decision.changes if change.kind is DaySchedule)
    stored = desk.store.shelf(DaySchedule)[day.key]
    assert not all(guard.holds(stored) for guard in day.guards)


def test_in_quiet_hours_its_time_is_free() -> None:
    desk = FrontDesk(now="2026-06-19 21:30")
    desk.join("anna")
    desk.free(starts_at=TONIGHT)
    assert (desk.fate(), desk.held(), desk.waiting()) == (("open", "quiet_hours"), [], ["slot"])
    desk.until("2026-06-20 08:00")
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])


def test_while_everyone_who_fits_holds_another_offer_its_time_is_free() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free("other", TUESDAY)
    desk.free(starts_at=TONIGHT)
    assert (desk.fate(), desk.held(), desk.waiting()) == (
        ("open", "held_another_offer"),
        ["other"],
        ["slot"],
    )


def test_while_an_offer_that_could_not_be_sent_waits_its_time_is_free() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.carrier.answers.append(Refused("busy", permanent=False))
    desk.free(starts_at=TONIGHT)
    assert (desk.held(), desk.waiting()) == ([], ["slot"])
    desk.after(minutes=1)
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])


def test_a_cancelled_time_that_nobody_wants_can_be_restored() -> None:
    desk = FrontDesk()
    desk.book()
    desk.cancel()
    assert desk.waiting() == ["kimc1"]
    assert desk.restore().code == "restored"
    assert (desk.fate("kimc1"), desk.waiting()) == (("handed_back", "withdrawn"), [])
    assert kinds(desk) == ["nobody_fits"]


def test_offering_again_continues_after_those_who_were_asked() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free(starts_at=TONIGHT)
    desk.decline("anna")
    desk.withdraw()
    desk.join("cem")
    desk.free("again", TONIGHT, again="slot", source="desk")
    assert desk.slot("again").tried[:2] == ("anna", "ben")
    assert desk.asked("again") == "cem"
    desk.decline("cem")
    assert desk.fate("again") == ("open", "line_spent")
    desk.join("dora")
    assert desk.asked("again") == "dora"


@pytest.mark.parametrize("ref", ["", "R2"])
def test_a_second_report_continues_after_those_who_were_asked(ref: str) -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free(starts_at=TONIGHT, ref="R1")
    desk.decline("anna")
    desk.withdraw()
    desk.free("again", TONIGHT, ref=ref)
    assert desk.fate("again") == ("open", "line_spent")


def test_offering_again_has_as_many_tries_as_the_first_time() -> None:
    desk = FrontDesk(("Tries per slot: 5", "Tries per slot: 1"))
    desk.join("anna", "ben", "cem")
    desk.free(starts_at=TONIGHT)
    desk.decline("anna")
    assert desk.fate() == ("handed_back", "tries_spent")
    desk.free("again", TONIGHT, again="slot", source="desk")
    assert desk.asked("again") == "ben"
    desk.decline("ben")
    assert desk.fate("again") == ("handed_back", "tries_spent")


def test_a_booked_time_that_is_cancelled_begins_anew() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free(starts_at=TONIGHT)
    desk.decline("anna")
    desk.claim("ben")
    desk.cancel("slot")
    assert desk.asked("slotc1") == "anna"


def test_another_one_like_it_begins_anew() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free(staff="", party_capacity=2)
    desk.decline("anna")
    desk.withdraw()
    desk.free("another", staff="", party_capacity=2, another=True)
    assert desk.asked("another") == "anna"


def test_without_refill_a_slot_waits_and_touches_no_schedule() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.free(starts_at=TONIGHT)
    desk.book("lee")
    assert (desk.fate(), desk.waiting()) == (("open", "nobody_fits"), [])
    desk.join("anna")
    assert desk.asked() == "anna"


def test_slots_held_by_an_earlier_version_are_let_go_when_they_are_looked_at() -> None:
    desk = FrontDesk(checks=False)
    desk.free(starts_at=TONIGHT)
    day = desk.store.shelf(DaySchedule)[("2026-06-20",)]
    hold = BusyTime("slot", there(TONIGHT), 90, "Jess", "slot")
    older = DaySchedule(id=day.id, taken=(hold,), rev=day.rev)
    desk.store.shelf(DaySchedule)[("2026-06-20",)] = older
    desk.give(SyncSlot(slot_id="slot"))
    assert (desk.held(), desk.waiting()) == ([], ["slot"])


def test_a_slot_that_the_schedule_does_not_know_is_written_down() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.free(starts_at=TONIGHT)
    desk.write(RULES_TEXT)
    assert desk.waiting() == ["slot"]


def test_a_look_at_a_slot_that_the_schedule_does_not_know_writes_it_down_first() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.free(starts_at=TONIGHT)
    desk.join("anna", service="Cut")
    desk.settles = False
    desk.write(RULES_TEXT)
    desk.edit("anna", service="Colour")
    desk.give(AdvanceSlot(slot_id="slot"))
    assert desk.story() == []
    desk.settle()
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])


def test_without_a_limit_everyone_may_be_asked_when_it_is_offered_again() -> None:
    desk = FrontDesk(("Tries per slot: 5", "Tries per slot: no limit"))
    desk.join("anna", "ben")
    desk.free(starts_at=TONIGHT)
    desk.decline("anna")
    desk.withdraw()
    desk.free("again", TONIGHT, again="slot", source="desk")
    assert desk.fate("again") == ("open", "line_spent")


def test_an_offer_comes_before_a_slot_that_waits_when_there_is_one_chair_less() -> None:
    desk = FrontDesk()
    desk.free("first", TONIGHT, staff="", service="Cut")
    desk.join("anna")
    desk.free("second", TONIGHT, staff="")
    assert (desk.waiting(), desk.held()) == (["first"], ["second"])
    desk.write(RULES_TEXT, ("Staff: Jess, Sam", "Staff: Jess"))
    assert desk.fate("first") == ("handed_back", "gave_way")
    assert desk.asked("second") == "anna"


def test_the_queue_forgets_a_slot_that_was_withdrawn_while_it_waited() -> None:
    desk = FrontDesk()
    desk.free()
    assert desk.line().idle == ("slot",)
    desk.withdraw()
    desk.join("anna")
    assert desk.line().idle == ()
