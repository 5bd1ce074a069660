"""What a person does with an offer, and what a link says that is not the live one's any more."""

from datetime import timedelta

from fullhouse.products.frontdesk.waitlist import commands
from tests.products.frontdesk.waitlist.salon import Salon, mail


def salon_with_an_offer() -> Salon:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    return salon


def test_a_claim_books_the_slot_and_takes_its_person_off_the_list() -> None:
    salon = salon_with_an_offer()
    answer = salon.claim("anna")
    assert (
        answer.code,
        answer.slot and answer.slot.status,
        answer.entry and answer.entry.state,
    ) == (
        "booked",
        "booked",
        "booked",
    )
    entry = salon.entry("anna")
    assert (entry.booked, entry.ended_at, entry.unwritten) == ("slot", salon.now, True)
    left = [alarm.key for alarm in salon.alarms() if not alarm.key.startswith("appointments:")]
    assert (left, salon.line().waiting) == ([], 1)
    assert salon.handed("booked") == [("anna", "text")]
    assert salon.actions("slot") == ["freed", "offered", "claimed"]


def test_a_claim_an_instant_before_the_deadline_counts_and_at_the_deadline_it_does_not() -> None:
    salon = salon_with_an_offer()
    salon.settles = False
    deadline = salon.offers()[0].ends_at
    salon.now = deadline
    assert (salon.claim("anna").code, salon.decline("anna").code) == (
        "offer_lapsed",
        "offer_lapsed",
    )
    assert salon.story() == [("anna", "live")]
    salon.now = deadline - timedelta(milliseconds=1)
    assert salon.claim("anna").code == "booked"


def test_a_second_click_gets_the_same_answer_and_has_no_second_effect() -> None:
    salon = salon_with_an_offer()
    salon.claim("anna", "slot-1")
    before = salon.lines()
    assert (salon.claim("anna", "slot-1").code, salon.decline("anna", "slot-1").code) == (
        "already_booked",
    ) * 2
    assert salon.lines() == before


def test_a_link_that_rolled_on_never_comes_back_to_life() -> None:
    salon = salon_with_an_offer()
    salon.after(minutes=10)
    assert salon.claim("anna", "slot-1").code == "offer_timed_out"
    assert salon.claim("anna", "slot-2").code == "unknown_offer"
    salon.claim("ben")
    assert salon.claim("anna", "slot-1").code == "slot_taken"
    assert salon.decline("anna", "slot-1").code == "slot_taken"
    assert salon.fate() == ("booked", "ben")


def test_a_link_says_that_its_person_declined() -> None:
    salon = salon_with_an_offer()
    assert salon.decline("anna").code == "declined"
    assert (salon.asked(), salon.entry("anna").state) == ("ben", "waiting")
    assert salon.claim("anna", "slot-1").code == "offer_declined"


def test_a_decline_rolls_on_at_once_with_a_full_window() -> None:
    salon = salon_with_an_offer()
    salon.decline("anna")
    assert salon.offers()[1].ends_at == salon.now + timedelta(minutes=10)
    assert [alarm.key for alarm in salon.alarms()] == ["lapse:slot-2"]


def test_a_link_to_nothing_is_answered_kindly() -> None:
    salon = salon_with_an_offer()
    for command in (
        commands.ClaimSlot(slot_id="unknown", seq=1, entry_id="anna"),
        commands.ClaimSlot(slot_id="slot", seq=7, entry_id="anna"),
        commands.ClaimSlot(slot_id="slot", seq=1, entry_id="unknown"),
        commands.ClaimSlot(slot_id="slot", seq=1, entry_id="ben"),
    ):
        assert salon.ask(command).code == "unknown_offer"


def test_five_hundred_claims_make_one_booking() -> None:
    salon = salon_with_an_offer()
    salon.settles = False
    codes = [salon.claim("anna", "slot-1").code for _ in range(500)]
    assert (codes.count("booked"), codes.count("already_booked")) == (1, 499)


def test_an_alarm_that_rings_early_is_set_again() -> None:
    salon = salon_with_an_offer()
    salon.give(commands.LapseSlot(slot_id="slot", seq=1))
    assert salon.story() == [("anna", "live")]
    assert salon.alarms("lapse")[0].due_at == salon.offers()[0].ends_at


def test_an_alarm_that_rings_for_an_offer_that_is_over_does_nothing() -> None:
    salon = salon_with_an_offer()
    salon.claim("anna")
    assert salon.decide(commands.LapseSlot(slot_id="slot", seq=1)).is_empty
    assert salon.decide(commands.LapseSlot(slot_id="slot", seq=2)).is_empty


def test_an_alarm_that_rings_hours_late_hands_the_slot_back() -> None:
    salon = salon_with_an_offer()
    salon.jump("2026-06-20 19:00")
    salon.settle()
    assert (salon.story(), salon.fate()) == ([("anna", "timed_out")], ("handed_back", "too_late"))


def test_a_booking_is_confirmed_where_the_offer_went() -> None:
    salon = Salon()
    salon.join("anna", phone="", email=mail("anna"))
    salon.free()
    salon.claim("anna")
    assert salon.handed() == [("anna", "mail")] * 3
    (booked,) = salon.messages("booked")
    assert (booked.to, booked.facts["slot"]["starts_at"]) == (mail("anna"), salon.slot().starts_at)
