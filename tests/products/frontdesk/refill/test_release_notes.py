"""One note to staff when a customer gives a time up: it also says what becomes of the time."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.appointments.gap_alerts import HELD_FOR, release_note_of
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot
from tests.engine.front_desk import TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.support.rsvp_world import there

LOOKING = "We're looking for someone on the waitlist, and tell you if we find nobody."
NOBODY = "Nobody on the waitlist can take the freed time or be reached right now."


def give_up(desk: FrontDesk, name: str = "kim") -> None:
    """Cancel by the link in a reminder, as customers do."""
    cancel = CancelAppointment(appointment_id=name, chain=1, reply="cancel-1-24")
    assert desk.give(cancel, name).code == "cancelled"


def notes(desk: FrontDesk) -> list[Message]:
    """Return what left for staff."""
    return [one for one in desk.carrier.handed if one.channel == "staff"]


def words(note: Message) -> str:
    """Return what a note says."""
    letter = PRODUCTS[note.product].post.compose(note, lambda purpose: f"https://t.test/{purpose}")
    return " ".join(letter.paragraphs)


def one_note(desk: FrontDesk) -> str:
    """Return what the only note says."""
    (note,) = notes(desk)
    return words(note)


def test_a_cancellation_that_nobody_fits_is_one_note() -> None:
    desk = FrontDesk()
    desk.book()
    give_up(desk)
    assert desk.fate("kimc1") == ("open", "nobody_fits")
    assert NOBODY in one_note(desk)
    assert LOOKING not in one_note(desk)


def test_a_cancellation_that_someone_fits_is_one_note_as_well() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    give_up(desk)
    assert (desk.asked("kimc1"), LOOKING in one_note(desk)) == ("anna", True)


def test_staff_hear_once_more_if_nobody_takes_it_later() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    give_up(desk)
    desk.decline("anna")
    assert [one.kind for one in notes(desk)] == ["gap_alert", "nobody_fits"]


def test_nobody_is_told_again_when_such_a_time_passes() -> None:
    desk = FrontDesk()
    desk.book()
    give_up(desk)
    desk.until(TONIGHT)
    assert desk.fate("kimc1") == ("handed_back", "too_late")
    assert len(notes(desk)) == 1


def test_a_customer_who_moves_is_one_note() -> None:
    desk = FrontDesk()
    desk.book()
    assert desk.pick().code == "rescheduled"
    assert "the new time is theirs" in one_note(desk)
    assert NOBODY in one_note(desk)


def test_a_customer_who_takes_an_earlier_time_is_one_note() -> None:
    desk = FrontDesk()
    desk.book("old", TUESDAY, name="Anna", phone=phone("anna"))
    desk.join("anna")
    desk.free()
    claim = ClaimSlot(slot_id="slot", seq=1, entry_id="anna", replaces="old")
    assert desk.give(claim, "anna").code == "booked"
    assert desk.fate("oldc1") == ("open", "nobody_fits")
    assert NOBODY in one_note(desk)


def test_a_cancellation_that_a_tool_reports_is_one_note() -> None:
    desk = FrontDesk()
    desk.book(ref="tool-1")
    desk.free(ref="tool-1", source="webhook")
    assert desk.standing() == {}
    assert "Your booking tool reported the cancellation." in one_note(desk)
    assert NOBODY in one_note(desk)


def test_staff_who_cancel_themselves_hear_only_that_nobody_fits() -> None:
    desk = FrontDesk()
    desk.book()
    desk.cancel()
    assert [one.kind for one in notes(desk)] == ["nobody_fits"]


def test_a_time_too_close_to_be_offered_is_one_note() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.until("2026-06-20 17:55")
    desk.book()
    give_up(desk)
    assert desk.fate("kimc1") == ("handed_back", "too_late")
    assert "too soon to ask anyone on the waitlist" in one_note(desk)


def test_a_time_that_began_while_the_computer_slept_is_not_to_be_filled() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book()
    give_up(desk)
    (free,) = desk.alarms("free:")
    desk.give(free.command, "clock")
    desk.jump("2026-06-20 18:00")
    desk.settle()
    assert desk.fate("kimc1") == ("handed_back", "too_late")
    assert "You can still fill it" not in one_note(desk)
    assert "the time is over" in one_note(desk)


def test_a_time_that_staff_filled_meanwhile_is_one_note() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book()
    give_up(desk)
    desk.book("lee")
    desk.settle()
    assert "somebody else is in the book" in one_note(desk)


def test_a_time_that_staff_fill_before_the_first_look_is_one_note() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    give_up(desk)
    (free,) = desk.alarms("free:")
    desk.give(free.command, "clock")
    desk.book("lee")
    desk.settle()
    assert desk.fate("kimc1") == ("handed_back", "booked_over")
    assert "somebody else is in the book" in one_note(desk)


def test_staff_who_withdraw_a_slot_hear_only_that_its_customer_cancelled() -> None:
    desk = FrontDesk(settles=False)
    desk.book()
    give_up(desk)
    (free,) = desk.alarms("free:")
    desk.give(free.command, "clock")
    desk.withdraw("kimc1")
    desk.settle()
    assert one_note(desk) == "They did it by their link."


def test_a_time_that_was_reported_before_is_one_note() -> None:
    desk = FrontDesk(settles=False)
    desk.book(minutes=30)
    give_up(desk)
    desk.free("told", TONIGHT)
    desk.settle()
    assert [one.kind for one in notes(desk)].count("gap_alert") == 1


def written(desk: FrontDesk) -> Message:
    """Return the note about the given-up time, whether it left or not."""
    note = desk.store.load(release_note_of("kimc1"))
    assert note is not None
    return note


def held(desk: FrontDesk) -> Message:
    """Give up a time whose slot is not looked at."""
    desk.book()
    give_up(desk)
    assert (written(desk).status, notes(desk)) == ("queued", [])
    return written(desk)


def test_a_note_waits_for_what_becomes_of_the_time_but_not_for_long() -> None:
    desk = FrontDesk(settles=False)
    note = held(desk)
    desk.jump(desk.now + HELD_FOR - timedelta(seconds=1))
    desk.relay()
    assert notes(desk) == []
    desk.jump(desk.now + timedelta(seconds=1))
    desk.relay()
    assert words(note) == one_note(desk) == "They did it by their link."
    desk.settle()
    assert [one.kind for one in notes(desk)] == ["gap_alert", "nobody_fits"]


def test_a_note_of_a_cancellation_that_was_taken_back_does_not_leave() -> None:
    desk = FrontDesk(settles=False)
    held(desk)
    (free,) = desk.alarms("free:")
    desk.give(free.command, "clock")
    assert desk.restore().code == "restored"
    desk.settle()
    desk.jump(desk.now + HELD_FOR)
    desk.settle()
    assert notes(desk) == []
    assert written(desk).error == "things have changed since"


@pytest.mark.parametrize("language", ["English", "German", "French", "Spanish"])
def test_it_says_so_in_every_language(language: str) -> None:
    desk = FrontDesk()
    desk.write(RULES_TEXT, ("Claim window", f"Language: {language}\nClaim window"))
    desk.book()
    give_up(desk)
    said: list[Any] = [words(one) for one in notes(desk)]
    assert len(said) == 1
    assert "gap" not in said[0]


def test_the_note_names_the_time_that_was_given_up() -> None:
    desk = FrontDesk()
    desk.book()
    give_up(desk)
    (note,) = notes(desk)
    assert note.facts["appointment"]["starts_at"] == there(TONIGHT)
