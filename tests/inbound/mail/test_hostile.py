"""Hostile mail costs little: a crafted megabyte is read in a second, and noise never raises."""

import base64
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fullhouse.inbound.mail.new_text import new_text, own_footer_lines
from fullhouse.inbound.mail.parsing import LARGEST_MAIL, LARGEST_WITH_FILES, read
from fullhouse.inbound.mail.reader import MailSettings, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.inbound.replies.intent import reply_intent
from tests.inbound.mail.letters import TO, bounce, calendar_mail, complaint, html_mail, mail
from tests.support.cpu_time import cpu_within
from tests.support.proof import some_of

SETTINGS = MailSettings(domain="rsvp.test", authserv_id="mx.test", sender="rsvp@rsvp.test")
FULL = LARGEST_MAIL - 400
HEAD = f"From: a@example.org\r\nTo: {TO}\r\nMessage-ID: <1@x>\r\n".encode()
PLAIN = HEAD + b"Content-Type: text/plain\r\n\r\n"
PAGE = HEAD + b"Content-Type: text/html\r\n\r\n"
KEY = (
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC7VJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMv"
    "DuictGeurT8jNbvJZHtCSuYEvuNMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZqg"
    "tzJ6GR3eqoYSW9b9UMvkBpZODSctWSNGj3P7jRFDO5VoTwCQAW"
)
SIGNATURE = (
    b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s; "
    b"h=from; bh=YQ==; b=YQ==\r\n"
)
NESTED = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"


def filled(start: bytes, pattern: bytes) -> bytes:
    return start + pattern * ((FULL - len(start)) // len(pattern))


def one_after_another(kind: bytes) -> bytes:
    start = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    return filled(start, b"--b\r\nContent-Type: " + kind + b"\r\n\r\nx\r\n")


CRAFTED: dict[str, Callable[[], bytes]] = {
    "nested parts": lambda: HEAD + b"".join(NESTED % (at, at) for at in range(18_000)),
    "parts one after another": lambda: one_after_another(b"text/plain"),
    "empty parts": lambda: filled(
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n", b"--b\r\n"
    ),
    "nearly boundaries": lambda: filled(
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n", b"\n--b" + b" " * 90
    ),
    "messages in messages": lambda: filled(HEAD, b"Content-Type: message/rfc822\r\n\r\n"),
    "headers": lambda: filled(b"", b"X-A: b\r\n") + HEAD,
    "one folded header": lambda: filled(HEAD + b"X-A: b\r\n", b" c\r\n"),
    "a folded header that is just short enough": lambda: (
        HEAD + b"X-A: b\r\n" + b" c\r\n" * 25_000 + b"\r\nhi"
    ),
    "a long from": lambda: HEAD.replace(b"a@example.org", b"(" * 60_000) + b"\r\n\r\nhi",
    "a long subject": lambda: filled(HEAD + b"Subject: ", b"=?utf-8?q?=41?= "),
    "a long content type": lambda: filled(HEAD + b"Content-Type: text/plain; ", b'a="\\";'),
    "results": lambda: filled(HEAD + b"Authentication-Results: mx.test; ", b"((dkim=pass;"),
    "references": lambda: filled(HEAD + b"References: ", b"<"),
    "quote marks": lambda: filled(PLAIN, b"> "),
    "quoted lines": lambda: filled(PLAIN, b"> \r\n"),
    "attributions": lambda: filled(PLAIN, b"On 1 <"),
    "attribution lines": lambda: filled(PLAIN, b"On 1 Jan a@b wrote\r\n"),
    "separators": lambda: filled(PLAIN, b"-" * 39 + b"\r\n"),
    "heads": lambda: filled(PLAIN, b"From: x\r\n\r\n\r\n\r\n\r\n\r\n"),
    "blanks": lambda: filled(PLAIN, b" "),
    "blank lines": lambda: filled(PLAIN, b"\r\n"),
    "words": lambda: filled(PLAIN, b"i can't "),
    "sentences": lambda: filled(PLAIN, b"i can't come."),
    "tags": lambda: filled(PAGE, b"<"),
    "open tags": lambda: filled(PAGE, b"<a "),
    "styles": lambda: filled(PAGE, b"<style></style>"),
    "comments": lambda: filled(PAGE, b"<!--"),
    "entities": lambda: filled(PAGE, b"&amp;#"),
    "divs": lambda: filled(PAGE, b"<div>"),
    "base64": lambda: (
        HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(b"x" * 700_000)
    ),
    "quoted-printable": lambda: filled(
        HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n", b"=\r\n"
    ),
    "punycode": lambda: filled(
        HEAD + b"Content-Type: text/plain; charset=punycode\r\n\r\n", b"a-b9"
    ),
    "idna": lambda: filled(HEAD + b"Content-Type: text/plain; charset=idna\r\n\r\n", b"xn--a"),
    "utf-7": lambda: filled(HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n", b"+AGE-"),
    "a calendar": lambda: filled(
        HEAD + b"Content-Type: text/calendar\r\n\r\nMETHOD:REPLY\r\n", b"UID:a\r\n ATTENDEE;\r\n"
    ),
    "senders": lambda: filled(b"", b"From: a@b.org, c@d.org, e f@g.org, x\r\n"),
    "a report": lambda: filled(
        HEAD + b"Content-Type: message/delivery-status\r\n\r\n", b"Action: failed\r\n\r\n"
    ),
    "noughts": lambda: filled(PLAIN, b"\x00"),
    "bytes": lambda: filled(PLAIN, bytes(range(128, 256))),
}


def understood(raw: bytes) -> str:
    reading = read_mail(raw, Envelope(sender="a@example.org"), SETTINGS)
    said = new_text(reading.text, own_footer_lines("I can't come", "Summer party"))
    return reply_intent(said, reading.mail.subject)


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(CRAFTED, keep=5))
def test_a_crafted_megabyte_is_read_within_a_second(name: str) -> None:
    raw = CRAFTED[name]()
    with cpu_within(1):
        assert understood(raw) in {"come", "cancel", "seems_cancel", "stop", "nothing"}


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(CRAFTED, keep=5))
def test_a_crafted_megabyte_with_a_signature_is_judged_within_a_second(name: str) -> None:
    raw = SIGNATURE + CRAFTED[name]()
    with cpu_within(1):
        assert not read_mail(
            raw, Envelope("192.0.2.1", "x", "a@example.org"), MailSettings(), Unknown()
        ).proof.passed


