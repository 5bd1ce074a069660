"""Texts of an event's page: a record beside the event, which no sign-up loads."""

from typing import ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Record

LONGEST_DESCRIPTION = 5_000
LONGEST_NOTE = 200
LONGEST_LINK = 500


class EventContent(Record, frozen=True, kw_only=True):
    """The texts of an event's page; each may be empty.

    `description` is Markdown. `contact` is an email address, a phone number or a link.
    With `map_of_venue` a map of the event's place is linked, unless `map_url` names another.
    """

    kind_name: ClassVar[str] = "event_content"
    key_fields: ClassVar[tuple[str, ...]] = ("event_id",)

    event_id: str
    description: str = ""
    contact: str = ""
    map_url: str = ""
    map_of_venue: bool = False
    price_note: str = ""
    dress_note: str = ""
    rev: int = 0


class EditContent(Command, frozen=True, kw_only=True, tag="EditContent"):
    """Change some of what guests can read about an event; unset fields stay.

    With `rev` nothing is changed if the texts are not as they were when that revision was shown.
    """

    event_id: str
    description: str | msgspec.UnsetType = msgspec.UNSET
    contact: str | msgspec.UnsetType = msgspec.UNSET
    map_url: str | msgspec.UnsetType = msgspec.UNSET
    map_of_venue: bool | msgspec.UnsetType = msgspec.UNSET
    price_note: str | msgspec.UnsetType = msgspec.UNSET
    dress_note: str | msgspec.UnsetType = msgspec.UNSET
    rev: int | None = None
