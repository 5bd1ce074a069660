"""The facts that messages of every business product know, as values: read back the same from JSON.

Each has a default, so that a message of an older version still says what it can.
"""

import msgspec


class BusinessFacts(msgspec.Struct, frozen=True):
    """What a message knows of the business."""

    name: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"


class TemplateFacts(msgspec.Struct, frozen=True):
    """The voice that was in force; what is empty is left to our own words."""

    text: str = ""
    mail: str = ""
    subject: str = ""


class ProposalFacts(msgspec.Struct, frozen=True):
    """What is known of something that someone wrote: from where, about what, and what was read from it."""

    sender: str = ""
    subject: str = ""
    name: str = ""
    service: str = ""
