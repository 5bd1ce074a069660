"""What staff do to slots: free one, say that someone did not come, stop offering, offer again."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    NoShow,
)
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, GiveUpSlot
from fullhouse.products.frontdesk.waitlist.model import SlotPage
from tests.web.desk.frontdesk.salon import RULES, TWO, Salon, tidy
from tests.web.desk.support import Desk, text_of

FORM = {
    "service": "Colour",
    "starts_at": "2026-06-01T14:00",
    "staff": "Jess",
    "party_capacity": "1",
}


def slots(desk: Desk) -> int:
    return len(desk.evening.load(SlotPage()))


def test_a_freed_slot_is_offered_at_once(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    answer = desk.send("/desk/waitlist/free", {**FORM, "reason": "cancelled"})
    assert answer.headers["location"] == "/desk/waitlist?done=freed"
    slot = desk.evening.load(SlotPage())[0]
    assert (slot.service, slot.staff, slot.starts_at) == (
        "Colour",
        "Jess",
        datetime(2026, 6, 1, 12, tzinfo=UTC),
    )
    assert "Offered to Ada" in tidy(desk.read("/desk/waitlist"))


def test_a_slot_of_another_day_leads_to_that_day(desk: Desk, salon: Salon) -> None:
    answer = desk.send("/desk/waitlist/free", {**FORM, "starts_at": "2026-06-03T10:00"})
    assert answer.headers["location"] == "/desk/waitlist?day=2026-06-03&done=freed"


def test_the_same_slot_told_twice_is_one_opening(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    desk.send("/desk/waitlist/free", FORM)
    answer = desk.send("/desk/waitlist/free", FORM)
    assert answer.headers["location"].endswith("?done=already_open")
    assert "This slot was open already." in tidy(desk.read(answer.headers["location"]))
    assert slots(desk) == 1


def test_a_no_show_frees_what_is_left_of_its_slot(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    form = {**FORM, "starts_at": "2026-06-01T10:50", "reason": "no_show"}
    assert desk.send("/desk/waitlist/free", form).status_code == 303
    slot = desk.evening.load(SlotPage())[0]
    assert (slot.reason, slot.minutes) == ("no_show", 79)
    assert "Freed after a no-show" in tidy(desk.read(f"/desk/waitlist/slots/{slot.id}"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"service": ""}, "Choose a service."),
        ({"service": "Surgery"}, "Choose a service."),
        ({"staff": "Mallory"}, "Choose someone who works here"),
        ({"starts_at": "soon"}, "Say the day and the time"),
        (
            {"starts_at": "2026-06-01T10:00"},
            "This time has passed. If they did not come, choose “They did not come”.",
        ),
        ({"starts_at": "2031-06-01T10:00"}, "up to a year ahead"),
        ({"party_capacity": "many"}, "a number from 1 to 50"),
        ({"reason": "boredom"}, "Not saved yet"),
        ({"service": "x" * 5000}, "Choose a service."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    desk: Desk, salon: Salon, typed: dict[str, str], said: str
) -> None:
    answer = desk.send("/desk/waitlist/free", {**FORM, **typed})
    assert answer.status_code == 422
    assert said in tidy(text_of(answer))
    assert "What you typed is still here." in tidy(text_of(answer))
    assert slots(desk) == 0


def test_offering_is_stopped_and_begun_again(desk: Desk, day: Salon) -> None:
    assert (
        desk.send("/desk/waitlist/slots/two/withdraw").headers["location"]
        == "/desk/waitlist?done=withdrawn"
    )
    assert (day.slot("two").status, day.slot("two").why) == ("handed_back", "withdrawn")
    assert "It is no longer offered." in tidy(desk.read("/desk/waitlist"))
    answer = desk.send("/desk/waitlist/slots/two/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    history = tidy(desk.read(f"/desk/waitlist/slots/{fresh}"))
    assert "is offered again" in history
    assert "was freed" not in history
    assert (day.slot(fresh).status, day.slot(fresh).starts_at) == (
        "open",
        day.slot("two").starts_at,
    )


def test_who_was_asked_before_is_still_named_once_it_is_offered_again(
    desk: Desk, salon: Salon
) -> None:
    salon.joins("Ada")
    salon.frees()
    salon.declines()
    salon.stops()
    fresh = "two"
    for _ in range(2):
        answer = desk.send(f"/desk/waitlist/slots/{fresh}/again", {"back": "slot"})
        path = answer.headers["location"]
        assert "Asked before: Ada (said no)" in tidy(desk.read(path))
        fresh = path.partition("?")[0].rpartition("/")[2]
        salon.stops(fresh)


def test_a_booked_slot_whose_person_cancelled_is_freed_again(desk: Desk, day: Salon) -> None:
    day.stops("three")
    day.joins("Fay", "Cut")
    answer = desk.send("/desk/waitlist/slots/early/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    assert day.holder(fresh).name == "Fay"


def test_a_slot_that_is_offered_again_lasts_as_long_as_before(desk: Desk, salon: Salon) -> None:
    starts_at = datetime(2026, 6, 1, 12, tzinfo=UTC)
    salon.evening.give(
        FreeSlot(slot_id="short", service="Colour", starts_at=starts_at, minutes=25, staff="Jess")
    )
    salon.stops("short")
    answer = desk.send("/desk/waitlist/slots/short/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    assert (fresh != "short", salon.slot(fresh).minutes) == (True, 25)


def given_up(salon: Salon, **report: Any) -> None:
    """Let someone claim a table that someone else waits for, too, and give it up."""
    salon.joins("Ada", "Table", party=4)
    salon.joins("Ben", "Table", party=4)
    salon.frees("one", "Table", staff="", party_capacity=4, **report)
    salon.claims("one")
    salon.evening.passes(seconds=1)
    salon.evening.give(CancelAppointment(appointment_id="one"), "customer")
    salon.evening.passes(seconds=1)


def test_a_claimed_table_that_was_given_up_no_longer_counts_as_filled(
    desk: Desk, salon: Salon
) -> None:
    given_up(salon)
    said = tidy(desk.read("/desk/waitlist/slots/one"))
    assert "It was claimed, and the booking was cancelled or moved later." in said
    assert "Claimed before by Ada." in said
    assert "See what became of its time" in said
    for untrue in ("Filled with Ada", "In the book", "offer it once more", "Offer again"):
        assert untrue not in said
    said = tidy(desk.read("/desk/waitlist"))
    assert "0 of 1 freed slot filled" in said
    assert "Offered to Ben" in said
    assert "Ada" not in said


def test_a_claimed_slot_whose_customer_did_not_come_does_not_read_filled(
    desk: Desk, salon: Salon
) -> None:
    salon.joins("Ada", "Colour")
    salon.frees("one", "Colour", staff="Jess")
    salon.claims("one")
    begins = salon.slot("one").starts_at
    salon.evening.passes(seconds=(begins - salon.evening.clock.now()).total_seconds() + 300)
    salon.evening.give(NoShow(appointment_id="one"), "member:jo")
    salon.evening.passes(seconds=1)
    desk.sign_in()
    said = tidy(desk.read("/desk/waitlist/slots/one"))
    assert "It was claimed, and the customer did not come." in said
    assert "Claimed before by Ada." in said
    assert "See what became of its time" in said
    for untrue in ("Filled with Ada", "In the book", "offer it once more", "Offer again"):
        assert untrue not in said
    said = tidy(desk.read("/desk/waitlist"))
    assert "0 of 1 freed slot filled" in said
    assert "Filled" not in said
    assert "recovered" not in said
    assert "0 of 2 freed slots filled in June" in tidy(desk.read("/desk/waitlist/summary"))
    book = tidy(desk.read("/desk/appointments"))
    assert "Filled" not in book
    assert "It was claimed" not in book


def test_a_claimed_table_that_was_given_up_and_was_not_wanted_is_offered_again(
    desk: Desk, salon: Salon
) -> None:
    given_up(salon)
    salon.stops("onec1")
    assert "Offer again" in tidy(desk.read("/desk/waitlist/slots/one"))
    assert desk.send("/desk/waitlist/slots/onec1/again").status_code == 303
    said = tidy(desk.read("/desk/waitlist"))
    assert "of 1 freed slot filled" in said


@pytest.mark.parametrize("report", [{}, {"ref": "T1", "source": "webhook"}])
def test_one_table_is_never_two_slots_however_it_is_freed_again(
    desk: Desk, salon: Salon, report: dict[str, str]
) -> None:
    given_up(salon, **report)
    answer = desk.send("/desk/waitlist/slots/one/again", {"back": "slot"})
    assert answer.headers["location"] == "/desk/waitlist/slots/onec1?done=already_open"
    assert slots(desk) == 2
    salon.claims("onec1")
    salon.evening.passes(seconds=1)
    answer = desk.send("/desk/waitlist/slots/one/again", {"back": "slot"})
    assert answer.headers["location"] == "/desk/waitlist/slots/onec1?done=already_booked"
    assert slots(desk) == 2


def test_a_table_that_is_offered_again_stands_once_on_today(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada", "Table", party=4)
    salon.frees("one", "Table", staff="", party_capacity=4, ref="T1")
    salon.frees("two", "Table", staff="", party_capacity=4, ref="T2")
    salon.stops("one")
    desk.send("/desk/waitlist/slots/one/again")
    said = tidy(desk.read("/desk/waitlist"))
    assert "0 of 2 freed slots filled" in said
    assert "Handed back to you" not in said


def test_a_slot_that_is_over_changes_no_more(desk: Desk, day: Salon) -> None:
    assert (
        desk.send("/desk/waitlist/slots/early/withdraw")
        .headers["location"]
        .endswith("done=already_booked")
    )
    day.evening.passes(hours=20)
    desk.sign_in()
    answer = desk.send("/desk/waitlist/slots/three/again")
    assert answer.status_code == 409
    assert "Nothing was changed" in tidy(text_of(answer))


def test_an_unknown_slot_is_not_there(desk: Desk, salon: Salon) -> None:
    assert desk.web.get("/desk/waitlist/slots/nothing").status_code == 404
    assert desk.send("/desk/waitlist/slots/nothing/withdraw").status_code == 404


def test_staff_read_that_they_are_closed_then(desk: Desk, salon: Salon) -> None:
    answer = desk.send("/desk/waitlist/free", {**FORM, "starts_at": "2026-06-07T10:00"})
    assert answer.status_code == 422
    assert "You are closed on that day." in tidy(text_of(answer))
    assert slots(desk) == 0


def test_a_form_that_is_not_ours_frees_nothing(desk: Desk, salon: Salon) -> None:
    assert desk.web.post("/desk/waitlist/free", data=FORM).status_code == 403
    assert slots(desk) == 0


def test_the_rest_of_a_slot_is_for_any_service_until_it_is_offered(
    desk: Desk, salon: Salon
) -> None:
    salon.frees()
    cut: dict[str, Any] = {"service": "Cut", "staff": "Jess", "starts_at": TWO}
    desk.evening.give(BookAppointment(appointment_id="kim", name="Kim", phone="+4915112", **cut))
    rest = salon.slot("twor45")
    page = tidy(desk.read("/desk/waitlist"))
    assert "up to 45 minutes with Jess" in page
    assert "up to 45 minutes" in tidy(desk.read("/desk/appointments"))
    assert "45 minutes; offered until" in tidy(desk.read(f"/desk/waitlist/slots/{rest.id}"))
    salon.joins("Ada", "Cut")
    assert "Cut with Jess" in tidy(desk.read(f"/desk/waitlist/slots/{rest.id}"))
    salon.stops(rest.id)
    desk.send(f"/desk/waitlist/slots/{rest.id}/again")
    anew = desk.evening.load(SlotPage())[0]
    assert (anew.id != rest.id, anew.rest_minutes, anew.carried) == (True, 45, 1)


def test_a_claimed_slot_that_its_customer_gave_up_can_be_offered_again(
    desk: Desk, salon: Salon
) -> None:
    salon.writes(f"{RULES}\nRefill from the waitlist: no\n")
    ada = salon.joins("Ada")
    salon.frees("one")
    salon.claims("one")
    ben = salon.joins("Ben")
    salon.evening.give(GiveUpSlot(slot_id="one", entry_id=ada.id))
    said = tidy(desk.read("/desk/waitlist/slots/one"))
    assert "It was claimed, and the booking was cancelled or moved later." in said
    assert "was given up by the customer who had claimed it" in said
    assert "Offer again" in tidy(desk.read("/desk/waitlist"))
    assert desk.send("/desk/waitlist/slots/one/again").status_code == 303
    (again,) = [one for one in desk.evening.load(SlotPage()) if one.id != "one"]
    assert salon.holder(again.id).id == ben.id
