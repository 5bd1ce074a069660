"""Letters: what a message says, apart from how a carrier or a mail client wants it. Text and HTML come from the same letter."""

from datetime import datetime
from typing import Literal

import msgspec


class Button(msgspec.Struct, frozen=True):
    """A link to press; the main one stands out."""

    purpose: str
    label: str
    url: str
    main: bool = False


class CalendarEntry(msgspec.Struct, frozen=True):
    """The event as it should stand in the guest's calendar."""

    uid: str
    sequence: int
    method: Literal["PUBLISH", "CANCEL"]
    summary: str
    starts: datetime
    ends: datetime
    location: str = ""
    description: str = ""
    url: str = ""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A message ready to be read by a person."""

    subject: str
    preview: str = ""
    heading: str
    paragraphs: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    buttons: tuple[Button, ...] = ()
    footer: tuple[str, ...] = ()
    stop_url: str = ""
    language: str = "en"
    reply_to: str = ""
    calendar: CalendarEntry | None = None

    @property
    def links(self) -> dict[str, str]:
        """Each link in it by its purpose."""
        return {button.purpose: button.url for button in self.buttons}
