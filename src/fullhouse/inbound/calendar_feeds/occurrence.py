"""One time in a calendar, wherever it came from. What a freed slot is, is not known here."""

import re
from collections.abc import Iterable
from datetime import datetime

import msgspec

LONGEST_SUMMARY, LONGEST_DESCRIPTION, LONGEST_UID = 500, 4000, 300
MOST_TAGS = MOST_GUESTS = 20
LONGEST_GUEST = 254
TAG = re.compile(r"(?:^|(?<=[\s(,;>]))#(\w[\w-]{0,49})")


class FeedProblem(Exception):
    """A calendar cannot be read; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


Guest = tuple[str, str]


class Occurrence(msgspec.Struct, frozen=True):
    """One time of an entry, in UTC. `uid` names this very time, also after it was moved; `tags` are its #words.

    `guests` are who was invited: their name, if it is told, and their address.
    """

    uid: str
    starts_at: datetime
    ends_at: datetime
    summary: str = ""
    description: str = ""
    cancelled: bool = False
    tags: tuple[str, ...] = ()
    guests: tuple[Guest, ...] = ()


def tags_in(*texts: str) -> tuple[str, ...]:
    """Find the #words, in small letters and without their sign, each once."""
    found = (tag.casefold() for text in texts for tag in TAG.findall(text))
    return tuple(dict.fromkeys(found))[:MOST_TAGS]


def tidy(text: str, longest: int) -> str:
    """Leave out what steers a terminal or a page, and what is too long."""
    return "".join(one for one in text[:longest] if one.isprintable() or one in "\n\t").strip()


def made_of(
    uid: str,
    span: tuple[datetime, datetime],
    summary: str,
    description: str,
    *,
    cancelled: bool,
    guests: Iterable[Guest] = (),
) -> Occurrence:
    """Make an occurrence of what a calendar says, tidied."""
    summary, description = tidy(summary, LONGEST_SUMMARY), tidy(description, LONGEST_DESCRIPTION)
    tags = tags_in(summary, description)
    invited = tuple(
        (tidy(name, LONGEST_GUEST), tidy(address, LONGEST_GUEST)) for name, address in guests
    )
    return Occurrence(
        tidy(uid, LONGEST_UID), *span, summary, description, cancelled, tags, invited[:MOST_GUESTS]
    )
