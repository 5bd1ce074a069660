"""The text lane: what people text back comes in from the carrier, proven to be from it, as who wrote what.

What it means is for the rules to say: `kernel/texts.py` knows the words that carriers want understood.
"""

import hmac
from base64 import b64encode
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.phone import is_e164
from fullhouse.kernel.sms import LONGEST_TEXT, Reply, keyword_of
from fullhouse.products.frontdesk.waitlist.commands import NoteReach

MOST_FIELDS = 100
LONGEST_ID = 128
PORTS = {"https": 443, "http": 80}
Fields = list[tuple[str, str]]


class InvalidSignature(Exception):
    """The carrier did not sign this, or signed it for another address or with another token."""


class InboundText(msgspec.Struct, frozen=True):
    """A text that came in: from whom, to which of our numbers, and its id at the carrier: the same id, the same text.

    `answered` is what the carrier took it for and has answered by itself, so that nobody is answered twice.
    """

    sender: str
    body: str
    id: str
    to: str = ""
    answered: Reply | None = None

    @property
    def reply(self) -> Reply | None:
        """What it asks for, if it is one of the few words; what the carrier took it for holds."""
        return self.answered or keyword_of(self.body)


class SnsInboundSms(msgspec.Struct, frozen=True, rename="camel"):
    """A text as AWS publishes it to a topic; names that are not ours are passed over."""

    origination_number: str
    message_body: str
    inbound_message_id: str
    destination_number: str = ""


class Notification(msgspec.Struct, frozen=True):
    """What a topic delivers: the message as text, inside."""

    message: str = msgspec.field(name="Message")


def from_twilio(url: str, body: bytes, signature: str, token: str) -> InboundText:
    """Read the form that Twilio posts to a URL, or raise `Forged` or `Unfit`. The URL is the one set there, in full."""
    fields = _fields(body)
    if not is_signed(url, fields, signature, token):
        raise InvalidSignature
    said = dict(fields)
    return _text(said.get("From", ""), said.get("Body", ""), said.get("MessageSid", ""), said)


def is_signed(url: str, fields: Iterable[tuple[str, str]], signature: str, token: str) -> bool:
    """Say whether Twilio signed a request: HMAC-SHA1 of the URL and the sorted fields, with the account's token.

    It may have signed the URL with its port or without. Without a token nothing is.
    """
    said = "".join(name + value for name, value in sorted(set(fields)))
    expected = [_signature(one + said, token) for one in _spelled(url)]
    matches = [hmac.compare_digest(one, signature.encode("utf-8", "replace")) for one in expected]
    return bool(token) and any(matches)


def _signature(text: str, token: str) -> bytes:
    return b64encode(hmac.digest(token.encode(), text.encode("utf-8", "replace"), "sha1"))


def _spelled(url: str) -> list[str]:
    """Write a URL as it is, and with the port it has anyway, or without."""
    parts = urlsplit(url)
    usual = f":{PORTS.get(parts.scheme, '')}"
    other = (
        parts.netloc.removesuffix(usual) if parts.netloc.endswith(usual) else parts.netloc + usual
    )
    return [url, url.replace(f"://{parts.netloc}", f"://{other}", 1)]


def _fields(body: bytes) -> Fields:
    try:
        return parse_qsl(
            body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except ValueError as error:
        raise Invalid(FieldProblem("bad_form", "The form cannot be read.")) from error


def _text(sender: str, body: str, known_as: str, said: dict[str, str]) -> InboundText:
    if not is_e164(sender):
        raise Invalid(
            FieldProblem("bad_sender", "Only texts from a phone number are taken in.", "From")
        )
    if not 0 < len(known_as) <= LONGEST_ID:
        raise Invalid(
            FieldProblem("bad_id", "A text needs the id that the carrier gave it.", "MessageSid")
        )
    answered = _ANSWERED.get(said.get("OptOutType", "").upper())
    return InboundText(sender, body[:LONGEST_TEXT], known_as, said.get("To", ""), answered)


_ANSWERED: dict[str, Reply] = {"STOP": "stop", "START": "start", "HELP": "help"}


def from_aws(message: str | bytes) -> InboundText:
    """Read a text that AWS published to our topic, alone or inside the topic's notification, or raise `Unfit`.

    Whoever calls knows that it came from the topic: AWS lets nobody else call.
    """
    found = _decoded(message)
    if isinstance(found, Notification):
        found = _decoded(found.message)
    if not isinstance(found, SnsInboundSms):
        raise _unreadable()
    known_as, to = found.inbound_message_id, {"To": found.destination_number}
    return _text(found.origination_number, found.message_body, known_as, to)


def _decoded(message: str | bytes) -> Notification | SnsInboundSms:
    try:
        found: Any = msgspec.json.decode(message)
        is_wrapped = isinstance(found, dict) and "Message" in found
        return (
            msgspec.convert(found, Notification)
            if is_wrapped
            else msgspec.convert(found, SnsInboundSms)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable() from error


def _unreadable() -> Invalid:
    return Invalid(FieldProblem("bad_json", "This is no text that AWS took in."))


def reach_of(text: InboundText) -> NoteReach | None:
    """Return what is to be remembered of whoever wrote, by all who send texts; None if the text asks for neither."""
    if text.reply == "stop":
        return NoteReach(address=text.sender, reach="opted_out", note="STOP by text")
    if text.reply == "start":
        return NoteReach(address=text.sender, reach="fine", note="START by text")
    return None
