"""CSV files: read in any manner, changed in their own, harmless to whoever opens them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.csv_file import (
    Form,
    edit_csv,
    form_of,
    guarded,
    unguarded,
    write_csv,
)
from fullhouse.inbound.spreadsheets.table import Edits, Row, Table, apply, fingerprint, same
from fullhouse.inbound.spreadsheets.table_files import LARGEST_FILE, read_table
from tests.support.cpu_time import cpu_within

HEAD = ("Name", "Phone", "Party")
LIST = Table(HEAD, (Row(2, ("Anna Müller", "+49 170 1234567", "2")), Row(4, ("Ben; Co", "", "1"))))
FORMS = {
    "excel": Form(),
    "excel in german": Form(b"", "cp1252", ";", "\r\n"),
    "unix": Form(b"", "utf-8", ",", "\n"),
    "tabs": Form(b"", "utf-8", "\t", "\n"),
    "unicode text": Form(b"\xff\xfe", "utf-16-le", "\t", "\r\n"),
    "old mac": Form(b"", "utf-8", ",", "\r"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_file_keeps_its_manner(form: Form) -> None:
    made = write_csv(LIST, form)
    assert form_of(made) == form
    assert read_table(made, "csv") == LIST
    changed = edit_csv(made, Edits({4: {"Party": "3"}}, ({"Name": "Cleo"},)))
    assert form_of(changed) == form
    assert [row.number for row in read_table(changed, "csv").rows] == [2, 4, 5]


def test_rows_that_are_not_changed_keep_every_byte() -> None:
    data = b'sep=;\nName;  "Note" ;Party\n"Anna";\'x;2 \n\n  Ben ;"two\nlines";\nCleo;;\n'
    made = edit_csv(data, Edits({6: {"Note": "x"}}, ({"Name": "Dora"},)))
    assert made.startswith(data.removesuffix(b"Cleo;;\n"))
    assert made.endswith(b"Cleo;;\n;x;\nDora;;\n")
    assert [row.number for row in read_table(made, "csv").rows] == [2, 4, 5, 6, 7]


def test_a_last_line_without_its_end_gets_one() -> None:
    assert (
        edit_csv(b"Name,Party\nAnna,2", Edits(appended=({"Name": "Ben"},)))
        == b"Name,Party\nAnna,2\nBen,\n"
    )
    assert (
        edit_csv(b"Name,Party\nAnna,2", Edits({4: {"Name": "Ben"}}))
        == b"Name,Party\nAnna,2\n\nBen,\n"
    )


def test_a_letter_that_the_file_cannot_hold_turns_it_into_one_that_can() -> None:
    made = edit_csv(
        "Name;Party\r\nMüller;2\r\n".encode("cp1252"), Edits(appended=({"Name": "李 小龍"},))
    )
    assert made.startswith(b"\xef\xbb\xbf")
    assert [row.cells[0] for row in read_table(made, "csv").rows] == ["Müller", "李 小龍"]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "@SUM(A1)",
        "+1-800-555",
        "-1+1",
        "- see notes",
        "+491701234567",
        "\t=1",
        "'=1",
        "''+1",
        "+(1)",
        *("\uff1d1", "\uff0b1", "\uff0d1", "\uff20A1", "\u22121", "\ufeff=1", "\u3000\uff1d1"),
        "\u200b+1(",
    ],
)
def test_what_a_spreadsheet_would_run_stands_behind_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize(
    "text", ["+49 170 1234567", "+1 800 555", "-5", "-5,50", "-", "+", "'s Hof", "O'=x", "0170", ""]
)
def test_numbers_and_phone_numbers_stay_as_they_are(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PK\x03\x04", "neither text"),
        (b"%PDF-1.7", "neither text"),
        (bytes(range(32)) * 9, "neither text"),
        (b'Name,Party\n"Anna,2\n' + b"x,y\n" * 20, "quotation mark opens on line 2"),
        (b'Name,Party\n"' + b"x" * 200_000, "quotation mark opens on line 2"),
        (b"Name,Party\n" + b"x" * 200_000, "cell on line 2 is too long: up to 131,072"),
        (b"Name," + b"x," * 100 + b"x\n", "more than 100 columns"),
        (b"Name,Party\n" + b"x,1\n" * 20_001, "more than 20,000 rows"),
        (b"x" * (LARGEST_FILE + 1), "larger than 8 MB"),
    ],
)
def test_what_is_no_list_gets_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        read_table(data, "csv")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b" \r\n"])
def test_an_empty_file_is_an_empty_table(data: bytes) -> None:
    assert read_table(data, "csv") == Table()


CELLS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n;,\t\"'=+-@ "), max_size=12
)
ROWS = st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=6)


@given(ROWS, CELLS, st.sampled_from(list(FORMS.values())))
def test_whatever_is_typed_comes_back(rows: list[list[str]], text: str, form: Form) -> None:
    table = read_table(write_csv(LIST, form), "csv")
    edits = Edits(
        {2: {"Phone": text}},
        tuple(dict(zip(HEAD, row, strict=True)) for row in rows),
        frozenset({4}),
    )
    made = edit_csv(write_csv(table, form), edits)
    assert same(read_table(made, "csv"), apply(table, edits))


def test_a_text_of_many_lines_is_written_in_one_so_that_it_can_be_read_again() -> None:
    made = edit_csv(b"Name,Note\n", Edits(appended=({"Name": "Anna", "Note": "x\n" * 20},)))
    assert read_table(made, "csv").rows == (Row(2, ("Anna", " ".join("x" * 20))),)


@pytest.mark.timing
def test_ten_thousand_rows_are_read_and_written_in_a_moment() -> None:
    cells = (
        "k",
        "Anna Schmidt",
        "+49 170 1234567",
        "anna@example.org",
        "Cut",
        "2",
        "2026-06-01",
        "2026-07-01",
        "Jess",
    )
    table = Table(tuple("abcdefghi"), tuple(Row(number, cells) for number in range(2, 10_002)))
    with cpu_within(6):
        data = write_csv(table)
        assert same(read_table(data, "csv"), table)
        assert fingerprint(table)
        assert edit_csv(data, Edits({5000: {"a": "x"}}, removed=frozenset({3})))
