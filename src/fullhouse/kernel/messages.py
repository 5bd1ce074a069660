"""Messages to guests, customers and staff. Their wording is in each product."""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.kernel.records import Record

# The error of a message that may have arrived, or not.
LOST = "the carrier's answer was lost"
Status = Literal["queued", "sending", "sent", "kept", "failed"]
Channel = Literal["mail", "text", "staff"]
CHANNELS: frozenset[Channel] = frozenset({"mail", "text", "staff"})
# What happens to a message while its inbox has had enough of them; "" if it does not count.
# "own" answers a person's own proven mail: such answers have a budget of their own. "proof"
# answers their own link, which proves the address, and does not count. "news" does not count
# while few addresses of the inbox are unproven. "combined" leaves in one email with others that
# wait for the same address.
WhenSpent = Literal["", "delay", "drop", "own", "proof", "news", "combined"]


class Message(Record, frozen=True, kw_only=True):
    """One message under a unique key: written once, sent once, kept for ever.

    It holds the facts from when it was decided; its letter is composed from them when it is sent.
    The letter that was sent is kept, with the id that the carrier gave it. The `mark` is in the
    mail's own id and in the address for replies; messages of earlier versions have none.
    """

    kind_name: ClassVar[str] = "message"
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    product: str
    kind: str
    channel: Channel = "mail"
    to: str
    scope: str
    person: str = ""
    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    queued_at: datetime
    not_before: datetime
    use_by: datetime | None = None
    gentle: bool = False
    status: Status = "queued"
    at: datetime
    attempts: int = 0
    lease_ends_at: datetime | None = None
    error: str = ""
    letter: str = ""
    number: int = 0
    order: str = ""
    at_carrier: str = ""
    when_spent: WhenSpent = ""
    mark: str = ""


class Sent(msgspec.Struct, frozen=True):
    """The carrier took it and gave it an id."""

    log_name: ClassVar[str] = "sent"
    at_carrier: str = ""


class NoCarrier(msgspec.Struct, frozen=True):
    """There is no carrier: the message stays in the mailbox to be read there."""

    log_name: ClassVar[str] = "kept"


class Refused(msgspec.Struct, frozen=True):
    """The carrier definitely did not take it; `permanent` if it never will for this address."""

    log_name: ClassVar[str] = "refused"
    reason: str
    permanent: bool = False


class CarrierDown(msgspec.Struct, frozen=True):
    """The carrier could not be reached, so nothing was sent; the recipient is not the cause."""

    log_name: ClassVar[str] = "down"
    reason: str


class ResultUnknown(msgspec.Struct, frozen=True):
    """The carrier's answer was lost: the message may have been sent."""

    log_name: ClassVar[str] = "unknown"
    reason: str


Outcome = Sent | NoCarrier | Refused | CarrierDown | ResultUnknown
