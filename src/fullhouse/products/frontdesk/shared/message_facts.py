"""Facts that messages of both products know, as values that round-trip through JSON.

Each has a default, so that a message of an older version still reads.
"""

import msgspec


class BusinessFacts(msgspec.Struct, frozen=True):
    """Facts about the business."""

    name: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"


class TemplateFacts(msgspec.Struct, frozen=True):
    """The voice in force when the message was decided; empty parts use our phrases."""

    text: str = ""
    mail: str = ""
    subject: str = ""


class ProposalFacts(msgspec.Struct, frozen=True):
    """Facts about a proposal: where it came from, its subject, and what was read from it."""

    sender: str = ""
    subject: str = ""
    name: str = ""
    service: str = ""
