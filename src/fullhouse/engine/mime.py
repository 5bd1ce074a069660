"""MIME messages: a letter as the bytes that a mail server takes, always the same for one message.

Written out by hand: the library's own folding breaks long links for some mail clients.
"""

import binascii
import hashlib
import re
from base64 import b64encode, encodebytes
from collections.abc import Iterable, Mapping
from datetime import UTC
from email.utils import format_datetime, parseaddr

import msgspec

from fullhouse.engine.ical import entry_file
from fullhouse.engine.qr_code import draw_for_mail
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import UID_DOMAIN, CalendarEntry, Letter, single_line, subject_line
from fullhouse.kernel.messages import Message

PLAIN_NAME = re.compile(r"[A-Za-z0-9 .,'&+_-]*", re.ASCII)
LOCAL_PART = re.compile(r"""[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff()<>\[\],:;@\\"]{1,64}""")
DOMAIN = re.compile(r"(?=.{1,253}$)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", re.ASCII)
LONGEST_WORD = 45


class MimePart(msgspec.Struct, frozen=True):
    """A part of a mail: its headers and its body, encoded."""

    headers: Mapping[str, str]
    body: bytes


def to_mime(message: Message, letter: Letter, sender: str, *, message_id_domain: str) -> bytes:
    """Return the whole mail. Raise `ValueError` if an address cannot be mailed."""
    name, from_address = parseaddr(sender)
    from_address, to_address = mail_address(from_address), mail_address(message.to)
    mark = message_id_of(message)
    content = _content(letter, mark, from_address, to_address)
    headers = {
        "Date": format_datetime(message.not_before.astimezone(UTC)),
        "From": _mailbox(name, from_address),
        "To": _mailbox(letter.to_name, to_address),
        "Reply-To": _address_if_any(letter.reply_to),
        "Subject": _words(subject_line(letter.subject)),
        "Message-ID": f"<{mark}@{message_id_domain}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": letter.language,
    }
    if letter.stop_url:
        headers["List-Unsubscribe"] = f"<{letter.stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    headers["MIME-Version"] = "1.0"
    return _serialised(MimePart({**headers, **content.headers}, content.body))


def message_id_of(message: Message) -> str:
    """Return the local part of the Message-ID: always the same for one message.

    It is the mark of a mail. Without a mark, it proves nothing.
    """
    return message.mark or hashlib.sha256(message.id.encode()).hexdigest()[:32]


def mail_address(text: str) -> str:
    """Return an address with its domain in ASCII. Raise `ValueError` if it is no mail address."""
    local, _, domain = text.rpartition("@")
    if not domain.isascii():
        domain = _ascii_domain(domain)
    if not LOCAL_PART.fullmatch(local) or not DOMAIN.fullmatch(domain):
        raise ValueError("this is no mail address")
    return f"{local}@{domain}"


def sender_address(text: str) -> str:
    """Return the bare address of a sender such as `The Mill <desk@example.org>`.

    Raise `ValueError` if it is none.
    """
    address = mail_address(parseaddr(text)[1])
    if not address.isascii():
        raise ValueError("the sender's address must be in plain letters")
    return address


def _ascii_domain(domain: str) -> str:
    from email_validator import validate_email

    return validate_email(f"any@{domain}", check_deliverability=False).ascii_domain or ""


def _address_if_any(text: str) -> str:
    try:
        return mail_address(text)
    except ValueError:
        return ""


def _content(letter: Letter, mark: str, organizer: str, attendee: str) -> MimePart:
    texts = [_text_part("plain", as_text(letter)), _html_part(letter, mark)]
    if letter.listed:
        files = _files_of(letter.listed, organizer, attendee)
        return _multipart("mixed", mark, [_multipart("alternative", mark, texts), *files])
    if letter.calendar is None:
        return _multipart("alternative", mark, texts)
    organizer = _address_if_any(letter.calendar.organizer) or organizer
    file, method = entry_file(letter.calendar, organizer, attendee), letter.calendar.method
    invitation = _base64_part(
        f"text/calendar; charset=utf-8; method={method}; component=VEVENT", file
    )
    attachment = _base64_part(
        'application/ics; name="event.ics"', file, 'attachment; filename="event.ics"'
    )
    parts = [_multipart("alternative", mark, [*texts, invitation]), attachment]
    if letter.replaced is not None:
        parts.append(_file_of(letter.replaced, organizer, attendee, "replaced.ics"))
    return _multipart("mixed", mark, parts)


