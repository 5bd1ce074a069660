"""Parts of messages that both products share: notes to staff, and facts that survive JSON.

Each fact has a default, so that a message of an older version still reads.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.letters import single_line
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

STAFF = "staff"


class BusinessFacts(msgspec.Struct, frozen=True):
    """Facts about the business; the language is that of the message.

    `chosen` is the language that its customer chose, if it is not the business's.
    """

    name: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"
    phone: str = ""
    address: str = ""
    chosen: str = ""

    @property
    def location(self) -> str:
        """The place in a calendar entry: the address, else the name."""
        return single_line(self.address or self.name)

    @property
    def description(self) -> str:
        """The notes in a calendar entry: the name, if the place is the address, and the phone."""
        lines = (self.name if self.address else "", self.phone)
        return "\n".join(single_line(line) for line in lines if line)

    @property
    def dialled(self) -> str:
        """The phone number without blanks."""
        return self.phone.replace(" ", "")


class TemplateFacts(msgspec.Struct, frozen=True):
    """The voice in force when the message was decided; empty parts use our phrases."""

    text: str = ""
    mail: str = ""
    subject: str = ""


class ProposalFacts(msgspec.Struct, frozen=True):
    """Facts about a proposal: where it came from, its subject, and what was read from it.

    `date` and `time` are those of a booking, `earliest` and `latest` those of someone who waits. A
    `change` is what is proposed about an appointment. There are `more` times of it. A reply
    to a message has the customer's words as its `note`; `answers` is the time that the message was
    about, if it was about one. It is `late` if it is a yes to an offer that has ended.
    """

    sender: str = ""
    subject: str = ""
    name: str = ""
    service: str = ""
    staff: str = ""
    phone: str = ""
    email: str = ""
    date: str = ""
    time: str = ""
    earliest: str = ""
    latest: str = ""
    weekdays: tuple[str, ...] = ()
    from_time: str = ""
    until_time: str = ""
    change: str = ""
    more: int = 0
    answers: datetime | None = None
    late: bool = False
    note: str = ""

    @property
    def kind_of_reply(self) -> str:
        """The prefix of the phrases of a reply, by its sender: a phone number sends texts."""
        return "texted" if self.sender.startswith("+") else "reply"


class NamedPerson(msgspec.Struct, frozen=True):
    """Someone whom a note names; the id finds the name when they are erased."""

    id: str = ""
    name: str = ""


class RemovalFacts(msgspec.Struct, frozen=True):
    """Facts about what is missing from a source: its name, how many, and the first of them."""

    source: str = ""
    gone: int = 0
    people: tuple[NamedPerson, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if the whole sheet is empty."""
        return self.source.endswith("-empty")

    @property
    def where(self) -> str:
        """The key of the phrase that names the source."""
        return "where.calendar" if self.source.endswith("calendar") else "where.sheet"


def business_facts(rulebook: Rulebook, language: str = "") -> dict[str, Any]:
    """Copy what messages say about the business, in the language that a customer chose, if any."""
    facts = facts_of(rulebook)
    if language and language != facts.language:
        facts = msgspec.structs.replace(facts, language=language, chosen=language)
    return msgspec.structs.asdict(facts)


def page_fields(facts: dict[str, Any]) -> dict[str, str]:
    """Return the fields of a public page's address: the language that a customer chose, if any."""
    chosen = facts.get("business", {}).get("chosen", "")
    return {"lang": chosen} if chosen else {}


def facts_of(rulebook: Rulebook) -> BusinessFacts:
    """Return what messages and pages say about the business."""
    return BusinessFacts(
        rulebook.business, rulebook.zone, rulebook.language, rulebook.phone, rulebook.address
    )


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
