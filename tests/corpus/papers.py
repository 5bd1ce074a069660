"""Attachments of the corpus, made when needed: documents, pictures, calendars, broken ones."""

import random
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import cache
from io import BytesIO

from PIL import Image

from tests.corpus.pages import bomb_pdf, scanned_pdf, text_pdf
from tests.corpus.sample import Attachment

SCALE = 2.6  # eleven points are 28 pixels high then
LINE, LETTER, TOP, MARGIN, SMALLEST = 39, 15, 200, 146, 740
LINES_ON_A_PICTURE = 46
BOMB_MEGABYTES = 100
# More than is read of one file, and a little less than a mail may have once it is in base64.
HUGE = int(7.1 * 1024 * 1024)
# What every file that Office has locked begins with, and the name of the part that is locked.
LOCKED = (
    bytes.fromhex("D0CF11E0A1B11AE1")
    + bytes(504)
    + "EncryptedPackage".encode("utf-16-le")
    + bytes(1024)
)
TNEF = (
    bytes.fromhex("789F3E22")
    + b"\x01\x00"
    + bytes.fromhex("0190080004000000000001000100010790060008000000")
)
PROPERTY = re.compile(r"[A-Z][A-Z-]{2,30}[:;]")
WHEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?", re.ASCII)


def made(paper: Attachment) -> bytes:
    """Make the file."""
    if paper.spoil == "bomb":
        return _bomb(paper.kind)
    if paper.spoil == "encrypted":
        return _encrypted(paper)
    whole = MAKERS[paper.kind](paper)
    if paper.spoil == "broken":
        return whole[: max(40, len(whole) // 3)] + b"\x00\xff" * 20
    if paper.spoil == "huge":
        return _huge(paper, whole)
    return whole


@cache
def _bomb(kind: str) -> bytes:
    return BOMBS[kind]()


def pictured(lines: list[str], seed: str) -> list[Image.Image]:
    """Show lines as pages that were photographed: a little crooked, with some grain."""
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]  # it ships no types

    cut = [
        lines[at : at + LINES_ON_A_PICTURE]
        for at in range(0, max(len(lines), 1), LINES_ON_A_PICTURE)
    ]
    shown = [PdfDocument(text_pdf(page))[0].render(scale=SCALE).to_pil() for page in cut]
    return [
        _photographed(page.crop(_used(text)), random.Random(f"{seed} {number}"))
        for number, (page, text) in enumerate(zip(shown, cut, strict=True))
    ]


def _used(lines: list[str]) -> tuple[int, int, int, int]:
    """Say how much of a page is written on, with a margin around it."""
    wide = 2 * MARGIN + LETTER * max(map(len, lines))
    return 0, 0, max(SMALLEST, wide), max(SMALLEST, TOP + LINE * len(lines))


def _photographed(page: Image.Image, chance: random.Random) -> Image.Image:
    turned = page.convert("L").rotate(
        chance.uniform(-0.5, 0.5), Image.Resampling.BICUBIC, fillcolor=255
    )
    grain = Image.frombytes("L", turned.size, chance.randbytes(turned.width * turned.height))
    return Image.blend(turned, grain, 0.06).convert("RGB")


def _pdf(paper: Attachment) -> bytes:
    return scanned_pdf(pictured(paper.lines, paper.name)) if paper.scan else text_pdf(paper.lines)


def _docx(paper: Attachment) -> bytes:
    from docx import Document

    letter = Document()
    for line in paper.text.strip("\n").split("\n"):
        letter.add_paragraph(line)
    if paper.rows:
        table = letter.add_table(rows=0, cols=max(map(len, paper.rows)))
        for row in paper.rows:
            cells = table.add_row().cells
            for cell, value in zip(cells, row, strict=False):
                cell.text = str(value)
    kept = BytesIO()
    letter.save(kept)
    return kept.getvalue()


def _xlsx(paper: Attachment) -> bytes:
    from openpyxl import Workbook  # type: ignore[import-untyped]

    book = Workbook()
    for row in paper.rows or [re.split(r"\t|(?<=:) ", line) for line in paper.lines]:
        book.active.append(row)
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


def _picture(kind: str) -> Callable[[Attachment], bytes]:
    def draw(paper: Attachment) -> bytes:
        kept = BytesIO()
        first, *more = pictured(paper.lines, paper.name)
        several = (
            {"save_all": True, "append_images": more, "compression": "tiff_lzw"}
            if kind == "TIFF"
            else {}
        )
        first.save(kept, kind, **several)
        return kept.getvalue()

    return draw


def _ics(paper: Attachment) -> bytes:
    """Return a calendar file: as given, or one entry with the given properties or lines."""
    if "BEGIN:VCALENDAR" in paper.text:
        return _crlf(paper.text)
    from icalendar import Calendar, Event

    if all(PROPERTY.match(line) for line in paper.lines if line.strip()):
        inner = [
            *paper.lines,
            *([] if "UID:" in paper.text else ["UID:entry-1@calendar.example.com"]),
        ]
        whole = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Example//Calendar//EN",
            "BEGIN:VEVENT",
            *inner,
        ]
        return _crlf("\n".join([*whole, "END:VEVENT", "END:VCALENDAR"]))
    entry = Event()
    entry.add("uid", "entry-1@calendar.example.com")
    entry.add("summary", paper.lines[0])
    entry.add("description", "\n".join(paper.lines[1:]))
    if found := WHEN.search(paper.text):
        year, month, day, hour, minute = (int(one or 0) for one in found.groups())
        start = datetime(year, month, day, hour, minute)
        entry.add("dtstart", start)
        entry.add("dtend", start + timedelta(hours=1))
    calendar = Calendar()
    calendar.add("prodid", "-//Example//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add_component(entry)
    return bytes(calendar.to_ical())


def _eml(paper: Attachment) -> bytes:
    """A mail in a mail: with the head that is written down, or none but what every mail has."""
    head, _, body = paper.text.strip("\n").partition("\n\n")
    lines = [line.partition(":") for line in head.split("\n")]
    has_head = all(colon and " " not in name for name, colon, _ in lines)
    inner = EmailMessage()
    for name, _, value in lines if has_head else []:
        inner[name] = value.strip()
    inner.set_content(body if has_head else paper.text, cte="quoted-printable")
    return _crlf(inner.as_string())


def _winmail(paper: Attachment) -> bytes:
    return TNEF + paper.text.encode("cp1252", "replace")


def _zip(paper: Attachment) -> bytes:
    return _zipped({"notes.txt": paper.text.encode()})


def _zipped(files: dict[str, bytes]) -> bytes:
    kept = BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return kept.getvalue()


def _encrypted(paper: Attachment) -> bytes:
    if paper.kind == "pdf":
        return text_pdf(paper.lines, encrypted=True)
    if paper.kind in ("docx", "xlsx"):
        return LOCKED
    whole = bytearray(MAKERS[paper.kind](paper))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        if (found := whole.find(mark)) >= 0:
            whole[found + at] |= 1
    return bytes(whole)


def _huge(paper: Attachment, whole: bytes) -> bytes:
    noise = random.Random(paper.name).randbytes(HUGE - len(whole))
    if paper.kind not in ("docx", "xlsx", "zip"):
        return whole + noise
    kept = BytesIO(whole)
    with zipfile.ZipFile(kept, "a", zipfile.ZIP_STORED) as archive:
        archive.writestr("media/image1.bin", noise)
    return kept.getvalue()


def _packed_zeros(first: bytes, each: bytes) -> bytes:
    """Pack the same megabyte again and again."""
    press = zlib.compressobj(9)
    megabyte = each * (1024 * 1024 // len(each))
    return (
        press.compress(first)
        + b"".join(press.compress(megabyte) for _ in range(BOMB_MEGABYTES))
        + press.flush()
    )


def _office_bomb(inner: str) -> Callable[[], bytes]:
    def arm() -> bytes:
        kept = BytesIO()
        with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            archive.writestr("[Content_Types].xml", "<Types/>")
            with archive.open(inner, "w", force_zip64=True) as part:
                for _ in range(BOMB_MEGABYTES):
                    part.write(b"<w:t>0</w:t>" * 87_000)
        return kept.getvalue()

    return arm


def _png_bomb() -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    head = struct.pack(">IIBBBBB", 40_000, 20_000, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", _packed_zeros(b"", b"\0"))
        + chunk(b"IEND", b"")
    )


def _crlf(text: str) -> bytes:
    return text.strip("\n").replace("\r\n", "\n").replace("\n", "\r\n").encode() + b"\r\n"


MAKERS: dict[str, Callable[[Attachment], bytes]] = {
    "pdf": _pdf,
    "docx": _docx,
    "xlsx": _xlsx,
    "png": _picture("PNG"),
    "jpeg": _picture("JPEG"),
    "tiff": _picture("TIFF"),
    "ics": _ics,
    "eml": _eml,
    "winmail": _winmail,
    "zip": _zip,
}
BOMBS: dict[str, Callable[[], bytes]] = {
    "pdf": lambda: bomb_pdf(lambda: _packed_zeros(b"BT ", b"(0) Tj ")),
    "docx": _office_bomb("word/document.xml"),
    "xlsx": _office_bomb("xl/worksheets/sheet1.xml"),
    "zip": _office_bomb("notes.txt"),
    "png": _png_bomb,
}
