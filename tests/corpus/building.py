"""Builds a corpus file's mail as its sender's program sends it, with our server's headers."""

import base64
import hashlib
import quopri
import re
import textwrap
from collections.abc import Callable
from datetime import datetime
from email.header import Header
from email.utils import format_datetime, parseaddr
from urllib.parse import quote

from tests.corpus.papers import made
from tests.corpus.sample import Attachment, Client, Sample

DOMAIN = "salon.example"
AUTHSERV = f"mx.{DOMAIN}"
STAFF = f"Jess <jess@{DOMAIN}>"
EVENT = "party"
TO = {
    "rsvp": f"rsvp+{EVENT}@{DOMAIN}",
    "waitlist": f"waitlist@{DOMAIN}",
    "bookings": f"bookings@{DOMAIN}",
}
TYPES = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "tiff": "image/tiff",
    "ics": "text/calendar; charset=utf-8",
    "eml": "message/rfc822",
    "winmail": "application/ms-tnef",
    "zip": "application/zip",
}
BOUNDARIES: dict[Client, str] = {
    "gmail": "000000000000{0:.12}0637{0:.8}",
    "outlook": "_00{1}_{0:.32}AM0PR07MB5555eurprd07_",
    "apple": "Apple-Mail=_{0:.32}",
    "iphone": "Apple-Mail-{0:.32}",
    "android": "--_com.android.email_{0:.15}",
    "webmail": "=_{0:.32}",
    "machine": "{0:.10}.17489{0:.5}/mx.example.org",
}
IDS: dict[Client, str] = {
    "gmail": "CAFn{0:.30}=w@mail.gmail.com",
    "outlook": "AM0PR07MB5555{0:.24}@AM0PR07MB5555.eurprd07.prod.outlook.com",
    "apple": "{0:.32}@example.org",
    "iphone": "{0:.32}@example.org",
    "android": "{0:.10}.17489.{0:.8}@email.android.com",
    "webmail": "{0:.31}@example.org",
    "machine": "20260603{0:.8}@mx.example.org",
}
# What each program writes besides, in the order in which it does; "{…}" is taken from the mail.
HEADS: dict[Client, tuple[str, ...]] = {
    "gmail": ("MIME-Version: 1.0", "{answers}", "{from}", "{date}", "{id}", "{subject}", "{to}"),
    "outlook": (
        *(
            "{from}",
            "{to}",
            "{subject}",
            "Thread-Topic: mail",
            "Thread-Index: AdrUzJ5hJ2x0W5bQSpO2nVb8l7cYmA==",
        ),
        *(
            "{date}",
            "{id}",
            "{answers}",
            "Accept-Language: de-DE, en-US",
            "Content-Language: de-DE",
        ),
        *("X-MS-Has-Attach:", "X-MS-TNEF-Correlator:", "MIME-Version: 1.0"),
    ),
    "apple": (
        *(
            "{from}",
            "Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3826.600.51.1.1\\))",
            "{subject}",
            "{date}",
        ),
        *("{answers}", "{to}", "{id}", "X-Mailer: Apple Mail (2.3826.600.51.1.1)"),
    ),
    "iphone": (
        *("{from}", "Mime-Version: 1.0 (1.0)", "{date}", "{subject}", "{id}", "{answers}", "{to}"),
        "X-Mailer: iPhone Mail (22F76)",
    ),
    "android": (
        "{date}",
        "{subject}",
        "{id}",
        "{answers}",
        "Importance: normal",
        "{from}",
        "{to}",
        "MIME-Version: 1.0",
    ),
    "webmail": (
        *("MIME-Version: 1.0", "{date}", "{from}", "{to}", "{subject}", "{answers}"),
        *("User-Agent: Roundcube Webmail/1.6.11", "{id}"),
    ),
    "machine": ("{date}", "{from}", "{to}", "{subject}", "{id}", "{answers}", "MIME-Version: 1.0"),
}
FLOWED = ("apple", "webmail")
BASE64 = ("android",)
SHOWN_INSIDE = ("apple", "iphone")
LONGEST_FLOWED = 72
QUOTED = re.compile(r"[>|]|-- $")


def raw_mail(sample: Sample, name: str) -> bytes:
    """Return a mail; its id and boundaries come from its name, so they are the same each time."""
    mark = hashlib.sha256(name.encode()).hexdigest()
    head, body = _body(sample, mark)
    lines = [*_by_our_server(sample), *_written(sample, mark), *sample.headers, *head]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


