"""The day: staff as rows, the day as a line of appointments and freed slots, each as it stands. Numbers in, an SVG out.

Across it is laid out in parts of the day's width, so that it fills any screen and its words keep their size. Colours
come from the style sheet through classes.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from markupsafe import Markup, escape

# What a freed slot became, and how an appointment stands.
Kind = Literal["filled", "offered", "open", "back", "booked", "confirmed", "cancelled", "no_show"]

HOUR = 60
MIDNIGHT = 24 * HOUR
USUAL = (9 * HOUR, 18 * HOUR)
LABEL, LANE, GAP, AXIS = 24, 34, 14, 26
SLOT = 28
RING = 8
FEW_HOURS = 3
SAID: dict[Kind, str] = {
    "filled": "filled",
    "offered": "offered",
    "open": "open",
    "back": "handed back",
    "booked": "not answered yet",
    "confirmed": "confirmed",
    "cancelled": "cancelled",
    "no_show": "did not come",
}
CROSSED: frozenset[Kind] = frozenset({"cancelled", "no_show"})
NOBODY = "No one in particular"


class Segment(msgspec.Struct, frozen=True):
    """A slot or an appointment in the picture: its minutes of the day, how it stands, and its words.

    Of an offer it is known how much is `left`, and its own times, so that its arc can go on shrinking while the page is
    looked at.
    """

    begins: int
    ends: int
    kind: Kind
    words: str
    left: float = 0
    made_at: str = ""
    ends_at: str = ""


class StaffRow(msgspec.Struct, frozen=True):
    """Someone of the staff, and their part of the day."""

    name: str
    segments: tuple[Segment, ...]


class Day(msgspec.Struct, frozen=True):
    """All that the picture shows; `open_hours` and `now` in minutes of the day, no `now` on any other day.

    `nothing` is what is said of a day on which there is nothing to show.
    """

    rows: tuple[StaffRow, ...]
    open_hours: tuple[tuple[int, int], ...] = ()
    now: int | None = None
    nothing: str = "No slot was freed."

    @property
    def span(self) -> tuple[int, int]:
        """The full hours around everything there is to show."""
        parts = [(one.begins, one.ends) for row in self.rows for one in row.segments] + list(
            self.open_hours
        )
        begins = min((one for one, _ in parts), default=USUAL[0])
        ends = max((one for _, one in parts), default=USUAL[1])
        last = min(MIDNIGHT, -(-ends // HOUR) * HOUR)
        return min(begins // HOUR * HOUR, last - HOUR), last

    def count(self, kind: Kind) -> int:
        """Count what stands like this."""
        return sum(one.kind == kind for row in self.rows for one in row.segments)


def words(day: Day) -> str:
    """Say what the picture shows, row by row."""
    told = [
        f"{row.name or NOBODY}: {'; '.join(one.words for one in row.segments)}."
        for row in day.rows
        if row.segments
    ]
    return " ".join(told) or day.nothing


def tally(day: Day) -> str:
    """Say how many slots there are of each kind."""
    counted = [(day.count(kind), said) for kind, said in SAID.items()]
    return ", ".join(f"{number:,} {said}" for number, said in counted if number) or "none freed"


def draw(day: Day, name: str = "day") -> Markup:
    """Draw the day; `name` makes its ids unique on a page."""
    rows, height = [], GAP // 2
    for row in day.rows:
        drawn, grown = _row(row, day, height)
        rows.append(drawn)
        height += grown
    behind, before = _hours(day, height), _now(day, height)
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="day" role="img" aria-labelledby="{name}-title {name}-desc" width="100%" height="{height + AXIS}" '
        f'direction="ltr"><title id="{name}-title">The day</title><desc id="{name}-desc">{escape(words(day))}</desc>'
        f"{behind}{''.join(rows)}{before}</svg>"
    )


def _part(day: Day, minute: int) -> str:
    """Say how far to the right a minute lies."""
    begins, ends = day.span
    return f"{100 * (min(max(minute, begins), ends) - begins) / (ends - begins):.2f}%"


def _width(day: Day, begins: int, ends: int) -> str:
    first, last = day.span
    return f"{100 * (min(ends, last) - max(begins, first)) / (last - first):.2f}%"


def _hours(day: Day, height: int) -> str:
    """A line and a number for each hour; on a narrow screen the style sheet leaves numbers out."""
    begins, ends = day.span
    marks = []
    for at in range(begins, ends + 1, HOUR):
        x, anchor = _part(day, at), "start" if at == begins else "end" if at == ends else "middle"
        some = "" if (at - begins) // HOUR % FEW_HOURS == 0 else " minor"
        marks.append(f'<line class="hour" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
        marks.append(
            f'<text class="clock{some}" x="{x}" y="{height + 18}" text-anchor="{anchor}">{at // HOUR}</text>'
        )
    return "".join(marks)


def _row(row: StaffRow, day: Day, top: int) -> tuple[str, int]:
    lanes = _lanes(row.segments)
    deep = max(1, len(lanes))
    y = top + LABEL
    hours = "".join(
        f'<rect class="hours" x="{_part(day, one)}" width="{_width(day, one, other)}" y="{y - 3}" '
        f'height="{deep * LANE}" rx="8"/>'
        for one, other in day.open_hours
    )
    slots = "".join(_slot(one, day, y + at * LANE) for at, lane in enumerate(lanes) for one in lane)
    label = f'<text class="name" x="0" y="{top + 16}">{escape(row.name or NOBODY)}</text>'
    return f"{label}{hours}{slots}", LABEL + deep * LANE + GAP


def _lanes(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Put slots at the same time below one another."""
    lanes: list[list[Segment]] = []
    for one in sorted(segments, key=lambda each: (each.begins, each.ends)):
        free = next((lane for lane in lanes if lane[-1].ends <= one.begins), None)
        if free is None:
            lanes.append([one])
        else:
            free.append(one)
    return lanes


def _slot(one: Segment, day: Day, y: int) -> str:
    width = _width(day, one.begins, one.ends)
    inside = f'<title>{escape(one.words)}</title><rect width="100%" height="{SLOT}" rx="7"/>'
    if one.kind == "offered":
        inside += _arc(one)
    if one.kind in CROSSED:
        inside += f'<line x1="0" x2="100%" y1="{SLOT // 2}" y2="{SLOT // 2}"/>'
    return (
        f'<svg class="slot {one.kind}" x="{_part(day, one.begins)}" y="{y}" width="{width}" height="{SLOT}" '
        f'overflow="visible">{inside}</svg>'
    )


def _arc(one: Segment) -> str:
    """A ring that closes less and less while the offer runs out."""
    ring = f'cx="50%" cy="{SLOT // 2}" r="{RING}"'
    return f'<circle class="ring" {ring}/>{arc(ring, one.left, one.made_at, one.ends_at)}'


def arc(ring: str, left: float, made_at: str, ends_at: str) -> Markup:
    """Draw how much of an offer is left; `ring` says where. The style sheet turns its start to the top."""
    return Markup(  # noqa: S704 - numbers and times
        f'<circle class="left" {ring} pathLength="100" stroke-dasharray="{100 * left:.0f} 100" '
        f'data-made="{made_at}" data-ends="{ends_at}"/>'
    )


def _now(day: Day, height: int) -> str:
    begins, ends = day.span
    if day.now is None or not begins <= day.now <= ends:
        return ""
    x = _part(day, day.now)
    return f'<line class="now" x1="{x}" x2="{x}" y1="0" y2="{height}"/>'
