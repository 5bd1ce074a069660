"""Limits for files from strangers, and the unpacked size of archives."""

import io
import time
import zipfile
from collections.abc import Iterable, Iterator
from typing import TypeVar

from fullhouse.engine.ports import Unreadable

T = TypeVar("T")
MB = 1024 * 1024
LARGEST_FILE = 7 * MB
LARGEST_ENTRY = MB // 4
LARGEST_UNPACKED = 24 * MB
MOST_PARTS = 1000
MOST_FILES = 10
MOST_PAGES = 20
MOST_ROWS = 200
MOST_LINES = 2000
MOST_ELEMENTS = 500_000  # of a part that is read
DEEPEST = 3
LONGEST_TEXT = 12_000
LONGEST_RAW = 4 * LONGEST_TEXT  # with all its blanks
LARGEST_ORNAMENT = 50 * 1024  # a logo under a signature
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 1600  # of a picture, once it is made smaller to be read
READING_SECONDS = 20.0
BEGINNING_SECONDS = 12.0  # after these no further page or file is begun

TOO_LARGE = f"It is larger than {LARGEST_FILE // MB} MB."
TOO_MUCH_INSIDE = "It is far larger inside than a document can be."
LOCKED = "The file needs a password."
DAMAGED = "The file is damaged."
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1


def weigh(content: bytes) -> None:
    """Refuse an archive by the sizes it states; nothing beyond them is ever unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError) as error:
        raise Unreadable(DAMAGED) from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise Unreadable(TOO_MUCH_INSIDE)
    if any(part.flag_bits & ENCRYPTED for part in parts):
        raise Unreadable(LOCKED)
    if any(part.compress_type not in PACKED for part in parts):
        raise Unreadable(DAMAGED)


def while_time(pages: Iterable[T]) -> Iterator[T]:
    """Yield the first page, and the others while there is time."""
    began = time.monotonic()
    for number, page in enumerate(pages):
        if number and time.monotonic() - began > BEGINNING_SECONDS:
            return
        yield page


def tidy(text: str) -> str:
    """Return as much of a text as is read, without control characters."""
    plain = text[:LONGEST_RAW].replace("\r\n", "\n").replace("\r", "\n")
    lines = plain.split("\n", MOST_LINES)[:MOST_LINES]
    return "\n".join(map(_printable, lines)).strip()[:LONGEST_TEXT]


def _printable(line: str) -> str:
    # Other characters could steer a terminal or turn the text around.
    letters = (letter if letter.isprintable() else " " for letter in line)
    return " ".join("".join(letters).split())
