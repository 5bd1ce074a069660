"""Signatures of webhooks: HMAC of time and body with a shared secret; see docs/api.md."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import product

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.patterns import regex

HEADER = "Fullhouse-Signature"
HOLDS_SECONDS = 300
LONGEST_HEADER = 1000
MOST_SIGNATURES = 8
PART = regex(r"\s*([A-Za-z0-9_]{1,20})\s*=\s*([A-Za-z0-9_+/=-]{1,200})\s*", re.ASCII)
TIME = regex(r"\d{1,11}", re.ASCII)


class SignedRequest(msgspec.Struct, frozen=True):
    """A parsed header: when it was signed, and the signatures, of which one must be right."""

    at: int
    signatures: tuple[str, ...]


def sign(secret: str, at: datetime, body: bytes) -> str:
    """Return the header for a body, as callers make it."""
    moment = int(at.timestamp())
    return f"t={moment},v1={_signature(secret, moment, body)}"


def check(header: str, body: bytes, secrets: Iterable[str], *clocks: datetime) -> str:
    """Return the digest that identifies this call, or raise `Invalid` if it is not signed now.

    Any of the clocks may be right about now.
    """
    known = tuple(secrets)
    if not known:
        raise _unsigned("no_secret", "No secret is set for this webhook yet: make one on the desk.")
    signed = _read(header)
    expected = [_signature(secret, signed.at, body) for secret in known]
    # Every pair is compared, each in constant time, so that the time it takes reveals nothing.
    pairs = product(expected, signed.signatures)
    matches = [hmac.compare_digest(ours, given) for ours, given in pairs]
    if not any(matches):
        raise _unsigned(
            "bad_signature", "The signature is not the one that our secret makes of this body."
        )
    if all(abs(now.timestamp() - signed.at) > HOLDS_SECONDS for now in clocks):
        raise _unsigned(
            "old_signature", "This was signed more than five minutes ago, or ahead. Sign it again."
        )
    # Not the signature itself: while two secrets are valid, one body has two signatures.
    return hashlib.sha256(_signed_text(signed.at, body)).hexdigest()


def _read(header: str) -> SignedRequest:
    times: list[str] = []
    signatures: list[str] = []
    for name, value in _parts(header):
        if name == "t" and TIME.fullmatch(value):
            times.append(value)
        elif name == "v1":
            signatures.append(value.lower())
    if len(times) != 1 or not 0 < len(signatures) <= MOST_SIGNATURES:
        raise _no_signature()
    return SignedRequest(int(times[0]), tuple(signatures))


def _parts(header: str) -> Iterator[tuple[str, str]]:
    if not 0 < len(header) <= LONGEST_HEADER:
        raise _no_signature()
    for part in header.split(","):
        found = PART.fullmatch(part)
        if found is None:
            raise _no_signature()
        yield found[1], found[2]


def _no_signature() -> Invalid:
    sentence = f"Sign this: {HEADER}: t=<unix time>,v1=<hex HMAC-SHA256 of t, a dot, the body>."
    return _unsigned("no_signature", sentence)


def _signature(secret: str, at: int, body: bytes) -> str:
    return hmac.digest(secret.encode(), _signed_text(at, body), "sha256").hex()


def _signed_text(at: int, body: bytes) -> bytes:
    return f"{at}.".encode() + body


def _unsigned(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence))
