"""A claim holds: no report takes a slot from the customer who claimed it, but those who decide."""

from typing import Any

import msgspec
import pytest

from fullhouse.inbound.extraction.review import approve, discard
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.wording import compose
from fullhouse.products.frontdesk.refill.claim_answers import FreeClaimedSlot
from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.engine.front_desk import NO_REFILL, SUNDAYS_TOO, TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF, phone
from tests.support.rsvp_world import there


def claimed(*changes: tuple[str, str], **report: Any) -> FrontDesk:
    """A desk where Anna has claimed a slot that was reported, and Ben waits."""
    desk = FrontDesk(*changes)
    desk.join("anna", "ben")
    desk.free(starts_at=TONIGHT, **{"ref": "event-1", "source": "webhook", **report})
    assert desk.claim("anna").code == "booked"
    return desk


def question(desk: FrontDesk, slot_id: str = "slot") -> Proposal | None:
    found = desk.store.load(Get(Proposal, (f"claim-{slot_id}",)))
    return found if found is not None and found.state == "open" else None


def decide(desk: FrontDesk, yes: bool) -> Any:
    asked = question(desk)
    assert asked is not None
    wanted = approve(asked, desk.rulebook, desk.now) if yes else discard(asked)
    return desk.give(wanted, STAFF)


def told(desk: FrontDesk, kind: str) -> list[str]:
    return [one.to for one in desk.carrier.handed if one.kind == kind]


OTHER_REPORTS: list[dict[str, str]] = [
    {"ref": "booking-1", "source": "calendar"},
    {"ref": "booking-1", "source": "webhook"},
    {"source": "api"},
]


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
@pytest.mark.parametrize("second", OTHER_REPORTS, ids=str)
def test_one_cancellation_reported_twice_leaves_the_claimer_their_booking(
    changes: tuple[tuple[str, str], ...], second: dict[str, str]
) -> None:
    desk = claimed(*changes)
    assert desk.free("again", TONIGHT, **second).code == "asked"
    assert desk.fate() == ("booked", "anna")
    assert (told(desk, "cancelled"), desk.handed("offer")) == ([], [("anna", "text")])
    assert question(desk) is not None


def test_both_refs_that_came_before_the_claim_are_the_same_cancellation() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free(starts_at=TONIGHT, ref="event-1", source="webhook")
    desk.free("same", TONIGHT, ref="booking-1", source="calendar")
    desk.claim("anna")
    assert desk.free("late", TONIGHT, ref="booking-1", source="calendar").code == "already_booked"
    assert question(desk) is None


def test_however_many_reports_come_there_is_one_question_and_one_note() -> None:
    desk = claimed()
    for number in range(4):
        desk.free(f"again-{number}", TONIGHT, ref=f"booking-{number}", source="calendar")
    assert len([one for one in desk.carrier.handed if one.kind == "claim_question"]) == 1


def test_the_slots_own_ref_is_a_repeat_for_a_day_and_a_question_after_it() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free(starts_at="2026-06-23 18:00", ref="event-1")
    desk.claim("anna")
    desk.after(hours=24)
    assert desk.free("a", "2026-06-23 18:00", ref="event-1").code == "already_booked"
    desk.after(minutes=1)
    assert desk.free("b", "2026-06-23 18:00", ref="event-1").code == "asked"


def test_staff_keep_a_booking_and_are_not_asked_about_the_same_report_again() -> None:
    desk = claimed()
    desk.free("again", TONIGHT, ref="booking-1")
    assert decide(desk, yes=False).code == "discarded"
    assert (question(desk), desk.standing()) == (None, {"slot": "Anna"})
    assert desk.free("again2", TONIGHT, ref="booking-1").code == "asked"
    assert question(desk) is None
    assert desk.free("again3", TONIGHT, ref="booking-2").code == "asked"
    assert question(desk) is not None


def test_a_report_without_a_ref_is_asked_about_each_time() -> None:
    desk = claimed()
    desk.free("again", TONIGHT)
    decide(desk, yes=False)
    assert desk.free("again2", TONIGHT).code == "asked"
    assert question(desk) is not None


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
def test_staff_say_that_it_is_cancelled(changes: tuple[tuple[str, str], ...]) -> None:
    desk = claimed(*changes)
    desk.free("again", TONIGHT, ref="booking-1")
    answer = decide(desk, yes=True)
    assert (answer.code, question(desk)) == ("freed", None)
    assert desk.asked(answer.slot.id) == "ben"
    assert told(desk, "cancelled") == [phone("anna")]
    assert desk.claim("ben").code == "booked"
    assert desk.standing() == ({} if changes else {answer.slot.id: "Ben"})


