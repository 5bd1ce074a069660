"""Schemas of appointments in the API.

Their docstrings are part of the OpenAPI description.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fullhouse.products.frontdesk.appointments.model import Source, Status
from fullhouse.web.api.schema import Instant, ListQuery
from fullhouse.web.api.waitlist_schema import LocalInstant
from fullhouse.web.appointments.reminder_status import LinkStatus

When = Annotated[
    str,
    Meta(
        description=(
            "A date, or a time with its zone "
            "or without one as the clock in the business's zone shows it."
        ),
        examples=["2026-06-20", "2026-06-20T14:00"],
        max_length=40,
    ),
]


class ReminderOut(msgspec.Struct, frozen=True, kw_only=True):
    """One reminder of the chain: `window` is how many hours before it is due."""

    window: int
    move: Literal["first_reminder", "second_reminder"]
    due_at: Instant
    status: LinkStatus
    sent_at: Instant | None


class AppointmentOut(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who is booked, or was, with the reminders of their time; what is not known or left
    open is null.
    """  # noqa: D205 - one paragraph of the public description

    id: str
    name: str
    phone: str | None
    email: str | None
    service: str
    staff: str | None
    starts_at: LocalInstant
    ends_at: LocalInstant
    duration: Annotated[int, Meta(description="In minutes.")]
    party: Annotated[int, Meta(description="How many people it is for.")]
    status: Status
    chain: list[ReminderOut]
    remind_at: Annotated[
        list[int] | None, Meta(description="Hours before, where not as the rules say.")
    ]
    link: str | None
    ref: str | None
    source: Source
    slot: Annotated[str | None, Meta(description="The slot of the waitlist that it came from.")]
    frees: Annotated[str | None, Meta(description="The slot that its last given-up time became.")]
    made_at: Annotated[Instant, Meta(description="When this time was made.")]
    answered_at: Instant | None
    alerted_at: Annotated[
        Instant | None, Meta(description="When staff were told that they may not come.")
    ]
    told: Annotated[
        bool | None,
        Meta(
            description=(
                "After a request with `tell`: false if no message to the customer was written, as "
                "none can reach them or nothing is new to them. Else null."
            )
        ),
    ] = None


class AppointmentQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which appointments: those that start from a time on and before another, with one status or
    with any.
    """  # noqa: D205 - one paragraph of the public description

    status: Status | Literal[""] = ""
    since: When = msgspec.field(default="", name="from")
    until: When = msgspec.field(default="", name="to")
