"""JSON types of events, from which the API's description is made."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.inbound.forms.guest_form import LONGEST_ADDRESS, LONGEST_NAME
from fullhouse.products.rsvp.event_content import (
    LONGEST_DESCRIPTION,
    LONGEST_LINK,
    LONGEST_NOTE,
)
from fullhouse.products.rsvp.form_questions import (
    LONGEST_LABEL,
    MOST_CHOICES,
    MOST_QUESTIONS,
    Kind,
    Per,
)
from fullhouse.products.rsvp.model import LARGEST_CAP, LARGEST_PARTY, PlaceAs

LONGEST_LINE = 200
LONGEST_SETTING = 20

# Bounds in `extra_json_schema` are only described here; the rules refuse with their own sentences.
Line = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_LINE})]
LocalTime = Annotated[
    str,
    Meta(
        description="Local time without a zone.",
        examples=["2026-06-20T18:00"],
        extra_json_schema={"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$"},
    ),
]
Zone = Annotated[str, Meta(description="A time zone by its IANA name.", examples=["Europe/Berlin"])]
Cap = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": LARGEST_CAP})]
Email = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_ADDRESS})]
Description = Annotated[
    str,
    Meta(
        description="Markdown: paragraphs, headings, lists, emphasis, quotes and links.",
        extra_json_schema={"maxLength": LONGEST_DESCRIPTION},
    ),
]
Contact = Annotated[
    str,
    Meta(
        description="An email address, a phone number or an https link.",
        extra_json_schema={"maxLength": LONGEST_LINK},
    ),
]
HttpsLink = Annotated[
    str, Meta(description="An https link.", extra_json_schema={"maxLength": LONGEST_LINK})
]
Note = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NOTE})]
SettingsGiven = Annotated[
    dict[str, Any],
    Meta(
        description="Only what differs.",
        extra_json_schema={"$ref": "#/components/schemas/Settings"},
    ),
]


# An answer, or one for each person of the party; yes and no may be true and false.
GivenAnswers = dict[str, str | bool | list[str | bool]]


class GivenQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question to ask guests; one that is asked already has an id."""

    id: str = ""
    label: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_LABEL})]
    kind: Kind = "text"
    choices: Annotated[list[str], Meta(extra_json_schema={"maxItems": MOST_CHOICES})] = []
    required: bool = False
    per: Per = "guest"


class GivenContent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Content of an event's page; what is left out stays."""

    description: Description | UnsetType = UNSET
    contact: Contact | UnsetType = UNSET
    map_url: HttpsLink | UnsetType = UNSET
    map_of_venue: bool | UnsetType = UNSET
    price_note: Note | UnsetType = UNSET
    dress_note: Note | UnsetType = UNSET
    questions: (
        Annotated[list[GivenQuestion], Meta(extra_json_schema={"maxItems": MOST_QUESTIONS})]
        | UnsetType
    ) = UNSET


class NewEvent(GivenContent, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guest list to be opened."""

    name: Line
    starts_at: LocalTime
    ends_at: LocalTime | None = None
    timezone: Zone
    venue: Line = ""
    cap: Cap
    host_email: Email = ""
    host_name: Line = ""
    settings: SettingsGiven = {}


class EventEdit(GivenContent, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields of an event to be changed; what is left out stays."""

    name: Line | UnsetType = UNSET
    starts_at: LocalTime | UnsetType = UNSET
    ends_at: LocalTime | UnsetType | None = UNSET
    timezone: Zone | UnsetType = UNSET
    venue: Line | UnsetType = UNSET
    cap: Cap | UnsetType = UNSET
    host_email: Email | UnsetType = UNSET
    host_name: Line | UnsetType = UNSET
    settings: SettingsGiven | UnsetType = UNSET
    tell_guests: bool = True
    for_all: bool = False


class ImportRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One person to be put on the list."""

    name: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NAME})]
    email: Email
    party: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": LARGEST_PARTY})] = 1
    answers: GivenAnswers = {}


# A row of any other form is answered with its own problem, and does not block the others.
Row = Annotated[
    Any, Meta(extra_json_schema={"anyOf": [{"$ref": "#/components/schemas/ImportRow"}, {}]})
]


class ImportRows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Guests to add, in list order: invited, or confirmed already. A preview changes nothing."""

    rows: list[Row]
    place_as: PlaceAs = "pending"
    preview: bool = False