def test_a_question_about_a_booking_that_its_customer_gave_up_is_closed_without_effect() -> None:
    desk = claimed()
    desk.free("again", TONIGHT, ref="booking-1")
    asked = question(desk)
    assert asked is not None
    cancel = commands.CancelAppointment(appointment_id="slot", chain=1, reply="cancel-1-1")
    desk.give(cancel, "anna")
    offered = desk.handed("offer")
    answer = desk.give(approve(asked, desk.rulebook, desk.now), STAFF)
    assert (answer.code, desk.handed("offer")) == ("proposal_discarded", offered)


def test_a_question_stays_open_while_the_claim_becomes_an_appointment() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.free(starts_at=TONIGHT, ref="event-1")
    desk.settle()
    desk.claim("anna")
    assert desk.free("again", TONIGHT, ref="booking-1").code == "asked"
    assert desk.free("named", TONIGHT, ref="slot").code == "asked"
    assert decide(desk, yes=True).code == "being_booked"
    assert question(desk) is not None
    desk.settle()
    assert decide(desk, yes=True).code == "freed"
    assert desk.standing() == {}


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
def test_a_report_that_names_the_new_booking_ends_it_and_everyone_is_told(
    changes: tuple[tuple[str, str], ...],
) -> None:
    desk = claimed(*changes)
    assert desk.free("again", TONIGHT, ref="slot", source="api").code == "freed"
    assert desk.asked("again") == "ben"
    assert told(desk, "cancelled") == [phone("anna")]
    if not changes:
        assert desk.appointment("slot").status == "cancelled"
        assert told(desk, "gap_alert") == ["staff"]


def test_a_time_that_the_claimer_left_for_another_may_be_freed_by_any_report() -> None:
    desk = claimed()
    desk.move("slot")
    later = desk.slots()[-1].id
    desk.withdraw(later)
    assert desk.free("again", TONIGHT, ref="booking-1").code == "freed"
    assert desk.appointment("slot").stands


@pytest.mark.parametrize("party", [1, 4])
def test_two_equal_tables_at_one_time_are_two_slots(party: int) -> None:
    desk = FrontDesk()
    desk.join("anna", "ben", service="Table", party=party)
    table = {"service": "Table", "staff": "", "party_capacity": party}
    desk.free("one", TONIGHT, ref="T1", source="webhook", **table)
    assert desk.free("same", TONIGHT, ref="C1", source="calendar", **table).code == "already_open"
    desk.claim("anna")
    assert desk.free("two", TONIGHT, ref="T2", source="webhook", **table).code == "freed"
    assert desk.free("same2", TONIGHT, ref="C2", source="calendar", **table).code == "already_open"
    assert desk.claim("ben").code == "booked"
    assert desk.fate("one") == ("booked", "anna")


def test_staff_free_a_second_table_at_the_desk() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben", service="Table", party=4)
    table = {"service": "Table", "staff": "", "party_capacity": 4, "source": "desk"}
    desk.free("one", TONIGHT, **table)
    assert desk.free("two", TONIGHT, **table).code == "already_open"
    assert desk.free("two", TONIGHT, another=True, **table).code == "freed"
    assert (desk.asked("one"), desk.asked("two")) == ("anna", "ben")


def test_an_appointment_that_another_tool_cancels_is_cancelled_with_a_message() -> None:
    desk = FrontDesk()
    desk.book(ref="B1")
    desk.free(starts_at=TONIGHT, ref="B1", source="webhook")
    assert desk.appointment("kim").status == "cancelled"
    assert (told(desk, "cancelled"), told(desk, "gap_alert")) == ([phone("kim")], ["staff"])
    (note,) = (one for one in desk.carrier.handed if one.kind == "gap_alert")
    words = " ".join(compose(note, lambda purpose: f"https://x/{purpose}").paragraphs)
    assert "Your booking tool reported the cancellation." in words
    assert "link" not in words


def test_the_same_report_sent_once_more_is_no_question() -> None:
    desk = claimed(ref="")
    assert desk.free("slot", TONIGHT).code == "already_booked"
    assert question(desk) is None


def test_a_calendar_that_cancels_under_the_same_name_days_later_is_asked_about() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free("fixed", "2026-06-24 18:00", ref="uid-1", source="calendar")
    desk.claim("anna")
    desk.after(hours=25)
    assert desk.free("fixed", "2026-06-24 18:00", ref="uid-1", source="calendar").code == "asked"
    assert question(desk, "fixed") is not None


def test_a_table_that_is_claimed_is_asked_about() -> None:
    desk = FrontDesk()
    desk.join("anna", service="Table", party=4)
    table: dict[str, Any] = {"service": "Table", "staff": "", "party_capacity": 4}
    desk.free(starts_at=TONIGHT, ref="T1", source="webhook", **table)
    desk.claim("anna")
    assert desk.free("late", TONIGHT, ref="C1", source="calendar", **table).code == "asked"
    assert desk.free("two", TONIGHT, ref="T2", source="webhook", **table).code == "freed"
    assert desk.free("late2", TONIGHT, ref="T1", source="webhook", **table).code == "already_booked"


