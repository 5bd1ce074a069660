"""Mails with files, and a reader in this process: what it would have to see, it is told."""

from email.message import EmailMessage
from typing import Literal

from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.attachments.file_types import PAGED
from fullhouse.inbound.attachments.opening import open_file
from fullhouse.inbound.attachments.reader import read_documents, read_pages
from fullhouse.inbound.mail.parsing import LARGEST_WITH_FILES, read
from tests.corpus.papers import made
from tests.corpus.sample import Attachment, Kind
from tests.support.rsvp_world import there

Spoil = Literal["", "encrypted", "broken", "bomb", "huge"]
NOW = there("2026-06-03 10:00")
SEEN = "Seen: Anna Müller"
TEXT = "Terminbestätigung\nName: Anna Müller\nCut with Jess\n2026-06-10 14:30"


class Here:
    """Reads in this process."""

    def read(self, content: bytes, kind: str, /) -> str:
        if kind in PAGED:
            return read_pages(content, kind, lambda _picture: SEEN)
        return open_file(content, kind)


def file(
    kind: Kind,
    text: str = TEXT,
    *,
    name: str = "",
    spoil: Spoil = "",
    scan: bool = False,
) -> tuple[str, bytes]:
    paper = Attachment(name=name or f"file.{kind}", kind=kind, text=text, spoil=spoil, scan=scan)
    return paper.name, made(paper)


def mail_with(*files: tuple[str, bytes], text: str = "As attached.") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        "Anna <anna@example.org>",
        "bookings@salon.example",
        "Booking",
    )
    message["Date"], message["Message-ID"] = "Wed, 3 Jun 2026 10:00:00 +0200", "<files@example.org>"
    message.set_content(text)
    for name, content in files:
        message.add_attachment(content, "application", "octet-stream", filename=name)
    return message.as_bytes()


def documents_in(raw: bytes) -> tuple[Document, ...]:
    return read_documents(read(raw, LARGEST_WITH_FILES), Here(), "Europe/Berlin", NOW)


def document_of(name: str, content: bytes) -> Document:
    (document,) = documents_in(mail_with((name, content)))
    return document
