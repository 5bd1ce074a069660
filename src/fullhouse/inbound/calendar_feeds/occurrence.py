"""One time in a calendar, from any source. Freed slots are not known here."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from fullhouse.kernel.patterns import regex

LONGEST_SUMMARY, LONGEST_DESCRIPTION, LONGEST_UID = 500, 4000, 300
MOST_TAGS = MOST_GUESTS = 20
LONGEST_GUEST = 254
TAG = regex(r"(?:^|(?<=[\s(,;>]))#(\w[\w-]{0,49})")


def left_out_note(titles: tuple[str, ...]) -> str:
    """Return a sentence about entries that were left out, or ""."""
    if not titles:
        return ""
    first = f"“{titles[0]}”" if titles[0] else "an entry without a title"
    if len(titles) == 1:
        return f"We left out {first}: we can't read its times. All other entries are used."
    return (
        f"We left out {len(titles):,} entries, such as {first}: we can't read their times. "
        "All other entries are used."
    )


class FeedProblem(Exception):
    """A calendar cannot be read; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


Guest = tuple[str, str]


class Occurrence(msgspec.Struct, frozen=True):
    """One time of an entry, in UTC, with the name and address of each guest who was invited.

    `uid` names this very time, also after it was moved; `tags` are its #words.
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
    """Find the #words, in lower case and without their sign, each once."""
    found: list[str] = []
    for text in texts:
        found += (tag.casefold() for tag in TAG.findall(text))
    return tuple(dict.fromkeys(found))[:MOST_TAGS]


def tidy(text: str, longest: int) -> str:
    """Cut a text, and leave out control characters."""
    kept = (char for char in text[:longest] if char.isprintable() or char in "\n\t")
    return "".join(kept).strip()


def made_of(
    uid: str,
    span: tuple[datetime, datetime],
    summary: str,
    description: str,
    *,
    cancelled: bool,
    guests: Iterable[Guest] = (),
) -> Occurrence:
    """Build an occurrence from a calendar's texts, tidied."""
    summary, description = tidy(summary, LONGEST_SUMMARY), tidy(description, LONGEST_DESCRIPTION)
    tags = tags_in(summary, description)
    invited = tuple(
        (tidy(name, LONGEST_GUEST), tidy(address, LONGEST_GUEST)) for name, address in guests
    )
    return Occurrence(
        tidy(uid, LONGEST_UID), *span, summary, description, cancelled, tags, invited[:MOST_GUESTS]
    )
