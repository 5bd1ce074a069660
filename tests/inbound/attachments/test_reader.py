"""Each kind of file gives its text, or staff a reason; one that is spoilt holds up no other."""

import sys
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from fullhouse.inbound.attachments import limits
from fullhouse.inbound.attachments import reader as reading
from fullhouse.inbound.attachments.file_types import kind_of
from fullhouse.inbound.attachments.limits import MOST_FILES, MOST_PAGES, MOST_ROWS
from fullhouse.inbound.attachments.reader import NO_TIME, NoReader, read_documents
from fullhouse.inbound.attachments.text_formats import text_of_rows
from fullhouse.inbound.mail.parsing import read
from tests.corpus.pages import text_pdf
from tests.corpus.papers import made
from tests.corpus.sample import Attachment, Kind
from tests.inbound.attachments.desks import (
    NOW,
    SEEN,
    TEXT,
    Spoil,
    document_of,
    documents_in,
    file,
    mail_with,
)
from tests.inbound.guest_import.books import book, sheet
from tests.support.cpu_time import cpu_within
from tests.support.proof import some_of


@pytest.mark.parametrize("kind", ["pdf", "docx"])
def test_what_is_written_in_a_file_is_read(kind: Kind) -> None:
    document = document_of(*file(kind))
    assert (document.kind, document.problem) == (kind, "")
    assert all(
        line in document.text for line in ("Name: Anna Müller", "Cut with Jess", "2026-06-10 14:30")
    )


@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff"])
def test_a_picture_is_shown_to_whoever_can_see(kind: Kind) -> None:
    assert document_of(*file(kind)).text == SEEN


def test_a_page_without_text_is_a_picture() -> None:
    document = document_of(*file("pdf", scan=True))
    assert (document.kind, document.text, document.problem) == ("pdf", SEEN, "")


def test_rows_of_a_sheet_read_like_lines() -> None:
    paper = Attachment(
        name="a.xlsx", kind="xlsx", rows=[["Name", "Anna Müller"], ["Service", "Cut"]]
    )
    document = document_of("a.xlsx", made(paper))
    assert (document.kind, document.text) == ("xlsx", "Name: Anna Müller\nService: Cut")


def test_cells_below_headings_are_named_by_them() -> None:
    rows = [["Name", "Service", "Phone"], ["Anna", "Cut", "030 1"], ["Ben", "", "030 2"]]
    assert text_of_rows(rows) == "Name: Anna\nService: Cut\nPhone: 030 1\n\nName: Ben\nPhone: 030 2"
    assert text_of_rows([["1", "a", "b"], ["2", "", "d"]]) == "1 | a | b\n2 | d"
    assert text_of_rows([["", ""], ["Only this"]]) == "Only this"


def test_of_a_long_sheet_the_first_rows_are_read_and_that_is_said() -> None:
    paper = Attachment(
        name="a.xlsx", kind="xlsx", rows=[["Name", number] for number in range(MOST_ROWS + 5)]
    )
    document = document_of("a.xlsx", made(paper))
    assert document.problem == f"Only the first {MOST_ROWS} rows were read."
    assert document.text.startswith("Name: 0")


COUNTLESS: dict[str, Callable[[], bytes]] = {
    "cells in a row": lambda: book(sheet=sheet("<row>" + "<c><v>1</v></c>" * 1_000_000 + "</row>")),
    "cells in long rows": lambda: book(
        sheet=sheet(("<row>" + "<c><v>1</v></c>" * 16_000 + "</row>") * 60)
    ),
    "rows": lambda: book(sheet=sheet("<row/>" * 3_000_000)),
    "other things": lambda: book(sheet=sheet("<a/>" * 5_000_000)),
    "other things among its texts": lambda: book(["x"], texts=f"<a>{'<a/>' * 5_000_000}</a>"),
    "other things beside it": lambda: book(["x"], workbook=f"<a>{'<a/>' * 5_000_000}</a>"),
}


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(COUNTLESS, keep=2))
def test_a_sheet_of_countless_things_costs_little(name: str) -> None:
    content = COUNTLESS[name]()
    with cpu_within(3):
        document = document_of("a.xlsx", content)
        assert (document.text, document.problem[:44]) == (
            "",
            "This spreadsheet is far larger inside than a",
        )


def test_of_a_wide_and_long_sheet_the_first_rows_are_still_read() -> None:
    rows: list[list[str | int]] = [list(range(1, 61)) for _ in range(4_000)]
    document = document_of("a.xlsx", book(*rows))
    assert document.problem == f"Only the first {MOST_ROWS} rows were read."


def test_an_entry_is_told_at_the_times_of_the_business() -> None:
    text = (
        "SUMMARY:Cut with Jess\nDTSTART:20260610T123000Z\nDTEND:20260610T131500Z\n"
        "ATTENDEE;CN=Anna:mailto:a@example.org"
    )
    document = document_of(*file("ics", text))
    assert (document.kind, document.problem) == ("ics", "")
    assert document.text == "Cut with Jess\n2026-06-10 14:30\nAnna <a@example.org>"


