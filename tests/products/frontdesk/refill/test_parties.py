"""A booking knows how many people come: from the waitlist, from the public page, and when freed."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.model import AppointmentResult
from fullhouse.products.frontdesk.appointments.wording import compose
from tests.engine.front_desk import TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.products.saying import link
from tests.support.rsvp_world import there

TABLES = ("Staff: Jess, Sam\n", "Places: 1\nOpening hours: Mon-Sat 09:00-20:00\n")
ONLINE = ("Claim window", "Online booking: yes\nClaim window")


def restaurant(*changes: tuple[str, str]) -> FrontDesk:
    """A restaurant with one table, which anyone may book."""
    desk = FrontDesk()
    desk.write(RULES_TEXT, TABLES, ONLINE, *changes)
    return desk


def books(desk: FrontDesk, name: str, **fields: Any) -> AppointmentResult:
    usual = {"name": name.title(), "phone": phone(name), "service": "Table", "party": 4}
    at = there(TONIGHT, desk.zone)
    command = BookPublicly(appointment_id=name, starts_at=at, **{**usual, **fields})
    answer: AppointmentResult = desk.give(command, name)
    return answer


def test_a_claimed_table_stays_booked_for_the_party_that_claimed_it() -> None:
    desk = FrontDesk()
    desk.join("anna", service="Table", party=3)
    desk.free(service="Table", staff="", party_capacity=4)
    assert desk.claim("anna").code == "booked"
    assert desk.appointment("slot").party == 3


def test_a_table_that_was_claimed_is_offered_again_as_the_table_that_it_is() -> None:
    desk = FrontDesk()
    desk.join("anna", service="Table", party=3)
    desk.free(service="Table", staff="", party_capacity=4)
    desk.claim("anna")
    desk.cancel("slot")
    assert [slot.party_capacity for slot in desk.slots()] == [4, 4]


def test_a_party_books_online_and_their_messages_say_so() -> None:
    desk = restaurant()
    books(desk, "anna")
    assert desk.appointment("anna").party == 4
    told = [one for one in desk.carrier.handed if one.kind == "booked"]
    assert "Booked: Table, 4 people" in compose(told[-1], link).text
    (note,) = [one for one in desk.carrier.handed if one.kind == "booked_online"]
    assert ("People", "4") in compose(note, link).details


def test_a_table_that_a_party_gives_up_is_offered_for_as_many() -> None:
    desk = restaurant()
    books(desk, "anna")
    desk.join("ben", service="Table", party=4)
    desk.cancel("anna")
    (slot,) = desk.slots()
    assert (slot.party_capacity, desk.asked(slot.id)) == (4, "ben")


def test_a_given_up_table_is_one_of_the_places() -> None:
    desk = restaurant()
    books(desk, "anna")
    desk.cancel("anna")
    (slot,) = desk.slots()
    assert slot.is_waiting
    assert books(desk, "cem").code == "booked"
    (slot,) = desk.slots()
    assert (slot.status, slot.why) == ("handed_back", "booked_over")


@pytest.mark.parametrize("staff", ["Jess", ""], ids=["with staff", "without"])
def test_without_staff_or_places_a_time_is_freed_for_one(staff: str) -> None:
    desk = FrontDesk()
    desk.book("anna", party=2, staff=staff)
    desk.cancel("anna")
    assert [slot.party_capacity for slot in desk.slots()] == [2 if staff else 1]


def test_staff_put_the_party_right() -> None:
    desk = FrontDesk()
    desk.book("anna", party=2)
    desk.move("anna", TONIGHT, party=3)
    assert desk.appointment("anna").party == 3
