"""A claimed slot replaces a later appointment of the same customer and service, in one commit."""

from typing import Any

from msgspec.structs import replace

from fullhouse.products.frontdesk.appointments import commands as appointments
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL, UNASKED, ClaimSlot, FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, WaitlistResult
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.engine.front_desk import NO_REFILL, OPEN, TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, mail, phone
from tests.products.saying import link
from tests.support.rsvp_world import there

FRIDAY = "2026-06-26 15:00"


def claim(desk: FrontDesk, name: str = "anna", replaces: str = "") -> WaitlistResult:
    slot_id, _, seq = desk.entry(name).offer.rpartition("-")
    command = ClaimSlot(slot_id=slot_id, seq=int(seq), entry_id=name, replaces=replaces)
    return desk.ask(command, name)


def notes(desk: FrontDesk) -> list[dict[str, Any]]:
    found = [one for one in desk.carrier.handed if one.kind == "gap_alert"]
    return [one.facts for one in found if one.facts["reason"] == "moved_earlier"]


def with_later(*later: str, **fields: Any) -> FrontDesk:
    """Anna has later appointments, waits for an earlier one, and holds the offer of tonight."""
    desk = FrontDesk()
    for number, starts_at in enumerate(later, 1):
        usual = {"name": "Anna", "phone": phone("anna")}
        desk.book(f"old{number}", starts_at, **{**usual, **fields})
    desk.join("anna")
    desk.free()
    assert desk.asked() == "anna"
    return desk


def test_whoever_claims_an_earlier_time_is_moved() -> None:
    desk = with_later(TUESDAY)
    desk.join("ben")
    answer = claim(desk)
    assert (answer.code, answer.instead_of) == ("booked", there(TUESDAY))
    assert desk.standing() == {"slot": "Anna"}
    old = desk.appointment("old1")
    assert (old.status, old.gave_up, old.frees, old.unwritten) == (
        "cancelled",
        True,
        "old1c1",
        True,
    )
    assert desk.asked("old1c1") == "ben"


def test_the_old_time_is_given_up_in_the_commit_that_books_the_new_one() -> None:
    desk = with_later(TUESDAY)
    desk.settles = False
    decision = desk.decide(ClaimSlot(slot_id="slot", seq=1, entry_id="anna"))
    changed = {type(change.after): change.after for change in decision.changes}
    assert (changed[Slot].status, changed[Appointment].status) == ("booked", "cancelled")
    assert sorted(desk.held()) == ["old1c1", "slot"]
    assert "free:old1c1" in [alarm.key for alarm in decision.set_alarms]


def test_whoever_is_moved_keeps_the_number_and_the_address_of_both() -> None:
    desk = with_later(TUESDAY, email=mail("anna"))
    claim(desk)
    moved = desk.appointment("slot")
    assert (moved.phone, moved.email) == (phone("anna"), mail("anna"))
    assert desk.slot().replaces == "old1"


def test_what_the_entry_says_counts_before_the_old_appointment() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY, name="Anna", phone=phone("anna"), email=mail("old"))
    desk.join("anna", email=mail("new"))
    desk.free()
    claim(desk, replaces=KEEP_ALL)
    assert (desk.appointment("slot").email, desk.slot().replaces) == (mail("new"), "")


def test_the_note_to_staff_names_both_times() -> None:
    desk = with_later(TUESDAY)
    claim(desk)
    (note,) = notes(desk)
    assert (note["appointment"]["starts_at"], note["before"]) == (there(TONIGHT), there(TUESDAY))
    assert (note["frees"], note["elsewhere"]) == ("old1c1", False)


def test_staff_are_told_of_a_time_that_was_given_up_before_and_is_not_offered_now() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY, name="Anna", phone=phone("anna"))
    cancel = appointments.CancelAppointment(appointment_id="old1", chain=1, reply="cancel-1-1")
    desk.give(cancel, "anna")
    desk.withdraw("old1c1")
    assert (desk.restore("old1").code, desk.appointment("old1").frees) == ("restored", "old1c1")
    desk.write(RULES_TEXT, OPEN, ("Mon-Sat 09:00", "Wed-Sat 09:00"))
    desk.join("anna")
    desk.free()
    claim(desk)
    (note,) = notes(desk)
    assert (desk.standing(), note["before"], note["frees"]) == (
        {"slot": "Anna"},
        there(TUESDAY),
        "",
    )


