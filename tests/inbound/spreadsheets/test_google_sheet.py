"""A Google Sheet: meaning of its cells, growth, and a Drive that is slow to report."""

from collections.abc import Iterator

import pytest

from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
from fullhouse.inbound.spreadsheets.port import SheetChanged, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits, Row
from tests.inbound.google.fake import EMAIL, FakeGoogle, fake_google
from tests.inbound.google.grid import Spreadsheet, tab

HEAD = ["Name", "Earliest", "Priority", "Joined"]


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with fake_google() as made:
        rows = [
            ["Anna", (46174, "DATE"), True, (46143.4375, "DATE_TIME")],
            ["Ben", 2.5, False, (0.375, "TIME")],
        ]
        boxes = [[None, None, False] for _ in range(3)]
        made.spreadsheets["s1"] = Spreadsheet(tab("Jess's list", HEAD, *rows, *boxes, size=(6, 4)))
        yield made


@pytest.fixture
def sheet(google: FakeGoogle) -> GoogleSheet:
    return GoogleSheet(google.client(), "s1")


def test_dates_times_and_boxes_are_read_as_people_see_them(sheet: GoogleSheet) -> None:
    assert sheet.read().rows == (
        Row(2, ("Anna", "2026-06-01", "TRUE", "2026-05-01 10:30")),
        Row(3, ("Ben", "2.5", "FALSE", "09:00")),
    )


def test_a_new_row_goes_where_the_boxes_wait_for_it_and_a_new_column_makes_the_tab_wider(
    google: FakeGoogle, sheet: GoogleSheet
) -> None:
    sheet.write(Edits({2: {"Key": "k-1"}}, ({"Name": "Cleo", "Key": "k-3"},)), sheet.version())
    cells = google.spreadsheets["s1"].tabs[0].cells
    assert [cell.value for cell in cells[3]] == ["Cleo", None, False, None, "k-3"]
    assert (len(cells), cells[0][4].value) == (6, "Key")
    assert google.refused == []


def test_rows_beyond_the_end_make_the_tab_longer(google: FakeGoogle, sheet: GoogleSheet) -> None:
    sheet.write(
        Edits(appended=tuple({"Name": f"n{number}"} for number in range(9))), sheet.version()
    )
    assert len(google.spreadsheets["s1"].tabs[0].cells) == 12
    assert len(sheet.read().rows) == 11


def test_all_changes_are_one_request(google: FakeGoogle, sheet: GoogleSheet) -> None:
    sheet.write(Edits({2: {"Name": "Ann"}}, ({"Name": "Cleo"},), frozenset({3})), sheet.version())
    assert google.asked.count("sheets.spreadsheets.batchUpdate") == 1


def test_text_is_kept_as_text_and_formats_stay(google: FakeGoogle, sheet: GoogleSheet) -> None:
    sheet.write(
        Edits({2: {"Name": "=IMPORTXML(1)", "Earliest": "2026-06-02", "Joined": "7"}}),
        sheet.version(),
    )
    name, earliest, _, joined = google.spreadsheets["s1"].tabs[0].cells[1]
    assert (name.value, earliest.value, earliest.format, joined.value) == (
        "=IMPORTXML(1)",
        46175,
        "DATE",
        "7",
    )
    assert sheet.read().rows[0].cells == ("=IMPORTXML(1)", "2026-06-02", "TRUE", "7")


def test_a_change_that_drive_has_not_told_of_yet_is_seen_by_who_read_before(
    google: FakeGoogle, sheet: GoogleSheet
) -> None:
    seen = sheet.version()
    sheet.read()
    google.spreadsheets["s1"].set("A2", "Someone else")
    google.spreadsheets["s1"].version -= 1
    with pytest.raises(SheetChanged):
        sheet.write(Edits(removed=frozenset({2})), seen)
    assert google.spreadsheets["s1"].tabs[0].cells[1][0].value == "Someone else"


def test_a_lost_answer_is_down_and_the_next_try_sees_the_change(
    google: FakeGoogle, sheet: GoogleSheet
) -> None:
    seen = sheet.version()
    edits = Edits(appended=({"Name": "Cleo"},))
    original = google.spreadsheets["s1"].change

    def changed(requests: list[dict[str, object]]) -> dict[str, object]:
        google.lost_answers = 1
        return original(requests)

    google.spreadsheets["s1"].change = changed  # type: ignore[method-assign]
    with pytest.raises(SheetDown, match="cannot be reached"):
        sheet.write(edits, seen)
    with pytest.raises(SheetChanged):
        sheet.write(edits, seen)
    assert [row.cells[0] for row in sheet.read().rows] == ["Anna", "Ben", "Cleo"]


def test_a_missing_tab_and_a_sheet_that_is_not_shared_are_told(google: FakeGoogle) -> None:
    with pytest.raises(SheetDown, match="no tab “List”"):
        GoogleSheet(google.client(), "s1", "List").read()
    with pytest.raises(SheetDown, match=EMAIL):
        GoogleSheet(google.client(), "s2").version()
