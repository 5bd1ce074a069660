"""Parts of messages that both products share: notes to staff, and facts that survive JSON.

Each fact has a default, so that a message of an older version still reads.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

STAFF = "staff"


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


def business_facts(rulebook: Rulebook) -> dict[str, Any]:
    """Copy what messages say about the business."""
    return {"name": rulebook.business, "zone": rulebook.zone, "language": rulebook.language}


def note_to_staff(
    message_id: str, product: str, kind: str, scope: str, facts: dict[str, Any], now: datetime
) -> Message:
    """Build a note to staff, to be sent now."""
    return Message(
        id=message_id,
        product=product,
        kind=kind,
        channel="staff",
        to=STAFF,
        scope=scope,
        facts=facts,
        queued_at=now,
        not_before=now,
        at=now,
    )
