"""Vanished rows: a few are believed at once, many only if still missing after a while."""

import pytest

from tests.inbound.sync.front_desk import FrontDesk, table


def people(count: int) -> list[tuple[str, ...]]:
    return [(f"P{number:02}", "", f"p{number}@example.org", "Cut") for number in range(count)]


def test_rows_that_vanish_by_the_dozen_are_believed_only_after_a_while() -> None:
    desk = FrontDesk(*people(15))
    desk.run()
    whole = desk.table
    desk.remove(*desk.names()[:10])
    report = desk.run()
    assert report.removed == 0
    assert "10 of 15 rows" in report.trouble
    desk.run()
    assert len(desk.waiting()) == 15
    cut, desk.sheet.table = desk.table, whole
    desk.run()
    assert desk.known().trouble == ""
    desk.sheet.table = cut
    desk.run()
    desk.later(minutes=3)
    assert desk.run().removed == 10
    assert desk.known().trouble == ""


@pytest.mark.parametrize(("known", "left"), [(2, 0), (3, 0), (14, 11), (50, 26), (50, 39)])
def test_a_list_that_is_empty_or_much_shorter_all_of_a_sudden_is_believed_only_after_a_while(
    known: int, left: int
) -> None:
    desk = FrontDesk(*people(known))
    desk.run()
    whole = desk.table
    desk.sheet.table = table(*(row.cells for row in whole.rows[:left]), head=whole.headers)
    desk.later(minutes=3)
    assert f"{known - left} of {known} rows" in desk.run().trouble
    assert len(desk.waiting()) == known
    desk.later(minutes=2)
    assert desk.run().removed == known - left
    assert len(desk.waiting()) == left


@pytest.mark.parametrize(("known", "left"), [(1, 0), (4, 2), (15, 12), (50, 40)])
def test_a_few_rows_that_are_removed_are_taken_off_the_list_at_once(known: int, left: int) -> None:
    desk = FrontDesk(*people(known))
    desk.run()
    desk.remove(*desk.names()[left:])
    assert desk.run().removed == known - left


def test_a_clean_up_ends_its_doubt_also_while_the_sheet_is_written_to() -> None:
    desk = FrontDesk(*people(10))
    desk.run()
    desk.remove("P00", "P01", "P02")
    assert desk.run().trouble
    desk.later(minutes=1)
    desk.join("dora")
    assert desk.run().trouble
    desk.later(minutes=1)
    desk.change("P05", Service="Colour")
    assert desk.run().removed == 3


def test_a_doubt_begins_anew_when_others_are_missing() -> None:
    desk = FrontDesk(*people(10))
    desk.run()
    desk.remove("P00", "P01", "P02")
    assert desk.run().trouble
    desk.later(minutes=2)
    desk.remove("P03")
    assert "4 of 10 rows" in desk.run().trouble
    assert len(desk.waiting()) == 10
