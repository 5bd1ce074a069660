"""Workbooks: cells of the list are changed; another program finds everything else intact."""

import io
import zipfile
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import PatternFill  # type: ignore[import-untyped]
from openpyxl.workbook.defined_name import DefinedName  # type: ignore[import-untyped]

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.cell_format import look_of_format
from fullhouse.inbound.spreadsheets.table import Edits, Row, apply, same
from fullhouse.inbound.spreadsheets.table_files import read_table
from fullhouse.inbound.spreadsheets.xlsx import edit_xlsx
from tests.inbound.guest_import.books import MAIN, book, packed, sheet
from tests.inbound.spreadsheets.workbooks import HEAD, opened, plain, rich, saved, with_table
from tests.support.cpu_time import cpu_within


def rows(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_table(data, "xlsx").rows]


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        return {name: found.read(name) for name in found.namelist()}


def test_dates_times_and_truths_are_read_as_people_see_them() -> None:
    assert rows(saved(plain()))[:2] == [
        ("Anna Schmidt", "+49 170 1234567", "2", "2026-06-01", "TRUE", "2026-05-01 10:30"),
        ("Ben Öz", "+49 170 7654321", "1", "2026-06-05", "", "2026-05-02 09:00"),
    ]


def test_a_workbook_that_counts_from_1904_is_read_and_written_rightly() -> None:
    made = plain()
    made.epoch = datetime(1904, 1, 1)
    data = saved(made)
    assert rows(data)[0][3] == "2026-06-01"
    assert rows(edit_xlsx(data, Edits({2: {"Earliest": "2026-06-09"}})))[0][3] == "2026-06-09"


@pytest.mark.parametrize(
    ("code", "look"),
    [
        ("General", "number"),
        ("0.00", "number"),
        ('#,##0.00 "days"', "number"),
        ("[Red]0", "number"),
        ("dd.mm.yyyy", "date"),
        ("[$-407]d. mmmm yyyy;@", "date"),
        ("hh:mm", "time"),
        ("[h]:mm:ss", "time"),
        ("yyyy-mm-dd hh:mm", "moment"),
        ("mmm", "date"),
    ],
)
def test_a_number_format_says_what_it_shows(code: str, look: str) -> None:
    assert look_of_format(code) == look


def test_a_date_among_dates_becomes_a_date_and_text_stays_text() -> None:
    edits = Edits(
        {2: {"Earliest": "2026-08-01", "Phone": "=1+1"}},
        ({"Name": "Dora", "Earliest": "2026-09-01", "Party": "3"},),
    )
    found = opened(edit_xlsx(saved(plain()), edits)).active
    assert (found["D2"].value, found["D5"].value) == (datetime(2026, 8, 1), datetime(2026, 9, 1))
    assert (found["B2"].value, found["B2"].data_type) == ("=1+1", "s")
    assert (found["C5"].value, found["A5"].value) == (3, "Dora")


def test_a_number_in_a_column_of_dates_stays_what_was_typed() -> None:
    assert rows(edit_xlsx(saved(plain()), Edits({2: {"Earliest": "12"}})))[0][3] == "12"


def test_everything_else_is_still_there() -> None:
    before = saved(rich())
    after = edit_xlsx(before, Edits({2: {"Name": "Ann", "Key": "k-1"}}, ({"Name": "Dora"},)))
    old, new = parts(before), parts(after)
    changed = {name for name in old if old[name] != new[name]}
    assert (changed, set(new)) == ({"xl/worksheets/sheet1.xml"}, set(old))
    found = opened(after)
    assert found.sheetnames == ["Waitlist", "Notes"]
    assert found["Notes"]["B2"].comment.text == "by Jess"
    assert found["Notes"]["A1"].value == "=SUM(Waitlist!C2:C4)"
    assert found["Waitlist"].column_dimensions["A"].width == 33
    assert found["Waitlist"]["A1"].font.bold
    assert found["Waitlist"].freeze_panes == "A2"


