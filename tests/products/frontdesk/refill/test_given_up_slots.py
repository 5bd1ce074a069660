"""A claimed slot that is no appointment here goes back to staff if its customer gives it up."""

from datetime import timedelta

from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.refill.summaries import month_with_bookings
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.waitlist import wording
from fullhouse.products.frontdesk.waitlist.commands import GiveUpSlot
from tests.engine.front_desk import NO_REFILL, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF, phone


def claimed_desk(*changes: tuple[str, str]) -> FrontDesk:
    """Return a business that keeps its bookings elsewhere, with a slot that Anna has claimed."""
    desk = FrontDesk(NO_REFILL, *changes)
    desk.join("anna", "ben")
    desk.free()
    assert desk.claim("anna").code == "booked"
    return desk


def give_up(desk: FrontDesk, who: str = "anna", slot_id: str = "slot", link: str = "") -> str:
    return desk.ask(GiveUpSlot(slot_id=slot_id, entry_id=who, link=link), "customer").code


def notes(desk: FrontDesk) -> list[Message]:
    return [one for one in desk.messages("handed_back") if one.channel == STAFF]


def test_the_slot_goes_back_to_staff_and_nobody_else_is_asked() -> None:
    desk = claimed_desk()
    assert give_up(desk) == "given_up"
    assert desk.fate() == ("handed_back", "given_up")
    slot = desk.slot()
    assert (slot.booked_by, slot.ended_at) == ("", desk.now)
    desk.after(hours=1)
    assert desk.fate() == ("handed_back", "given_up")
    assert desk.story() == [("anna", "claimed")]
    assert desk.actions("slot") == ["freed", "offered", "claimed", "given_up"]


def test_its_customer_and_staff_are_told_once() -> None:
    desk = claimed_desk()
    give_up(desk)
    give_up(desk)
    assert desk.handed("cancelled") == [("anna", "text")]
    (note,) = notes(desk)
    letter = wording.compose(note, lambda purpose: f"https://salon.example/{purpose}")
    assert letter.subject.startswith("Given up: Colour, ")
    assert "no longer booked for them" in letter.paragraphs[0]
    assert "your own tool" in letter.paragraphs[0]
    known = dict(letter.details)
    assert (known["Name"], known["What"], known["With"]) == ("Anna", "Colour", "Jess")


def test_a_night_does_not_delay_what_its_customer_pressed_themselves() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free("slot", "2026-06-22 15:00")
    desk.claim("anna")
    desk.jump("2026-06-20 22:30")
    give_up(desk)
    assert desk.handed("cancelled") == [("anna", "text")]


def test_a_second_press_says_that_it_was_cancelled_before() -> None:
    desk = claimed_desk()
    give_up(desk)
    before = desk.lines()
    assert give_up(desk) == "already_given_up"
    assert desk.lines() == before


def test_another_customer_cannot_give_it_up() -> None:
    desk = claimed_desk()
    before = desk.lines()
    assert give_up(desk, "ben") == "not_booked"
    assert give_up(desk, "nobody") == "not_booked"
    assert give_up(desk, "anna", "nothing") == "not_booked"
    assert desk.lines() == before


def test_a_link_of_an_address_that_they_have_no_longer_does_nothing() -> None:
    desk = claimed_desk()
    assert give_up(desk, link=address_mark(phone("ben"))) == REPLACED
    assert desk.slot().status == "booked"
    assert give_up(desk, link=address_mark(phone("anna"))) == "given_up"


def test_it_can_be_given_up_until_it_begins() -> None:
    desk = claimed_desk()
    desk.now = desk.slot().starts_at
    assert give_up(desk) == "slot_begun"
    desk.now -= timedelta(milliseconds=1)
    assert give_up(desk) == "given_up"


def test_staff_offer_it_again_to_those_who_were_not_asked() -> None:
    desk = claimed_desk()
    give_up(desk)
    slot = desk.slot()
    desk.free("again", "2026-06-20 18:00", again="slot", source="desk")
    assert desk.slot("again").starts_at == slot.starts_at
    assert desk.actions("again")[0] == "offered_again"
    assert desk.story("again") == [("ben", "live")]
    assert give_up(desk) == "already_given_up"
    assert desk.slot("again").status == "open"


def test_what_staff_freed_again_is_not_given_up_once_more() -> None:
    desk = claimed_desk()
    desk.free("again", "2026-06-20 18:00", again="slot", source="desk")
    assert desk.handed("cancelled") == [("anna", "text")]
    assert give_up(desk) == "not_booked"
    assert notes(desk) == []


def test_an_appointment_is_not_given_up_as_a_slot() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free()
    desk.claim("anna")
    assert give_up(desk) == "not_booked"
    assert desk.standing() == {"slot": "Anna"}


def test_a_slot_that_was_claimed_before_refill_was_turned_on_is_given_up_too() -> None:
    desk = claimed_desk()
    desk.write(RULES_TEXT)
    assert give_up(desk) == "given_up"
    assert desk.standing() == {}
    assert desk.held() == []


def test_the_month_counts_it_as_given_up() -> None:
    desk = claimed_desk()
    give_up(desk)
    month = month_with_bookings(tuple(desk.slots()), ())
    assert (month.freed, month.filled, month.given_up, month.handed_back) == (1, 0, 1, 0)
    assert month.money == {}