def test_an_entry_that_is_over_proposes_nothing() -> None:
    document = document_of(
        *file("ics", "SUMMARY:Cut\nDTSTART:20250610T123000Z\nDTEND:20250610T131500Z")
    )
    assert (document.text, document.problem) == (
        "",
        "There is no entry in it that is still to come.",
    )


ALL_HOURS, MOST_MINUTES = ",".join(map(str, range(24))), ",".join(map(str, range(55)))


@pytest.mark.timing
@pytest.mark.parametrize(
    ("count", "lines"),
    [
        (
            1,
            (
                "DTSTART:20260101T000000Z\n"
                f"RRULE:FREQ=DAILY;BYHOUR={ALL_HOURS};BYMINUTE={MOST_MINUTES}"
            ),
        ),
        (500, "DTSTART:20240101T000000Z\nDURATION:P999D\nRRULE:FREQ=DAILY"),
        (170, "DTSTART:20000101T000000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        (4, "DTSTART:16000101T000000Z\nRRULE:FREQ=DAILY"),
        (1500, "DTSTART:20250101T000000Z\nRRULE:FREQ=MONTHLY"),
    ],
)
def test_a_strangers_entries_that_mean_times_without_end_cost_little(
    count: int, lines: str
) -> None:
    entries = "".join(
        f"BEGIN:VEVENT\nUID:u{number}\n{lines}\nEND:VEVENT\n" for number in range(count)
    )
    calendar = f"BEGIN:VCALENDAR\n{entries}END:VCALENDAR\n".encode()
    with cpu_within(3):
        problem = document_of("a.ics", calendar).problem
    refused = ("too long to work out", "more than 5,000 times", "times of its entry can't be read")
    assert any(reason in problem for reason in refused)


def test_a_mail_that_came_as_a_file_says_who_wrote_it_and_its_files_are_read_too() -> None:
    inner = mail_with(file("pdf", name="Bestätigung.pdf"), text="I would like to come.")
    message = EmailMessage()
    message["From"] = "Jess <jess@salon.example>"
    message.set_content("See below.")
    message.add_attachment(inner, "application", "octet-stream", filename="Mail.eml")
    first, second = documents_in(message.as_bytes())
    assert (first.name, first.kind) == ("Mail.eml", "eml")
    assert first.text.startswith("From: Anna <anna@example.org>\nDate: Wed, 03 Jun 2026")
    assert first.text.endswith("I would like to come.")
    assert (second.name, second.kind) == ("Bestätigung.pdf", "pdf")


def test_mails_in_mails_are_followed_only_so_deep() -> None:
    raw = mail_with(("note.txt", b"the innermost"))
    for _ in range(5):
        raw = mail_with(("inner.eml", raw))
    assert [(one.kind, one.problem) for one in documents_in(raw)] == [
        ("eml", ""),
        ("eml", ""),
        ("eml", "It is a mail inside a mail inside a mail."),
    ]


@pytest.mark.timing
@pytest.mark.parametrize(
    ("kind", "spoil", "problem"),
    [
        ("pdf", "encrypted", "The PDF needs a password."),
        ("pdf", "broken", "The PDF is damaged."),
        ("pdf", "huge", "It is larger than 7 MB."),
        ("pdf", "bomb", "It is far larger inside than a document can be."),
        ("docx", "encrypted", "The file needs a password."),
        ("docx", "bomb", "It is far larger inside than a document can be."),
        ("docx", "broken", "The file is damaged."),
        ("docx", "huge", "It is larger than 7 MB."),
        ("xlsx", "bomb", "It is far larger inside than a document can be."),
        ("xlsx", "encrypted", "The file needs a password."),
        ("zip", "", "Archives are not opened. Ask for the files themselves."),
        ("zip", "encrypted", "Archives are not opened. Ask for the files themselves."),
        ("winmail", "", "It can only be opened by Outlook. Ask for a PDF, or for the text itself."),
    ],
)
def test_what_cannot_be_read_has_a_reason_and_costs_little(
    kind: Kind, spoil: Spoil, problem: str
) -> None:
    name, content = file(kind, spoil=spoil)
    with cpu_within(3):
        document = document_of(name, content)
        assert (document.problem, document.text) == (problem, "")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
            "Old Word and Excel files are not read. Ask for a PDF.",
        ),
        (
            b"\x00\x00\x00\x18ftypheic" + bytes(100),
            "This kind of picture is not read. Ask for a JPEG.",
        ),
        (bytes(range(256)) * 4, "This kind of file is not read."),
        (b"BEGIN:VCALENDAR\r\nEND:", "This calendar was cut short on its way: its end is missing."),
        (b"BEGIN:VCALENDAR\r\n" + b"X" * 300_000, "It is larger than an entry can be."),
    ],
)
def test_other_files_are_refused_with_a_reason(content: bytes, problem: str) -> None:
    assert document_of("x", content).problem == problem


def test_a_name_does_not_say_what_a_file_is() -> None:
    _, pdf = file("pdf")
    assert document_of("photo.png", pdf).kind == "pdf"
    assert document_of("invoice.pdf", b"just a note").text == "just a note"
    assert document_of("page.pdf", b"<html><body>Anna<br>Berg</body></html>").text == "Anna\nBerg"
    assert kind_of(b"RIFF\x00\x00\x00\x00WEBP") == "webp"


