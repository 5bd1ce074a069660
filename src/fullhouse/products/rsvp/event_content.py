"""Texts of an event's page: a record beside the event, which no sign-up loads."""

from typing import ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Record
from fullhouse.products.rsvp.form_questions import FormQuestion

LONGEST_DESCRIPTION = 5_000
LONGEST_NOTE = 200
LONGEST_LINK = 500
LONGEST_ALT = 200
# Of a cover, in pixels: a page's column on a plain and on a sharp screen.
WIDTHS = (640, 1280)
# In bytes: a store may take no more than 400 KB in one item.
LARGEST_IMAGE = 300_000


class EventContent(Record, frozen=True, kw_only=True):
    """The texts of an event's page; each may be empty.

    `description` is Markdown. `contact` is an email address, a phone number or a link.
    With `map_of_venue` a map of the event's place is linked, unless `map_url` names another.
    `cover` is the digest of the cover image, `cover_alt` what it shows.
    `questions` are those of the sign-up form, with removed ones that guests may have answered.
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
    cover: str = ""
    cover_width: int = 0
    cover_height: int = 0
    cover_alt: str = ""
    questions: tuple[FormQuestion, ...] = ()


def notes_of(content: EventContent) -> dict[str, str]:
    """Return what an event costs and what to wear, as far as its host says so."""
    notes = {"price": content.price_note, "dress": content.dress_note}
    return {name: note for name, note in notes.items() if note}


def questions_of(content: EventContent | None) -> tuple[FormQuestion, ...]:
    """Return the questions of an event's sign-up form, also removed ones."""
    return () if content is None else content.questions


class CoverImage(Record, frozen=True, kw_only=True):
    """One size of an event's cover, as JPEG; empty once the cover was removed."""

    kind_name: ClassVar[str] = "cover_image"

    id: str
    digest: str
    content: bytes
    rev: int = 0


def image_id(event_id: str, width: int) -> str:
    """Return the id of one size of an event's cover."""
    return f"{event_id}:{width}"


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


class SetCover(Command, frozen=True, kw_only=True, tag="SetCover"):
    """Give an event a cover, one file for each of `WIDTHS`; without files, remove it."""

    event_id: str
    digest: str = ""
    width: int = 0
    height: int = 0
    alt: str = ""
    images: tuple[bytes, ...] = ()
