"""QR codes: drawn by hand for mails, so compared with what the library draws."""

from base64 import b64decode
from io import BytesIO
from struct import unpack
from zlib import crc32, decompress

import segno

from fullhouse.engine.qr_code import MASK, code_as_data, draw_code, draw_for_mail

URL = "https://party.example/desk/e/E1/check-in?code=1#door-G1"


def chunks(picture: bytes) -> dict[bytes, bytes]:
    """Return the parts of a PNG by kind, each with a checksum that fits."""
    found, at = {}, 8
    while at < len(picture):
        (size,) = unpack(">I", picture[at : at + 4])
        kind, content = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        assert unpack(">I", picture[at + 8 + size : at + 12 + size]) == (crc32(kind + content),)
        found[kind] = content
        at += 12 + size
    return found


def rows(picture: bytes) -> list[bytes]:
    """Return the rows of pixels; a filtered row holds its difference to the one above."""
    image, width = decompress(chunks(picture)[b"IDAT"]), unpack(">I", picture[16:20])[0] // 8
    found = [bytes(width)]
    for at in range(0, len(image), width + 1):
        above = found[-1] if image[at] else bytes(width)
        given = image[at + 1 : at + 1 + width]
        found.append(bytes((one + two) % 256 for one, two in zip(above, given, strict=True)))
    return found[1:]


def test_the_picture_for_a_mail_is_what_the_library_draws() -> None:
    drawn = BytesIO()
    code = segno.make(URL, error="m", micro=False, mask=MASK)
    code.save(drawn, kind="png", scale=8, border=4)
    ours, theirs = draw_for_mail(URL), drawn.getvalue()
    assert chunks(ours)[b"IHDR"] == chunks(theirs)[b"IHDR"]
    assert rows(ours) == rows(theirs)


def test_the_same_code_is_the_same_picture() -> None:
    assert draw_for_mail(URL) == draw_for_mail(URL)
    assert draw_for_mail(URL) != draw_for_mail(f"{URL}2")
    assert draw_code(URL, "png") == draw_code(URL, "png")


def test_a_page_shows_a_code_as_a_drawing_with_its_address_as_title() -> None:
    kind, _, drawing = code_as_data(URL).partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert f"<title>{URL}</title>".encode() in b64decode(drawing)
