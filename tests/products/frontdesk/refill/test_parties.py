"""A booking knows how many people come: from the waitlist, from the public page, and when freed."""

from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.appointments.model import AppointmentResult
from fullhouse.products.frontdesk.appointments.wording import compose
from tests.engine.front_desk import ONE_CHAIR, TONIGHT, FrontDesk
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


def alone(*changes: tuple[str, str]) -> FrontDesk:
    """A business whose rules name neither staff nor places: it has one chair."""
    return FrontDesk(ONE_CHAIR, *changes)


@pytest.mark.parametrize(
    ("changes", "staff"),
    [((), "Jess"), ((), ""), ((ONE_CHAIR,), "")],
    ids=["with staff", "without", "one chair"],
)
def test_a_time_is_freed_for_the_party_that_gave_it_up(
    changes: tuple[tuple[str, str], ...], staff: str
) -> None:
    desk = FrontDesk(*changes)
    desk.book("anna", party=2, staff=staff)
    desk.join("ben", service="Colour", party=2)
    desk.join("cem", service="Colour", party=3, priority=1)
    desk.cancel("anna")
    (slot,) = desk.slots()
    assert (slot.party_capacity, desk.asked(slot.id)) == (2, "ben")


def test_it_is_one_chair_however_many_it_is_for() -> None:
    desk = alone()
    desk.book("anna", party=2, staff="")
    desk.cancel("anna")
    assert desk.slot("annac1").is_waiting
    desk.book("cem", staff="")
    assert desk.slot("annac1").why == "booked_over"


def test_it_takes_one_of_the_staff_however_many_it_is_for() -> None:
    desk = FrontDesk()
    desk.book("anna", party=2, staff="")
    desk.cancel("anna")
    desk.book("cem", staff="Jess")
    assert desk.slot("annac1").is_waiting
    desk.book("dan", staff="Sam")
    assert desk.slot("annac1").why == "booked_over"


def test_a_time_that_a_party_claimed_is_freed_as_the_chair_that_it_was() -> None:
    desk = alone()
    desk.book("anna", party=3, staff="")
    desk.join("ben", service="Colour", party=2)
    desk.cancel("anna")
    desk.claim("ben")
    desk.cancel("annac1")
    freed = desk.slot("annac1c1")
    assert (freed.party_capacity, freed.freed_by) == (3, "anna")


def test_a_tool_that_reports_it_need_not_know_the_party() -> None:
    desk = alone()
    desk.book("anna", party=3, staff="")
    desk.join("ben", service="Colour", party=3)
    desk.free("slot", staff="", source="webhook")
    assert not desk.appointment("anna").stands
    assert (desk.slot().party_capacity, desk.asked()) == (3, "ben")
    assert desk.free("other", staff="", source="calendar").code == "already_open"
    desk.claim("ben")
    assert desk.appointment("slot").party == 3


def test_nor_does_a_second_report_of_what_its_customer_cancelled() -> None:
    desk = alone()
    desk.book("anna", party=3, staff="")
    desk.cancel("anna")
    assert desk.free("slot", staff="", source="webhook").code == "already_open"


def test_a_party_that_is_offered_again_is_one_chair_still() -> None:
    desk = alone()
    desk.book("anna", party=3, staff="")
    desk.cancel("anna")
    desk.withdraw("annac1")
    desk.free("again", staff="", party_capacity=3, again="annac1")
    assert desk.slot("again").is_waiting
    desk.book("cem", staff="")
    assert desk.slot("again").why == "booked_over"


def test_the_rest_of_it_is_for_as_many() -> None:
    desk = alone()
    desk.book("anna", party=3, staff="")
    desk.cancel("anna")
    desk.join("ben", service="Cut", party=3)
    desk.book("cem", service="Cut", staff="")
    assert desk.asked("annac1r45") == "ben"
    assert desk.slot("annac1r45").freed_by == "anna"


def test_staff_put_the_party_right() -> None:
    desk = FrontDesk()
    desk.book("anna", party=2)
    desk.move("anna", TONIGHT, party=3)
    assert desk.appointment("anna").party == 3