def test_a_question_is_answered_once() -> None:
    desk = claimed()
    desk.free("again", TONIGHT, ref="booking-1")
    asked = question(desk)
    assert asked is not None
    decide(desk, yes=False)
    assert desk.give(approve(asked, desk.rulebook, desk.now), STAFF).code == "proposal_discarded"
    assert desk.fate() == ("booked", "anna")


@pytest.mark.parametrize(
    ("starts_at", "at_once"), [("2026-06-21 14:00", False), ("2026-06-21 07:30", True)]
)
def test_a_lost_booking_is_told_in_the_morning_if_that_is_before_its_time(
    starts_at: str, at_once: bool
) -> None:
    desk = FrontDesk(NO_REFILL, SUNDAYS_TOO)
    desk.join("anna")
    desk.free(starts_at=starts_at, ref="event-1")
    desk.claim("anna")
    desk.jump("2026-06-20 23:00")
    desk.free("again", starts_at, ref="slot")
    assert bool(told(desk, "cancelled")) is at_once
    desk.after(hours=9)
    assert told(desk, "cancelled") == [phone("anna")]


@pytest.mark.parametrize("ref", ["slot", ""], ids=["by a report", "by staff"])
def test_a_claim_from_before_refill_ended_is_ended_with_its_appointment(ref: str) -> None:
    desk = claimed()
    desk.book("kim", staff="Sam")
    desk.write(RULES_TEXT, NO_REFILL)
    again = {} if ref else {"again": "slot", "source": "desk"}
    assert desk.free("later", TONIGHT, ref=ref, **again).code == "freed"
    assert (desk.standing(), desk.held()) == ({"kim": "Kim"}, [])
    assert told(desk, "cancelled") == [phone("anna")]


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
@pytest.mark.parametrize("ref", ["", "event-1", "booking-1"])
@pytest.mark.parametrize("begun", [False, True])
def test_a_report_of_a_no_show_takes_no_slot_from_whoever_claimed_it(
    changes: tuple[tuple[str, str], ...], ref: str, begun: bool
) -> None:
    desk = claimed(*changes)
    if begun:
        desk.jump("2026-06-20 18:05")
    repeated = ref == "event-1" and not begun
    code = desk.free("again", TONIGHT, ref=ref, reason="no_show", source="api").code
    assert code == ("already_booked" if repeated else "asked")
    assert desk.fate() == ("booked", "anna")
    assert (question(desk) is None) == repeated


def test_staff_say_that_the_customer_who_claimed_it_did_not_come() -> None:
    desk = claimed()
    desk.jump("2026-06-20 18:05")
    desk.free("again", TONIGHT, ref="booking-1", reason="no_show", source="api")
    answer = decide(desk, yes=True)
    assert (answer.code, desk.appointment("slot").status) == ("freed", "no_show")
    assert (desk.asked(answer.slot.id), told(desk, "cancelled")) == ("ben", [])


def test_a_no_show_that_names_the_new_booking_needs_no_question() -> None:
    desk = claimed()
    desk.jump("2026-06-20 18:05")
    assert desk.free("rest", TONIGHT, ref="slot", reason="no_show", source="api").code == "freed"
    assert (desk.appointment("slot").status, desk.asked("rest")) == ("no_show", "ben")


def test_who_is_said_not_to_come_before_the_time_is_cancelled_and_told() -> None:
    desk = FrontDesk()
    desk.book("kim")
    assert desk.free("told", TONIGHT, staff="Jess", reason="no_show", source="api").code == "freed"
    assert (desk.appointment("kim").status, desk.slot("told").reason) == ("cancelled", "cancelled")
    assert told(desk, "cancelled") == [phone("kim")]


@pytest.mark.parametrize("way", ["cancel", "move", "again", "no_show", "someone else"])
def test_a_question_about_a_booking_that_is_over_is_closed(way: str) -> None:
    desk = claimed()
    desk.free("told", TONIGHT, ref="booking-1", source="calendar")
    assert question(desk) is not None
    if way == "cancel":
        desk.cancel("slot")
    elif way == "move":
        desk.move("slot")
    elif way == "again":
        desk.free("again", TONIGHT, again="slot", source="desk")
    elif way == "someone else":
        ben = commands.EditAppointment(appointment_id="slot", name="Ben", phone=phone("ben"))
        desk.give(ben, STAFF)
    else:
        desk.jump("2026-06-20 18:05")
        desk.no_show("slot")
    assert question(desk) is None


def test_a_question_about_a_claim_without_appointment_is_closed_with_it() -> None:
    desk = claimed(NO_REFILL)
    desk.free("told", TONIGHT, ref="booking-1", source="calendar")
    desk.free("again", TONIGHT, again="slot", source="desk")
    assert question(desk) is None


