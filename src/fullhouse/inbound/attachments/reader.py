"""Documents of a mail, each read by its type, within limits. A bad one stops no other.

No file is opened in this process: the reader hands each to a sandboxed child. Small files come
before large ones, and pictures last: reading one can take all the time there is.
"""

import time
from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from fullhouse.engine.ports import Reader, Unreadable
from fullhouse.inbound.attachments.document import LATER, Document
from fullhouse.inbound.attachments.file_types import PICTURES, kind_of
from fullhouse.inbound.attachments.limits import (
    BEGINNING_SECONDS,
    DAMAGED,
    DEEPEST,
    LARGEST_FILE,
    LARGEST_ORNAMENT,
    LOCKED,
    MOST_FILES,
    TOO_LARGE,
    tidy,
)
from fullhouse.inbound.attachments.pdf import See, read_pdf
from fullhouse.inbound.attachments.text_formats import forwarded_text, mail_in, pack_entry
from fullhouse.inbound.mail.parsing import Mail, Part


def read_pages(content: bytes, kind: str, see: See) -> str:
    """Read a file of a known kind; `see` reads pictures."""
    if kind == "pdf":
        return read_pdf(content, see)
    if kind in PICTURES:
        return see(content)
    raise Unreadable("This kind of file is not read.")


A_MAIL = "message/rfc822"
# Parts that mail programs add by themselves.
ADDED = frozenset(
    {"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"}
)
NOTHING = "No text was found in it."
NO_TIME = "There was no time left to read it."
TOO_MANY = f"Only the first {MOST_FILES} files of a mail are read."
TOO_DEEP = "It is a mail inside a mail inside a mail."
REFUSED = {
    "winmail": "It can only be opened by Outlook. Ask for a PDF, or for the text itself.",
    "zip": "Archives are not opened. Ask for the files themselves.",
    "broken": DAMAGED,
    "locked": LOCKED,
    "old": "Old Word and Excel files are not read. Ask for a PDF.",
    "heic": "This kind of picture is not read. Ask for a JPEG.",
    "unknown": "This kind of file is not read.",
}


class NoReader:
    """Reads nothing: for installations without any reader."""

    def read(self, content: bytes, kind: str, /) -> str:
        """Raise `Unreadable`."""
        if kind in PICTURES:
            raise Unreadable("Pictures are not read here.")
        raise Unreadable("This kind of file is not read here.")


def read_documents(mail: Mail, reader: Reader, zone: str, now: datetime) -> tuple[Document, ...]:
    """Read the attachments of a mail; times without a zone are in `zone`.

    It never raises `Unreadable`. A mail inside is a document of the kind `eml`; the attachments of
    that one follow it.
    """
    pile = _Pile(reader, zone, now)
    found = list(pile.of(mail, 1))
    order = sorted(range(len(found)), key=lambda at: _effort(*found[at]))
    read = {at: pile.read(*found[at]) for at in order}
    return tuple(read[at] for at in range(len(found)))


def _effort(document: Document, content: bytes) -> tuple[bool, int]:
    """Return the sort key by which small files come first and pictures last."""
    return document.kind in PICTURES, len(content)


def files_in(mail: Mail) -> list[Part]:
    """Return the parts that are files: neither the text itself, nor signatures and their logos."""
    return [
        part
        for part in mail.parts
        if not _is_text(part) and not _is_ornament(part) and part.kind not in ADDED
    ]


def _is_text(part: Part) -> bool:
    return part.kind in {"text/plain", "text/html"} and not part.attached and not part.name


def _is_ornament(part: Part) -> bool:
    """Return True for a small picture that stands in the text."""
    pictured = part.kind.startswith("image/") and part.pointed_at and not part.attached
    return pictured and len(part.sent) <= LARGEST_ORNAMENT


class _Pile:
    """The files of one mail and of the mails inside it, with one limit of number and time."""

    def __init__(self, reader: Reader, zone: str, now: datetime) -> None:
        """Start the time limit."""
        self.reader, self.zone, self.now = reader, zone, now
        self.count = 0
        self.until = time.monotonic() + BEGINNING_SECONDS

    def of(self, mail: Mail, depth: int) -> Iterator[tuple[Document, bytes]]:
        """Yield one file after the other, with the content that is still to be read."""
        for number, part in enumerate(files_in(mail), 1):
            self.count += 1
            name = part.name or f"attachment {number}"
            content = part.whole if self.count <= MOST_FILES else b""
            kind = _kind(part, content)
            problem = self._why_not(content, kind, depth)
            if problem:
                yield Document(name, kind, problem=problem), b""
            elif kind == "eml":
                inside = mail_in(content)
                yield Document(name, kind, tidy(forwarded_text(inside))), b""
                yield from self.of(inside, depth + 1)
            else:
                yield Document(name, kind), content

    def _why_not(self, content: bytes, kind: str, depth: int) -> str:
        if self.count > MOST_FILES:
            return TOO_MANY
        if len(content) > LARGEST_FILE:
            return TOO_LARGE
        if kind == "eml" and depth >= DEEPEST:
            return TOO_DEEP
        return REFUSED.get(kind, "")

    def read(self, found: Document, content: bytes) -> Document:
        """Read the content of a file, if there is time."""
        if not content:
            return found
        if time.monotonic() > self.until:
            return msgspec.structs.replace(found, problem=NO_TIME)
        try:
            text = tidy(self._text(content, found.kind))
            return msgspec.structs.replace(found, text=text, problem="" if text else NOTHING)
        except Unreadable as unreadable:
            return msgspec.structs.replace(
                found, text=tidy(unreadable.text), problem=unreadable.reason
            )

    def _text(self, content: bytes, kind: str) -> str:
        if kind == "ics":
            content = pack_entry(content, self.zone, self.now)
        return self.reader.read(content, kind)


def _kind(part: Part, content: bytes) -> str:
    """Return the type by the bytes; a mail may begin with anything, so its part decides."""
    kind = kind_of(content)
    return "eml" if part.kind == A_MAIL and kind in {"txt", "html", "unknown"} else kind


LONGEST_SHOWN = 4000
LONGEST_OF_FILES = 2500
LONGEST_OF_ONE = 1000


def shown(text: str, documents: Iterable[Document]) -> str:
    """Return the mail's text with the documents below; unread ones come first, so none is cut."""
    ordered = sorted(
        documents, key=lambda document: (document.problem != LATER, not document.problem)
    )
    below = "\n\n".join(map(_document_text, ordered))[:LONGEST_OF_FILES].rstrip()
    if not below:
        return text
    return "\n\n".join(filter(None, (text[: LONGEST_SHOWN - LONGEST_OF_FILES], below)))


def _document_text(document: Document) -> str:
    head = f"[{document.name}]"
    if document.problem:
        head = f"[{document.name}: {document.problem}]"
    return f"{head}\n{document.text[:LONGEST_OF_ONE]}".rstrip()
