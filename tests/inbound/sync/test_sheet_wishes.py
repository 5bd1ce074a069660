"""Weekdays and times of day in the waitlist's sheet, in words; two people on one phone."""

from typing import Any

import pytest

from fullhouse.inbound.spreadsheets.port import MemorySheet
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.waitlist_sheet.cells import cells_of
from fullhouse.inbound.sync.waitlist_sheet.columns import FIELDS, HEADINGS
from fullhouse.inbound.sync.waitlist_sheet.rows import read_row
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.model import Entry
from tests.inbound.sync.front_desk import ANNA, HEAD, FrontDesk, table
from tests.support.rsvp_world import there

WISHES = ("Weekdays", "Times")


def desk_with(*rows: tuple[str, str]) -> FrontDesk:
    """Open a front desk whose sheet has columns for wishes."""
    people = [
        (f"Anna{number}", f"0151 1000000{number}", *ANNA[2:], *wish)
        for number, wish in enumerate(rows)
    ]
    return FrontDesk(sheet=MemorySheet(table(*people, head=(*HEAD, *WISHES))))


def wish_of(entry: Entry) -> tuple[str, str, str]:
    return " ".join(entry.weekdays), entry.from_time, entry.until_time


def test_wishes_are_read_in_words() -> None:
    rows = (("Mon, Thu", "after 5pm"), ("Mo\u2013Fr", "vormittags"), ("", "lunes y jueves"))
    desk = desk_with(*rows)
    assert desk.run().problems == ()
    assert [wish_of(desk.named(f"Anna{number}")) for number in range(3)] == [
        ("mon thu", "17:00", ""),
        ("mon tue wed thu fri", "", "12:00"),
        ("mon thu", "", ""),
    ]


def test_one_cell_may_name_both_and_its_own_column_wins() -> None:
    desk = desk_with(("Mon after 5", ""), ("Tue after 5", "mornings"), ("Fri", "Sat 9-12"))
    desk.run()
    assert [wish_of(desk.named(f"Anna{number}")) for number in range(3)] == [
        ("mon", "17:00", ""),
        ("tue", "", "12:00"),
        ("fri", "09:00", "12:00"),
    ]
    assert desk.run().edited == 0


def test_a_cell_that_cannot_be_read_is_shown_and_drops_nobody() -> None:
    desk = desk_with(("when it rains", "after 5"), ("Mon", "ish"))
    report = desk.run()
    assert [(one.row, one.field) for one in report.problems] == [(2, "weekdays"), (3, "times")]
    assert [wish_of(desk.named(f"Anna{number}")) for number in range(2)] == [
        ("", "17:00", ""),
        ("mon", "", ""),
    ]


def test_an_edited_cell_changes_the_wish_and_an_empty_one_clears_it() -> None:
    desk = desk_with(("Mon", "after 5"))
    desk.run()
    desk.change("Anna0", Weekdays="Tue", Times="")
    desk.run()
    assert wish_of(desk.named("Anna0")) == ("tue", "", "")


def test_a_wish_from_elsewhere_gets_its_columns() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    wish: dict[str, Any] = {"weekdays": ("mon", "thu"), "from_time": "17:00"}
    desk.give(EditEntry(entry_id=desk.named("Anna").id, **wish))
    desk.run()
    assert (desk.cell("Anna", "weekdays"), desk.cell("Anna", "times")) == ("Mon, Thu", "from 17:00")
    assert desk.run().edited == 0
    assert wish_of(desk.named("Anna")) == ("mon thu", "17:00", "")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize(
    "wish",
    [
        {"weekdays": ("mon", "tue", "wed", "thu", "fri", "sat")},
        {"weekdays": ("sun",), "from_time": "07:00"},
        {"from_time": "09:30", "until_time": "17:00"},
        {"until_time": "12:00"},
    ],
)
def test_what_we_write_we_can_read(language: str, wish: dict[str, Any]) -> None:
    book = Rulebook(language=language)
    entry = Entry(
        id="e", name="Ada", service="Cut", line="cut", joined_at=there("2026-06-20 12:00"), **wish
    )
    titles = tuple(HEADINGS.words[language][field] for field in FIELDS)
    columns = Columns(
        {field: at for at, field in enumerate(FIELDS)}, titles, HEADINGS.words[language]
    )
    cells = cells_of(entry, columns, book, "waiting")
    read = read_row(Row(2, tuple(cells.get(title, "") for title in titles)), columns, book)
    assert wish_of(entry) == (
        " ".join(read.fields["weekdays"]),
        read.fields["from_time"],
        read.fields["until_time"],
    )


def test_two_people_on_one_phone_are_two_rows_and_two_entries() -> None:
    desk = FrontDesk(ANNA, ("Ben", *ANNA[1:]))
    report = desk.run()
    assert (report.joined, report.problems, desk.on_the_list()) == (2, (), ["Anna", "Ben"])
    assert {desk.cell(name, "key") for name in ("Anna", "Ben")} == {
        desk.named(name).id for name in ("Anna", "Ben")
    }
    desk.remove("Anna")
    desk.run()
    desk.later(minutes=5)
    desk.run()
    assert "Ben" in desk.on_the_list()


def test_a_copied_row_with_another_name_is_another_person() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    row = desk.row("Anna").cells
    desk.add("Ben", *row[1:])
    desk.run()
    assert desk.on_the_list() == ["Anna", "Ben"]


def test_a_name_corrected_before_the_key_was_written_edits_the_same_entry() -> None:
    desk = FrontDesk(ANNA)
    desk.run()
    joined = desk.named("Anna")
    desk.change("Anna", Name="Anne", Key="")
    desk.run()
    assert desk.on_the_list() == ["Anne"]
    assert desk.named("Anne").id == joined.id
