"""Reasons for offers: each one in the audit is shown in words that staff can pass on."""

from datetime import UTC, datetime
from typing import Any, get_args

import pytest

from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.waitlist import slot_history
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from fullhouse.web.desk.frontdesk.waitlist.slot_page import FIELDS, PLAINLY, REASONS
from tests.web.desk.frontdesk.salon import RULES, TWO, Salon, tidy
from tests.web.desk.support import Desk


def answer(desk: Desk, who: str, slot: str = "two") -> str:
    """What the page answers about someone."""
    said = tidy(desk.read(f"/desk/waitlist/slots/{slot}?who={who}"))
    return said.partition("Why?")[2].partition("What happened")[0]


def test_every_reason_and_every_field_has_words() -> None:
    assert set(get_args(slot_history.Code)) == set(PLAINLY) | set(REASONS)
    assert set(slot_history.DECIDES) == set(FIELDS)


def test_who_was_asked_stands_with_what_put_them_first(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    salon.joins("Ben", priority=3, latest="2026-06-30", staff="Jess")
    salon.frees()
    said = tidy(desk.read("/desk/waitlist/slots/two"))
    joined = "priority 3, on the list since Mon 1 Jun 2026, 11:00"
    assert f"1 Ben {joined}, until Tue 30 Jun 2026, with Jess" in said
    assert "holds the offer" in said
    assert "Ben came first: priority 3 against 0." in answer(desk, "ada")
    assert "They were asked." in answer(desk, "ben")


def test_who_joined_later_waits_behind(desk: Desk, day: Salon) -> None:
    said = answer(desk, "dora")
    assert (
        "1 Ada came first: on the list since Mon 1 Jun 2026, 11:00:00, they since 11:00:03." in said
    )
    assert "2 Ben came first" in said
    day.evening.passes(hours=1)
    day.joins("Gus")
    day.frees("later", starts_at=datetime(2026, 6, 2, 8, tzinfo=UTC))
    assert "on the list since Mon 1 Jun 2026, 11:00, they since Mon 1 Jun 2026, 12:00." in answer(
        desk, "gus", "later"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"service": "Cut"}, "They waited for Cut, and this is Colour."),
        ({"party": 3}, "Their party is 3, and the slot is for 1."),
        (
            {"earliest": "2026-06-10"},
            "They could come from Wed 10 Jun 2026; the slot is on Mon 1 Jun 2026.",
        ),
        ({"weekdays": ("tue", "fri")}, "They could come Tue, Fri; the slot is on Mon 14:00."),
        ({"until_time": "12:00"}, "They could come before 12:00; the slot is on Mon 14:00."),
        (
            {"from_time": "09:00", "until_time": "12:00", "latest": "2026-06-10"},
            "They could come until Wed 10 Jun 2026, 09:00 to 12:00; the slot is on Mon 14:00.",
        ),
        ({"staff": "Sam"}, "They wanted Sam, and the slot is with Jess."),
    ],
)
def test_whom_the_slot_does_not_fit(
    desk: Desk, salon: Salon, more: dict[str, Any], said: str
) -> None:
    salon.joins("Ada", **{"service": "Colour", **more})
    salon.joins("Ben")
    salon.frees()
    assert said in answer(desk, "ada")


def test_smaller_parties_where_the_rules_keep_larger_slots(desk: Desk, salon: Salon) -> None:
    salon.writes(f"{RULES}Smaller parties may take a larger slot: no\n")
    salon.joins("Ada", "Table", party=2)
    salon.frees("table", "Table", staff="", party_capacity=4)
    assert "the rules keep larger slots for larger parties" in answer(desk, "ada", "table")
    assert "Nobody was left to ask, Mon 1 Jun 2026" in answer(desk, "ada", "table")
    assert "Still open Nobody on the list fits and can be reached." in tidy(
        desk.read("/desk/waitlist/slots/table")
    )


def test_who_was_tried_or_busy_or_gone_or_not_there(desk: Desk, day: Salon) -> None:
    assert "2 They had been asked before: said no." in answer(desk, "ada")
    assert "They held the offer of another slot just then" in answer(desk, "ben", "four")
    day.joins("Gus")
    assert "They were not on the list yet." in answer(desk, "gus")
    day.joins("Hal", from_time="18:00")
    assert "They could come from 18:00 on; the slot is on" in answer(desk, "hal")
    assert "They were not on the list yet." not in answer(desk, "hal")
    desk.evening.give(LeaveWaitlist(entry_id="dora"), "customer")
    day.declines("two")
    assert "3 They were off the list by then." in answer(desk, "dora")


def test_who_cannot_be_reached(desk: Desk, salon: Salon) -> None:
    ada = salon.joins("Ada", email="")
    salon.joins("Ben")
    desk.evening.give(NoteReach(address=ada.phone, reach="opted_out"))
    salon.frees()
    assert "They could not be reached." in answer(desk, "ada")


def test_someone_who_was_edited_since_is_judged_as_they_were(desk: Desk, day: Salon) -> None:
    desk.evening.give(EditEntry(entry_id="dora", staff="Sam", priority=4))
    assert "Ada came first" in answer(desk, "dora")
    assert "(Changed since: staff, priority.)" in answer(desk, "dora")


def test_a_slot_that_was_stopped_says_so(desk: Desk, day: Salon) -> None:
    day.stops("two")
    assert "3 You stopped offering it before it was their turn." in answer(desk, "dora")


@pytest.mark.parametrize("who", ["nobody", "", "x" * 5000])
def test_nobody_is_asked_about_under_an_unknown_name(desk: Desk, day: Salon, who: str) -> None:
    page = desk.web.get("/desk/waitlist/slots/two", params={"who": who})
    assert page.status_code == 200
    assert "answer-words" not in page.text


def test_before_anyone_was_asked_there_is_nothing_to_explain(desk: Desk, salon: Salon) -> None:
    salon.joins("Ada")
    desk.evening.passes(hours=13)
    salon.frees("tomorrow", starts_at=datetime(2026, 6, 2, 12, tzinfo=UTC))
    assert "Nobody has been asked yet: quiet hours." in answer(desk, "ada", "tomorrow")


def test_whose_turn_did_not_come_because_the_time_was_booked(desk: Desk, day: Salon) -> None:
    day.evening.give(
        BookAppointment(
            appointment_id="fay", name="Fay", service="Cut", staff="Jess", starts_at=TWO
        )
    )
    assert "Its time was booked before it was their turn." in answer(desk, "dora")


def test_for_the_rest_of_a_slot_one_order_holds_over_all_services(desk: Desk, salon: Salon) -> None:
    salon.writes(RULES.replace("- Cut", "- Trim: 30 minutes\n- Cut"))
    salon.joins("Ada", "Cut")
    salon.joins("Ben", "Trim")
    salon.joins("Cleo", "Table")
    salon.frees()
    trim: dict[str, Any] = {"service": "Trim", "staff": "Jess", "starts_at": TWO}
    desk.evening.give(BookAppointment(appointment_id="kim", name="Kim", phone="+4915112", **trim))
    assert "Ada came first" in answer(desk, "ben", "twor30")
    assert "They waited for Table" in answer(desk, "cleo", "twor30")
