"""Corpus mails are as mail programs send them: another reader finds all of their content."""

import email
import email.policy
import zipfile
from email.message import EmailMessage
from io import BytesIO
from typing import get_args

import pytest
from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]  # it ships no types

from tests.corpus.building import address_of, raw_mail
from tests.corpus.pages import PASSWORD
from tests.corpus.papers import BOMB_MEGABYTES, BOMBS, HUGE, made
from tests.corpus.sample import Attachment, Client, Kind, Sample, load
from tests.support.proof import some_of

SEEN = load("seen")
LINES = "Bestätigung für Änne Müßig\nDîner à 20h, señora (dos): 80 €"


def read_back(name: str, sample: Sample) -> EmailMessage:
    message = email.message_from_bytes(raw_mail(sample, name), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize("name", some_of(SEEN, keep=60))
def test_a_mail_is_read_back_by_the_standard_library(name: str) -> None:
    sample = SEEN[name]
    mail = read_back(name, sample)
    (sender,) = mail["from"].addresses
    assert (sender.addr_spec.lower(), mail["subject"] or "") == (address_of(sample), sample.subject)
    body = mail.get_body(("plain", "html"))
    assert body is not None
    assert words(body.get_content()) == words(sample.text or sample.html)
    assert [part.get_filename() for part in mail.iter_attachments() if part.get_filename()] == [
        paper.name for paper in sample.attachments
    ]


def test_a_mail_has_the_same_bytes_each_time() -> None:
    plain = {name: sample for name, sample in SEEN.items() if not sample.attachments}
    first, again = ([raw_mail(sample, name) for name, sample in plain.items()] for _ in range(2))
    assert first == again


def test_every_language_program_and_kind_of_file_is_there() -> None:
    languages = [one.language for one in SEEN.values()]
    assert {
        languages.count(language) / len(SEEN) > 0.2 for language in ("en", "de", "fr", "es")
    } == {True}
    assert {one.client for one in SEEN.values()} == set(get_args(Client))
    assert {paper.kind for one in SEEN.values() for paper in one.attachments} == set(get_args(Kind))


def text_in(content: bytes, password: str | None = None) -> str:
    with PdfDocument(content, password=password) as file:
        text: str = file[0].get_textpage().get_text_range()
        return text


def test_a_pdf_has_its_text_and_a_scanned_one_has_none() -> None:
    paper = Attachment(name="a.pdf", kind="pdf", text=LINES)
    assert text_in(made(paper)).splitlines() == LINES.split("\n")
    assert text_in(made(Attachment(name="a.pdf", kind="pdf", text=LINES, scan=True))) == ""


def test_an_encrypted_pdf_opens_with_its_password_only() -> None:
    locked = made(Attachment(name="a.pdf", kind="pdf", text=LINES, spoil="encrypted"))
    with pytest.raises(PdfiumError):
        text_in(locked)
    assert text_in(locked, PASSWORD.decode()).splitlines() == LINES.split("\n")


@pytest.mark.parametrize("kind", ["docx", "xlsx"])
def test_a_bomb_is_small_until_it_is_opened(kind: Kind) -> None:
    bomb = made(Attachment(name="a", kind=kind, spoil="bomb"))
    unpacked = sum(part.file_size for part in zipfile.ZipFile(BytesIO(bomb)).infolist())
    assert len(bomb) < 1024 * 1024
    assert unpacked > BOMB_MEGABYTES * 1_000_000


@pytest.mark.parametrize("kind", ["pdf", "docx", "jpeg"])
def test_a_huge_file_is_larger_than_any_that_is_read(kind: Kind) -> None:
    assert len(made(Attachment(name="a", kind=kind, text=LINES, spoil="huge"))) >= HUGE


def test_every_kind_can_be_made_and_broken() -> None:
    for kind in get_args(Kind):
        whole, broken = (
            made(Attachment(name="a", kind=kind, text=LINES, spoil=how)) for how in ("", "broken")
        )
        assert len(whole) > 40
        assert broken != whole
    assert set(BOMBS) <= set(get_args(Kind))
