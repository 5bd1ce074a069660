"""PDF files written by hand: pages with text, pages of pictures, and one with a password."""

import hashlib
from collections.abc import Callable
from io import BytesIO

from PIL import Image

A4 = (595, 842)
LINES_ON_A_PAGE = 46
PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
PASSWORD = b"geheim"
RIGHTS = (-4 & 0xFFFFFFFF).to_bytes(4, "little")
FILE_ID = b"0123456789abcdef"
Cipher = Callable[[int, bytes], bytes]


def text_pdf(lines: list[str], *, encrypted: bool = False) -> bytes:
    """A PDF with a line of text for each line; one that is encrypted opens with a password only."""
    key, owner = _keys()
    cipher = _cipher(key) if encrypted else _plainly
    cut = [lines[at : at + LINES_ON_A_PAGE] for at in range(0, max(len(lines), 1), LINES_ON_A_PAGE)]
    objects = _with_pages([_page_of(page) for page in cut], cipher)
    trailer = b""
    if encrypted:
        objects.append(
            b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
            % (owner.hex().encode(), _rc4(key, PADDING).hex().encode())
        )
        trailer = b"/Encrypt %d 0 R " % len(objects)
    return _file(objects, trailer)


def bomb_pdf(unpacked: Callable[[], bytes]) -> bytes:
    """A PDF whose one page unpacks to something huge; `unpacked` is that page, packed."""
    packed = unpacked()
    stream = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
    objects = _with_pages([b""], _plainly)
    objects[-1] = stream
    return _file(objects, b"")


def scanned_pdf(pages: list[Image.Image]) -> bytes:
    """A PDF as a scanner makes it: each page is one picture."""
    made = BytesIO()
    grey = [page.convert("L") for page in pages]
    grey[0].save(made, "PDF", resolution=150, save_all=True, append_images=grey[1:])
    return made.getvalue()


def _page_of(lines: list[str]) -> bytes:
    escaped = (
        line.replace("\\", r"\\")
        .replace("(", r"\(")
        .replace(")", r"\)")
        .encode("cp1252", "replace")
        for line in lines
    )
    shown = b"\n".join(b"(%s) Tj T*" % line for line in escaped)
    return b"BT /F1 11 Tf 15 TL 56 786 Td\n%s\nET" % shown


def _with_pages(contents: list[bytes], cipher: Cipher) -> list[bytes]:
    """Number the parts: catalogue, list of pages, font, then each page and what stands on it."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * at) for at in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(contents), kids),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for content in contents:
        number = len(objects) + 2
        hidden = cipher(number, content)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] " % A4
            + b"/Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % number
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(hidden), hidden))
    return objects


def _file(objects: list[bytes], trailer: bytes) -> bytes:
    made = BytesIO()
    made.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, written in enumerate(objects, 1):
        places.append(made.tell())
        made.write(b"%d 0 obj\n%s\nendobj\n" % (number, written))
    start = made.tell()
    made.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    made.writelines(b"%010d 00000 n \n" % place for place in places)
    identity = FILE_ID.hex().encode()
    made.write(b"trailer\n<< /Size %d /Root 1 0 R %s" % (len(objects) + 1, trailer))
    made.write(b"/ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF\n" % (identity, identity, start))
    return made.getvalue()


def _keys() -> tuple[bytes, bytes]:
    """Make the key of the file and what it says of its owner, by revision 2 of the standard."""
    padded = (PASSWORD + PADDING)[:32]
    owner = _rc4(_digest(padded)[:5], padded)
    return _digest(padded + owner + RIGHTS + FILE_ID)[:5], owner


def _cipher(key: bytes) -> Cipher:
    return lambda number, content: _rc4(
        _digest(key + number.to_bytes(3, "little") + b"\0\0")[:10], content
    )


def _plainly(_number: int, content: bytes) -> bytes:
    return content


def _digest(content: bytes) -> bytes:
    return hashlib.md5(content, usedforsecurity=False).digest()


def _rc4(key: bytes, content: bytes) -> bytes:
    box = list(range(256))
    swap = 0
    for at in range(256):
        swap = (swap + box[at] + key[at % len(key)]) % 256
        box[at], box[swap] = box[swap], box[at]
    made, one, two = bytearray(), 0, 0
    for byte in content:
        one = (one + 1) % 256
        two = (two + box[one]) % 256
        box[one], box[two] = box[two], box[one]
        made.append(byte ^ box[(box[one] + box[two]) % 256])
    return bytes(made)
