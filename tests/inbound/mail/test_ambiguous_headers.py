"""A mail that two parsers could read differently is never authenticated."""

import subprocess
from base64 import b64encode
from collections.abc import Callable

import dkim  # type: ignore[import-untyped]  # it ships no types
import pytest

from fullhouse.inbound.mail.parsing import read, with_crlf
from fullhouse.inbound.mail.reader import MailSettings, ReadMail, read_mail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.platforms.aws.mail.intake import AUTHSERV_ID, SEAL
from tests.inbound.mail.letters import mail

ANNA = "anna@example.org"
MALLORY = "Mallory <mallory@example.org>"
ENVELOPE = Envelope("192.0.2.7", "mx.example.org", "mallory@example.org")
PASSED = "dmarc=pass header.from=example.org; dkim=pass header.d=example.org"


def _openssl(*words: str, given: bytes = b"") -> bytes:
    return subprocess.run(
        ["openssl", *words], input=given, capture_output=True, check=True, timeout=120
    ).stdout


KEY = _openssl("genrsa", "-traditional", "1024")
PUBLIC = b64encode(_openssl("rsa", "-pubout", "-outform", "DER", given=KEY)).decode()


class Names:
    """A DNS with a DKIM key and no SPF record, or the other way round."""

    def __init__(self, *, spf: bool = False) -> None:
        key = {"s1._domainkey.example.org": f"v=DKIM1; k=rsa; p={PUBLIC}"}
        self.known = {"example.org": "v=spf1 ip4:192.0.2.0/24 -all"} if spf else key

    def texts(self, name: str) -> list[str]:
        return [self.known[name]] if name in self.known else []

    def addresses(self, name: str) -> list[str]:
        return []

    def exchanges(self, name: str) -> list[str]:
        return []


def signed(raw: bytes, **more: object) -> bytes:
    """Sign as a provider does: only what people see, and the body."""
    names = [b"from", b"to", b"subject", b"date"]
    made: bytes = dkim.sign(raw, b"s1", b"example.org", KEY, include_headers=names, **more)
    return made + raw


def by_dkim(raw: bytes) -> ReadMail:
    return read_mail(raw, Envelope(), MailSettings(), Names())


def by_spf(raw: bytes) -> ReadMail:
    return read_mail(raw, ENVELOPE, MailSettings(), Names(spf=True))


def by_our_server(raw: bytes) -> ReadMail:
    told = f"Authentication-Results: mx.test; {PASSED}\r\n".encode()
    return read_mail(told + raw, Envelope(), MailSettings(authserv_id="mx.test"))


def by_ses(raw: bytes) -> ReadMail:
    told = f"Authentication-Results: {AUTHSERV_ID}; {PASSED}\r\n{SEAL}: x\r\n".encode()
    return read_mail(told + raw, Envelope(), MailSettings(authserv_id=AUTHSERV_ID, seal=SEAL))


CHECKS: dict[str, Callable[[bytes], ReadMail]] = {
    "DKIM": by_dkim,
    "SPF": by_spf,
    "our mail server": by_our_server,
    "SES": by_ses,
}
every_check = pytest.mark.parametrize("check", CHECKS)