@pytest.mark.timing
def test_a_text_is_read_whatever_program_wrote_it_and_however_long_it_is() -> None:
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        assert (
            document_of("note.txt", "Name: Anna Müller".encode(encoding)).text
            == "Name: Anna Müller"
        )
    with cpu_within(2):
        assert document_of("long.txt", b"word " * 1_400_000).text.startswith("word word")
        assert (
            document_of("odd.txt", b"word " * 300 + b"\x01" * 6_000_000).problem
            == "This kind of file is not read."
        )


def test_one_that_cannot_be_read_holds_up_no_other() -> None:
    found = documents_in(
        mail_with(file("pdf", spoil="broken", name="a.pdf"), file("docx", name="b.docx"))
    )
    assert [(one.name, bool(one.text), bool(one.problem)) for one in found] == [
        ("a.pdf", False, True),
        ("b.docx", True, False),
    ]


def test_a_file_in_which_nothing_is_written_is_told() -> None:
    assert document_of("empty.pdf", text_pdf([""])).problem == "No text was found in it."


def test_after_so_many_files_no_further_one_is_read() -> None:
    found = documents_in(
        mail_with(*[(f"{number}.txt", b"hello") for number in range(MOST_FILES + 2)])
    )
    assert [one.text for one in found] == ["hello"] * MOST_FILES + ["", ""]
    assert found[-1].problem == "Only the first 10 files of a mail are read."


def test_of_a_long_pdf_the_first_pages_are_read_and_that_is_said() -> None:
    lines = [f"line number {number}" for number in range(46 * 40)]
    document = document_of("long.pdf", text_pdf(lines))
    assert document.problem.startswith(f"Only the first {MOST_PAGES} of ")
    assert document.text.startswith("line number 0")


def test_when_the_time_is_over_no_further_file_or_page_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "BEGINNING_SECONDS", -1.0)
    lines = [f"line number {number}" for number in range(46 * 3)]
    assert document_of("long.pdf", text_pdf(lines)).problem.startswith("Only the first 1 of ")
    monkeypatch.setattr(reading, "BEGINNING_SECONDS", -1.0)
    assert document_of(*file("pdf")).problem == NO_TIME


def test_small_files_are_read_before_large_ones_and_pictures_last() -> None:
    asked: list[str] = []

    class Slow:
        def read(self, content: bytes, kind: str, /) -> str:
            asked.append(kind)
            return "read"

    raw = mail_with(
        file("png", "x"), file("pdf", scan=True), file("docx"), file("pdf", name="small.pdf")
    )
    found = read_documents(read(raw), Slow(), "Europe/Berlin", NOW)
    assert [one.name for one in found] == ["file.png", "file.pdf", "file.docx", "small.pdf"]
    assert asked[-1] == "png"
    assert asked[0] == "pdf"


def test_a_logo_and_a_signature_are_no_documents() -> None:
    _, logo = file("png", "Salon")
    message = EmailMessage()
    message["From"] = "Anna <anna@example.org>"
    message.set_content("Hello")
    message.add_attachment(
        logo[:2000],
        "image",
        "png",
        disposition="inline",
        cid="<logo@example.org>",
        filename="l.png",
    )
    message.add_attachment(b"sealed", "application", "pkcs7-signature", filename="smime.p7s")
    assert documents_in(message.as_bytes()) == ()


@pytest.mark.parametrize(
    "named",
    [
        'attachment; filename="=?utf-8?B?QmVzdMOkdGlndW5nLnBkZg==?="',
        "attachment; filename*=UTF-8''Best%C3%A4tigung.pdf",
        "attachment; filename*0*=UTF-8''Best%C3%A4ti; filename*1*=gung.pdf",
        'attachment; filename="../../Best\u00e4tigung.pdf\u202e"',
    ],
)
def test_a_file_has_the_name_that_its_sender_sees(named: str) -> None:
    head = "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n"
    raw = f"{head}\n--b\nContent-Disposition: {named}\n\nhi\n--b--\n"
    (document,) = documents_in(raw.encode())
    assert document.name.removeprefix("../../") == "Bestätigung.pdf"


def test_without_a_reader_nothing_is_opened() -> None:
    raw = mail_with(file("pdf"), file("png"), ("note.txt", b"hello"))
    found = read_documents(read(raw), NoReader(), "Europe/Berlin", NOW)
    assert [one.problem or one.text for one in found] == [
        "This kind of file is not read here.",
        "Pictures are not read here.",
        "This kind of file is not read here.",
    ]


def test_without_the_extra_a_sentence_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    name, content = file("pdf")
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    document = document_of(name, content)
    assert document.problem.endswith("are not read here (pip install 'fullhouse[documents]').")


def test_a_text_is_kept_on_clean_lines_and_short() -> None:
    assert limits.tidy("a\x00b\u202e  c\r\nd\t e") == "a b c\nd e"
    assert len(limits.tidy("word " * 10_000)) <= limits.LONGEST_TEXT
    assert TEXT in limits.tidy(TEXT)
