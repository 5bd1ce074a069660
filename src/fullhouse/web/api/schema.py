"""Schemas of the API. The OpenAPI description is made from these types.

Their docstrings are part of the description.
"""

from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.products.rsvp.commands import Audience
from fullhouse.products.rsvp.form_questions import Kind, Per
from fullhouse.products.rsvp.model import EventState, GuestState, Reach, Settings, Source
from fullhouse.web.errors import ErrorDetail

T = TypeVar("T")

MOST_ITEMS = 500
USUAL_ITEMS = 100

LocalTime = Annotated[datetime, Meta(tz=False, description="Local time without a zone.")]
Instant = Annotated[datetime, Meta(tz=True)]


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A part of a list; `next` is the cursor of the part behind it."""

    items: list[T]
    next: str | None


class Headcount(msgspec.Struct, frozen=True, kw_only=True):
    """Where an event stands, in seats; `waiting`, `pending` and `checked_in` in people."""

    cap: int
    confirmed: int
    held: int
    waiting: int
    pending: int
    open: int
    checked_in: int


class QuestionOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question in the sign-up form, answered once per guest or by each person of the party."""

    id: str
    label: str
    kind: Kind
    choices: tuple[str, ...] = ()
    required: bool
    per: Per


class EventOut(msgspec.Struct, frozen=True, kw_only=True):
    """An event and its headcount. A list of events leaves out what guests can read about them."""

    id: str
    url: str
    name: str
    starts_at: LocalTime
    ends_at: LocalTime
    timezone: str
    venue: str
    cap: int
    host_email: str
    host_name: str
    settings: Settings
    state: EventState
    headcount: Headcount
    description: str | UnsetType = UNSET
    contact: str | UnsetType = UNSET
    map_url: str | UnsetType = UNSET
    map_of_venue: bool | UnsetType = UNSET
    price_note: str | UnsetType = UNSET
    dress_note: str | UnsetType = UNSET
    questions: list[QuestionOut] | UnsetType = UNSET


class GuestOut(msgspec.Struct, frozen=True, kw_only=True):
    """A guest as they stand on the list; the position counts those who wait ahead, from 1."""

    id: str
    name: str
    email: str
    state: GuestState
    party: int
    position: int | None
    offer_ends_at: Instant | None
    joined_at: Instant
    source: Source
    reach: Reach
    cancels_at: Instant | None = None
    arrived: int = 0
    admitted_extra: int = 0
    answers: dict[str, tuple[str, ...]] = {}


class RowOut(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one imported row, or would; whoever was on the list `already` stays as they
    were.
    """  # noqa: D205 - one paragraph of the public description

    email: str
    state: GuestState | None
    position: int | None
    already: Literal[True] | UnsetType = UNSET
    problem: ErrorDetail | UnsetType = UNSET


class ImportCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of an import by what became of them."""

    confirmed: int = 0
    pending: int = 0
    waitlisted: int = 0
    already: int = 0
    problems: int = 0


class ImportOut(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an import, row by row, in the order in which they were sent."""

    rows: list[RowOut]
    counts: ImportCounts


class AuditOut(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the audit: what changed of the subject, what was added to the event's counters,
    and in `before.counts` and `after.counts` the headcount before and after it.
    """  # noqa: D205 - one paragraph of the public description

    at: Instant
    by: str
    action: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]
    counts: dict[str, int]
    note: str


class BroadcastOut(msgspec.Struct, frozen=True, kw_only=True):
    """A message to all guests of one group, how many of them get it, and when it leaves."""

    to: Audience
    subject: str
    text: str
    recipients: int
    sent: bool
    leaves_at: datetime


class MessageOut(msgspec.Struct, frozen=True, kw_only=True):
    """One message as it reads, with its links by what they do."""

    key: str
    kind: str
    to: str
    channel: Literal["mail", "text", "staff"]
    status: Literal["queued", "sent", "kept", "failed"]
    at: Instant
    subject: str
    text: str
    html: str
    reply_to: str
    message_id: str
    links: dict[str, str]


class ClockOut(msgspec.Struct, frozen=True, kw_only=True):
    """What time it is, whether it can be moved, and when something falls due next."""

    now: Instant
    kind: Literal["real", "virtual"]
    next_due: Instant | None


class ClockMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to move the clock: on by a duration, or to an instant. One of the two."""

    advance: Annotated[str, Meta(examples=["6h"], max_length=40)] | UnsetType = UNSET
    to: Annotated[str, Meta(examples=["2026-06-01T15:00Z"], max_length=40)] | UnsetType = UNSET


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing can be asked for in the address."""


class ListQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which part of a list."""

    limit: Annotated[int, Meta(ge=1, le=MOST_ITEMS)] = USUAL_ITEMS
    cursor: Annotated[str, Meta(max_length=200)] = ""


class GuestQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which guests."""

    state: GuestState | Literal[""] = ""


class MessageQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which messages."""

    event: Annotated[str, Meta(max_length=200)] = ""
    to: Annotated[str, Meta(max_length=300)] = ""
    kind: Annotated[str, Meta(max_length=200)] = ""