def test_a_question_about_a_booking_whose_staff_change_stays_open() -> None:
    desk = claimed()
    desk.free("told", TONIGHT, ref="booking-1", source="calendar")
    desk.give(commands.EditAppointment(appointment_id="slot", name="Anna B"), STAFF)
    assert question(desk) is not None


def test_staff_say_that_it_is_cancelled_after_service_and_staff_were_renamed() -> None:
    desk = claimed()
    desk.free("again", TONIGHT, ref="booking-1")
    renamed = (("- Colour", "- Balayage"), ("Staff: Jess", "Staff: Jessica"))
    desk.write(RULES_TEXT, *renamed)
    desk.give(RenameSlot(slot_id="slot", service="Balayage", staff="Jessica"), STAFF)
    edit = commands.EditAppointment(
        appointment_id="slot", service="Balayage", staff="Jessica", starts_at=there(TONIGHT)
    )
    desk.give(edit, STAFF)
    answer = decide(desk, yes=True)
    assert (answer.code, question(desk)) == ("freed", None)
    assert (answer.slot.service, answer.slot.staff) == ("Balayage", "Jessica")
    assert desk.appointment("slot").status == "cancelled"


def test_an_answer_about_a_slot_that_is_not_there_changes_nothing() -> None:
    desk = claimed()
    desk.free("again", TONIGHT, ref="booking-1")
    asked = question(desk)
    assert asked is not None
    command = approve(asked, desk.rulebook, desk.now)
    assert isinstance(command, FreeClaimedSlot)
    free = msgspec.structs.replace(command.free, again="none")
    desk.give(msgspec.structs.replace(command, free=free), STAFF)
    assert desk.standing() == {"slot": "Anna"}


JESS = {"ref": "cal-7", "source": "webhook", "staff": "Jess"}
NOBODY = {"ref": "c-1", "source": "webhook", "staff": ""}


@pytest.mark.parametrize(("first", "second"), [(NOBODY, JESS), (JESS, NOBODY)], ids=str)
@pytest.mark.parametrize("with_refs", [True, False])
def test_one_cancellation_with_and_without_the_name_of_staff_is_one_slot(
    first: dict[str, str], second: dict[str, str], with_refs: bool
) -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    if not with_refs:
        first, second = {**first, "ref": ""}, {**second, "ref": ""}
    desk.free("one", TONIGHT, **first)
    for name in ("again", "once more"):
        answer = desk.free(name, TONIGHT, **second)
        assert (answer.code, answer.slot and answer.slot.id) == ("already_open", "one")
    assert desk.handed("offer") == [("anna", "text")]


def test_a_claimed_slot_holds_also_if_the_report_names_no_staff() -> None:
    desk = claimed()
    assert desk.free("again", TONIGHT, **NOBODY).code == "asked"
    assert (desk.fate(), len(desk.slots())) == (("booked", "anna"), 1)
    assert question(desk) is not None


def test_as_many_slots_as_the_larger_number_of_reports_with_staff_or_without() -> None:
    desk = FrontDesk()
    desk.free("one", TONIGHT, **NOBODY)
    assert desk.free("a", TONIGHT, **JESS).code == "already_open"
    sam = desk.free("two", TONIGHT, **{**JESS, "staff": "Sam", "ref": "cal-8"})
    assert sam.code == "freed"
    second = desk.free("b", TONIGHT, **{**NOBODY, "ref": "c-2"})
    assert (second.code, second.slot and second.slot.id) == ("already_open", "two")
    assert desk.free("c", TONIGHT, **{**NOBODY, "ref": "c-3"}).code == "taken"
    assert desk.free("d", TONIGHT, **{**NOBODY, "ref": ""}).code == "already_open"


def test_other_services_and_what_staff_free_themselves_are_not_taken_for_it() -> None:
    desk = FrontDesk()
    desk.free("one", TONIGHT, **JESS)
    assert desk.free("two", TONIGHT, staff="", source="desk").code == "freed"
    desk = FrontDesk()
    desk.free("one", TONIGHT, **JESS)
    assert desk.free("cut", TONIGHT, service="Cut", **NOBODY).code == "freed"
    desk = FrontDesk()
    desk.free("one", TONIGHT, **JESS)
    desk.withdraw("one")
    assert desk.free("two", TONIGHT, **NOBODY).code == "freed"


def test_a_report_that_names_an_appointment_ends_it_beside_an_open_slot() -> None:
    desk = FrontDesk()
    desk.free("one", TONIGHT, **JESS)
    desk.book(ref="B1", staff="")
    assert desk.free("two", TONIGHT, staff="", ref="B1", source="webhook").code == "freed"
    assert desk.appointment("kim").status == "cancelled"
