"""Sheet and list in sync: from the list to the sheet."""

import pytest

from fullhouse.inbound.spreadsheets.port import MemorySheet, SheetChanged
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet.sync import SheetSync
from fullhouse.locale.current import use_language
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import ANNA, BEN, CLEO, HEAD, FrontDesk, refuses, table

NOTHING = SheetSyncReport()


def problems(report: SheetSyncReport) -> list[tuple[int, str]]:
    return [(one.row, one.field) for one in report.problems]


def test_whoever_joins_another_way_is_appended_once() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.join("dora", party=2, latest="2026-07-01")
    assert desk.run().written == 1
    assert desk.run() == NOTHING
    assert desk.names() == ["Anna", "Dora"]
    cells = (
        "Dora",
        "",
        "dora@example.org",
        "Cut",
        "2",
        "2026-07-01",
        "",
        "0",
        "2026-06-20 12:00",
        "waiting",
        "dora",
    )
    assert desk.row("Dora").cells == cells
    assert not desk.named("Dora").unwritten


def test_what_is_edited_at_the_desk_is_written_and_wins_over_the_same_cell() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.give(
        EditEntry(entry_id=desk.named("Anna").id, phone="+4915120000000", earliest="2026-06-25")
    )
    desk.change("Anna", Phone="0151 30000000", Priority="4")
    assert [(one.row, one.field) for one in desk.run().problems] == [(2, "phone")]
    assert (desk.named("Anna").phone, desk.named("Anna").priority) == ("+4915120000000", 4)
    assert (desk.cell("Anna", "phone"), desk.cell("Anna", "priority")) == ("+49 1512 0000000", "4")
    assert desk.cell("Anna", "earliest") == "2026-06-25"
    assert desk.cell("Ben", "earliest") == ""


def test_a_booking_is_written_with_its_time_and_the_row_goes_at_night() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    desk.book("Ben")
    desk.run()
    assert desk.cell("Ben", "status") == "booked Sat 20 Jun 14:00"
    desk.later(hours=14, minutes=59)
    desk.run()
    assert desk.names() == ["Anna", "Ben"]
    desk.later(minutes=1)
    desk.run()
    assert desk.names() == ["Anna"]
    assert desk.everyone() == [("Anna", "waiting"), ("Ben", "booked")]
    assert desk.run() == NOTHING


@pytest.mark.parametrize(("state", "removed"), [("left", False), ("removed", True)])
def test_whoever_goes_off_the_list_is_marked_and_does_not_come_back(
    state: str, removed: bool
) -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.give(LeaveWaitlist(entry_id=desk.named("Anna").id, removed=removed, source="desk"))
    desk.run()
    assert desk.cell("Anna", "status") == state
    desk.change("Anna", Priority="5")
    assert desk.run().joined == 0
    assert desk.everyone() == [("Anna", state)]


def test_someone_booked_before_their_key_was_written_is_never_added_again() -> None:
    desk = FrontDesk(ANNA)
    desk.sheet.write = refuses
    desk.run()
    desk.book("Anna")
    desk.run()
    del desk.sheet.write
    desk.run()
    assert desk.everyone() == [("Anna", "booked")]
    assert desk.cell("Anna", "status").startswith("booked")
    assert desk.cell("Anna", "key") == desk.named("Anna").id
    desk.later(days=1)
    desk.run()
    assert desk.names() == []
    desk.add(*ANNA)
    assert desk.run().joined == 1


def test_someone_who_joined_and_left_before_the_sheet_was_written_never_stands_in_it() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.join("dora")
    desk.give(LeaveWaitlist(entry_id="dora"))
    assert desk.run().written == 1
    assert desk.names() == ["Anna"]


