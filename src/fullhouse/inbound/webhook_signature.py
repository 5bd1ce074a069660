"""What another system tells us over a webhook, proven to come from it: signed with a secret that both know, and fresh.

The signature covers the time and the body; see docs/api.md for how it is made.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import datetime

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid

HEADER = "Fullhouse-Signature"
HOLDS_SECONDS = 300
LONGEST_HEADER = 1000
MOST_SIGNATURES = 8
PART = re.compile(r"\s*([A-Za-z0-9_]{1,20})\s*=\s*([A-Za-z0-9_+/=-]{1,200})\s*", re.ASCII)
TIME = re.compile(r"\d{1,11}", re.ASCII)


class SignedRequest(msgspec.Struct, frozen=True):
    """A header as it was read: when it was signed, and the signatures, of which one must be right."""

    at: int
    signatures: tuple[str, ...]


def sign(secret: str, at: datetime, body: bytes) -> str:
    """Write the header for a body, as whoever calls us does."""
    moment = int(at.timestamp())
    return f"t={moment},v1={_signature(secret, moment, body)}"


def check(header: str, body: bytes, secrets: Iterable[str], *clocks: datetime) -> str:
    """Return the digest by which this is known if it comes again, or raise `Unfit` if it was not signed for us now.

    It is now what any of the clocks says.
    """
    known = tuple(secrets)
    if not known:
        raise _unsigned("no_secret", "No secret is set for this webhook yet: make one on the desk.")
    signed = _read(header)
    expected = [_signature(secret, signed.at, body) for secret in known]
    # Every pair is compared, each in constant time, so that the time it takes says nothing.
    matches = [hmac.compare_digest(ours, given) for ours in expected for given in signed.signatures]
    if not any(matches):
        raise _unsigned(
            "bad_signature", "The signature is not the one that our secret makes of this body."
        )
    if all(abs(now.timestamp() - signed.at) > HOLDS_SECONDS for now in clocks):
        raise _unsigned(
            "old_signature", "This was signed more than five minutes ago, or ahead. Sign it again."
        )
    # Not the signature itself: while two secrets count, the same can be signed in two ways.
    return hashlib.sha256(_told(signed.at, body)).hexdigest()


def _read(header: str) -> SignedRequest:
    parts = (
        [PART.fullmatch(part) for part in header.split(",")]
        if 0 < len(header) <= LONGEST_HEADER
        else [None]
    )
    said = [(part[1], part[2]) for part in parts if part is not None]
    times = [value for name, value in said if name == "t" and TIME.fullmatch(value)]
    signatures = tuple(value.lower() for name, value in said if name == "v1")
    if None in parts or len(times) != 1 or not 0 < len(signatures) <= MOST_SIGNATURES:
        raise _unsigned(
            "no_signature",
            f"Sign this: {HEADER}: t=<unix time>,v1=<hex HMAC-SHA256 of t, a dot, the body>.",
        )
    return SignedRequest(int(times[0]), signatures)


def _signature(secret: str, at: int, body: bytes) -> str:
    return hmac.digest(secret.encode(), _told(at, body), "sha256").hex()


def _told(at: int, body: bytes) -> bytes:
    return f"{at}.".encode() + body


def _unsigned(code: str, sentence: str) -> Invalid:
    return Invalid(FieldProblem(code, sentence))