# What a stranger puts above a genuine, signed mail of somebody else at the same domain.
ABOVE = {
    "bare CR": b"X: y\rFrom: anna@example.org\r\rI can't come.\r\n",
    "bare CR alone": b"X: y\r\rz\r\n",
    "bare LF": b"X: y\nFrom: anna@example.org\n\nI can't come.\r\n",
    "LF, then CRLF": b"X: y\nFrom: anna@example.org\n\r\nI can't come.\r\n",
    "CRLF, then CR": b"X: y\r\n\rFrom: anna@example.org\r\n",
    "CR CR LF": b"From: anna@example.org\r\r\n",
    "NUL": b"X: y\x00\r\n",
    "NUL in a name": b"Fr\x00om: anna@example.org\r\n",
    "a blank before the colon": b"From : anna@example.org\r\n",
    "a tab before the colon": b"From\t: anna@example.org\r\n",
    "a form feed before the colon": b"From\x0c: anna@example.org\r\n",
    "8-bit name": b"From\xa0: anna@example.org\r\n",
    "no colon": b"From anna@example.org\r\n",
    "an endless name": b"X" * 200 + b": y\r\n , anna@example.org\r\n",
    "a blank line that is folded": b"X: y\r\n \r\n",
    "a second From": b"From: anna@example.org\r\n",
    "a second From far above": b"From: anna@example.org\r\n" + b" ()\r\n" * 5000,
    "a second Subject": b"Subject: Re: I can't come\r\n",
    "a second Content-Type": b"Content-Type: text/html\r\n",
}


@every_check
@pytest.mark.parametrize("above", ABOVE)
def test_a_header_that_can_be_read_in_two_ways_is_never_authenticated(
    check: str, above: str
) -> None:
    reading = CHECKS[check](ABOVE[above] + signed(mail("Yes!", sender=MALLORY)))
    assert not reading.proof.passed


@pytest.mark.parametrize("check", ["DKIM", "SPF"])
def test_a_mail_that_begins_with_a_folded_line_is_never_authenticated(check: str) -> None:
    assert not CHECKS[check](b" y\r\n" + signed(mail("Yes!"))).proof.passed


@every_check
@pytest.mark.parametrize(
    "sender",
    [
        "anna@example.org, mallory@example.org",
        "anna@example.org," + " " * 5 + "(" + "x" * 1500 + ") mallory@example.org",
        "Friends: anna@example.org, mallory@example.org;",
        "",
    ],
)
def test_several_senders_or_none_are_never_authenticated(check: str, sender: str) -> None:
    reading = CHECKS[check](signed(mail("Yes!", sender=sender)))
    assert (reading.proof.passed, reading.sender) == (False, "")


@every_check
def test_an_ordinary_mail_is_authenticated_as_it_was_signed(check: str) -> None:
    reading = CHECKS[check](signed(mail("Yes!", x_folded="a\r\n b\r\n\tc", x_bytes="ä")))
    assert (reading.proof.passed, reading.sender) == (True, ANNA)


@every_check
def test_odd_bytes_in_the_body_change_nothing(check: str) -> None:
    reading = CHECKS[check](signed(mail("Yes!") + b"a\rb\nc\x00\r\n"))
    assert (reading.proof.passed, reading.sender) == (True, ANNA)


def test_a_file_with_lf_throughout_is_read_as_if_it_had_crlf() -> None:
    raw = signed(mail("Yes!"))
    for lf in (raw.replace(b"\r\n", b"\n"), b"From anna Mon Jun 1\n" + raw.replace(b"\r\n", b"\n")):
        reading = by_dkim(lf)
        assert (reading.proof.passed, reading.sender) == (True, ANNA)
        assert with_crlf(lf) == raw


def test_a_bare_cr_in_a_file_with_lf_throughout_is_still_never_authenticated() -> None:
    hidden = b"X: y\rFrom: anna@example.org\r\rI can't come.\n"
    raw = hidden + signed(mail("Yes!", sender=MALLORY)).replace(b"\r\n", b"\n")
    assert not by_dkim(raw).proof.passed


def test_a_signature_that_leaves_the_sender_out_proves_nothing() -> None:
    raw = signed(mail("Yes!"))
    assert by_dkim(raw).proof.passed
    assert not by_dkim(raw.replace(b"h=from : ", b"h=", 1)).proof.passed


def test_a_line_that_is_no_header_takes_its_folded_lines_with_it() -> None:
    found = read(b"Subject: hello\r\nno header\r\n world\r\nTo: a@example.org\r\n\r\n")
    assert found.headers == (("subject", "hello"), ("to", "a@example.org"))