def test_a_sheet_that_changes_while_it_is_worked_on_is_read_again() -> None:
    desk = FrontDesk(ANNA)
    write = desk.sheet.write

    def first(edits: Edits, seen: str) -> None:
        desk.sheet.write = write
        desk.add(*BEN)
        write(edits, seen)

    desk.sheet.write = first
    desk.run()
    assert desk.on_the_list() == ["Anna", "Ben"]
    assert all(desk.cell(name, "key") for name in desk.names())


def test_a_sheet_that_changes_all_the_time_is_left_for_the_next_time() -> None:
    desk = FrontDesk(ANNA)

    def write(_edits: Edits, _seen: str) -> None:
        raise SheetChanged

    desk.sheet.write = write
    assert desk.run().again
    del desk.sheet.write
    assert not desk.run().again
    assert desk.on_the_list() == ["Anna"]


def test_what_staff_edit_right_behind_our_write_is_not_taken_for_ours() -> None:
    desk = FrontDesk(ANNA)
    write = desk.sheet.write

    def then_edited(edits: Edits, seen: str) -> None:
        desk.sheet.write = write
        write(edits, seen)
        desk.change("Anna", Priority="7")

    desk.sheet.write = then_edited
    desk.run()
    assert desk.run().edited == 1
    assert desk.named("Anna").priority == 7


def test_a_sheet_that_cannot_be_reached_keeps_what_is_to_be_written() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    desk.join("dora")
    desk.sheet.down = "It is not there."
    assert desk.run().trouble == "It is not there."
    since = desk.known().trouble_at
    desk.later(minutes=3)
    desk.run()
    assert (desk.known().trouble, desk.known().trouble_at) == ("It is not there.", since)
    desk.sheet.down = ""
    assert desk.run().written == 1
    assert (desk.known().trouble, desk.known().trouble_at) == ("", None)


def test_another_sheet_is_met_as_if_for_the_first_time() -> None:
    desk = FrontDesk(ANNA, BEN)
    desk.run()
    other = MemorySheet(table(CLEO))
    sync = SheetSync(desk.engine, other, desk.files, "another list")
    report = at_once(sync.run())
    assert (report.joined, report.removed) == (1, 0)
    assert [row.cells[0] for row in other.table.rows] == ["Cleo", "Ben", "Anna"]
    assert at_once(sync.run()) == NOTHING


def test_two_syncs_that_take_turns_agree() -> None:
    desk = FrontDesk(ANNA, BEN)
    other = SheetSync(desk.engine, desk.sheet, desk.files, "list")
    desk.run()
    desk.join("dora")
    assert at_once(other.run()).written == 1
    assert desk.run() == NOTHING
    desk.join("emil")
    desk.run()
    desk.change("Anna", Priority="2")
    at_once(other.run())
    assert desk.run() == NOTHING
    assert desk.names() == ["Anna", "Ben", "Dora", "Emil"]


def test_empty_rows_and_titles_are_no_matter() -> None:
    rows = (Row(5, ANNA), Row(9, BEN))
    desk = FrontDesk(sheet=MemorySheet(Table(HEAD, rows, 3, (Row(1, ("Waitlist",)),))))
    desk.run()
    assert [row.number for row in desk.table.rows] == [5, 9]
    assert desk.cell("Ben", "key") == desk.named("Ben").id


def test_a_landline_that_staff_approved_stands_in_the_sheet_and_stays() -> None:
    desk = FrontDesk(BEN)
    desk.join("anna", phone="+4930123456", email="")
    desk.run()
    assert problems(desk.run()) == []
    assert "+4930123456" in [one.phone for one in desk.waiting()]
    assert len(desk.names()) == 2


def test_problems_are_stored_in_english_whatever_the_language_of_who_syncs() -> None:
    desk = FrontDesk(("Dan", "", "dan@", "Cut", "", "", "", "", ""))
    use_language("de")
    try:
        report = desk.run()
    finally:
        use_language("en")
    assert [problem.reason for problem in report.problems] == [
        "That doesn't look like an email address. It should look like anna@example.org."
    ]
