"""XLSX files: the first visible sheet, from any program; a hostile one gets a sentence."""

import resource
import struct
import zipfile
from pathlib import Path

import pytest

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.reader import read
from fullhouse.inbound.guest_import.row import BadRow, GuestRow
from tests.inbound.guest_import.books import MAIN, RELATED, book, packed, sheet
from tests.support.cpu_time import cpu_within

FILES = Path(__file__).parent / "files"
HEAD: list[str | int] = ["Name", "E-Mail", "Personen"]
ANNA: list[str | int] = ["Anna Schmidt", "anna@example.org", 2]


def rows(data: bytes) -> list[GuestRow | BadRow]:
    return list(read(data).rows)


def refusal(data: bytes) -> str:
    with pytest.raises(Invalid) as caught:
        rows(data)
    return caught.value.problems[0].message


def test_a_spreadsheet_is_read_with_the_numbers_of_its_rows() -> None:
    assert rows(book(HEAD, ANNA, ["Ben Öz", "ben@example.org"])) == [
        GuestRow(2, "Anna Schmidt", "anna@example.org", 2),
        GuestRow(3, "Ben Öz", "ben@example.org", 1),
    ]


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("openpyxl", [(4, "Anna Schmidt", 2), (5, "José Núñez", 1), (6, "", 0), (7, "李 小龍", 1)]),
        (
            "xlsxwriter",
            [(4, "Anna Schmidt", 2), (5, "Ben & Co <x>", 1), (6, "Cleo Bold", 1), (7, "Dora", 1)],
        ),
    ],
)
def test_files_of_common_programs_are_read(program: str, found: list[tuple[int, str, int]]) -> None:
    listed = rows((FILES / f"{program}.xlsx").read_bytes())
    # A formula that its program never worked out shows nothing: the row in between has no address.
    assert [
        (row.line, row.name, row.party) if isinstance(row, GuestRow) else (row.line, "", 0)
        for row in listed
    ] == found


def test_texts_may_stand_in_the_cells_or_in_pieces_and_formulas_count_by_what_they_show() -> None:
    texts = (
        f"<sst {MAIN}><si><r><t>Anna </t></r><r><t>Schmidt</t></r><rPh><t>sound</t></rPh></si>"
        "<si><t>anna@example.org</t></si></sst>"
    )
    cells = (
        '<row r="4"><c r="B4" t="s"><v>0</v></c><c r="D4" t="s"><v>1</v></c></row>'
        '<row><c t="inlineStr"/><c t="inlineStr"><is><t>Ben Öz</t></is></c>'
        '<c t="e"><v>#REF!</v></c>'
        '<c t="str"><f>LOWER("BEN@EXAMPLE.ORG")</f><v>ben@example.org</v></c></row>'
    )
    assert rows(book(sheet=sheet(cells), texts=texts)) == [
        GuestRow(4, "Anna Schmidt", "anna@example.org"),
        GuestRow(5, "Ben Öz", "ben@example.org"),
    ]


def test_the_first_sheet_that_can_be_seen_is_the_list() -> None:
    workbook = (
        f"<x:workbook {MAIN.replace('xmlns', 'xmlns:x')} {RELATED}><x:sheets>"
        '<x:sheet name="a" r:id="r1" state="hidden"/><x:sheet name="b" r:id="r2"/></x:sheets>'
        "</x:workbook>"
    )
    relations = (
        '<R><R Id="r1" Target="worksheets/sheet1.xml"/>'
        '<R Id="r2" Target="/xl/worksheets/other.xml"/></R>'
    )
    made = book(ANNA, workbook=workbook, relations=relations)
    other = sheet(
        '<row r="1"><c t="inlineStr"><is><t>Ben &lt;ben@example.org&gt;</t></is></c></row>'
    )
    assert rows(
        book(ANNA, workbook=workbook, relations=relations, **{"xl/worksheets/other.xml": other})
    ) == [GuestRow(1, "Ben", "ben@example.org")]
    assert "damaged" in refusal(made)