def sender_of(sample: Sample) -> str:
    """Name the one that it says it is from: a member of staff, or whoever the file says."""
    named = (
        STAFF
        if sample.staff and not parseaddr(sample.sender)[1].endswith(f"@{DOMAIN}")
        else sample.sender
    )
    return named or STAFF


def address_of(sample: Sample) -> str:
    """Return the address that it is from."""
    return parseaddr(sender_of(sample))[1].lower()


def _by_our_server(sample: Sample) -> list[str]:
    """Return our server's headers; where the file has its own, nothing vouches for the sender."""
    domain = address_of(sample).rpartition("@")[2]
    told = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from={domain}"
    forged = any(
        line.lower().startswith(f"authentication-results: {AUTHSERV}") for line in sample.headers
    )
    when = format_datetime(sample.now)
    return [
        f"Delivered-To: {TO[sample.lane]}",
        *([] if forged else [told]),
        f"Received: from mail.{domain} (mail.{domain} [192.0.2.25])",
        f"\tby {AUTHSERV} (Postfix) with ESMTPS id 4bX1",
        f"\tfor <{TO[sample.lane]}>; {when}",
    ]


def _written(sample: Sample, mark: str) -> list[str]:
    """Write what the program writes; a header that the file brings itself is not written twice."""
    own = {line.partition(":")[0].lower() for line in sample.headers}
    charset = _charset(sample)
    person, address = parseaddr(sender_of(sample))
    is_answer = sample.lane == "rsvp" and re.match(
        r"(re|aw|tr|rv|sv)\s?:", sample.subject, re.IGNORECASE
    )
    written = {
        "{from}": f"From: {_named(person, charset)}<{address}>"
        if person
        else f"From: {sender_of(sample)}",
        "{to}": f"To: {TO[sample.lane]}",
        "{date}": f"Date: {_date(sample)}",
        "{id}": f"Message-ID: <{IDS[sample.client].format(mark)}>",
        "{subject}": _worded("Subject", sample.subject, charset),
        "{answers}": "In-Reply-To: <5f1c0c2e.17489@mail.salon.example>" if is_answer else "",
    }
    lines = [written.get(line, line) for line in HEADS[sample.client]]
    return [line for line in lines if line and line.partition(":")[0].lower() not in own]


def _date(sample: Sample) -> str:
    try:
        return format_datetime(datetime.fromisoformat(sample.date) if sample.date else sample.now)
    except ValueError:
        return sample.date


def _charset(sample: Sample) -> str:
    if sample.client != "outlook":
        return "utf-8"
    try:
        (sample.text + sample.html + sample.subject + sample.sender).encode("cp1252")
    except UnicodeEncodeError:
        return "utf-8"
    return "windows-1252"


def _worded(name: str, value: str, charset: str) -> str:
    if value.isascii():
        return f"{name}: {value}"
    header = Header(value, charset, maxlinelen=74, header_name=name)
    return f"{name}: {header.encode(linesep=chr(13) + chr(10))}"


def _named(person: str, charset: str) -> str:
    if person.isascii():
        return f'"{person}" ' if re.search(r"[^\w '-]", person) else f"{person} "
    return f"{Header(person, charset, maxlinelen=200).encode()} "


def _body(sample: Sample, mark: str) -> tuple[list[str], bytes]:
    """Put the parts together: one text, the same as HTML, attachments, or a machine's report."""
    boundary = BOUNDARIES[sample.client]
    if sample.client == "machine" and sample.expect.aside == "bounce":
        return _joined(
            "report", boundary.format(mark, 9), _report(sample), "; report-type=delivery-status"
        )
    texts = [_text(sample, "plain", sample.text)] if sample.text or not sample.html else []
    texts += [_text(sample, "html", sample.html)] if sample.html else []
    whole = texts[0] if len(texts) == 1 else _joined("alternative", boundary.format(mark, 0), texts)
    if not sample.attachments:
        return whole
    files = [_attached(sample, paper) for paper in sample.attachments]
    return _joined("mixed", boundary.format(mark[::-1], 4), [whole, *files])


