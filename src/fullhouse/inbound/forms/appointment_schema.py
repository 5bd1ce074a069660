"""JSON types of appointments, from which the API's description is made."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.inbound.forms.event_schema import Email, Line
from fullhouse.inbound.forms.waitlist_schema import Moment, Name, Party, Phone
from fullhouse.products.frontdesk.appointments.bookings import LONGEST
from fullhouse.products.frontdesk.appointments.model import MOST_REMINDERS, Status
from fullhouse.products.frontdesk.appointments.reminder_chain import EARLIEST_OVERRULED

Duration = Annotated[
    int,
    Meta(
        description="In minutes; the service's own where it is left out.",
        extra_json_schema={"minimum": 1, "maximum": LONGEST},
    ),
]
RemindAt = Annotated[
    list[int],
    Meta(
        description="How many hours before people are reminded, instead of what the rules say; "
        "none for no reminders.",
        examples=[[24, 2]],
        extra_json_schema={
            "maxItems": MOST_REMINDERS,
            "items": {"type": "integer", "minimum": 1, "maximum": EARLIEST_OVERRULED},
        },
    ),
]
Address = Annotated[
    str,
    Meta(description="Where the booking is found elsewhere.", examples=["https://book.example/1"]),
]
Reference = Annotated[
    Line, Meta(description="What the booking tool calls it: one booking, however often it is sent.")
]
Tell = Annotated[bool, Meta(description="Whether the customer is written to about it.")]


class NewAppointment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone who is booked; with `only_if_free`, refused where the time is taken."""

    name: Name
    phone: Phone | None = None
    email: Email | None = None
    service: Line
    staff: Line | None = None
    starts_at: Moment
    duration: Duration | None = None
    party: Party = 1
    remind_at: RemindAt | None = None
    link: Address | None = None
    ref: Reference | None = None
    tell: Tell = False
    only_if_free: bool = False


class AppointmentEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changed fields, or a new status alone. Fields left out stay; `booked` undoes an ending."""

    name: Name | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    service: Line | UnsetType = UNSET
    staff: Line | UnsetType | None = UNSET
    starts_at: Moment | UnsetType = UNSET
    duration: Duration | UnsetType = UNSET
    party: Party | UnsetType = UNSET
    remind_at: RemindAt | UnsetType | None = UNSET
    link: Address | UnsetType | None = UNSET
    status: Status | UnsetType = UNSET
    tell: Tell = True