def test_staff_are_told_to_remove_a_booking_from_another_tool() -> None:
    for fields in ({"source": "calendar"}, {"ref": "B-7"}):
        desk = with_later(TUESDAY, **fields)
        claim(desk)
        (note,) = notes(desk)
        assert note["elsewhere"]


def test_the_confirmation_says_which_time_was_given_up() -> None:
    desk = with_later(TUESDAY)
    claim(desk)
    (told,) = (one for one in desk.carrier.handed if one.kind == "booked")
    assert (told.facts["instead_of"], told.facts["managed"]) == (there(TUESDAY), True)


def test_both_are_kept_if_the_customer_says_so() -> None:
    desk = with_later(TUESDAY)
    answer = claim(desk, replaces=KEEP_ALL)
    assert (answer.code, answer.instead_of) == ("booked", None)
    assert desk.standing() == {"old1": "Anna", "slot": "Anna"}
    assert notes(desk) == []


def test_several_later_appointments_are_all_kept_without_a_choice() -> None:
    desk = with_later(TUESDAY, FRIDAY)
    claim(desk)
    assert sorted(desk.standing()) == ["old1", "old2", "slot"]


def test_of_several_the_one_that_was_chosen_is_given_up() -> None:
    desk = with_later(TUESDAY, FRIDAY)
    claim(desk, replaces="old2")
    assert sorted(desk.standing()) == ["old1", "slot"]


def test_an_appointment_that_ended_meanwhile_cannot_be_chosen() -> None:
    desk = with_later(TUESDAY, FRIDAY)
    desk.cancel("old2")
    answer = claim(desk, replaces="old2")
    assert (answer.code, answer.instead_of) == ("booked", None)
    assert sorted(desk.standing()) == ["old1", "slot"]


def test_whoever_saw_no_later_appointment_is_asked_before_one_is_given_up() -> None:
    desk = with_later(TUESDAY)
    assert claim(desk, replaces=UNASKED).code == "changed_since"
    assert sorted(desk.standing()) == ["old1"]
    desk.cancel("old1")
    assert claim(desk, replaces=UNASKED).code == "booked"


def test_whoever_chose_one_that_staff_moved_meanwhile_is_asked_again() -> None:
    desk = with_later(TUESDAY)
    desk.move("old1", "2026-06-20 14:00", staff="Sam")
    assert claim(desk, replaces="old1").code == "changed_since"
    assert (sorted(desk.standing()), desk.asked()) == (["old1"], "anna")
    assert claim(desk, replaces=KEEP_ALL).code == "booked"


def test_nobody_claims_a_time_that_overlaps_what_staff_booked_for_them_meanwhile() -> None:
    for replaces in ("", KEEP_ALL):
        desk = with_later()
        desk.book("other", "2026-06-20 17:30", name="Anna", phone=phone("anna"), staff="Sam")
        assert claim(desk, replaces=replaces).code == "own_time"
        assert (sorted(desk.standing()), desk.asked()) == (["other"], "anna")


def test_an_appointment_that_overlaps_and_is_replaced_is_no_obstacle() -> None:
    desk = with_later()
    desk.book("other", "2026-06-20 18:30", name="Anna", phone=phone("anna"), staff="Sam")
    assert claim(desk).code == "booked"
    assert sorted(desk.standing()) == ["slot"]


def test_an_earlier_appointment_is_kept() -> None:
    desk = with_later("2026-06-20 14:00", staff="Sam")
    claim(desk)
    assert sorted(desk.standing()) == ["old1", "slot"]


def test_another_service_or_another_name_is_kept() -> None:
    for fields in ({"service": "Cut"}, {"name": "Ada"}, {"phone": phone("ada")}):
        desk = with_later(TUESDAY, **fields)
        claim(desk)
        assert sorted(desk.standing()) == ["old1", "slot"]