def _joined(
    kind: str, boundary: str, parts: list[tuple[list[str], bytes]], more: str = ""
) -> tuple[list[str], bytes]:
    pieces = ["\r\n".join(head).encode() + b"\r\n\r\n" + body for head, body in parts]
    between = f"--{boundary}\r\n".encode()
    joined = (
        b"".join(between + piece + b"\r\n" for piece in pieces) + f"--{boundary}--\r\n".encode()
    )
    return [f'Content-Type: multipart/{kind}{more};\r\n\tboundary="{boundary}"'], joined


def _text(sample: Sample, kind: str, text: str) -> tuple[list[str], bytes]:
    charset = _charset(sample)
    flowed = kind == "plain" and sample.client in FLOWED
    written = _flow(text) if flowed else text
    content = written.replace("\r\n", "\n").replace("\n", "\r\n").encode(charset, "surrogateescape")
    encoding, body = _encoded(content, sample.client)
    more = "; format=flowed" if flowed else ""
    return [
        f"Content-Type: text/{kind}; charset={charset}{more}",
        f"Content-Transfer-Encoding: {encoding}",
    ], body


def _encoded(content: bytes, client: Client) -> tuple[str, bytes]:
    if client in BASE64:
        return "base64", _base64(content)
    if client in ("webmail", "machine"):
        return ("7bit" if content.isascii() else "8bit"), content
    quoted = quopri.encodestring(content.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    return "quoted-printable", quoted


def _flow(text: str) -> str:
    """Break long lines as format=flowed does: a space before the break joins it to the next."""
    return "\n".join(_flowed(line) for line in text.split("\n"))


def _flowed(line: str) -> str:
    if len(line) <= LONGEST_FLOWED or QUOTED.match(line):
        return line
    return " \n".join(
        textwrap.wrap(line, LONGEST_FLOWED, break_long_words=False, break_on_hyphens=False)
    )


def _base64(content: bytes) -> bytes:
    return base64.encodebytes(content).replace(b"\n", b"\r\n")


def _attached(sample: Sample, paper: Attachment) -> tuple[list[str], bytes]:
    content = made(paper)
    shown = sample.client in SHOWN_INSIDE and paper.kind in ("pdf", "png", "jpeg")
    method = "; method=REPLY" if b"METHOD:REPLY" in content else ""
    name, filename = NAMES.get(sample.client, _by_the_standard)(paper.name)
    head = [
        f"Content-Type: {TYPES[paper.kind]}{method};\r\n\t{name}",
        f"Content-Disposition: {'inline' if shown else 'attachment'};\r\n\t{filename}",
    ]
    if paper.kind == "eml":
        return [*head, "Content-Transfer-Encoding: 8bit"], content
    return [*head, "Content-Transfer-Encoding: base64"], _base64(content)


def _by_the_standard(name: str) -> tuple[str, str]:
    """Name a file as RFC 2231 says."""
    if name.isascii():
        return f'name="{name}"', f'filename="{name}"'
    return f"name*=utf-8''{quote(name)}", f"filename*=utf-8''{quote(name)}"


def _by_encoded_words(name: str) -> tuple[str, str]:
    """Name a file as no standard allows and half of the world does."""
    word = name if name.isascii() else f"=?UTF-8?B?{base64.b64encode(name.encode()).decode()}?="
    return f'name="{word}"', f'filename="{word}"'


NAMES: dict[Client, Callable[[str], tuple[str, str]]] = {
    "gmail": _by_encoded_words,
    "outlook": _by_encoded_words,
}


def _report(sample: Sample) -> list[tuple[list[str], bytes]]:
    """Return a delivery status notification: in words, for machines, and the original's head."""
    failed = re.search(r"[\w.+-]+@example\.(?:org|com|net)", sample.text)
    to = failed[0] if failed else "someone@example.org"
    status = (
        f"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; {to}\r\n"
        "Action: failed\r\nStatus: 5.1.1"
    )
    original = f"Message-ID: <not-of-ours@{DOMAIN}>\r\nTo: <{to}>\r\nSubject: Your appointment"
    return [
        _text(sample, "plain", sample.text),
        (
            ["Content-Type: message/delivery-status"],
            f"Reporting-MTA: dns; mx.example.org\r\n\r\n{status}\r\n".encode(),
        ),
        (["Content-Type: text/rfc822-headers"], f"{original}\r\n".encode()),
    ]
