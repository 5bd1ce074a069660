"""Letters: the content of a message, from which both its text and its HTML are made."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Literal

import msgspec

LONGEST_SUBJECT = 180
LONGEST_REASON = 200
LONGEST_GREETED_NAME = 60
UID_DOMAIN = "fullhouse"  # the end of each calendar entry's UID
BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Half characters, and marks that turn the direction of all text after them.
DANGERS = re.compile("[\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ADVERT = re.compile(r"[/\\@<>{}]|www\.|\w\.\w{2}", re.IGNORECASE)
# Browsers take it for a dot, too; other look-alikes become plain dots and slashes by NFKC.
IDEOGRAPHIC_DOT = "\u3002"


class Button(msgspec.Struct, frozen=True):
    """A link to press; the main one stands out."""

    purpose: str
    label: str
    url: str
    main: bool = False


class DoorCode(msgspec.Struct, frozen=True):
    """A QR code to show at the door: its content, and the texts beside it.

    `hint` says in the plain text where to find the code; `note` stands under the picture.
    """

    content: str
    label: str
    note: str
    hint: str


class SeatPicture(msgspec.Struct, frozen=True):
    """The seats of a room in rows, each as runs of seats of one state, and the same in words."""

    rows: tuple[tuple[tuple[str, int], ...], ...]
    caption: str


class CalendarLink(msgspec.Struct, frozen=True):
    """A link to a calendar on the web, and the calendar's own name, the same in all languages."""

    name: str
    url: str


class CalendarEntry(msgspec.Struct, frozen=True):
    """The event as a calendar shows it: published for all, or sent to one guest as theirs.

    Without an end a calendar shows only the start.
    """

    uid: str
    sequence: int
    method: Literal["PUBLISH", "REQUEST", "CANCEL"]
    summary: str
    starts: datetime
    ends: datetime | None
    location: str = ""
    description: str = ""
    url: str = ""
    stamp: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    organizer: str = ""
    organizer_name: str = ""


class LetterLook(msgspec.Struct, frozen=True):
    """The look of the house in an email: its colours and its logo, as PNG; each may be empty."""

    accent: str = ""
    night_accent: str = ""
    name: str = ""
    logo: bytes = b""
    width: int = 0
    height: int = 0


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A message ready to be read; `takes_reply` if replies to it sign up or cancel.

    `text` is the whole text of an SMS; it is empty for mails. `replaced` is a calendar entry that
    `calendar` takes the place of; `calendars` are links to calendars on the web. `listed` are the
    letters of several messages in one email. It has its `look` only while it is sent or shown.
    """

    subject: str
    preview: str = ""
    heading: str
    paragraphs: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    buttons: tuple[Button, ...] = ()
    footer: tuple[str, ...] = ()
    stop_url: str = ""
    stop_label: str = ""
    language: str = "en"
    to_name: str = ""
    reply_to: str = ""
    takes_reply: bool = False
    calendar: CalendarEntry | None = None
    replaced: CalendarEntry | None = None
    text: str = ""
    code: DoorCode | None = None
    listed: tuple["Letter", ...] = ()
    calendars_label: str = ""
    calendars: tuple[CalendarLink, ...] = ()
    seats: SeatPicture | None = None
    look: LetterLook | None = None

    @property
    def links(self) -> dict[str, str]:
        """Each link in it by its purpose."""
        return {button.purpose: button.url for button in self.buttons}


def single_line(text: str) -> str:
    """Return a text on one line, without anything that breaks headers or turns the text around."""
    return " ".join(DANGERS.sub("", BREAKS.sub(" ", text)).split())


def short(text: str) -> str:
    """Return what a carrier or stranger said on one line, cut to the length that is kept."""
    return single_line(text)[:LONGEST_REASON]


def subject_line(text: str) -> str:
    """Return a text on one line that is short enough for a subject."""
    line = single_line(text)
    if len(line) <= LONGEST_SUBJECT:
        return line
    return line[: LONGEST_SUBJECT - 1].rstrip() + "…"


def paragraphs(text: str) -> tuple[str, ...]:
    """Split a text at its blank lines; inside a paragraph line breaks stay."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    found = []
    for block in re.split(r"\n\s*\n", plain):
        paragraph = "\n".join(map(single_line, block.strip().split("\n")))
        if paragraph:
            found.append(paragraph)
    return tuple(found)


def with_greeting(name: str) -> str:
    """Return a name to greet with, or an empty text if it looks like an advertisement.

    Anyone may sign up someone else's address, and so choose the name that is mailed to it.
    """
    line = single_line(name)
    if len(line) > LONGEST_GREETED_NAME or ADVERT.search(_as_programs_read(line)):
        return ""
    return line


def _as_programs_read(text: str) -> str:
    """Return a text without invisible letters, with plain dots and slashes, as links are found."""
    plain = unicodedata.normalize("NFKC", text).replace(IDEOGRAPHIC_DOT, ".")
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")


def without_links(letter: Letter, url: str) -> Letter:
    """Return a letter whose links all lead to `url`, without code, calendar, replies and stop."""
    buttons = tuple(msgspec.structs.replace(button, url=url) for button in letter.buttons)
    return msgspec.structs.replace(
        letter,
        buttons=buttons,
        stop_url="",
        stop_label="",
        reply_to="",
        to_name="",
        takes_reply=False,
        calendar=None,
        replaced=None,
        code=None,
        calendars=(),
    )
