"""Rules and voice from files and Google Docs: read after changes, last good version in force."""

import os
from pathlib import Path

import pytest

from fullhouse.inbound.sync import document_sync
from fullhouse.inbound.sync.document_sync import (
    EMPTY,
    TOO_LONG,
    DocumentDown,
    DocumentSource,
    DocumentSync,
    FileDocument,
    GoogleDocument,
)
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import Document, DocumentName
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT
from fullhouse.products.frontdesk.shared.voice import EXAMPLE_VOICE
from tests.inbound.google.fake import fake_google
from tests.inbound.google.grid import Spreadsheet
from tests.inbound.sync.business import at_once
from tests.inbound.sync.front_desk import FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT


class Writing(FrontDesk):
    """A salon whose rules are written elsewhere."""

    def __init__(self, paper: DocumentSource, name: DocumentName = "rules") -> None:
        super().__init__()
        self.name = name
        self.papers = DocumentSync(self.engine, name, paper, "elsewhere")

    def look(self) -> bool:
        return at_once(self.papers.run()) is not None

    def document(self) -> Document:
        found = self.engine.load(Get(Document, (self.name,)))
        assert found is not None
        return found

    def seen(self) -> ExternalSource:
        found = self.engine.load(Get(ExternalSource, (self.name,)))
        assert found is not None
        return found


def test_a_file_is_put_in_force_when_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    file.write_bytes(
        b"\xef\xbb\xbf" + RULES_TEXT.replace("Tries per slot: 5", "Tries per slot: 3").encode()
    )
    desk = Writing(FileDocument(file, 0))
    assert desk.look()
    assert "Tries per slot: 3" in desk.document().text
    assert (desk.document().source, desk.document().version) == ("file", 2)
    assert not desk.look()
    file.write_text(RULES_TEXT.replace("\n", "\r\n"))
    assert desk.look()
    assert desk.document().text == RULES_TEXT


def test_lines_that_cannot_be_understood_are_named_and_the_last_good_version_stays(
    tmp_path: Path,
) -> None:
    file = tmp_path / "rules.md"
    file.write_text(f"{RULES_TEXT}Tries per slott: 4\n")
    desk = Writing(FileDocument(file, 0))
    assert desk.look()
    assert desk.document().text == RULES_TEXT
    assert [one.line for one in desk.document().problems] == [RULES_TEXT.count("\n") + 1]
    assert not desk.look()


@pytest.mark.parametrize(("text", "says"), [("  \n", EMPTY), ("x" * (LONGEST_TEXT + 1), TOO_LONG)])
def test_a_text_that_is_empty_or_endless_is_not_taken(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "rules.md"
    file.write_text(text)
    desk = Writing(FileDocument(file, 0))
    assert not desk.look()
    assert desk.seen().trouble == says
    assert desk.document().text == RULES_TEXT


def test_a_file_that_is_gone_is_told_until_it_is_back(tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    desk = Writing(FileDocument(file, 0))
    desk.look()
    since = desk.seen().trouble_at
    assert desk.seen().trouble == "rules.md cannot be read: no such file or directory."
    desk.later(minutes=3)
    desk.look()
    assert desk.seen().trouble_at == since
    file.write_text(RULES_TEXT)
    assert desk.look()
    assert desk.seen().trouble == ""
    file.rename(tmp_path / "away.md")
    desk.look()
    (tmp_path / "away.md").rename(file)
    assert not desk.look()
    assert (desk.seen().trouble, desk.seen().trouble_at) == ("", None)


def test_a_file_that_is_half_saved_is_not_put_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rules.md"
    whole = RULES_TEXT.replace("Tries per slot: 5", "Tries per slot: 3")
    file.write_text(whole[: whole.index("Tries per slot")])
    desk = Writing(FileDocument(file))
    waited: list[float] = []

    def saved_meanwhile(seconds: float) -> None:
        waited.append(seconds)
        file.write_text(whole)

    monkeypatch.setattr(document_sync, "sleep", saved_meanwhile)
    assert not desk.look()
    assert desk.seen().trouble == "rules.md is being saved just now. It is read again in a moment."
    assert desk.document().text == RULES_TEXT
    assert desk.look()
    assert (desk.document().text, desk.seen().trouble) == (whole, "")
    assert waited == [document_sync.SAVED_WITHIN] * 2


def test_a_file_that_is_written_to_while_it_is_read_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rules.md"
    file.write_text(RULES_TEXT)
    paper, before = FileDocument(file), os.fstat

    def grows(handle: int) -> os.stat_result:
        found = before(handle)
        file.write_text(f"{file.read_text()}Tries per slot: 1\n")
        return found

    monkeypatch.setattr(document_sync, "fstat", grows)
    with pytest.raises(DocumentDown, match="is being saved just now"):
        paper.version()
    monkeypatch.undo()
    assert paper.version()


def test_a_google_doc_is_read_when_it_changed() -> None:
    with fake_google() as google:
        google.documents["d1"] = EXAMPLE_VOICE
        google.spreadsheets["d1"] = Spreadsheet()  # Drive knows its version
        desk = Writing(GoogleDocument(google.client(), "d1"), "voice")
        assert desk.look()
        assert (desk.document().source, desk.document().problems) == ("google", ())
        assert not desk.look()


def test_a_google_doc_that_is_not_shared_is_told() -> None:
    with fake_google() as google:
        desk = Writing(GoogleDocument(google.client(), "none"), "voice")
        desk.look()
        assert "not shared with" in desk.seen().trouble
        google.fail(404)
        with pytest.raises(Exception, match="not shared"):
            desk.papers.paper.text()
