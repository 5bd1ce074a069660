"""The closed loop beside staff: bookings into offered times, and notes about times not offered."""

from fullhouse.products.frontdesk.appointments import commands
from tests.engine.front_desk import NO_REFILL, TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import there


def test_staff_who_book_someone_into_an_offered_time_stop_the_offer() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    desk.book("lee")
    assert (desk.fate(), desk.standing(), desk.held()) == (
        ("handed_back", "booked_over"),
        {"lee": "Lee"},
        [],
    )


def test_of_two_slots_with_one_staff_member_only_one_is_offered_once_lists_are_joined() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna", "ben")
    desk.free("first", "2026-06-20 18:00")
    desk.free("second", "2026-06-20 18:30")
    desk.write(RULES_TEXT)
    assert (desk.held(), desk.fate("second")) == (["first"], ("handed_back", "gave_way"))
    desk.claim("anna")
    assert desk.standing() == {"first": "Anna"}


def test_a_booking_in_another_chair_stops_no_offer() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    desk.book("lee", staff="Sam")
    assert (desk.asked(), desk.held()) == ("anna", ["slot"])


def test_nobody_is_booked_into_an_offered_time_by_those_who_ask_whether_it_is_free() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    assert desk.book("lee", free=True).code == "taken"


def test_a_freed_time_that_staff_have_filled_before_anyone_was_asked_is_not_offered() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    desk.cancel()
    desk.book("lee")
    desk.settle()
    assert (desk.slots(), desk.standing(), desk.held()) == ((), {"lee": "Lee"}, [])


def test_what_is_to_be_let_go_of_is_not_forgotten_when_staff_book_beside_it() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    desk.cancel()
    desk.free("told", TONIGHT)
    desk.ring()
    desk.book("lee", staff="Sam")
    desk.settle()
    assert "kimc1" not in desk.held()


def test_a_freed_time_whose_service_is_gone_by_then_is_let_go_of() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    desk.cancel()
    desk.write(RULES_TEXT, ("- Colour: 90 minutes, 120 EUR\n", ""))
    desk.settle()
    assert (desk.slots(), desk.taken()) == ((), [])


def test_a_freed_time_that_is_over_when_its_alarm_rings_is_let_go_of() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    desk.cancel()
    desk.jump("2026-06-20 18:01")
    desk.settle()
    assert (desk.slots(), desk.taken()) == ((), [])


def test_staff_hear_that_a_time_which_was_to_be_offered_is_not() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book("kim", minutes=30)
    desk.give(commands.CancelAppointment(appointment_id="kim", chain=1, reply="cancel-1-24"), "kim")
    desk.book("lee", "2026-06-20 18:15")
    desk.settle()
    assert (desk.slots(), desk.held()) == ((), [])
    (told,) = (one.facts for one in desk.carrier.handed if one.kind == "gap_alert")
    assert (told["reason"], told["outcome"]) == ("cancelled", "not_offered")
    assert told["appointment"]["starts_at"] == there(TONIGHT)
    assert desk.appointment("kim").frees == ""


def test_staff_hear_of_the_time_that_was_given_up_and_not_of_the_new_one() -> None:
    desk = FrontDesk(settles=False)
    desk.book("kim", minutes=30)
    desk.move("kim", staff="Sam", minutes=60)
    desk.book("lee", "2026-06-20 18:15")
    desk.settle()
    (told,) = (one.facts["appointment"] for one in desk.carrier.handed if one.kind == "gap_alert")
    assert (told["starts_at"], told["staff"], told["minutes"]) == (there(TONIGHT), "Jess", 30)
    assert (desk.appointment("kim").frees, desk.appointment("kim").starts_at) == (
        "",
        there(TUESDAY),
    )


def test_staff_hear_it_once_and_only_while_it_is_so() -> None:
    desk = FrontDesk(settles=False)
    desk.book("kim")
    desk.cancel("kim")
    (alarm,) = desk.alarms("free:")
    desk.book("lee")
    desk.settle()
    before = desk.appointment("kim")
    desk.give(alarm.command)
    desk.settle()
    assert desk.appointment("kim") == before
    assert [one.facts["reason"] for one in desk.carrier.handed if one.kind == "gap_alert"] == [
        "not_offered"
    ]


def test_of_someone_who_is_forgotten_staff_hear_nothing_more() -> None:
    desk = FrontDesk(settles=False)
    desk.book("kim")
    desk.give(commands.EraseAppointment(appointment_id="kim"))
    desk.book("lee")
    desk.settle()
    assert (desk.appointment("kim").frees, [one.kind for one in desk.carrier.handed]) == ("", [])


def test_a_time_that_is_offered_already_by_another_word_of_it_is_no_news() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book("kim", staff="")
    desk.cancel("kim")
    desk.free("told", TONIGHT, staff="")
    desk.settle()
    assert (desk.asked("told"), desk.held()) == ("anna", ["told"])
    assert "gap_alert" not in [one.kind for one in desk.carrier.handed]
