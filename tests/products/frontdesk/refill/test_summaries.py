"""Summaries of a played week: their figures agree with each other and with what stands."""

from typing import Any

from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.refill.summaries import lost_slots
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from tests.engine.front_desk import NO_REFILL, FrontDesk
from tests.products.frontdesk.waitlist.salon import phone

WEEK, MONTH = "2026-06-22", "2026-06"


def figures(desk: FrontDesk, kind: str) -> dict[str, Any]:
    """Return the figures of the note that a summary sends."""
    if kind == "week":
        desk.give(commands.SummariseWeek(week=WEEK, again=False))
    else:
        desk.give(SendMonthSummary(month=MONTH, again=False))
    (note,) = [one for one in desk.carrier.handed if one.kind == "summary" and kind in one.facts]
    found: dict[str, Any] = note.facts["summary"]
    return found


def played() -> FrontDesk:
    """A week with five freed slots: one kept, one moved, one cancelled, one open, one back."""
    desk = FrontDesk()
    desk.join("anna", "ben", "cem")
    desk.free("kept", "2026-06-24 10:00")
    desk.claim("anna")
    desk.free("moved", "2026-06-24 12:00")
    desk.claim("ben")
    desk.free("ended", "2026-06-24 14:00")
    desk.claim("cem")
    desk.move("moved", "2026-07-04 12:00")
    desk.cancel("ended")
    desk.free("open", "2026-06-24 18:00")
    desk.free("back", "2026-06-24 16:00")
    desk.withdraw("back")
    return desk


def test_each_slot_counts_once_and_the_sums_agree() -> None:
    month = figures(played(), "month")
    parts = ("filled", "given_up", "handed_back", "open")
    assert month["freed"] == sum(month[part] for part in parts)
    assert (month["filled"], month["given_up"]) == (1, 2)


def test_the_week_and_the_month_count_alike() -> None:
    desk = played()
    week, month = figures(desk, "week"), figures(desk, "month")
    # The move freed one more time, which is in this week and in this month, too.
    assert (week["freed"], week["refilled"], week["money"]) == (
        month["freed"],
        month["filled"],
        month["money"],
    )
    assert week["refilled"] == sum(
        one.stands and bool(one.slot) and one.id == "kept"
        for one in (desk.appointment("kept"), desk.appointment("moved"), desk.appointment("ended"))
    )


def test_a_slot_that_is_filled_given_up_and_filled_again_is_filled_once() -> None:
    desk = FrontDesk()
    desk.join("anna", "ben")
    desk.free("slot", "2026-06-24 10:00")
    desk.claim("anna")
    desk.cancel("slot")
    desk.claim("ben")
    month = figures(desk, "month")
    assert (month["freed"], month["filled"], month["given_up"]) == (2, 1, 1)
    assert month["money"] == {"EUR": 12000}


def test_a_slot_whose_customer_did_not_come_is_not_filled() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free("slot", "2026-06-24 10:00")
    desk.claim("anna")
    desk.until("2026-06-24 10:10")
    desk.no_show("slot")
    month, week = figures(desk, "month"), figures(desk, "week")
    assert (month["filled"], month["given_up"], month["money"]) == (0, 1, {})
    assert (week["refilled"], week["no_shows"], week["money"]) == (0, 1, {})


def test_without_refill_a_claimed_slot_is_no_appointment_and_counts_as_filled() -> None:
    desk = FrontDesk(NO_REFILL)
    desk.join("anna")
    desk.free("slot", "2026-06-24 10:00")
    desk.claim("anna")
    assert figures(desk, "month")["filled"] == figures(desk, "week")["refilled"] == 1


def test_an_appointment_of_another_slot_loses_none() -> None:
    desk = FrontDesk()
    desk.book("kim")
    assert lost_slots((), (desk.appointment("kim"),)) == frozenset()


def test_whoever_is_only_moved_brings_back_no_money_until_their_old_time_is_filled() -> None:
    desk = FrontDesk()
    desk.book("later", "2026-06-26 15:00", name="Anna", phone=phone("anna"))
    desk.join("anna")
    desk.free("slot", "2026-06-24 10:00")
    desk.claim("anna")
    assert desk.standing() == {"slot": "Anna"}
    week = figures(desk, "week")
    assert (week["freed"], week["refilled"], week["money"]) == (2, 1, {})
    desk.join("ben")
    desk.claim("ben")
    month = figures(desk, "month")
    assert (month["freed"], month["filled"]) == (2, 2)
    assert month["money"] == {"EUR": 12000}