def test_a_few_bytes_that_claim_the_largest_sheet_there_is_cost_nothing() -> None:
    cells = (
        '<c r="A1048576"><v>1</v></c>'
        '<c r="B1048576" t="inlineStr"><is><t>z@example.org</t></is></c>'
    )
    far = f'<row r="1048576">{cells}</row>'
    found = rows(book(HEAD, ANNA, sheet=sheet(f'<row r="1"><c r="A1"><v>1</v></c></row>{far}')))
    assert [row.line for row in found] == [1, 1_048_576]


def test_a_cell_in_the_last_column_there_is_gets_a_sentence() -> None:
    assert "columns" in refusal(
        book(sheet=sheet('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'))
    )


def bomb(declared: int | None = None) -> bytes:
    """Pack a great deal of nothing into a few bytes; it may lie about its size."""
    parts = {"xl/workbook.xml": b"<x/>", "xl/sharedStrings.xml": b" " * 60_000_000}
    data = bytearray(packed(parts))
    if declared is not None:
        size = struct.pack("<L", 60_000_000)
        while (at := data.find(size)) >= 0:
            data[at : at + 4] = struct.pack("<L", declared)
    return bytes(data)


@pytest.mark.timing
@pytest.mark.parametrize("declared", [None, 1000], ids=["honest", "lying"])
def test_a_zip_bomb_is_defused(declared: int | None) -> None:
    data = bomb(declared)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with cpu_within(2):
        assert refusal(data)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


LAUGHS = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'


@pytest.mark.parametrize(
    "data",
    [
        packed({"hello.txt": b"hello"}),
        packed({"a": b""}, zipfile.ZIP_BZIP2),
        book(HEAD, ANNA)[:-200],
        book(HEAD, ANNA)[:300],
        book(HEAD, ANNA, workbook="<workbook/>"),
        book(HEAD, ANNA, workbook='<w><sheet name="a"/></w>'),
        book(HEAD, ANNA, relations="<R/>"),
        book(HEAD, ANNA, relations='<R><R Id="r1" Target="../../../etc/passwd"/></R>'),
        book(HEAD, ANNA, sheet="<worksheet><sheetData>"),
        book(HEAD, ANNA, sheet=LAUGHS),
        book(HEAD, ANNA, texts=LAUGHS),
        book(HEAD, ANNA, sheet=sheet('<row r="x"/>')),
        book(HEAD, ANNA, sheet="<a>" * 100_000),
        book(HEAD, ANNA, texts=f"<sst>{'<si/>' * 200_001}</sst>"),
        book(HEAD, ANNA, sheet=sheet(f"<row>{'<c/>' * 16_385}</row>")),
        book(HEAD, ANNA, relations=f"<R>{'<R/>' * 500_001}</R>"),
        packed({f"xl/{number}": b"" for number in range(1001)}),
    ],
)
def test_a_sheet_that_is_none_gets_a_sentence(data: bytes) -> None:
    assert "spreadsheet" in refusal(data)


def test_an_empty_sheet_is_called_that() -> None:
    assert refusal(book()) == "There is nothing on this list."


@pytest.mark.timing
def test_ten_thousand_rows_are_read_in_a_moment() -> None:
    many = [[f"Guest {number}", f"guest{number}@example.org", 1] for number in range(10_000)]
    data = book(HEAD, *many)  # type: ignore[arg-type] # lists of text and numbers, as above
    with cpu_within(5):
        assert len(rows(data)) == 10_000


@pytest.mark.timing
def test_a_tag_of_many_megabytes_is_refused_before_it_is_read() -> None:
    tag = "".join(f' a{number:x}=""' for number in range(300_000))
    data = book(sheet=sheet(f"<row{tag}/>"))
    with cpu_within(0.3):
        assert refusal(data).startswith("This spreadsheet is far larger inside")
