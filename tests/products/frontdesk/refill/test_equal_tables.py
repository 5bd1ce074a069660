"""Reports about equal tables of one time that customers claimed: each is asked about."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.inbound.extraction.review import approve, discard
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import IndexedSlot, SlotIndex, SlotStatus
from fullhouse.products.frontdesk.waitlist.slot_index import find_reported
from tests.engine.front_desk import NO_REFILL, TONIGHT, FrontDesk
from tests.products.frontdesk.waitlist.salon import STAFF, phone

TABLE: dict[str, Any] = {"service": "Table", "staff": "", "party_capacity": 4}


def two_tables(*changes: tuple[str, str], while_open: tuple[str, ...] = ()) -> FrontDesk:
    """A desk where Anna has claimed table one, Ben table two, and Cem waits."""
    desk = FrontDesk(*changes)
    desk.join("anna", "ben", "cem", service="Table", party=4)
    for number in ("one", "two"):
        desk.free(number, TONIGHT, ref=f"T-{number}", source="webhook", **TABLE)
    for ref in while_open:
        assert report(desk, ref) == "already_open"
    assert desk.claim("anna").code == desk.claim("ben").code == "booked"
    return desk


def report(desk: FrontDesk, ref: str, source: str = "api", **fields: Any) -> str:
    name = f"told-{ref}-{source}-{desk.now:%H%M%S}"
    code: str = desk.free(name, TONIGHT, ref=ref, source=source, **TABLE, **fields).code
    return code


def questions(desk: FrontDesk) -> dict[str, Proposal]:
    """Return the open questions, by the table they were asked about first."""
    return {
        one.value("slot"): one
        for one in desk.store.shelf(Proposal).values()
        if one.state == "open" and one.value("slot")
    }


def notes(desk: FrontDesk) -> list[list[str]]:
    asked = [one for one in desk.carrier.handed if one.kind == "claim_question"]
    return [[tried["name"] for tried in one.facts["tried"]] for one in asked]


def is_cancelled(desk: FrontDesk, question: Proposal, slot_id: str = "") -> Any:
    cells = {"slot": slot_id} if slot_id else {}
    return desk.give(approve(question, desk.rulebook, desk.now, cells), STAFF)


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
@pytest.mark.parametrize("hours", [0, 1.5])
def test_a_second_tool_that_reported_one_of_two_tables_is_not_ignored_later(
    changes: tuple[tuple[str, str], ...], hours: float
) -> None:
    desk = two_tables(*changes, while_open=("A",))
    desk.after(hours=hours)
    assert report(desk, "C") == "asked"
    assert list(questions(desk)) == ["one"]
    assert len(desk.slots()) == 2


def test_a_question_names_every_guest_that_the_report_may_be_about() -> None:
    desk = two_tables()
    assert report(desk, "X1") == "asked"
    (question,) = questions(desk).values()
    assert {question.value("slot"), question.value("others")} == {"one", "two"}
    assert [sorted(names) for names in notes(desk)] == [["Anna", "Ben"]]


def test_there_are_as_many_questions_as_reports_but_one_for_each_booking() -> None:
    desk = two_tables()
    codes = [report(desk, ref) for ref in ("X1", "X1", "X2", "X3", "X2", "X1")]
    assert codes == ["asked"] * 6
    assert {name: one.value("ref") for name, one in questions(desk).items()} == {
        "two": "X1",
        "one": "X2",
    }
    assert len(notes(desk)) == 2


def test_two_tools_that_report_one_cancellation_ask_once() -> None:
    desk = two_tables()
    for source in ("api", "calendar"):
        assert report(desk, f"X-{source}", source) == "asked"
    assert list(questions(desk)) == ["two"]
    assert report(desk, "Y-calendar", "calendar") == "asked"
    assert sorted(questions(desk)) == ["one", "two"]


def test_each_further_report_is_asked_about_again_once_the_bookings_were_kept() -> None:
    desk = two_tables()
    for number in range(4):
        assert report(desk, f"X{number}") == "asked"
        (question,) = questions(desk).values()
        assert desk.give(discard(question), STAFF).code == "discarded"
    assert desk.standing() == {"one": "Anna", "two": "Ben"}


@pytest.mark.parametrize("changes", [(), (NO_REFILL,)], ids=["refill", "no refill"])
@pytest.mark.parametrize(("table", "name"), [("one", "anna"), ("two", "ben")])
def test_staff_say_which_of_them_has_cancelled(
    changes: tuple[tuple[str, str], ...], table: str, name: str
) -> None:
    desk = two_tables(*changes)
    report(desk, "X1")
    (question,) = questions(desk).values()
    answer = is_cancelled(desk, question, table)
    assert (answer.code, questions(desk)) == ("freed", {})
    told = [one.to for one in desk.carrier.handed if one.kind == "cancelled"]
    assert (told, desk.asked(answer.slot.id)) == ([phone(name)], "cem")


@pytest.mark.parametrize("slot_id", ["", "three"])
def test_staff_have_to_say_which(slot_id: str) -> None:
    desk = two_tables()
    report(desk, "X1")
    (question,) = questions(desk).values()
    with pytest.raises(Invalid) as invalid:
        is_cancelled(desk, question, slot_id)
    (problem,) = invalid.value.problems
    assert (problem.code, problem.field) == ("which_booking", "slot")


def test_of_two_questions_one_stays_if_staff_choose_the_guest_of_the_other() -> None:
    desk = two_tables()
    report(desk, "X1")
    report(desk, "X2")
    assert is_cancelled(desk, questions(desk)["two"], "one").code == "freed"
    (left,) = questions(desk).values()
    assert (left.value("slot"), left.value("ref"), left.value("others")) == ("two", "X2", "")
    assert is_cancelled(desk, left).code == "freed"
    assert (questions(desk), desk.standing()) == ({}, {})


def test_a_table_that_was_given_up_and_claimed_again_is_asked_about() -> None:
    desk = two_tables()
    desk.give(commands.CancelAppointment(appointment_id="two"), "ben")
    assert desk.claim("cem").code == "booked"
    again = desk.slots()[-1].id
    assert report(desk, "X1") == "asked"
    assert questions(desk)[again].value("others") == "one"


def test_a_table_that_a_report_named_is_no_longer_asked_about() -> None:
    desk = two_tables()
    assert report(desk, "two") == "freed"
    assert desk.claim("cem").code == "booked"
    assert report(desk, "X1") == "asked"
    assert report(desk, "X2") == "asked"
    assert "two" not in {*questions(desk)}
    assert "two" not in [one.value("others") for one in questions(desk).values()]


def test_a_report_that_names_an_appointment_beside_the_claimed_tables_ends_it() -> None:
    desk = two_tables()
    desk.book("kim", service="Table", staff="", ref="B-7")
    assert report(desk, "B-7") == "freed"
    assert (desk.standing(), questions(desk)) == ({"one": "Anna", "two": "Ben"}, {})
    assert report(desk, "X1", "calendar") == "already_open"


def test_one_of_two_equal_tables_that_are_open_is_learnt_and_not_asked_about() -> None:
    desk = two_tables(while_open=("A", "B"))
    assert [report(desk, ref) for ref in ("A", "B")] == ["already_booked"] * 2
    assert questions(desk) == {}


def test_staff_free_one_of_two_tables_again_while_the_other_is_open() -> None:
    desk = FrontDesk()
    desk.join("anna", service="Table", party=4)
    for number in ("one", "two"):
        desk.free(number, TONIGHT, ref=f"T-{number}", source="webhook", **TABLE)
    staff: dict[str, Any] = {**TABLE, "source": "desk"}
    assert desk.free("same", TONIGHT, again="two", **staff).code == "already_open"
    assert desk.claim("anna").code == "booked"
    assert desk.free("again", TONIGHT, again="one", **staff).code == "freed"
    assert desk.free("twice", TONIGHT, again="one", **staff).code == "already_open"
    assert {one.id: one.status for one in desk.slots()} == {
        "one": "booked",
        "two": "open",
        "again": "open",
    }


def test_a_question_keeps_no_more_than_its_slot_and_ref() -> None:
    desk = two_tables()
    report(desk, "X1")
    (question,) = questions(desk).values()
    desk.give(discard(question), STAFF)
    closed = desk.store.load(Get(Proposal, (question.id,)))
    assert closed is not None
    assert {field.field for field in closed.fields} == {"slot", "ref"}


def mark(name: str, status: SlotStatus, follows: str, ref: str = "") -> IndexedSlot:
    return IndexedSlot(
        slot_id=name,
        service="Table",
        staff="",
        party_capacity=4,
        ref=ref,
        reason="cancelled",
        status=status,
        follows=follows,
    )


def test_a_table_that_was_freed_again_twice_is_found_as_it_is_now() -> None:
    marks = (
        mark("s1", "handed_back", ""),
        mark("s2", "handed_back", "s1"),
        mark("s3", "open", "s1"),
    )
    again = FreeSlot(
        slot_id="s4", starts_at=datetime(2026, 6, 8, 18, 0, tzinfo=UTC), again="s1", **TABLE
    )
    found = find_reported(SlotIndex(id="tonight", marks=marks), again, "")
    assert found is not None
    assert found.slot_id == "s3"


def test_of_two_slots_that_name_each_other_the_newer_one_is_the_table_as_it_is_now() -> None:
    """A tool reported the first one with a ref that is the id of the second."""
    marks = (mark("s4", "handed_back", "", ref="s3"), mark("s3", "open", "s4"))
    same = FreeSlot(slot_id="s3", starts_at=datetime(2026, 6, 8, 18, 0, tzinfo=UTC), **TABLE)
    found = find_reported(SlotIndex(id="tonight", marks=marks), same, "")
    assert found is not None
    assert found.slot_id == "s3"