def _files_of(letters: Iterable[Letter], organizer: str, attendee: str) -> list[MimePart]:
    """Return the calendar files of several letters, newest first; of each date only the newest."""
    files: dict[str, MimePart] = {}
    for letter in letters:
        if letter.calendar is None:
            continue
        own = _address_if_any(letter.calendar.organizer) or organizer
        for entry in filter(None, (letter.calendar, letter.replaced)):
            files.setdefault(entry.uid, _file_of(entry, own, attendee))
    return list(files.values())


def _file_of(
    entry: CalendarEntry, organizer: str, attendee: str, name: str = "event.ics"
) -> MimePart:
    """Return the file of an entry that is opened by itself, not with the email."""
    return _base64_part(
        f'text/calendar; charset=utf-8; method={entry.method}; name="{name}"',
        entry_file(entry, organizer, attendee),
        f'attachment; filename="{name}"',
    )


def _html_part(letter: Letter, mark: str) -> MimePart:
    """Return the HTML, together with the pictures in it: the logo, and the guest's code."""
    pictures = _pictures(letter)
    ids = {name: f"{name}.{mark}@{UID_DOMAIN}" for name in pictures}
    addresses = {name: f"cid:{content_id}" for name, content_id in ids.items()}
    html = _text_part("html", as_html(letter, addresses.get("code", ""), addresses.get("logo", "")))
    if not pictures:
        return html
    files = [_picture_part(name, content, ids[name]) for name, content in pictures.items()]
    return _multipart("related", mark, [html, *files])


def _pictures(letter: Letter) -> dict[str, bytes]:
    found = {}
    if letter.code is not None:
        found["code"] = draw_for_mail(letter.code.content)
    if letter.look is not None and letter.look.logo:
        found["logo"] = letter.look.logo
    return found


def _picture_part(name: str, content: bytes, content_id: str) -> MimePart:
    picture = _base64_part(
        f'image/png; name="{name}.png"', content, f'inline; filename="{name}.png"'
    )
    return MimePart({**picture.headers, "Content-ID": f"<{content_id}>"}, picture.body)


def _text_part(subtype: str, text: str) -> MimePart:
    encoded = binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True)
    headers = {
        "Content-Type": f"text/{subtype}; charset=utf-8",
        "Content-Transfer-Encoding": "quoted-printable",
    }
    return MimePart(headers, encoded.replace(b"\n", b"\r\n"))


def _base64_part(kind: str, content: bytes, disposition: str = "") -> MimePart:
    headers = {
        "Content-Type": kind,
        "Content-Transfer-Encoding": "base64",
        "Content-Disposition": disposition,
    }
    return MimePart(headers, encodebytes(content).replace(b"\n", b"\r\n"))


def _multipart(subtype: str, mark: str, parts: Iterable[MimePart]) -> MimePart:
    """Join parts. An encoded body never contains "=_", so it cannot contain the boundary."""
    boundary = f"=_{mark}_{subtype}"
    pieces = [b"--%s\r\n%s\r\n" % (boundary.encode(), _serialised(part)) for part in parts]
    body = b"".join(pieces) + b"--%s--\r\n" % boundary.encode()
    return MimePart({"Content-Type": f'multipart/{subtype}; boundary="{boundary}"'}, body)


def _serialised(part: MimePart) -> bytes:
    """Return headers and body; no header value can start a new header."""
    lines = [f"{name}: {_in_its_line(value)}\r\n" for name, value in part.headers.items() if value]
    return "".join(lines).encode() + b"\r\n" + part.body


def _in_its_line(value: str) -> str:
    return "\r\n ".join(line for line in map(single_line, value.split("\r\n ")) if line)


def _mailbox(name: str, address: str) -> str:
    name = single_line(name)
    if not name:
        return address
    if PLAIN_NAME.fullmatch(name):
        return f'"{name}" <{address}>'
    return f"{_encoded(name)} <{address}>"


def _words(text: str) -> str:
    if text.isascii() and "=?" not in text:
        return text
    return _encoded(text)


def _encoded(text: str) -> str:
    """Return a text as encoded words, none too long and no character cut in two."""
    chunks = [""]
    for letter in text:
        if len((chunks[-1] + letter).encode()) > LONGEST_WORD:
            chunks.append("")
        chunks[-1] += letter
    return "\r\n ".join(f"=?utf-8?b?{b64encode(chunk.encode()).decode()}?=" for chunk in chunks)
