"""A mail at the door, and what it comes to."""

import hashlib

import msgspec

from fullhouse.inbound.mail.parsing import addresses
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.kernel.commands import Command

LONGEST_SHOWN = 500


class ReceivedMail(msgspec.Struct, frozen=True):
    """A mail at the door: its bytes, the address it was sent to, and its envelope.

    The server that delivers it may add a warning, and may have stored it under its own name.
    """

    raw: bytes
    to: str
    envelope: Envelope = Envelope()
    warning: str = ""
    kept_as: str = ""


class MailOutcome(msgspec.Struct, frozen=True):
    """The result of a mail: a command, or the reason for none, and the text for the host.

    `is_proven` if the mail proves who sent it to us, `question` if the host should read it.
    """

    command: Command | None = None
    reason: str = ""
    scope: str = ""
    person: str = ""
    text: str = ""
    is_proven: bool = False
    question: bool = False


def named_in(reading: ReadMail) -> list[str]:
    """Return the addresses to which a mail says that it was sent."""
    named = [
        value
        for name in ("x-original-to", "delivered-to", "to", "cc")
        for value in reading.mail.all(name)
    ]
    return [address for value in named for _, address in addresses(value)]


def occasion_of(reading: ReadMail) -> str:
    """Return the key of a mail for its answer."""
    mail = reading.mail
    own = mail.message_id or f"{reading.sender}{mail.first('date')}{reading.text[:LONGEST_SHOWN]}"
    return f"mail-{hashlib.sha256(own.encode()).hexdigest()[:16]}"
