"""A sheet that is put in place of ours from an older copy undoes nothing that came since."""

from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.edits_beside import TOGETHER
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from tests.inbound.sync.business import Business
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, FrontDesk
from tests.inbound.sync.test_doubting import decide, notes, question


def copied(*, joins: bool = True, edits: bool = True) -> tuple[FrontDesk, Table]:
    """Return a desk on whose list things happened after a copy of its sheet was made."""
    desk = FrontDesk(ANNA, BEN, CLEO)
    desk.run()
    copy = desk.table
    for does, happens in ((joins, _joins), (edits, _edits)):
        if does:
            desk.later(minutes=3)
            happens(desk)
            desk.run()
    desk.later(minutes=3)
    return desk, copy


def _joins(desk: FrontDesk) -> None:
    desk.join("dora")


def _edits(desk: FrontDesk) -> None:
    desk.give(EditEntry(entry_id=desk.named("Ben").id, party=4, source="form"))


def put_in_place(desk: Business, copy: Table) -> None:
    desk.sheet.table = copy


def test_who_joined_since_stays_until_staff_say_so_and_what_changed_since_stays() -> None:
    desk, copy = copied()
    put_in_place(desk, copy)
    report = desk.run()
    assert (report.edited, report.removed) == (0, 0)
    assert desk.on_the_list() == ["Anna", "Ben", "Cleo", "Dora"]
    assert (desk.named("Ben").party, desk.cell("Ben", "party")) == (4, "4")
    assert notes(desk) == [(1, ["Dora"])]
    desk.later(minutes=3)
    desk.run()
    assert desk.on_the_list() == ["Anna", "Ben", "Cleo", "Dora"]
    decide(desk, keep=True)
    desk.run()
    assert desk.names() == ["Anna", "Ben", "Cleo", "Dora"]
    assert question(desk).asked == ()


def test_staff_may_take_them_off_after_all() -> None:
    desk, copy = copied()
    put_in_place(desk, copy)
    desk.run()
    decide(desk)
    assert desk.run().removed == 1
    assert desk.on_the_list() == ["Anna", "Ben", "Cleo"]


def test_what_staff_changed_in_the_copy_is_taken_over() -> None:
    desk, copy = copied()
    put_in_place(desk, copy)
    desk.change("Anna", Staff="Sam")
    desk.change("Ben", Party="3", Staff="Sam")
    report = desk.run()
    anna, ben = desk.named("Anna"), desk.named("Ben")
    assert (anna.staff, ben.staff, ben.party) == ("Sam", "Sam", 4)
    assert [(one.field, one.reason) for one in report.problems] == [("party", TOGETHER)]
    assert desk.cells("Ben", "party", "staff") == ["4", "Sam"]


def test_rows_that_staff_removed_in_the_copy_are_taken_off() -> None:
    desk, copy = copied(joins=False)
    put_in_place(desk, copy)
    desk.remove("Cleo")
    assert desk.run().removed == 1
    assert (desk.on_the_list(), desk.named("Ben").party) == (["Anna", "Ben"], 4)


def test_an_edit_that_staff_undo_is_undone() -> None:
    desk, _ = copied()
    before = desk.table
    desk.change("Anna", Staff="Sam")
    desk.run()
    desk.later(minutes=3)
    put_in_place(desk, before)
    assert desk.run().edited == 1
    assert desk.named("Anna").staff == ""


def test_an_ordinary_removal_of_someone_from_the_sheet_is_not_asked_about() -> None:
    desk, _ = copied()
    desk.remove("Cleo")
    assert desk.run().removed == 1
    assert notes(desk) == []


def test_whoever_puts_the_same_copy_there_again_means_it() -> None:
    desk, copy = copied(joins=False)
    for expected in (4, 2):
        put_in_place(desk, copy)
        desk.run()
        assert desk.named("Ben").party == expected
        desk.later(minutes=3)


def test_of_people_it_is_asked_each_time() -> None:
    desk, copy = copied()
    for number in (1, 2):
        put_in_place(desk, copy)
        assert desk.run().removed == 0
        assert len(notes(desk)) == number
        decide(desk, keep=True)
        desk.run()
        assert "Dora" in desk.names()
        desk.later(minutes=3)


def test_a_cell_that_we_wrote_last_can_be_edited_at_once() -> None:
    desk, _ = copied(joins=False)
    desk.change("Ben", Party="3")
    desk.run()
    assert (desk.named("Ben").party, desk.known().problems) == (3, ())
