"""The contract of every sheet: in memory, in a CSV or XLSX file, at Google."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fullhouse.inbound.spreadsheets.csv_file import write_csv
from fullhouse.inbound.spreadsheets.file_sheet import FileSheet
from fullhouse.inbound.spreadsheets.google_sheet import GoogleSheet
from fullhouse.inbound.spreadsheets.port import MemorySheet, Sheet, SheetChanged, SheetDown
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table, apply, difference, same
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Spreadsheet, tab
from tests.inbound.spreadsheets.workbooks import plain, saved

HEAD = ("Name", "Phone", "Party", "Staff")
ANNA = ("Anna Schmidt", "+49 170 1234567", "2", "Jess")
BEN = ("Ben Öz", "030 123", "1")
CLEO = ("Cleo", "", "4", "Sam")
LIST = Table(HEAD, (Row(2, ANNA), Row(3, BEN), Row(4, CLEO)))
EMPTY = Table()

Made = tuple[Sheet, Callable[[], None], Callable[[], None]]


class Kinds:
    """Makes a sheet of each kind, a colleague who edits it, and a way to make it unreachable."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack

    def memory(self, table: Table) -> Made:
        sheet = MemorySheet(table)

        def colleague() -> None:
            sheet.table = apply(sheet.table, Edits({2: {"Name": "Someone else"}}))

        def gone() -> None:
            sheet.down = "It is not there."

        return sheet, colleague, gone

    def csv(self, table: Table) -> Made:
        path = self.folder / "list.csv"
        path.write_bytes(write_csv(table))

        def colleague() -> None:
            path.write_bytes(path.read_bytes().replace(b"Anna", b"Someone else"))

        return FileSheet(path), colleague, path.unlink

    def xlsx(self, table: Table) -> Made:
        path = self.folder / "list.xlsx"
        path.write_bytes(saved(plain([*table.headers], *([*row.cells] for row in table.rows))))

        def colleague() -> None:
            path.write_bytes(saved(plain(["Name"], ["Someone else"])))

        return FileSheet(path), colleague, path.unlink

    def google(self, table: Table) -> Made:
        google = self.stack.enter_context(fake_google())
        rows = [[*table.headers], *([*row.cells] for row in table.rows)]
        book = google.spreadsheets["s1"] = Spreadsheet(
            tab("Notes", sheet_id=3, hidden=True), tab("List", *rows)
        )

        def colleague() -> None:
            book.set("A2", "Someone else", tab=1)

        return GoogleSheet(google.client(), "s1", "List"), colleague, google.spreadsheets.clear


@pytest.fixture(params=["memory", "csv", "xlsx", "google"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[Table], Made]]:
    with ExitStack() as stack:
        yield getattr(Kinds(tmp_path, stack), request.param)


EDITS = {
    "a cell": Edits({3: {"Phone": "+49 30 123", "Staff": "Sam, the second"}}),
    "a cell emptied": Edits({2: {"Phone": ""}}),
    "a new column": Edits({2: {"Key": "k-1"}, 4: {"Key": "k-3", "Party": "5"}}),
    "rows added": Edits(
        appended=({"Name": "Dora", "Party": "3"}, {"Phone": "+491701234567", "Key": "k-5"})
    ),
    "rows removed": Edits(removed=frozenset({2, 4})),
    "all rows removed": Edits(removed=frozenset({2, 3, 4})),
    "everything": Edits({2: {"Name": "x"}, 3: {"Key": "k"}}, ({"Name": "Eve"},), frozenset({2})),
    "a row below the others": Edits({7: {"Name": "Far below"}}, ({"Name": "Below that"},)),
    "formulas": Edits(
        {2: {"Name": "=1+1", "Staff": "@x"}, 3: {"Name": "-1+1"}}, ({"Name": "+1", "Staff": "'=1"},)
    ),
    "odd texts": Edits(
        {
            2: {"Name": 'a "b"; c,\td', "Staff": "<&>\u202f\u2019"},
            3: {"Name": "two\nlines", "Phone": "0170"},
        }
    ),
    "numbers and truths": Edits(
        {2: {"Party": "12", "Staff": "TRUE"}, 3: {"Party": "-3", "Staff": "007"}}
    ),
    "many columns": Edits({2: {f"c{number}": str(number) for number in range(40)}}),
}


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_after_a_write_a_sheet_says_what_the_edits_say(
    make: Callable[[Table], Made], edits: Edits
) -> None:
    sheet, _, _ = make(LIST)
    assert same(sheet.read(), LIST)
    sheet.write(edits, sheet.version())
    assert sheet.read().headers == apply(LIST, edits).headers
    assert [row.cells for row in sheet.read().rows] == [
        row.cells for row in apply(LIST, edits).rows
    ]


def test_rows_have_the_numbers_that_staff_see(make: Callable[[Table], Made]) -> None:
    sheet, _, _ = make(LIST)
    assert [row.number for row in sheet.read().rows] == [2, 3, 4]
    assert sheet.read().cell(sheet.read().rows[0], "Phone") == "+49 170 1234567"


def test_an_empty_sheet_gets_its_headings_with_its_first_row(make: Callable[[Table], Made]) -> None:
    sheet, _, _ = make(EMPTY)
    assert sheet.read() == EMPTY
    sheet.write(Edits(appended=({"Key": "k", "Name": "Anna"},)), sheet.version())
    assert sheet.read() == Table(("Key", "Name"), (Row(2, ("k", "Anna")),))


def test_the_version_changes_with_each_change_and_only_then(make: Callable[[Table], Made]) -> None:
    sheet, colleague, _ = make(LIST)
    first = sheet.version()
    sheet.read()
    assert sheet.version() == first
    sheet.write(Edits({2: {"Party": "3"}}), first)
    second = sheet.version()
    colleague()
    assert len({first, second, sheet.version()}) == 3


def test_a_write_after_someone_elses_change_is_refused_and_changes_nothing(
    make: Callable[[Table], Made],
) -> None:
    sheet, colleague, _ = make(LIST)
    seen = sheet.version()
    colleague()
    theirs = sheet.read()
    with pytest.raises(SheetChanged):
        sheet.write(Edits(removed=frozenset({2})), seen)
    assert sheet.read() == theirs
    assert theirs.rows[0].cells[0].startswith("Someone else")


def test_a_sheet_that_cannot_be_reached_is_down(make: Callable[[Table], Made]) -> None:
    sheet, _, gone = make(LIST)
    seen = sheet.version()
    gone()
    for ask in (sheet.version, sheet.read, lambda: sheet.write(Edits({2: {"Name": "x"}}), seen)):
        with pytest.raises(SheetDown) as caught:
            ask()
        assert caught.value.reason.endswith((".", ")"))


def test_an_old_version_comes_back(make: Callable[[Table], Made]) -> None:
    sheet, _, _ = make(LIST)
    old = sheet.read()
    bad = Edits({2: {"Name": "oops", "Key": "k"}}, ({"Name": "x"}, {"Name": "y"}), frozenset({4}))
    sheet.write(bad, sheet.version())
    sheet.write(difference(sheet.read(), old), sheet.version())
    assert [row.cells for row in sheet.read().rows] == [row.cells for row in old.rows]
