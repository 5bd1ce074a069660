"""The facts of a message, as values: written down as they stood when it was decided, read back the same from JSON.

Each has a default, so that a message of an older version still says what it can.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.weekly_summary import WeekFigures
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    ProposalFacts,
    TemplateFacts,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money


class AppointmentFacts(msgspec.Struct, frozen=True):
    """What a message knows of the appointment, and of whose it is."""

    id: str = ""
    name: str = ""
    phone: str = ""
    email: str = ""
    service: str = ""
    staff: str = ""
    starts_at: datetime | None = None
    minutes: int = 0
    chain: int = 1
    slot: str = ""
    ref: str = ""


class Facts(msgspec.Struct, frozen=True):
    """All that a message may know; each kind has its own part of it.

    `before` is when a moved appointment was to be, `frees` the slot that a given-up time became, `leaves_at` when the
    door let the message go: what is tomorrow when it is decided may be today by then.
    """

    business: BusinessFacts = BusinessFacts()
    appointment: AppointmentFacts = AppointmentFacts()
    template: TemplateFacts = TemplateFacts()
    move: str = ""
    reason: str = ""
    frees: str = ""
    before: datetime | None = None
    leaves_at: datetime | None = None
    week: str = ""
    summary: WeekFigures = WeekFigures()
    narrative: str = ""
    month: str = ""
    limit: Money | None = None
    proposal: ProposalFacts = ProposalFacts()


def read_facts(message: Message) -> Facts:
    """Read a message's facts, whether they hold times or times in writing."""
    return msgspec.convert(message.facts, Facts)
