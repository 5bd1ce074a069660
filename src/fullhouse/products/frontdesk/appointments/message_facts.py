"""Facts of appointment messages, copied when decided; they round-trip as JSON.

Each has a default, so that a message of an older version still reads.
"""

from datetime import datetime

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.model import Status
from fullhouse.products.frontdesk.appointments.weekly_summary import WeekFigures
from fullhouse.products.frontdesk.shared.message_facts import (
    BusinessFacts,
    ProposalFacts,
    RemovalFacts,
    TemplateFacts,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Money


class AppointmentFacts(msgspec.Struct, frozen=True):
    """Facts about the appointment and its customer."""

    id: str = ""
    name: str = ""
    phone: str = ""
    email: str = ""
    service: str = ""
    staff: str = ""
    starts_at: datetime | None = None
    minutes: int = 0
    party: int = 1
    chain: int = 1
    slot: str = ""
    ref: str = ""
    status: Status = "booked"


class OnlineChange(msgspec.Struct, frozen=True):
    """An appointment as it is now; `before` is its time of which staff know, None if it is new."""

    appointment: AppointmentFacts = AppointmentFacts()
    before: datetime | None = None


class AppointmentMessageFacts(msgspec.Struct, frozen=True):
    """All facts that a message may have; each kind uses some of them.

    `why` says why no reminder reaches the customer. Of an appointment that a sheet or a calendar
    ended, `customer` says whether they are "told" or "unreached"; an earlier version told nobody.
    `before` is the old time of a moved appointment; `was_with` who was to see the customer before,
    if only that is another one. `frees` is the slot that a released time became,
    `leaves_at` when the message was sent: tomorrow may have become today since it was decided.
    `outcome` is what became of that time, if it is known. `elsewhere` means that another tool has
    the old booking as well, `reported` that a tool reported the cancellation. A reply to a text has
    its `words`. Several people share the number of a text that is `shared`. `changes` are what a
    customer did online.
    """

    business: BusinessFacts = BusinessFacts()
    appointment: AppointmentFacts = AppointmentFacts()
    template: TemplateFacts = TemplateFacts()
    move: str = ""
    reason: str = ""
    why: str = ""
    customer: str = ""
    frees: str = ""
    outcome: str = ""
    before: datetime | None = None
    was_with: str | None = None
    elsewhere: bool = False
    reported: bool = False
    leaves_at: datetime | None = None
    week: str = ""
    summary: WeekFigures = WeekFigures()
    narrative: str = ""
    month: str = ""
    limit: Money | None = None
    proposal: ProposalFacts = ProposalFacts()
    several: bool = False
    removal: RemovalFacts = RemovalFacts()
    words: str = ""
    shared: bool = False
    changes: tuple[OnlineChange, ...] = ()


def read_facts(message: Message) -> AppointmentMessageFacts:
    """Convert a message's facts; times may be values or ISO strings."""
    return msgspec.convert(message.facts, AppointmentMessageFacts)