def test_nothing_is_moved_where_the_two_lists_are_apart() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.book("old1", TUESDAY, name="Anna", phone=phone("anna"))
    desk.join("anna")
    desk.free()
    claim(desk)
    assert desk.standing() == {"old1": "Anna"}
    (told,) = (one for one in desk.carrier.handed if one.kind == "booked")
    assert not told.facts["managed"]


def test_a_second_address_on_the_form_is_not_believed() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY, name="Anna", phone="", email=mail("anna"))
    desk.join("anna", phone=phone("eve"), email=mail("anna"))
    desk.free()
    assert [channel for _, channel in desk.handed("offer")] == ["text"]
    claim(desk)
    assert sorted(desk.standing()) == ["old1", "slot"]


def test_both_addresses_are_believed_that_staff_wrote_down() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY, name="Anna", phone="", email=mail("anna"))
    desk.join("anna", email=mail("anna"), source="desk")
    desk.free()
    claim(desk)
    assert desk.standing() == {"slot": "Anna"}


def test_who_was_offered_a_slot_by_mail_is_known_by_that_address() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY, name="Anna", phone="", email=mail("anna"))
    desk.join("anna", phone="", email=mail("anna"))
    desk.free()
    claim(desk)
    assert desk.standing() == {"slot": "Anna"}


def test_a_claim_after_the_deadline_moves_nothing() -> None:
    desk = with_later(TUESDAY)
    command = ClaimSlot(slot_id="slot", seq=1, entry_id="anna")
    desk.after(minutes=30)
    assert desk.ask(command).code != "booked"
    assert desk.standing() == {"old1": "Anna"}


def test_a_second_press_moves_nothing_more() -> None:
    desk = with_later(TUESDAY)
    claim(desk)
    desk.book("old2", FRIDAY, name="Anna", phone=phone("anna"))
    assert desk.ask(ClaimSlot(slot_id="slot", seq=1, entry_id="anna")).code == "already_booked"
    assert sorted(desk.standing()) == ["old2", "slot"]


def test_its_own_source_does_not_bring_a_replaced_booking_back() -> None:
    desk = with_later(TUESDAY, ref="B-7", source="api")
    claim(desk)
    again = desk.book("old1", TUESDAY, name="Anna", ref="B-7", source="api")
    assert (again.code, desk.standing()) == ("already", {"slot": "Anna"})


def test_staff_can_restore_the_old_time_while_it_is_offered() -> None:
    desk = with_later(TUESDAY)
    desk.join("ben")
    claim(desk)
    answer = desk.give(appointments.RestoreAppointment(appointment_id="old1"))
    assert (answer.code, sorted(desk.standing())) == ("restored", ["old1", "slot"])
    assert desk.fate("old1c1") == ("handed_back", "withdrawn")


def test_the_confirmation_says_which_later_times_stay() -> None:
    for later, words in (
        ([TUESDAY], "You also keep your later appointment (Tuesday 23 June, 15:00)."),
        ([TUESDAY, FRIDAY], "You also keep your 2 later appointments."),
    ):
        desk = with_later(*later)
        claim(desk, replaces=KEEP_ALL)
        (told,) = (one for one in desk.carrier.handed if one.kind == "booked")
        assert told.facts["kept"] == tuple(there(one) for one in later)
        assert words in compose(told, link).text
        mailed = compose(replace(told, channel="mail"), link)
        assert words in mailed.paragraphs


def test_staff_are_not_told_so_of_a_time_that_was_offered_already() -> None:
    desk = FrontDesk()
    desk.book("old1", TUESDAY)
    again = desk.decide(appointments.CancelAppointment(appointment_id="old1")).set_alarms
    (freed,) = (one.command for one in again if isinstance(one.command, FreeSlot))
    desk.cancel("old1")
    assert desk.slot("old1c1").status == "open"
    desk.write(RULES_TEXT, OPEN, ("- Colour: 90 minutes, 120 EUR\n", ""))
    told = desk.decide(freed)
    assert (told.answer.code, told.messages, told.steps) == ("unknown_service", (), ())