def grown(raw: bytes) -> bytes:
    """Go on as a mail does until it is as large as one with files may be."""
    tail = raw[len(raw) // 2 :]
    return (raw + tail * (LARGEST_WITH_FILES // len(tail)))[: LARGEST_WITH_FILES - 400]


@pytest.mark.timing
@pytest.mark.parametrize("name", some_of(CRAFTED, keep=13))
def test_ten_crafted_megabytes_to_a_front_desk_are_read_and_judged_within_two_seconds(
    name: str,
) -> None:
    raw = SIGNATURE + grown(CRAFTED[name]())
    brought = Envelope("192.0.2.1", "x", "a@example.org")
    with cpu_within(2):
        reading = read_mail(raw, brought, MailSettings(), Unknown(), LARGEST_WITH_FILES)
        assert not reading.proof.passed


def test_what_is_attached_is_not_decoded_before_it_is_asked_for() -> None:
    head = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n--b\r\n"
    file = (
        b"Content-Disposition: attachment; filename=a.pdf\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n"
    )
    raw = head + file + base64.encodebytes(b"x" * 6_000_000)
    reading = read_mail(raw, Envelope(sender="a@example.org"), SETTINGS, largest=LARGEST_WITH_FILES)
    assert reading.aside == ""
    assert [(part.name, len(part.sent) > 8_000_000) for part in reading.mail.parts] == [
        ("", False),
        ("a.pdf", True),
    ]
    assert len(reading.mail.parts[1].content) <= 128 * 1024
    assert len(reading.mail.parts[1].whole) == 6_000_000


class Unknown:
    """A DNS in which one key is found, and it is the wrong one."""

    def texts(self, name: str) -> list[str]:
        return [f"v=DKIM1; k=rsa; p={KEY}"] if "_domainkey" in name else []

    def addresses(self, name: str) -> list[str]:
        return [name]

    def exchanges(self, name: str) -> list[str]:
        return [name]


def test_more_than_a_megabyte_is_not_read_to_its_end() -> None:
    assert read(filled(PLAIN, b"x") * 3).problem == "larger than 1 MB"
    assert read(filled(PLAIN, b"x") * 11, LARGEST_WITH_FILES).problem == "larger than 10 MB"


@pytest.mark.parametrize(
    ("name", "problem"),
    [("headers", "its headers are too long"), ("parts one after another", "it has too many parts")],
)
def test_what_is_wrong_is_named(name: str, problem: str) -> None:
    assert read_mail(CRAFTED[name](), Envelope(), SETTINGS).aside == problem


SEEDS = [mail("yes"), html_mail("<p>yes"), calendar_mail(), bounce("a@b"), complaint("a@b")]
TOKENS = [
    *(
        b"\r\n",
        b"\n",
        b"\r",
        b"\r\n\r\n",
        b" ",
        b"\t",
        b":",
        b";",
        b"=",
        b"<",
        b">",
        b'"',
        b"(",
        b"--b",
        b"--b--",
        b"\x00",
    ),
    *(
        b"From: ",
        b"Subject: ",
        b"Content-Type: ",
        b"multipart/mixed; boundary=b",
        b"text/html",
        b"text/calendar",
    ),
    *(
        b"charset=",
        b"idna",
        b"=?utf-8?b?",
        b"?=",
        b"base64",
        b"Content-Transfer-Encoding: ",
        b"message/rfc822",
        b"\xff\xfe",
    ),
    *(
        b"METHOD:REPLY",
        b"UID:party.x@fullhouse",
        b"ATTENDEE;PARTSTAT=DECLINED:",
        b"Authentication-Results: mx.test; ",
    ),
    *(
        b"filename*0*=",
        b"a@example.org",
        b"\xc3",
        b"message/delivery-status",
        b"Action: failed",
        b"References: ",
    ),
]


@given(st.binary(max_size=400))
@example(b"From: \xff\r\nContent-Type: text/plain; charset*=x''%\r\n\r\n")
@example(b"From: a@b.org\r\nSubject: =?utf-8?b?a?=\r\n\r\n")
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    understood(raw)


@given(st.lists(st.sampled_from(TOKENS) | st.binary(max_size=5), max_size=60))
def test_no_broken_mail_makes_it_raise(tokens: list[bytes]) -> None:
    understood(b"".join(tokens))


@given(st.sampled_from(SEEDS), st.data())
def test_no_damage_makes_it_raise(raw: bytes, data: st.DataObject) -> None:
    damaged = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(damaged)))
        damaged[at : at + data.draw(st.integers(0, 6))] = data.draw(st.sampled_from(TOKENS))
    understood(bytes(damaged))
