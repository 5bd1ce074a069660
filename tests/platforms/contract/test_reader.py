"""Every reader gives a file's text or a sentence why not, and reads the next one after any."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fullhouse.engine.ports import Reader, Unreadable
from fullhouse.inbound.attachments.file_types import PAGED
from fullhouse.inbound.attachments.reader import NoReader
from fullhouse.inbound.attachments.sandbox import SandboxedReader
from fullhouse.inbound.attachments.text_formats import pack_entry
from fullhouse.platforms.aws.textract import CHILD, Notified, Textract
from fullhouse.platforms.local.ocr import LocalOcrReader
from tests.inbound.attachments.desks import NOW, TEXT, Spoil, file
from tests.inbound.guest_import.books import book

LOCAL = LocalOcrReader(seconds=100)
APART = SandboxedReader(CHILD, seconds=100)


class Never:
    """A bucket, and a Textract that is never done."""

    bucket = "wl-raw-mime"

    def read(self, name: str) -> None:
        """Hold nothing."""

    def keep(self, name: str, content: bytes) -> None:
        """Take it."""

    def start_document_text_detection(self, **_said: object) -> dict[str, str]:
        return {"JobId": "job"}


def on_aws() -> Reader:
    never: Any = Never()
    return Textract(never, Notified("topic", "role"), APART, never).reader_of("mark", "waitlist/m1")


ADAPTERS: dict[str, Callable[[], Reader]] = {
    "local": lambda: LOCAL,
    "aws": on_aws,
    "nothing": NoReader,
}


@pytest.fixture(params=ADAPTERS)
def reader(request: pytest.FixtureRequest) -> Reader:
    return ADAPTERS[request.param]()


@pytest.fixture(autouse=True, scope="module")
def over() -> Iterator[None]:
    yield
    LOCAL.close()
    APART.close()


def read(reader: Reader, content: bytes, kind: str) -> tuple[str, str]:
    """The text, and why there is none or not all of it."""
    try:
        return reader.read(content, kind), ""
    except Unreadable as unreadable:
        return unreadable.text, unreadable.reason


@pytest.mark.parametrize("kind", sorted({"docx", "xlsx", "ics", *PAGED}))
@pytest.mark.parametrize(
    "content", [b"", b"noise", b"\x00" * 3000], ids=["nothing", "noise", "noughts"]
)
def test_what_is_no_such_file_has_a_reason(reader: Reader, kind: str, content: bytes) -> None:
    text, reason = read(reader, content, kind)
    assert not text
    assert reason.endswith(".")


def test_an_unknown_kind_has_a_reason(reader: Reader) -> None:
    assert read(reader, b"hello", "exe")[1].endswith(".")


@pytest.mark.parametrize("spoil", ["encrypted", "broken", "bomb"])
def test_a_spoilt_file_has_no_text_and_the_next_one_is_read(reader: Reader, spoil: Spoil) -> None:
    text, reason = read(reader, file("pdf", spoil=spoil)[1], "pdf")
    assert not text.strip()
    assert reason.endswith(".")
    text, reason = read(reader, file("pdf")[1], "pdf")
    assert bool(text) != bool(reason)
    assert text.strip().replace("\r\n", "\n") in {"", TEXT}


ENTRY = file("ics", "SUMMARY:Cut\nDTSTART:20260610T143000\nDTEND:20260610T151500")[1]
PLAIN: dict[str, tuple[bytes, str]] = {
    "docx": (file("docx", "Name: Anna")[1], "Name: Anna"),
    "xlsx": (book(["Name", "Anna"]), "Name: Anna"),
    "ics": (pack_entry(ENTRY, "Europe/Berlin", NOW), "Cut\n2026-06-10 14:30"),
    "html": (b"<html><body>Anna<br>Berg</body></html>", "Anna\nBerg"),
    "txt": ("Anna Müller".encode("cp1252"), "Anna Müller"),
}


@pytest.mark.parametrize("adapter", ["local", "aws"])
@pytest.mark.parametrize("kind", PLAIN)
def test_a_file_without_pages_reads_alike_everywhere(adapter: str, kind: str) -> None:
    content, text = PLAIN[kind]
    assert read(ADAPTERS[adapter](), content, kind) == (text, "")
