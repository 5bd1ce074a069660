"""Rows that vanish: a few are believed at once, of many or all staff are asked first."""

from typing import Any

import pytest

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.waitlist.commands import LeaveWaitlist
from tests.inbound.sync.business import Business
from tests.inbound.sync.front_desk import FrontDesk, refuses, table


def people(count: int) -> list[tuple[str, ...]]:
    return [(f"P{number:02}", "", f"p{number}@example.org", "Cut") for number in range(count)]


def question(desk: Business) -> HeldRemoval:
    """Return the questions to staff about the sheet."""
    name = desk.sync.listed.name
    return desk.engine.load(Get(HeldRemoval, (name,))) or HeldRemoval(id=name)


def decide(desk: Business, *, keep: bool = False) -> str:
    """Answer the question as it stands."""
    command = DecideRemoval(source=desk.sync.listed.name, rev=question(desk).rev, keep=keep)
    answer: str = desk.give(command)
    return answer


def notes(desk: Business) -> list[tuple[int, list[str]]]:
    """Return the number and names of the missing, by note to staff."""
    sent = [one for one in desk.store.shelf(Message).values() if one.kind == "removal"]
    about = [one.facts["removal"] for one in sent]
    return [(one["gone"], [person["name"] for person in one["people"]]) for one in about]


@pytest.mark.parametrize(("known", "left"), [(1, 0), (2, 0), (3, 0), (14, 11), (50, 26), (50, 47)])
def test_of_many_rows_or_all_that_vanish_at_once_staff_are_asked_first(
    known: int, left: int
) -> None:
    desk = FrontDesk(*people(known))
    desk.run()
    whole = desk.table
    desk.sheet.table = table(*(row.cells for row in whole.rows[:left]), head=whole.headers)
    report = desk.run()
    assert (report.removed, len(desk.waiting())) == (0, known)
    assert f"{known - left} of {known} people" in report.trouble
    desk.later(days=3)
    assert desk.run().removed == 0
    names = [f"P{number:02}" for number in range(left, known)][:10]
    assert notes(desk) == [(known - left, names)]
    assert decide(desk) == "removal_confirmed"
    assert desk.run().removed == known - left
    assert (len(desk.waiting()), desk.known().trouble) == (left, "")
    assert question(desk).asked == question(desk).confirmed == ()


def test_whoever_leaves_during_the_look_does_not_count_as_still_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = FrontDesk(*people(2))
    desk.run()
    whole = desk.table
    desk.sheet.table = table(whole.rows[1].cells, head=whole.headers)
    (other,) = [one.id for one in desk.waiting() if one.name == "P01"]
    loaded = desk.sync.listed.known

    async def then_one_leaves() -> Any:
        found = await loaded()
        await desk.engine.execute(LeaveWaitlist(entry_id=other), "customer")
        return found

    monkeypatch.setattr(desk.sync.listed, "known", then_one_leaves)
    assert desk.run().removed == 0
    assert [one.id for one in question(desk).asked] == [one.id for one in desk.waiting()]


@pytest.mark.parametrize(("known", "left"), [(2, 1), (4, 2), (15, 13), (50, 48)])
def test_a_few_rows_that_are_removed_are_taken_off_the_list_at_once(known: int, left: int) -> None:
    desk = FrontDesk(*people(known))
    desk.run()
    desk.remove(*desk.names()[left:])
    assert desk.run().removed == known - left
    assert notes(desk) == []


def test_who_is_kept_gets_a_row_again_and_is_not_asked_about_again() -> None:
    desk = FrontDesk(*people(6))
    desk.run()
    desk.remove("P01", "P02", "P03", "P04")
    desk.run()
    assert decide(desk, keep=True) == "removal_kept"
    desk.restart()
    assert desk.run().removed == 0
    assert sorted(desk.names()) == desk.on_the_list() == [f"P{one:02}" for one in range(6)]
    assert (question(desk).asked, question(desk).kept, len(notes(desk))) == ((), (), 1)
    assert desk.run().trouble == desk.known().trouble == ""
    desk.remove("P01", "P02", "P03")
    assert "3 of 6" in desk.run().trouble
    assert len(notes(desk)) == 2


def test_who_is_kept_stays_while_the_sheet_cannot_be_written() -> None:
    desk = FrontDesk(*people(4))
    desk.run()
    desk.remove("P01", "P02", "P03")
    desk.run()
    decide(desk, keep=True)
    desk.sheet.write = refuses
    for _ in range(3):
        assert desk.run().removed == 0
    assert (len(desk.waiting()), len(notes(desk)), question(desk).asked) == (4, 1, ())


def test_whatever_else_stands_in_the_sheet_applies_meanwhile() -> None:
    desk = FrontDesk(*people(10))
    desk.run()
    desk.remove("P00", "P01", "P02")
    assert desk.run().trouble
    desk.join("dora")
    desk.change("P05", Service="Colour")
    desk.add("Emil", "", "emil@example.org", "Cut")
    report = desk.run()
    assert (report.joined, report.edited, report.removed) == (1, 1, 0)
    assert "Dora" in desk.names()
    assert (len(desk.waiting()), desk.named("P05").service) == (12, "Colour")


def test_rows_that_come_back_end_the_question() -> None:
    desk = FrontDesk(*people(10))
    desk.run()
    whole = desk.table
    desk.remove("P00", "P01", "P02")
    desk.run()
    desk.sheet.table = whole
    assert desk.run().trouble == desk.known().trouble == ""
    assert question(desk).asked == ()
    assert decide(desk) == "no_question"
    assert len(desk.waiting()) == 10


def test_while_rows_are_put_back_one_by_one_nobody_is_taken_off() -> None:
    desk = FrontDesk(*people(5))
    desk.run()
    whole = desk.table
    desk.remove(*desk.names())
    desk.run()
    for left in range(1, 5):
        desk.sheet.table = table(*(row.cells for row in whole.rows[:left]), head=whole.headers)
        assert desk.run().removed == 0
        assert len(question(desk).asked) == 5 - left
    desk.sheet.table = whole
    desk.run()
    assert (len(desk.waiting()), question(desk).asked, len(notes(desk))) == (5, (), 1)


def test_what_vanishes_while_a_question_is_open_joins_it_and_an_old_answer_does_not_count() -> None:
    desk = FrontDesk(*people(10))
    desk.run()
    desk.remove("P00", "P01", "P02")
    desk.run()
    seen = question(desk)
    desk.remove("P03")
    assert "4 of 10" in desk.run().trouble
    assert desk.give(DecideRemoval(source="sheet", rev=seen.rev)) == "question_changed"
    assert (len(desk.waiting()), len(notes(desk))) == (10, 1)


def test_who_left_by_themselves_is_not_asked_about_any_more() -> None:
    desk = FrontDesk(*people(4))
    desk.run()
    desk.remove("P00", "P01", "P02")
    desk.run()
    desk.book("P01")
    desk.run()
    assert [one.id for one in question(desk).asked] == [
        desk.named("P00").id,
        desk.named("P02").id,
    ]
