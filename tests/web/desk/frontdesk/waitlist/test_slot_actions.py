"""What staff do to slots: free one, say that someone did not come, stop offering, offer again."""

from datetime import UTC, datetime

import pytest

from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import SlotPage
from tests.web.desk.frontdesk.salon import Salon, tidy
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
            "This time has passed. If they did not come, choose No-show.",
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
    assert "You stopped offering it." in tidy(desk.read("/desk/waitlist"))
    answer = desk.send("/desk/waitlist/slots/two/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    assert (day.slot(fresh).status, day.slot(fresh).starts_at) == (
        "open",
        day.slot("two").starts_at,
    )


def test_a_booked_slot_whose_person_cancelled_is_freed_again(desk: Desk, day: Salon) -> None:
    day.joins("Fay", "Cut")
    answer = desk.send("/desk/waitlist/slots/early/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    assert day.holder(fresh).name == "Fay"


def test_a_slot_that_is_offered_again_lasts_as_long_as_before(desk: Desk, salon: Salon) -> None:
    starts_at = datetime(2026, 6, 1, 12, tzinfo=UTC)
    salon.evening.give(
        FreeSlot(slot_id="short", service="Colour", starts_at=starts_at, minutes=25, staff="Jess")
    )
    assert salon.slot("short").status == "handed_back"
    answer = desk.send("/desk/waitlist/slots/short/again", {"back": "slot"})
    fresh = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    assert (fresh != "short", salon.slot(fresh).minutes) == (True, 25)


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


def test_a_form_that_is_not_ours_frees_nothing(desk: Desk, salon: Salon) -> None:
    assert desk.web.post("/desk/waitlist/free", data=FORM).status_code == 403
    assert slots(desk) == 0
