"""Word documents, read as a stream: the visible text in its order, without deleted text."""

import io
import zipfile

import pytest

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.limits import (
    DAMAGED,
    LONGEST_RAW,
    LONGEST_TEXT,
    TOO_MUCH_INSIDE,
    tidy,
)
from fullhouse.inbound.attachments.word import read_word

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ROOTS = (
    '<Relationships><Relationship Id="rId1" Target="{}" '
    'Type="http://schemas.openxmlformats.org/officeDocument/'
    '2006/relationships/officeDocument"/></Relationships>'
)


def document(
    body: str, *, part: str = "word/document.xml", head: str = "", roots: str = ROOTS
) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("_rels/.rels", roots.format(part))
        packed.writestr(part, f"{head}<w:document {W}><w:body>{body}</w:body></w:document>")
    return kept.getvalue()


def said(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def cell(*inside: str) -> str:
    return f"<w:tc>{''.join(inside)}</w:tc>"


def row(*cells: str) -> str:
    return f"<w:tr>{''.join(cells)}</w:tr>"


def test_paragraphs_and_tables_come_in_their_order() -> None:
    rows = (
        row(cell(said("Name")), cell(said("Anna Müller"))),
        row(cell(said("Service")), cell(said("Cut"))),
    )
    table = f"<w:tbl>{''.join(rows)}</w:tbl>"
    assert read_word(document(said("Dear team") + table + said("Thanks"))) == (
        "Dear team\nName: Anna Müller\nService: Cut\nThanks"
    )


def test_a_table_in_a_cell_is_part_of_that_cell() -> None:
    inner = f"<w:tbl>{row(cell(said('Day')), cell(said('Monday')))}</w:tbl>"
    table = f"<w:tbl>{row(cell(said('When')), cell(inner, said('')))}</w:tbl>"
    assert read_word(document(table)).split() == ["When:", "Day:", "Monday"]


def test_what_was_typed_into_a_form_is_read() -> None:
    form = f"<w:sdt><w:sdtContent>{said('Anna')}</w:sdtContent></w:sdt>"
    assert read_word(document(form)) == "Anna"


def test_tabs_and_breaks_are_those_of_the_text_and_not_of_its_look() -> None:
    look = "<w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>"
    body = f"<w:p>{look}<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>"
    assert read_word(document(body)) == "a\tb\nc"


def test_what_was_struck_or_moved_away_or_stands_there_twice_is_not_said() -> None:
    struck = "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
    moved = "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>"
    twice = "<w:Fallback><w:r><w:t>twice</w:t></w:r></w:Fallback>"
    kept = "<w:ins><w:r><w:t>new</w:t></w:r></w:ins>"
    assert read_word(document(f"<w:p>{struck}{moved}{twice}{kept}</w:p>")) == "new"


def test_the_text_is_where_the_file_says_that_it_is() -> None:
    assert read_word(document(said("here"), part="word/document2.xml")) == "here"
    assert read_word(document(said("here"), roots="<Relationships/>")) == "here"


def test_of_a_long_document_only_so_much_is_read() -> None:
    table = f"<w:tbl>{row(cell(said('Name')), cell(said('Anna'))) * 60_000}</w:tbl>"
    for body in (said("word ") * 200_000, table):
        text = read_word(document(body))
        assert 1000 < len(text) <= 2 * LONGEST_RAW
        assert len(tidy(text)) <= LONGEST_TEXT


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (document("<w:p>"), DAMAGED),
        (document(said("x"), head='<!DOCTYPE x [<!ENTITY a "b">]>'), DAMAGED),
        (document("<w:p>" * 400 + "</w:p>" * 400), DAMAGED),
        (document(said("x"))[:-40], DAMAGED),
        (document("</w:tc></w:tbl>"), DAMAGED),
        (document("<w:r/>" * 500_001), DAMAGED),
        (document("x" * 30_000_000), TOO_MUCH_INSIDE),
        (b"PK", DAMAGED),
    ],
    ids=["cut", "entities", "deep", "half", "crossed", "countless", "bomb", "no archive"],
)
def test_what_is_no_document_has_a_reason(content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_word(content)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "odd", ["<w:tr/>", "<w:tc/>", "<w:tbl><w:tc/></w:tbl>", "loose", "<w:t>loose</w:t>"]
)
def test_an_odd_document_is_read_as_far_as_it_goes(odd: str) -> None:
    assert read_word(document(odd + said("Anna"))).endswith("Anna")
