"""Inbound SMS from a carrier: sender and text, after the signature is checked.

The rules decide what a text means; `kernel/sms.py` knows the keywords of the carriers.
"""

import hmac
from base64 import b64encode
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.phone import is_e164
from fullhouse.inbound.urlencoded import read_form
from fullhouse.kernel.sms import LONGEST_TEXT, Reply, keyword_of
from fullhouse.products.frontdesk.shared.contacts import NoteReach

MOST_FIELDS = 100
LONGEST_ID = 128
# Keywords that AWS answers itself, in words that are set with the number.
ANSWERED_BY_AWS = ("STOP", "HELP")
PORTS = {"https": 443, "http": 80}
Fields = list[tuple[str, str]]


class InvalidSignature(Exception):
    """The carrier did not sign this, or for another address or with another token."""


class InboundText(msgspec.Struct, frozen=True):
    """A text that came in: its sender, our number, and its id at the carrier.

    `answered` is the keyword that the carrier has answered already, so that we do not answer again.
    """

    sender: str
    body: str
    id: str
    to: str = ""
    answered: Reply | None = None

    @property
    def reply(self) -> Reply | None:
        """The keyword of the text, if it is one; the carrier's own reading wins."""
        return self.answered or keyword_of(self.body)


class SnsInboundSms(msgspec.Struct, frozen=True, rename="camel"):
    """A text as AWS publishes it to a topic; other fields are ignored."""

    origination_number: str
    message_body: str
    inbound_message_id: str
    destination_number: str = ""


class Notification(msgspec.Struct, frozen=True):
    """The delivery of a topic, with the message as text in it."""

    message: str = msgspec.field(name="Message")


def from_twilio(url: str, body: bytes, signature: str, token: str) -> InboundText:
    """Read the form that Twilio posts, or raise `InvalidSignature` or `Invalid`.

    The URL is the full one that is set at Twilio.
    """
    fields = _fields(body)
    if not is_signed(url, fields, signature, token):
        raise InvalidSignature
    said = dict(fields)
    return _text(said.get("From", ""), said.get("Body", ""), said.get("MessageSid", ""), said)


def is_signed(url: str, fields: Iterable[tuple[str, str]], signature: str, token: str) -> bool:
    """Return True if Twilio signed a request: HMAC-SHA1 of the URL and the sorted fields.

    It may have signed the URL with its port or without. Without a token nothing is signed.
    """
    form = "".join(name + value for name, value in sorted(set(fields)))
    expected = [_signature(spelling + form, token) for spelling in _spelled(url)]
    given = signature.encode("utf-8", "replace")
    matches = [hmac.compare_digest(ours, given) for ours in expected]
    return bool(token) and any(matches)


def _signature(text: str, token: str) -> bytes:
    return b64encode(hmac.digest(token.encode(), text.encode("utf-8", "replace"), "sha1"))


def _spelled(url: str) -> list[str]:
    """Return a URL as it is, and with its default port added or removed."""
    parts = urlsplit(url)
    port = f":{PORTS.get(parts.scheme, '')}"
    if parts.netloc.endswith(port):
        other = parts.netloc.removesuffix(port)
    else:
        other = parts.netloc + port
    return [url, url.replace(f"://{parts.netloc}", f"://{other}", 1)]


def _fields(body: bytes) -> Fields:
    try:
        return read_form(body, MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise Invalid(FieldProblem("bad_form", "The form cannot be read.")) from error


def _text(sender: str, body: str, known_as: str, fields: dict[str, str]) -> InboundText:
    if not is_e164(sender):
        sentence = "Only texts from a phone number are taken in."
        raise Invalid(FieldProblem("bad_sender", sentence, "From"))
    if not 0 < len(known_as) <= LONGEST_ID:
        sentence = "A text needs the id that the carrier gave it."
        raise Invalid(FieldProblem("bad_id", sentence, "MessageSid"))
    answered = _ANSWERED.get(fields.get("OptOutType", "").upper())
    return InboundText(sender, body[:LONGEST_TEXT], known_as, fields.get("To", ""), answered)


_ANSWERED: dict[str, Reply] = {"STOP": "stop", "START": "start", "HELP": "help"}


def from_aws(message: str | bytes) -> InboundText:
    """Read a text that AWS published to our topic, alone or in a notification, or raise `Invalid`.

    The caller knows that it came from the topic: AWS lets nobody else call.
    """
    found = _decoded(message)
    if isinstance(found, Notification):
        found = _decoded(found.message)
    if not isinstance(found, SnsInboundSms):
        raise _unreadable()
    fields = {"To": found.destination_number}
    if found.message_body.strip().upper() in ANSWERED_BY_AWS:
        fields["OptOutType"] = found.message_body.strip()
    known_as = found.inbound_message_id
    return _text(found.origination_number, found.message_body, known_as, fields)


def _decoded(message: str | bytes) -> Notification | SnsInboundSms:
    try:
        found: Any = msgspec.json.decode(message)
        if isinstance(found, dict) and "Message" in found:
            return msgspec.convert(found, Notification)
        return msgspec.convert(found, SnsInboundSms)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable() from error


def _unreadable() -> Invalid:
    return Invalid(FieldProblem("bad_json", "This is no text that AWS took in."))


def reach_of(text: InboundText) -> NoteReach | None:
    """Return the sender's new reach, for all who send texts; None if the text changes none."""
    if text.reply == "stop":
        return NoteReach(address=text.sender, reach="opted_out", note="STOP by text")
    if text.reply == "start":
        return NoteReach(address=text.sender, reach="fine", note="START by text")
    return None
