"""Headers and parts of a raw mail. Pure, bounded in time, and it never raises.

The standard library parses single headers, each cut to a length first. Bodies are split at their
boundaries here, because the library's own reader of bodies stalls on crafted nests.
"""

import binascii
import codecs
import re
from collections.abc import Iterator
from email.header import decode_header
from email.message import Message as LibraryMessage
from email.utils import getaddresses
from itertools import islice

import msgspec

from fullhouse.kernel.letters import single_line
from fullhouse.kernel.patterns import regex

NAME = regex(r"[\w.:-]{1,40}", re.ASCII)
# Quadratic, or no character sets of mail at all.
NOT_FOR_MAIL = {
    "idna",
    "punycode",
    "undefined",
    "unicode_escape",
    "raw_unicode_escape",
    "mbcs",
    "oem",
}


def text_of(content: bytes, charset: str) -> str:
    """Decode with the named character set, or the first of the usual ones that fits."""
    for name in (charset, "utf-8"):
        try:
            if _is_known(name):
                return content.decode(name)
        except (LookupError, UnicodeError, ValueError):
            continue
    fallback = "utf-8" if _is_mostly_utf8(content) else "cp1252"
    return content.decode(fallback, "replace")


def _is_known(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and codecs.lookup(name).name not in NOT_FOR_MAIL


def _is_mostly_utf8(content: bytes) -> bool:
    lost = content.decode("utf-8", "replace").count("\ufffd")
    return lost * 20 < len(content)


MB = 1024 * 1024
LARGEST_MAIL = MB
LARGEST_WITH_FILES = 10 * MB  # to a front desk, where what is attached is read
LARGEST_HEAD = 128 * 1024
LARGEST_TEXT = 128 * 1024
MOST_HEADERS = 400
MOST_HEADER_LINES = 4000
MOST_PARTS = 40
MOST_BOUNDARIES = 5000  # with those that only look like one
DEEPEST = 6
LONGEST_VALUE = 4000
LONGEST_READ = 1000
LONGEST_NAME = 80
HEADER_NAME = re.compile(rb"[!-9;-~]{1,80}$")
MESSAGE_ID = regex(r"<([^<>\s]{3,250})>")


class Part(msgspec.Struct, frozen=True):
    """One part that is no container: its kind, and its bytes as they were sent.

    A part that is `pointed_at` has an id by which the mail's text shows it, such as a logo under a
    signature.
    """

    kind: str
    parameters: dict[str, str]
    encoding: str
    attached: bool
    sent: bytes
    name: str = ""
    pointed_at: bool = False

    @property
    def content(self) -> bytes:
        """Return the decoded bytes up to the limit of a text, without broken parts."""
        return self._decoded(self.sent[: LARGEST_TEXT * 2])[:LARGEST_TEXT]

    @property
    def whole(self) -> bytes:
        """Return all decoded bytes of a file."""
        return self._decoded(self.sent)

    def _decoded(self, sent: bytes) -> bytes:
        try:
            if self.encoding == "base64":
                return binascii.a2b_base64(sent + b"==")
            if self.encoding == "quoted-printable":
                return binascii.a2b_qp(sent)
        except (binascii.Error, ValueError):
            pass
        return sent

    @property
    def text(self) -> str:
        """The content as text, even if its character set is wrong."""
        return text_of(self.content, self.parameters.get("charset", ""))


class Mail(msgspec.Struct, frozen=True):
    """A mail that was read: its headers by their small names, in order, and its parts."""

    headers: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    problem: str = ""

    def all(self, name: str) -> list[str]:
        """Every value of a header, the topmost first."""
        return [value for known, value in self.headers if known == name]

    def first(self, name: str) -> str:
        """The topmost value of a header, or nothing."""
        return next(iter(self.all(name)), "")

    @property
    def kind(self) -> str:
        """The content type that the whole mail declares."""
        return _typed(self.first("content-type"))[0]

    @property
    def message_id(self) -> str:
        """Its own id, or nothing."""
        found = MESSAGE_ID.search(self.first("message-id"))
        return found[1] if found else ""

    @property
    def answers(self) -> tuple[str, ...]:
        """The ids of the mails that it answers."""
        return tuple(MESSAGE_ID.findall(f"{self.first('in-reply-to')} {self.first('references')}"))

    @property
    def subject(self) -> str:
        """Its subject, in one line."""
        return single_line(words(self.first("subject")))[:LONGEST_READ]


def with_crlf(raw: bytes) -> bytes:
    """Return a mail with CRLF line endings, as it travels; a file with LF throughout is converted.

    A mail that mixes them stays as it is, and is never authenticated.
    """
    if b"\r\n" in raw:
        return raw
    plain = raw.partition(b"\n")[2] if raw.startswith(b"From ") else raw
    return plain.replace(b"\n", b"\r\n")


def read(raw: bytes, largest: int = LARGEST_MAIL) -> Mail:
    """Read a mail; one that is broken is read as far as it makes sense, and says what is wrong."""
    plain = _with_lf(raw[:largest])
    if plain.startswith(b"From "):
        plain = plain.partition(b"\n")[2]
    head, body = _halves(plain)
    headers = _headers(head)
    parts: list[Part] = []
    _gather(headers, body, 0, parts)
    return Mail(headers, tuple(parts), _too_large(raw, largest) or _problem(head, headers, parts))


def _with_lf(raw: bytes) -> bytes:
    """Return a mail with LF line endings; in pieces, because no other thread runs meanwhile."""
    pieces: list[bytes] = []
    at = 0
    while at < len(raw):
        end = raw.find(b"\n", at + MB) + 1 or len(raw)
        pieces.append(raw[at:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        at = end
    return b"".join(pieces)


def _too_large(raw: bytes, largest: int) -> str:
    return f"larger than {largest // MB} MB" if len(raw) > largest else ""


def _problem(head: bytes, headers: tuple[tuple[str, str], ...], parts: list[Part]) -> str:
    if (
        len(head) > LARGEST_HEAD
        or len(headers) >= MOST_HEADERS
        or head.count(b"\n") >= MOST_HEADER_LINES
    ):
        return "its headers are too long"
    if len(parts) >= MOST_PARTS:
        return "it has too many parts"
    return "" if headers else "it has no headers"


# A mail server removes those that strangers wrote in its name.
FILTERED = frozenset({"authentication-results"})


def _halves(plain: bytes) -> tuple[bytes, bytes]:
    if plain.startswith(b"\n"):
        return b"", plain[1:]
    head, _, body = plain.partition(b"\n\n")
    return head, body


def _headers(head: bytes) -> tuple[tuple[str, str], ...]:
    """Unfold the headers; a line that is none is passed over, with the lines folded below it."""
    found: list[tuple[str, list[bytes]]] = []
    values: list[bytes] = []
    for line in islice(head[:LARGEST_HEAD].split(b"\n"), MOST_HEADER_LINES):
        if line[:1] in (b" ", b"\t"):
            values.append(line)
            continue
        name, colon, value = line.partition(b":")
        values = [value]
        if colon and HEADER_NAME.match(name.rstrip()):
            found.append((_name(name), values))
    return tuple((name, _value(values)) for name, values in found[:MOST_HEADERS])


def _name(name: bytes) -> str:
    """Return the small name of a header. Where filters look for an exact one, blanks stay."""
    small = name.decode().lower()
    plain = small.rstrip()
    return small if plain in FILTERED else plain


def _value(lines: list[bytes]) -> str:
    joined = b" ".join(line.strip() for line in lines)[:LONGEST_VALUE]
    return text_of(joined, "utf-8").replace("\x00", "\ufffd").strip(" \t\r\n")


def _gather(
    headers: tuple[tuple[str, str], ...], body: bytes, depth: int, parts: list[Part]
) -> None:
    of = dict(reversed(headers))
    kind, parameters = _typed(of.get("content-type", ""))
    boundary = parameters.get("boundary", "")
    if kind.startswith("multipart/") and boundary and depth < DEEPEST:
        for piece in _pieces(body, boundary, MOST_PARTS - len(parts)):
            inner, rest = _halves(piece)
            _gather(_headers(inner), rest, depth + 1, parts)
    elif len(parts) < MOST_PARTS and not kind.startswith("multipart/"):
        encoding = of.get("content-transfer-encoding", "").strip().lower()
        disposition = of.get("content-disposition", "")
        attached = disposition.lower().startswith("attachment")
        name = _named(disposition) or single_line(words(parameters.get("name", "")))[:LONGEST_NAME]
        parts.append(
            Part(kind, parameters, encoding, attached, body, name, bool(of.get("content-id")))
        )


def _pieces(body: bytes, boundary: str, most: int) -> list[bytes]:
    """Split a body at its boundary, into at most `most` pieces."""
    pieces: list[bytes] = []
    start = None
    for begins, ends, closes in islice(
        _boundaries(body, boundary.encode("utf-8", "replace")), most + 1
    ):
        if start is not None:
            pieces.append(body[start:begins])
        start = ends + 1
        if closes:
            return pieces
    if start is not None and len(pieces) < most:
        pieces.append(body[start:])
    return pieces


def _boundaries(body: bytes, boundary: bytes) -> Iterator[tuple[int, int, bool]]:
    """Find the lines that are a boundary: begin, end, and True for the last one."""
    mark = b"\n--" + boundary
    behind = re.compile(rb"(--)?[ \t]{0,80}(?=\n|\Z)")
    if body.startswith(mark[1:]) and (found := behind.match(body, len(mark) - 1)):
        yield 0, found.end(), bool(found[1])
    at = 0
    for _ in range(MOST_BOUNDARIES):
        at = body.find(mark, at)
        if at < 0:
            return
        if found := behind.match(body, at + len(mark)):
            yield at, found.end(), bool(found[1])
        at += 1


def _typed(value: str) -> tuple[str, dict[str, str]]:
    """Return the content type and its parameters."""
    holder = LibraryMessage()
    holder["Content-Type"] = single_line(value[:LONGEST_READ]) or "text/plain"
    try:
        named = holder.get_params(failobj=[]) or []
        known = {name.lower(): _plain(text) for name, text in named[1:]}
        return holder.get_content_type(), known
    except Exception:  # noqa: BLE001 - the library raises many things on broken values
        return "text/plain", {}


def _named(disposition: str) -> str:
    """Return the name of a file, in any of the ways in which programs write it."""
    holder = LibraryMessage()
    holder["Content-Disposition"] = single_line(disposition[:LONGEST_READ])
    try:
        return single_line(words(holder.get_filename("")))[:LONGEST_NAME]
    except Exception:  # noqa: BLE001 - the library raises many things on broken values
        return ""


def _plain(value: str | tuple[str | None, str | None, str]) -> str:
    return value if isinstance(value, str) else value[2]


def words(value: str) -> str:
    """Decode encoded words; one that cannot be decoded stays the same."""
    cut = value[:LONGEST_READ]
    try:
        found = decode_header(cut)
    except Exception:  # noqa: BLE001 - broken base64, unknown characters, anything crafted
        return cut
    return "".join(
        text if isinstance(text, str) else text_of(text, charset or "") for text, charset in found
    )


def addresses(value: str) -> list[tuple[str, str]]:
    """Split a list of mailboxes into names and addresses."""
    try:
        found = getaddresses([value[:LONGEST_READ]])
    except Exception:  # noqa: BLE001 - nested comments exhaust the library's recursion
        return []
    return [(single_line(words(name)), address) for name, address in found]
