"""Messages: what is said to whom on which occasion. How it reads lives in each product's words."""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.kernel.records import Record

LOST = (
    "the carrier's answer was lost"  # what a message says of itself that may have arrived, or not
)
Status = Literal["queued", "sending", "sent", "kept", "failed"]
Channel = Literal["mail", "text", "staff"]
CHANNELS: frozenset[Channel] = frozenset({"mail", "text", "staff"})


class Message(Record, frozen=True, kw_only=True):
    """One message under a key that makes it unique: written once, sent once, kept for ever.

    It holds the facts as they stood when it was decided; the words are made from them when it leaves, and what was
    sent is kept as it was sent, with what the carrier called it.
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


class Sent(msgspec.Struct, frozen=True):
    """The carrier took it, and called it something."""

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
    """The carrier could not be reached, so nothing left; it is nobody's fault who was to receive it."""

    log_name: ClassVar[str] = "down"
    reason: str


class ResultUnknown(msgspec.Struct, frozen=True):
    """The answer was lost: it may have left."""

    log_name: ClassVar[str] = "unknown"
    reason: str


Outcome = Sent | NoCarrier | Refused | CarrierDown | ResultUnknown
