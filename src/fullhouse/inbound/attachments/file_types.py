"""File types by their bytes. A name can be anything that somebody typed."""

import re
from typing import Literal

Kind = Literal[
    "pdf",
    "docx",
    "xlsx",
    "png",
    "jpeg",
    "tiff",
    "gif",
    "webp",
    "heic",
    "ics",
    "eml",
    "html",
    "txt",
    "winmail",
    "zip",
    "broken",
    "locked",
    "old",
    "unknown",
]
PICTURES = frozenset({"png", "jpeg", "tiff", "gif", "webp"})
PAGED = frozenset({"pdf", *PICTURES})
A_START = 1024
BEGINNINGS: tuple[tuple[re.Pattern[bytes], Kind], ...] = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "png"),
    (re.compile(rb"\xff\xd8\xff"), "jpeg"),
    (re.compile(rb"II\*\x00|MM\x00\*"), "tiff"),
    (re.compile(rb"GIF8"), "gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "webp"),
    (re.compile(rb"....ftyp(heic|heix|hevc|mif1|msf1|avif)", re.DOTALL), "heic"),
    (re.compile(rb"\x78\x9f\x3e\x22"), "winmail"),
    (re.compile(rb"Rar!|7z\xbc\xaf\x27\x1c|\x1f\x8b|BZh|\xfd7zXZ"), "zip"),
    (re.compile(rb".{0,1000}%PDF-", re.DOTALL), "pdf"),
)
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
PAGE = re.compile(rb"<(!doctype html|html|head|body|table|div|p)\b", re.IGNORECASE)
HEADER = re.compile(
    rb"(from|received|return-path|message-id|date|subject|to|mime-version):", re.IGNORECASE
)
# An entry in an archive's list of parts up to the part's name, and the end of that list.
A_PART = rb"PK\x01\x02.{42}"
OF_WORD, OF_EXCEL = (re.compile(A_PART + name, re.DOTALL) for name in (rb"word/", rb"xl/"))
END_OF_PARTS = b"PK\x05\x06"
LONGEST_LIST = 256 * 1024
FEWEST_HEADERS = 3
MOST_ODD = 0.02


def kind_of(content: bytes) -> Kind:
    """Return the type by the first bytes, and by the names of the parts of an archive.

    Nothing is opened here: a crafted list of parts takes seconds and much memory to read.
    """
    start = content[:A_START]
    if known := next((kind for beginning, kind in BEGINNINGS if beginning.match(start)), None):
        return known
    if start.startswith(b"PK"):
        return _packed(content)
    if start.startswith(OLD_OFFICE):
        return "locked" if ENCRYPTED_PACKAGE in content else "old"
    return _written(start)


def _packed(content: bytes) -> Kind:
    parts = content[-LONGEST_LIST:]
    if END_OF_PARTS not in parts:
        return "broken"
    if OF_WORD.search(parts):
        return "docx"
    return "xlsx" if OF_EXCEL.search(parts) else "zip"


def _written(start: bytes) -> Kind:
    plain = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if plain[:15].upper() == b"BEGIN:VCALENDAR":
        return "ics"
    if PAGE.match(plain):
        return "html"
    found = filter(None, map(HEADER.match, plain.split(b"\n")[:30]))
    headers = {header[1].lower() for header in found}
    if len(headers) >= FEWEST_HEADERS and b"from" in headers:
        return "eml"
    return "txt" if plain and _is_text(plain) else "unknown"


def _is_text(plain: bytes) -> bool:
    if plain.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    odd = sum(byte < ord(" ") and byte not in b"\t\r\n\f" for byte in plain)
    return odd <= MOST_ODD * len(plain)
