"""Mails without links and marks of ours, before anything is read out of them.

What is read is only a part of a text. A link that is cut first is not found any more.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.quoted_links import blank_links

# A link that begins before the end of what is kept may end behind it.
LONGEST_LINK = 1000


def without_links(reading: ReadMail) -> ReadMail:
    """Return a mail whose texts and files hold no link or mark of ours. Its parts stay as sent."""
    headers = tuple(
        [
            (name, blank_links(value) if name == "subject" else value)
            for name, value in reading.mail.headers
        ]
    )
    return replace(
        reading,
        mail=replace(reading.mail, headers=headers),
        name=blank_links(reading.name),
        text=blank_links(reading.text),
        documents=files_without_links(reading.documents),
    )


def files_without_links(files: Iterable[Document]) -> tuple[Document, ...]:
    """Return files whose names and texts hold no link or mark of ours."""
    return tuple(
        [replace(file, name=blank_links(file.name), text=blank_links(file.text)) for file in files]
    )


def beginning_without_links(text: str, longest: int) -> str:
    """Return the beginning of a text without links and marks of ours."""
    return blank_links(text[: longest + LONGEST_LINK])[:longest]
