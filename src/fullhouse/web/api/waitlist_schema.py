"""Schemas of the waitlist in the API.

Their docstrings are part of the OpenAPI description.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fullhouse.products.frontdesk.shared.documents import Source as DocumentSource
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.frontdesk.waitlist.model import EntryState, Reason, SlotStatus, Source
from fullhouse.products.frontdesk.waitlist.wishes import Weekday
from fullhouse.web.api.schema import Instant, ListQuery

LocalInstant = Annotated[Instant, Meta(description="With the offset of the business's zone.")]
OfferStatusOut = Literal["pending", "live", "claimed", "declined", "timed_out", "withdrawn"]


class OfferHeld(msgspec.Struct, frozen=True, kw_only=True):
    """The offer that someone holds just now."""

    slot: str
    seq: int
    ends_at: Instant


class EntryOut(msgspec.Struct, frozen=True, kw_only=True):
    """Someone on the waitlist, or who was; what is not known or left open is null."""

    id: str
    name: str
    phone: str | None
    email: str | None
    service: str
    party: int
    earliest: str | None
    latest: str | None
    weekdays: list[Weekday]
    from_time: str | None
    until_time: str | None
    staff: str | None
    priority: int
    joined_at: Instant
    state: EntryState
    source: Source
    reached_by: Literal["text", "mail"] | None
    offer: OfferHeld | None
    booked: Annotated[str | None, Meta(description="The slot that they claimed.")]


class PastOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An offer that someone had."""

    slot: str
    seq: int
    status: OfferStatusOut
    sent_at: Instant
    ends_at: Instant
    reason: str


class EntryStory(EntryOut, frozen=True, kw_only=True):
    """Someone on the waitlist with every offer that they had, the newest first."""

    offers: list[PastOffer]


class OfferOut(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of a slot: to whom, and what became of it. A `pending` one has not been made yet,
    so it is nobody's.
    """  # noqa: D205 - one paragraph of the public description

    seq: int
    entry: str | None
    status: OfferStatusOut
    sent_at: Instant | None
    ends_at: Instant | None
    reason: str


class SlotOut(msgspec.Struct, frozen=True, kw_only=True):
    """A freed slot; what is not known is null.

    `why` is the code of the reason why an open slot waits, such as `nobody_fits`, or why it ended.
    """

    id: str
    service: str
    starts_at: LocalInstant
    ends_at: LocalInstant
    staff: str | None
    party_capacity: int
    reason: Reason
    ref: str | None
    status: SlotStatus
    booked_by: str | None
    freed_at: Instant
    closes_at: Instant
    why: str | None


class SlotStory(SlotOut, frozen=True, kw_only=True):
    """A freed slot with every offer of it, and why it stands as it does."""

    offers: list[OfferOut]
    reasons: list[str]


class RefusedText(msgspec.Struct, frozen=True, kw_only=True):
    """A text that was seen since and not put in force, with the lines that could not be
    understood.
    """  # noqa: D205 - one paragraph of the public description

    text: str
    problems: list[RuleProblem]


class DocumentOut(msgspec.Struct, frozen=True, kw_only=True):
    """The text in force; version 0 is what holds before anyone has written one."""

    text: str
    version: int
    source: DocumentSource | None
    saved_at: Instant | None
    refused: RefusedText | None


class EntryQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which entries: those who wait, or those in another state, or `any`."""

    service: Annotated[str, Meta(max_length=200)] = ""
    state: EntryState | Literal["any"] = "waiting"


class SlotQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which slots."""

    status: SlotStatus | Literal[""] = ""
