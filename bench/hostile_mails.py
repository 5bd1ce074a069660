"""Mails and files made to be slow or large, each for one reason."""

import base64
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator

from bench.watched_host import SIGNED, SILENT

MB = 1024 * 1024
LARGEST, LARGEST_WITH_FILES = MB - 2000, 10 * MB - 20_000
SIGNATURE = (
    f"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d={SIGNED}; s=s1; h=from; "
    "bh=QUFB; b=QUFB\r\n"
)


def _head(domain: str, kind: str = "text/plain") -> str:
    return f"From: Mallory <mallory@{domain}>\r\nSubject: Hello\r\nContent-Type: {kind}\r\n"


def _filled(head: str, pattern: str, size: int = LARGEST) -> bytes:
    start = f"{head}\r\n"
    return (start + pattern * ((size - len(start)) // len(pattern))).encode()


def _with_file(name: str, content: bytes) -> bytes:
    head = _head("example.org", "multipart/mixed; boundary=b")
    body = base64.encodebytes(content).replace(b"\n", b"\r\n")
    part = (
        "--b\r\nContent-Type: text/plain\r\n\r\nA table for two, please.\r\n--b\r\n"
        f"Content-Disposition: attachment; filename={name}\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return f"{head}\r\n{part}".encode() + body + b"--b--\r\n"


def _archive(parts: dict[str, str], stored: int = 0) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
        archive.writestr("word/media/x", bytes(stored), zipfile.ZIP_STORED)
    return made.getvalue()


def _docx() -> bytes:
    attributes = "".join(f' a{number:x}=""' for number in range(80_000))
    text = f'<w:document xmlns:w="w">{f"<w:p{attributes}/>" * 20}</w:document>'
    return _archive({"_rels/.rels": "<a/>", "word/document.xml": text}, stored=2_500_000)


def _docx_parts() -> bytes:
    made = _archive({"word/document.xml": "<a/>"})
    start, end = made.index(b"PK\x01\x02"), made.index(b"PK\x05\x06")
    size = (end - start) * 30_000
    tail = made[end : end + 12] + size.to_bytes(4, "little") + made[end + 16 :]
    return made[:start] + made[start:end] * 30_000 + tail


def _xlsx() -> bytes:
    rows = '<row a="" b="" c="" d="" e="" f=""/>' * 450_000
    sheet = f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
    return _archive({"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": sheet})


def _pdf() -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, 14)
    packed = packing.compress(b"(0) Tj " * (100 * MB // 7)) + packing.flush()
    head = b"%%PDF-1.4\n1 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed)
    return head + packed + b"\nendstream\nendobj\n"


def _ics() -> bytes:
    rule = "DTSTART:20250601T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8,9,10,11,12"
    entry = f"BEGIN:VEVENT\nUID:1\nSUMMARY:x\n{rule}\nEND:VEVENT\n"
    return f"BEGIN:VCALENDAR\n{entry * 2}END:VCALENDAR\n".encode()


def _nested() -> bytes:
    kind = "Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    parts = "".join(kind % (at, at) for at in range(18_000))
    return f"From: Mallory <mallory@example.org>\r\n{parts}".encode()


TO_AN_EVENT: dict[str, Callable[[], bytes]] = {
    "tags": lambda: _filled(_head("example.org", "text/html"), "<div>" * 18 + "\r\n"),
    "styles": lambda: _filled(_head("example.org", "text/html"), "<style></style>\r\n"),
    "sentences": lambda: _filled(_head("example.org"), "sorry, not sure if I can.\r\n\r\n"),
    "attributions": lambda: _filled(_head("example.org"), "On 1 Jan a@b wrote\r\n"),
    "nested parts": _nested,
    "signed": lambda: _filled(SIGNATURE * 3 + _head(SIGNED), " " * 190 + "x\r\n"),
    "silent name servers": lambda: _head(f"d.{SILENT}").encode() + b"\r\nYes, I'll come!\r\n",
}
TO_THE_DESK: dict[str, Callable[[], bytes]] = {
    "10 MB signed": lambda: _filled(
        SIGNATURE * 3 + _head(SIGNED), " " * 190 + "x\r\n", LARGEST_WITH_FILES
    ),
    "10 MB of parts": lambda: _filled(
        _head("example.org", "multipart/mixed; boundary=b"), "--b\r\n", LARGEST_WITH_FILES
    ),
    "tags.docx": lambda: _with_file("a.docx", _docx()),
    "parts.docx": lambda: _with_file("b.docx", _docx_parts()),
    "rows.xlsx": lambda: _with_file("c.xlsx", _xlsx()),
    "bomb.pdf": lambda: _with_file("d.pdf", _pdf()),
    "times.ics": lambda: _with_file("e.ics", _ics()),
    "page.html": lambda: _with_file("f.html", b"<html><body>" + b"<b><i>x</i>" * 500_000),
}


def mails(event: str, desk: str) -> Iterator[tuple[str, bytes]]:
    """Yield each mail with the address that it goes to."""
    for make in TO_AN_EVENT.values():
        yield event, make()
    for make in TO_THE_DESK.values():
        yield desk, make()
