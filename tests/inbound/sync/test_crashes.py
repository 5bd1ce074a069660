"""A sync may stop at any call: the next one finishes it; nobody is lost or added twice."""

from collections.abc import Callable
from typing import Any

import pytest

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.sync.edits_beside import TOGETHER
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.model import Entry
from tests.inbound.sync.breaking import Breaking, Stopped
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, FrontDesk, table
from tests.inbound.sync.test_doubting import decide, people, question

LATER = 400


def restart(desk: FrontDesk) -> None:
    """A new process knows nothing but what was kept."""
    desk.sync = SheetSync(desk.engine, desk.sheet, desk.files, "list")


def broken_run(desk: FrontDesk, at: int, *, after: bool) -> bool:
    """Run into a stop at the n-th call; say whether it came to that."""
    breaking = Breaking(desk.engine, desk.sheet, desk.files, at, after=after)
    try:
        desk.run()
    except Stopped:
        return True
    finally:
        breaking.mend()
        restart(desk)
    return False


def settle(desk: FrontDesk) -> None:
    for _ in range(4):
        desk.run()
    report = desk.run()
    assert (report.looked, report.trouble, report.problems) == (False, "", ())


def standing(desk: FrontDesk) -> tuple[list[tuple[str, str]], list[tuple[str, ...]]]:
    """Return the entries with their states, and the sheet's rows by the entries' keys."""
    rows = [
        (row.cells[0], desk.cell(row.cells[0], "status"), desk.cell(row.cells[0], "phone"))
        for row in desk.table.rows
    ]
    for row in desk.table.rows:
        key = desk.cell(row.cells[0], "key")
        assert key == desk.named(row.cells[0]).id
    return desk.everyone(), sorted(rows)


def first_sync(desk: FrontDesk) -> None:
    desk.join("dora")


def busy_day(desk: FrontDesk) -> None:
    desk.run()
    desk.book("Ben")
    desk.join("dora")
    desk.change("Anna", Phone="0151 20000000")
    desk.remove("Cleo")
    desk.add("Emil", "0151 10000009", "", "Cut")


def night(desk: FrontDesk) -> None:
    busy_day(desk)
    desk.run()
    desk.run()
    desk.later(days=1)


STORIES = [first_sync, busy_day, night]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("story", STORIES)
def test_a_sync_that_stops_anywhere_is_finished_by_the_next(
    story: Callable[[FrontDesk], None], after: bool
) -> None:
    whole = FrontDesk(ANNA, BEN, CLEO)
    story(whole)
    settle(whole)
    wanted = standing(whole)
    stops = 0
    for at in range(1, LATER):
        desk = FrontDesk(ANNA, BEN, CLEO)
        story(desk)
        stopped = broken_run(desk, at, after=after)
        stops += stopped
        settle(desk)
        assert standing(desk) == wanted, at
        if not stopped:
            break
    assert stops > 8


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_someone_booked_between_a_stop_and_the_next_sync_is_never_added_again(after: bool) -> None:
    for at in range(1, LATER):
        desk = FrontDesk(ANNA, BEN)
        stopped = broken_run(desk, at, after=after)
        joined = "Anna" in desk.on_the_list()
        if joined:
            desk.book("Anna")
        settle(desk)
        entries = [one for one in desk.store.shelf(Entry).values() if one.name == "Anna"]
        assert [one.state for one in entries] == ["booked" if joined else "waiting"], at
        assert desk.on_the_list() == (["Ben"] if joined else ["Anna", "Ben"])
        if not stopped:
            break


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_an_edit_of_staff_outlives_a_stop_and_a_change_by_its_customer(after: bool) -> None:
    stops = 0
    for at in range(1, LATER):
        desk = FrontDesk(ANNA, BEN)
        desk.run()
        desk.run()
        desk.change("Anna", Staff="Sam")
        stopped = broken_run(desk, at, after=after)
        stops += stopped
        desk.give(EditEntry(entry_id=desk.named("Anna").id, party=3, source="form"))
        settle(desk)
        assert (desk.named("Anna").staff, desk.named("Anna").party) == ("Sam", 3), at
        if not stopped:
            break
    assert stops > 4


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("typed", ["many", "5"])
def test_staff_are_told_of_an_edit_that_is_written_over_wherever_the_sync_stops(
    typed: str, after: bool
) -> None:
    stops = 0
    for at in range(1, LATER):
        desk = FrontDesk(ANNA, BEN)
        desk.run()
        desk.run()
        desk.change("Ben", Party=typed)
        ben = desk.named("Ben").id
        desk.give(EditEntry(entry_id=ben, party=4, source="form"))
        stopped = broken_run(desk, at, after=after)
        stops += stopped
        desk.run()
        assert (desk.named("Ben").party, desk.cell("Ben", "party")) == (4, "4"), at
        named = [(one.record, one.field, one.reason) for one in desk.known().problems]
        assert named == [(ben, "party", TOGETHER)], at
        desk.change("Ben", Party="5")
        settle(desk)
        assert desk.named("Ben").party == 5
        if not stopped:
            break
    assert stops > 4


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_stop_does_not_keep_an_answer_about_rows_that_were_back(after: bool) -> None:
    stops = 0
    for at in range(1, LATER):
        desk = FrontDesk(*people(6))
        desk.run()
        whole = desk.table
        desk.remove("P01", "P02", "P03", "P04")
        desk.run()
        decide(desk)
        desk.sheet.table = whole
        desk.remove("P04")
        stopped = broken_run(desk, at, after=after)
        stops += stopped
        if "P04" not in desk.on_the_list():
            desk.remove("P01", "P02", "P03")
            assert desk.run().removed == 0, at
            assert len(question(desk).asked) == 3
        if not stopped:
            break
    assert stops > 8


def test_a_sync_that_froze_and_went_on_with_old_eyes_loses_nobody() -> None:
    """One sync reads the sheet and stalls; another does everything meanwhile; the first goes on."""
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.change("Anna", Priority="1")
    other = SheetSync(desk.engine, desk.sheet, desk.files, "list")
    read = desk.sheet.read

    def held_up() -> Any:
        found = read()
        desk.sheet.read = read
        desk.join("dora")
        at_once(other.run())
        desk.change("Anna", Priority="2")
        at_once(other.run())
        return found

    desk.sheet.read = held_up
    desk.run()
    settle(desk)
    assert desk.on_the_list() == ["Anna", "Ben", "Dora"]
    assert (desk.named("Anna").priority, desk.cell("Anna", "priority")) == (2, "2")
    assert desk.names() == ["Anna", "Ben", "Dora"]


def test_a_write_whose_answer_was_lost_is_not_made_twice() -> None:
    desk = FrontDesk(sheet=MemorySheet(table(ANNA)))
    desk.run()
    desk.join("dora")
    write = desk.sheet.write

    def lost(*given: Any) -> None:
        desk.sheet.write = write
        write(*given)
        raise Stopped

    desk.sheet.write = lost
    with pytest.raises(Stopped):
        desk.run()
    restart(desk)
    settle(desk)
    assert desk.names() == ["Anna", "Dora"]
