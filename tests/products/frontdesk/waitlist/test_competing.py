"""One live offer per slot and per person: competing slots wait, and nobody is overtaken."""

from collections.abc import Callable

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import load_state
from fullhouse.engine.ports import Conflict, Written
from fullhouse.products.frontdesk.waitlist import commands
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone
from tests.support.rsvp_world import there


def test_two_slots_at_once_go_to_two_people() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("first")
    salon.free("second", staff="Sam")
    assert (salon.asked("first"), salon.asked("second")) == ("anna", "ben")


def test_a_slot_waits_for_the_only_one_who_fits_while_they_hold_another_offer() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    assert (salon.asked("first"), salon.fate("second")) == (
        "anna",
        ("open", "held_another_offer"),
    )
    assert salon.line().idle == ("second",)
    salon.after(minutes=10)
    assert (salon.story("first"), salon.asked("second")) == ([("anna", "timed_out")], "anna")
    assert salon.claim("anna").code == "booked"


def test_it_is_offered_at_once_when_they_decline() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.decline("anna")
    assert (salon.asked("second"), salon.line().idle) == ("anna", ("first",))


@pytest.mark.parametrize("deed", ["claim", "leave"])
def test_staff_are_told_at_once_when_nobody_is_left_to_wait_for(deed: str) -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.claim("anna") if deed == "claim" else salon.leave("anna")
    assert salon.fate("second") == ("open", "nobody_fits")


def test_it_waits_no_longer_than_until_its_cut_off() -> None:
    salon = Salon(("Claim window: 10 minutes", "Claim window: 3 hours"))
    salon.join("anna")
    salon.free("first", "2026-06-20 20:00")
    salon.free("second", "2026-06-20 14:00", staff="Sam")
    salon.until("2026-06-20 13:50")
    assert salon.fate("second") == ("handed_back", "too_late")
    assert salon.asked("first") == "anna"


def test_someone_who_joins_meanwhile_is_asked_at_once() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.join("ben")
    assert salon.asked("second") == "ben"


def test_a_slot_that_waits_twice_is_written_down_once() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.give(commands.AdvanceSlot(slot_id="second"))
    assert (salon.actions("second"), salon.line().idle) == (["freed", "waits"], ("second",))


def test_whoever_was_tried_already_is_not_waited_for() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.decline("anna")
    assert salon.asked("second") == "anna"
    assert salon.fate("first") == ("open", "line_spent")


def test_one_person_who_waits_for_two_services_holds_one_offer() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    assert (salon.asked("first"), salon.asked("second")) == ("colour", "")
    assert salon.line("cut").idle == ("second",)


@pytest.mark.parametrize(
    "deed", ["decline", "lapse", "claim", "leave", "erase", "edit", "withdraw"]
)
def test_however_their_offer_ends_they_are_asked_at_once_for_what_else_they_wait_for(
    deed: str,
) -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"), email=mail("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    deeds: dict[str, Callable[[], object]] = {
        "decline": lambda: salon.decline("colour"),
        "lapse": lambda: salon.after(minutes=10),
        "claim": lambda: salon.claim("colour"),
        "leave": lambda: salon.leave("colour"),
        "erase": lambda: salon.erase("colour"),
        "edit": lambda: salon.edit("colour", staff="Sam"),
        "withdraw": lambda: salon.withdraw("first"),
    }
    deeds[deed]()
    assert salon.asked("second") == "cut"


def test_nobody_who_waits_behind_is_asked_while_they_may_be_asked_again() -> None:
    """An offer for a colour ends just as a slot for a cut reads the queue: it reads again."""
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut")
    salon.join("ben", service="Cut")
    salon.free("first")
    salon.settles = False
    salon.free("second", service="Cut", staff="Sam")
    command = commands.AdvanceSlot(slot_id="second")
    rule = RULES[commands.AdvanceSlot]
    seen = rule.decide(load_state(salon.store, rule, command), command, salon.now)
    assert seen.messages[0].person == "ben"
    salon.decline("colour")
    with pytest.raises(Conflict):
        salon.store.commit(Written(seen))
    salon.give(command)
    assert salon.asked("second") == "cut"


def test_nobody_who_joins_just_then_is_overlooked_even_as_the_first_of_a_line() -> None:
    salon = Salon(settles=False)
    salon.free()
    command = commands.AdvanceSlot(slot_id="slot")
    rule = RULES[commands.AdvanceSlot]
    seen = rule.decide(load_state(salon.store, rule, command), command, salon.now)
    assert seen.steps[0].action == "nobody_fits"
    salon.join("anna")
    with pytest.raises(Conflict):
        salon.store.commit(Written(seen))


def test_two_people_behind_one_phone_share_its_offer_but_not_their_mails() -> None:
    salon = Salon()
    salon.join("anna", phone=phone("family"), email=mail("anna"))
    salon.join("ben", phone=phone("family"), email=mail("ben"), service="Cut")
    salon.join("cem", phone="", email=mail("ben"), service="Table")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    salon.free("third", service="Table", staff="", party_capacity=2)
    assert [salon.asked(one) for one in ("first", "second", "third")] == ["anna", "", "cem"]
    salon.decline("anna")
    assert salon.asked("second") == ""
    salon.decline("cem")
    assert salon.asked("second") == "ben"


def test_those_who_hold_an_offer_keep_their_place() -> None:
    salon = Salon()
    salon.join("anna", "ben", "cem")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.decline("anna")
    salon.free("third", "2026-06-20 20:00")
    assert (salon.asked("first"), salon.asked("third")) == ("cem", "anna")


def test_at_the_same_instant_a_claim_and_a_lapse_leave_one_truth() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.now = salon.offers()[0].ends_at
    assert salon.claim("anna").code == "offer_lapsed"
    assert salon.story() == [("anna", "timed_out"), ("ben", "live")]
    assert there("2026-06-20 12:02") < salon.now


def test_a_slot_waits_for_someone_behind_those_who_passed_on_it_and_are_busy_again() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("x")
    salon.free("y", staff="Sam")
    salon.free("a", "2026-06-20 20:00")
    salon.decline("anna")
    assert (salon.asked("a"), salon.asked("y"), salon.fate("x")) == (
        "anna",
        "ben",
        ("open", "held_another_offer"),
    )
    salon.decline("ben")
    assert salon.asked("x") == "ben"
