"""A time that was booked online a moment ago and is given up goes back without offers."""

from typing import Any

from fullhouse.products.frontdesk.appointments.commands import BookPublicly, CancelAppointment
from fullhouse.products.frontdesk.appointments.online_notes import ONLINE_CHANGES
from tests.engine.front_desk import TONIGHT, TUESDAY, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.support.rsvp_world import there

HOURS = ("Staff: Jess, Sam\n", "Staff: Jess\nOpening hours: Mon-Sat 09:00-20:00\n")


def online_desk() -> FrontDesk:
    desk = FrontDesk()
    desk.write(f"{RULES_TEXT}Online booking: yes\n", HOURS)
    desk.join("anna")
    return desk


def books(desk: FrontDesk, name: str = "lee", starts_at: str = TONIGHT) -> None:
    command = BookPublicly(
        appointment_id=name,
        name=name.title(),
        phone=phone(name),
        service="Colour",
        starts_at=there(starts_at, desk.zone),
    )
    assert desk.give(command, name).code == "booked"


def cancels(desk: FrontDesk, name: str = "lee", chain: int = 1) -> None:
    link: dict[str, Any] = {"chain": chain, "reply": f"cancel-{chain}-0"}
    assert desk.give(CancelAppointment(appointment_id=name, **link), name).code == "cancelled"


def offers(desk: FrontDesk) -> list[str]:
    return [message.person for message in desk.messages("offer")]


def said_to_staff(desk: FrontDesk) -> list[str]:
    """Return the slot that each note about a given-up time names, also one that waited."""
    desk.after(hours=1)
    kinds = ("gap_alert", ONLINE_CHANGES)
    return [note.facts.get("frees", "") for note in desk.carrier.handed if note.kind in kinds]


def test_who_waits_is_not_asked_about_a_time_that_was_free_a_moment_ago() -> None:
    desk = online_desk()
    books(desk)
    desk.after(minutes=59)
    cancels(desk)
    assert (desk.slots(), desk.taken(), offers(desk)) == ((), [], [])
    books(desk, "mia")
    assert said_to_staff(desk) == [""]


def test_an_hour_after_it_was_booked_it_is_offered() -> None:
    desk = online_desk()
    books(desk)
    desk.after(hours=1)
    cancels(desk)
    assert (desk.asked("leec1"), said_to_staff(desk)) == ("anna", ["leec1"])


def test_moves_to_and_fro_offer_nothing() -> None:
    desk = online_desk()
    books(desk)
    assert desk.pick("lee", TUESDAY).code == "rescheduled"
    assert desk.pick("lee", TONIGHT, chain=2).code == "rescheduled"
    assert offers(desk) == []
    assert said_to_staff(desk) == [""]


def test_the_time_that_a_move_gave_up_later_is_offered_and_the_next_one_is_not() -> None:
    desk = online_desk()
    books(desk)
    desk.after(hours=2)
    assert desk.pick("lee", TUESDAY).code == "rescheduled"
    assert desk.asked("leec1") == "anna"
    cancels(desk, chain=2)
    assert [slot.id for slot in desk.slots()] == ["leec1"]
    assert said_to_staff(desk) == ["leec1", ""]


def test_staff_who_cancel_it_offer_it() -> None:
    desk = online_desk()
    books(desk)
    desk.cancel("lee")
    assert desk.asked("leec1") == "anna"


def test_a_time_that_was_claimed_from_the_waitlist_is_offered_on_at_once() -> None:
    desk = online_desk()
    desk.join("ben")
    desk.free(starts_at=TONIGHT)
    desk.claim("anna")
    cancels(desk, "slot")
    assert desk.asked("slotc1") == "ben"
