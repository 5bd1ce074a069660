"""JSON types of the waitlist, from which the API's description is made."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.inbound.forms.event_schema import Email, Line
from fullhouse.inbound.forms.guest_form import LONGEST_NAME
from fullhouse.inbound.forms.phone import LONGEST_TYPED
from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Reason
from fullhouse.products.frontdesk.waitlist.wishes import Weekday

# Bounds in `extra_json_schema` are only described here; they are checked where a field is read.
Name = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NAME})]
Phone = Annotated[
    str,
    Meta(
        description="As people write it; a number without a country code is one of the business's "
        "country.",
        examples=["+49 171 1234567"],
        extra_json_schema={"maxLength": LONGEST_TYPED},
    ),
]
Date = Annotated[
    str,
    Meta(
        description="A date; nothing leaves that end open.",
        examples=["2026-06-20"],
        extra_json_schema={"pattern": r"^(\d{4}-\d\d-\d\d)?$"},
    ),
]
Clock = Annotated[
    str,
    Meta(
        description="A time of day by the clock in the business's zone; nothing leaves that end "
        "open.",
        examples=["17:00"],
        extra_json_schema={"pattern": r"^(\d\d:\d\d)?$"},
    ),
]
WeekdayList = Annotated[
    tuple[Weekday, ...],
    Meta(
        description="The weekdays that suit; an empty list means any day.",
        examples=[["mon", "thu"]],
    ),
]
Moment = Annotated[
    str,
    Meta(
        description="A time with its zone, or without one as the clock in the business's zone "
        "shows it.",
        examples=["2026-06-20T14:00", "2026-06-20T12:00:00Z"],
        extra_json_schema={
            "pattern": r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?$"
        },
    ),
]
Party = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": LARGEST_PARTY})]
Priority = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": HIGHEST_PRIORITY})]

PhoneGiven = Annotated[
    Literal["form", "staff", "sheet", "api", "email", "forwarded"],
    Meta(
        description="How the customer gave the number: in a form, to staff, in a sheet, to your "
        "script, in an email of their own, or in an email that someone else forwarded. The last "
        "one gets no offers by text until staff confirm that they agree. Left out, it is `api`."
    ),
]
Consent = Annotated[
    bool, Meta(description="Staff confirm that the customer agrees to offers by text.")
]


class NewEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone who waits for a service; a phone number or a mail address is needed."""

    name: Name
    phone: Phone | None = None
    email: Email | None = None
    service: Line
    party: Party = 1
    earliest: Date | None = None
    latest: Date | None = None
    weekdays: WeekdayList | None = None
    from_time: Clock | None = None
    until_time: Clock | None = None
    staff: Line | None = None
    priority: Priority = 0
    joined_at: Moment | None = None
    phone_given: PhoneGiven | None = None
    consent: Consent = False


class EntryEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changed fields of an entry. Fields left out stay; null or an empty text clears one."""

    name: Name | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    service: Line | UnsetType = UNSET
    party: Party | UnsetType = UNSET
    earliest: Date | UnsetType | None = UNSET
    latest: Date | UnsetType | None = UNSET
    weekdays: WeekdayList | UnsetType | None = UNSET
    from_time: Clock | UnsetType | None = UNSET
    until_time: Clock | UnsetType | None = UNSET
    staff: Line | UnsetType | None = UNSET
    priority: Priority | UnsetType = UNSET
    joined_at: Moment | UnsetType = UNSET


class NewSlot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slot that is free; `ref` is what the booking tool calls it."""

    service: Line
    starts_at: Moment
    staff: Line | None = None
    party_capacity: Party = 1
    reason: Reason = "cancelled"
    ref: Line | None = None


class ReportedSlot(msgspec.Struct, frozen=True, kw_only=True):
    """A slot as a booking tool tells of it; what else it says is passed over."""

    service: str
    starts_at: str
    staff: str | None = None
    party_capacity: int | None = None
    reason: Reason | None = None
    ref: str | int | None = None


class DocumentText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text to be put in force."""

    text: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TEXT})]