def test_a_new_row_looks_like_the_one_above_it() -> None:
    found = opened(edit_xlsx(saved(rich()), Edits(appended=({"Name": "Dora"},)))).active
    assert found["A5"].fill.fgColor.rgb == found["A4"].fill.fgColor.rgb == "00FFDDEE"
    assert found["F5"].fill.fgColor.rgb == "00FFDDEE"
    assert found.row_dimensions[5].height == 40
    assert found["A3"].fill.fgColor.rgb != "00FFDDEE"


def test_removed_rows_close_up_where_nothing_is_tied_to_rows() -> None:
    after = edit_xlsx(saved(rich()), Edits(removed=frozenset({2, 3})))
    found = opened(after).active
    assert [row.number for row in read_table(after, "xlsx").rows] == [2]
    assert (found["A2"].value, found["A2"].fill.fgColor.rgb, found.row_dimensions[2].height) == (
        "Cleo <c> & Co",
        "00FFDDEE",
        40,
    )
    assert found.max_row == 2


def _merged(made: Any) -> None:
    made.active.merge_cells("A9:B9")


def _linked(made: Any) -> None:
    made.active["B4"].hyperlink = "tel:030123"


def _computed(made: Any) -> None:
    made.active["G2"] = "=C2*2"
    made.active["G3"] = "=C3*2"


@pytest.mark.parametrize("tie", [_merged, _linked, _computed])
def test_where_something_is_tied_to_rows_they_are_emptied(tie: Any) -> None:
    made = plain()
    tie(made)
    after = edit_xlsx(saved(made), Edits(removed=frozenset({3})))
    assert [row.number for row in read_table(after, "xlsx").rows] == [2, 4]
    found = opened(after).active
    assert found["A3"].value is None
    if tie is _computed:
        assert (found["G2"].value, found["G3"].value) == ("=C2*2", "=C3*2")


def test_a_formula_is_not_written_over() -> None:
    made = plain()
    made.active["G1"], made.active["G2"] = "Days", "=C2*2"
    with pytest.raises(Invalid, match="G2 holds a formula"):
        edit_xlsx(saved(made), Edits({2: {"Days": "3"}}))


def test_a_table_reaches_down_to_the_new_rows() -> None:
    after = edit_xlsx(saved(with_table()), Edits(appended=({"Name": "Dora"}, {"Name": "Eve"})))
    assert opened(after).active.tables["People"].ref == "A1:F6"
    unchanged = edit_xlsx(saved(with_table()), Edits({2: {"Name": "Ann"}}))
    assert opened(unchanged).active.tables["People"].ref == "A1:F4"


def test_names_for_cells_are_kept() -> None:
    made = plain()
    made.defined_names["first"] = DefinedName("first", attr_text="Sheet!$A$2")
    assert "first" in opened(edit_xlsx(saved(made), Edits({2: {"Name": "x"}}))).defined_names


def test_rows_that_were_only_coloured_are_filled_and_keep_their_colour() -> None:
    made = rich()
    made.active["A5"].fill = PatternFill("solid", fgColor="00FF00")
    found = opened(edit_xlsx(saved(made), Edits(appended=({"Name": "Dora"},)))).active
    assert (found["A5"].value, found["A5"].fill.fgColor.rgb) == ("Dora", "0000FF00")


def test_other_programs_prefixes_and_spacing_are_kept() -> None:
    cells = (
        '\n <x:row r="1">\n  <x:c r="A1" t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c>\n'
        ' </x:row>\n <x:row r="2"/>\n'
    )
    data = f'<x:dimension ref="A1"/><x:sheetData>{cells}</x:sheetData>'
    text = f"<x:worksheet {MAIN.replace('xmlns', 'xmlns:x')}>{data}</x:worksheet>"
    after = edit_xlsx(book(sheet=text), Edits(appended=({"Name": "Anna", "Party": "2"},)))
    assert rows(after) == [("Anna", "2")]
    assert b'<x:dimension ref="A1:B2"/>' in parts(after)["xl/worksheets/sheet1.xml"]


