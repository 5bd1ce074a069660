"""A wish typed into one cell: "Mon, Thu after 5pm", "Mo-Fr vormittags", "lunes y jueves"."""

import msgspec

from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.wish_words.vocabulary import Token, tokens
from fullhouse.products.frontdesk.waitlist.wishes import (
    DAY_PARTS,
    WEEKDAYS,
    Weekdays,
    in_week_order,
)

LONGEST_CELL = 200
LATEST = "24:00"


class Wish(msgspec.Struct, frozen=True):
    """The weekdays and the window of the day that a text names; what it does not name is empty."""

    weekdays: Weekdays = ()
    from_time: str = ""
    until_time: str = ""
    names_days: bool = False
    names_times: bool = False


def read_wish(text: str, language: str) -> Wish | None:
    """Return the wish of a cell; None if a word of it is not understood, or it makes no sense."""
    if len(text) > LONGEST_CELL:
        return None
    return wish_of(tokens(folded(text), language))


def wish_of(found: list[Token]) -> Wish | None:
    """Return the wish of tokens; None if one of them is not understood."""
    reading = _Reading()
    for token in found:
        if not reading.take(token):
            return None
    return reading.wish()


class _Reading:
    """The wish that the tokens so far add up to."""

    def __init__(self) -> None:
        self.days: set[str] = set()
        self.windows: list[tuple[str, str]] = []
        self.parts: list[tuple[str, str]] = []
        self.way = ""
        self.last_day = self.clock = ""

    def take(self, token: Token) -> bool:
        """Take in one more token; return False if it is not understood."""
        if token.kind in ("not", "other"):
            return False
        if token.kind == "days":
            self._take_days(token.value)
        elif token.kind == "part":
            self.parts.append(DAY_PARTS[token.value])
        elif token.kind == "clock":
            return self._take_clock(token.value)
        elif token.kind in ("from", "to", "between"):
            self.way = token.kind
        elif token.kind == "and":
            self.way = "to" if self.way == "until" else ""
        return True

    def _take_days(self, value: str) -> None:
        """Take a day, several, or the last of a span such as "Mon to Fri"."""
        named = value.split()
        if self.way == "to" and self.last_day and len(named) == 1:
            self.days.update(days_from(self.last_day, named[0]))
        self.days.update(named)
        self.way, self.last_day = "", named[-1]

    def _take_clock(self, clock: str) -> bool:
        """Take a time; the first of a span waits for the second."""
        if not clock:
            return False
        way, self.way = self.way, ""
        if way == "to":
            self.windows.append((self.clock, clock))
            self.clock = ""
            return True
        if self.clock:
            return False
        self.clock = clock
        if way == "between":
            self.way = "until"
        elif way == "from":
            self.windows.append((clock, ""))
        return True

    def wish(self) -> Wish | None:
        """Return the wish; None if a time is left over, or no time of day is left."""
        starts = {start for start, _ in self.windows}
        if self.clock and self.clock not in starts:
            return None
        window = _within(_joined(self.parts), self.windows)
        if window is None or not (self.days or self.parts or self.windows):
            return None
        from_time, until_time = window
        return Wish(
            in_week_order(frozenset(self.days)),
            from_time,
            until_time,
            names_days=bool(self.days),
            names_times=bool(self.parts or self.windows),
        )


def days_from(first: str, last: str) -> list[str]:
    """Return the days from one to another, also across the weekend."""
    start = WEEKDAYS.index(first)
    week = (*WEEKDAYS[start:], *WEEKDAYS[:start])
    return list(week[: week.index(last) + 1])


def _joined(parts: list[tuple[str, str]]) -> tuple[str, str] | None:
    """Return parts of the day as one window; None if there is a gap between them."""
    if not parts:
        return "", LATEST
    ordered = sorted((start, end or LATEST) for start, end in parts)
    first, last = ordered[0]
    for start, end in ordered:
        if start > last:
            return None
        last = max(last, end)
    return first, last


def _within(
    window: tuple[str, str] | None, others: list[tuple[str, str]]
) -> tuple[str, str] | None:
    """Return the window that lies in all of them; None if nothing does."""
    if window is None:
        return None
    start = max([window[0], *(first for first, _ in others)])
    end = min([window[1], *(last or LATEST for _, last in others)])
    if start >= end:
        return None
    return start, "" if end == LATEST else end
