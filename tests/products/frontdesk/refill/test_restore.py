"""An appointment is restored while its time is on offer: the first to act has the time."""

from typing import Any

import pytest

from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments import commands
from tests.engine.front_desk import NO_REFILL, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT


def offering() -> FrontDesk:
    """Kim's time is given up, and Anna is asked whether she wants it."""
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.cancel()
    assert desk.asked("kimc1") == "anna"
    return desk


def test_a_time_that_is_offered_is_taken_back_and_not_offered_any_more() -> None:
    desk = offering()
    offer = desk.entry("anna").offer
    assert desk.restore().code == "restored"
    assert (desk.standing(), desk.held(), desk.fate("kimc1")) == (
        {"kim": "Kim"},
        [],
        ("handed_back", "withdrawn"),
    )
    assert (desk.entry("anna").is_waiting, desk.claim("anna", offer).code) == (
        True,
        "offer_withdrawn",
    )
    assert desk.appointment().frees == ""


def test_nobody_is_restored_to_a_time_that_was_claimed() -> None:
    desk = offering()
    desk.claim("anna")
    assert desk.restore().code == "taken"
    assert desk.standing() == {"kimc1": "Anna"}


def test_nor_before_who_claimed_it_is_in_the_book() -> None:
    desk = offering()
    desk.settles = False
    desk.claim("anna")
    assert (desk.held(), desk.restore().code) == (["kimc1"], "taken")
    desk.settle()
    assert desk.standing() == {"kimc1": "Anna"}


def test_who_claims_it_in_the_instant_in_which_it_is_taken_back_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, commit = offering(), MemoryStore.commit

    def claimed_first(store: MemoryStore, *given: Any) -> Any:
        monkeypatch.setattr(MemoryStore, "commit", commit)
        desk.claim("anna")
        return commit(store, *given)

    monkeypatch.setattr(MemoryStore, "commit", claimed_first)
    assert desk.restore().code == "taken"
    assert desk.standing() == {"kimc1": "Anna"}


def test_a_time_that_is_just_being_let_go_of_is_taken_back() -> None:
    desk = offering()
    desk.settles = False
    desk.withdraw("kimc1")
    assert (desk.held(), desk.restore().code, desk.held()) == (["kimc1"], "restored", [])
    desk.settle()


def test_a_time_that_the_line_does_not_know_of_yet_is_taken_back_a_moment_later() -> None:
    desk = FrontDesk(settles=False)
    desk.join("anna")
    desk.book()
    desk.cancel()
    assert desk.restore().code == "taken"
    desk.settle()
    assert desk.restore().code == "restored"
    desk.settle()
    assert desk.held() == []


def test_what_the_sheet_brings_back_does_not_take_from_the_line_what_is_offered() -> None:
    desk = offering()
    assert (
        desk.give(commands.RestoreAppointment(appointment_id="kim", source="sheet"), "sheet").code
        == "taken"
    )
    assert desk.asked("kimc1") == "anna"


def test_another_time_that_they_gave_up_before_is_still_offered_when_they_come_back() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.move()
    assert desk.asked("kimc1") == "anna"
    desk.write(RULES_TEXT, NO_REFILL)
    desk.cancel()
    desk.restore()
    assert (desk.appointment().frees, desk.slot("kimc1").status) == ("kimc1", "open")


def test_a_no_show_who_comes_after_all_has_their_time_back() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.book()
    desk.until("2026-06-20 18:05")
    desk.no_show()
    assert desk.asked("kimc1") == "anna"
    assert (desk.restore().code, desk.standing(), desk.held()) == ("restored", {"kim": "Kim"}, [])