@pytest.mark.parametrize(
    "text",
    [
        sheet('<row><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'),
        sheet('<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>'),
        sheet('<row r="1"><!-- x --><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'),
        sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>'),
        '<?xml version="1.0" encoding="latin-1"?>'
        + sheet('<row r="1"><c r="A1"><v>1</v></c></row>'),
    ],
    ids=[
        "rows without numbers",
        "cells without places",
        "comments",
        "a row twice",
        "another encoding",
    ],
)
def test_what_is_written_too_oddly_is_left_alone(text: str) -> None:
    with pytest.raises(Invalid, match="Save it once in Excel"):
        edit_xlsx(book(sheet=text), Edits({1: {"Key": "k"}}))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xd0\xcf\x11\xe0" + b"x" * 99, "old Excel file"),
        (b"Name,Party\n", "damaged"),
        (packed({"xl/workbook.xml": b"<x/>"}), "no sheet|damaged"),
    ],
)
def test_what_is_no_workbook_gets_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        read_table(data, "xlsx")


def test_a_damaged_workbook_is_not_changed() -> None:
    with pytest.raises(Invalid):
        edit_xlsx(saved(plain())[:-50], Edits({2: {"Name": "x"}}))


def test_a_sheet_in_wide_letters_is_read_and_not_changed() -> None:
    wide = (
        '<?xml version="1.0" encoding="utf-16"?>' + sheet('<row r="1"><c r="A1"><v>1</v></c></row>')
    ).encode("utf-16")
    data = packed(parts(book()) | {"xl/worksheets/sheet1.xml": wide})
    assert read_table(data, "xlsx").headers == ("1",)
    with pytest.raises(Invalid, match="save it as XLSX"):
        edit_xlsx(data, Edits({1: {"Key": "k"}}))


def test_a_number_that_is_none_is_shown_as_it_stands() -> None:
    cells = (
        '<c r="A1"><v>x1</v></c><c r="B1"><v>2.50</v></c><c r="C1"><v>1E3</v></c>'
        '<c r="D1" t="e"><v>#N/A</v></c>'
    )
    assert read_table(book(sheet=sheet(f'<row r="1">{cells}</row>')), "xlsx").headers == (
        "x1",
        "2.50",
        "1000",
    )


TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n<>&\"'=+ "), max_size=12
)


@given(
    st.dictionaries(st.sampled_from(HEAD), TEXTS),
    st.lists(TEXTS, max_size=3),
    st.sets(st.integers(2, 4)),
)
def test_whatever_is_typed_comes_back(
    cells: dict[str, str], names: list[str], removed: set[int]
) -> None:
    data = saved(plain())
    edits = Edits({3: cells}, tuple({"Name": name} for name in names), frozenset(removed))
    assert same(read_table(edit_xlsx(data, edits), "xlsx"), apply(read_table(data, "xlsx"), edits))


@pytest.mark.timing
def test_ten_thousand_rows_are_read_in_a_moment() -> None:
    row: list[str | int] = [
        "k",
        "Anna Schmidt",
        "+49 170 1234567",
        "anna@example.org",
        "Cut",
        2,
        46174,
        46204,
        "Jess",
    ]
    data = book([*"abcdefghi"], *(row for _ in range(10_000)))
    with cpu_within(6):
        assert len(read_table(data, "xlsx").rows) == 10_000


def test_a_plain_row_of_a_workbook_has_its_number() -> None:
    made = plain(["Our waitlist"], [], ["Name", "Born"], ["Anna", date(2000, 2, 29)])
    found = read_table(saved(made), "xlsx")
    assert (found.head, found.rows) == (3, (Row(4, ("Anna", "2000-02-29")),))
