"""The day chart: one row per staff member, with appointments and freed slots, as SVG.

Horizontal positions are percentages, so it fills any screen and its text keeps its size. Colours
come from the style sheet through classes.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from markupsafe import Markup, escape

from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate

# The status of a freed slot or of an appointment.
Kind = Literal["filled", "offered", "open", "back", "booked", "confirmed", "cancelled", "no_show"]

HOUR = 60
MIDNIGHT = 24 * HOUR
USUAL = (9 * HOUR, 18 * HOUR)
LABEL, LEVEL, GAP, AXIS = 24, 34, 14, 26
SLOT = 28
RING = 8
FEW_HOURS = 3
SAID: dict[Kind, str] = {
    "filled": to_translate("filled"),
    "offered": to_translate("offered"),
    "open": to_translate("open"),
    "back": to_translate("handed back"),
    "booked": to_translate("not answered yet"),
    "confirmed": to_translate("confirmed"),
    "cancelled": to_translate("cancelled"),
    "no_show": to_translate("did not come"),
}
CROSSED: frozenset[Kind] = frozenset({"cancelled", "no_show"})


class Segment(msgspec.Struct, frozen=True):
    """A slot or an appointment in the chart: its minutes of the day, its status and its text.

    An offer has the share of time `left` and its times, so that its arc can shrink on an open
    page.
    """

    begins: int
    ends: int
    kind: Kind
    words: str
    left: float = 0
    made_at: str = ""
    ends_at: str = ""


class StaffRow(msgspec.Struct, frozen=True):
    """A staff member and their segments of the day."""

    name: str
    segments: tuple[Segment, ...]


class Day(msgspec.Struct, frozen=True):
    """The content of the chart; `open_hours` and `now` are minutes of the day.

    `now` is None on any other day. `nothing` is the text for a day without appointments.
    """

    rows: tuple[StaffRow, ...]
    open_hours: tuple[tuple[int, int], ...] = ()
    now: int | None = None
    nothing: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """The full hours around everything in the chart."""
        parts = [*self.open_hours]
        for row in self.rows:
            parts.extend((segment.begins, segment.ends) for segment in row.segments)
        begins = min((first for first, _ in parts), default=USUAL[0])
        ends = max((last for _, last in parts), default=USUAL[1])
        last = min(MIDNIGHT, -(-ends // HOUR) * HOUR)
        return min(begins // HOUR * HOUR, last - HOUR), last


def describe_day(day: Day) -> str:
    """Describe the chart in text, row by row."""
    texts = []
    for row in day.rows:
        if row.segments:
            segments = "; ".join(segment.words for segment in row.segments)
            texts.append(f"{_name(row)}: {segments}.")
    return " ".join(texts) or day.nothing or gettext("No slot was freed.")


def _name(row: StaffRow) -> str:
    return row.name or gettext("No one in particular")


def state(kind: Kind) -> str:
    """Return the status of a freed slot or of an appointment in words."""
    return translate(SAID[kind])


def draw(day: Day, name: str = "day") -> Markup:
    """Draw the day; `name` makes its ids unique on a page."""
    rows, height = [], GAP // 2
    for row in day.rows:
        drawn, grown = _row(row, day, height)
        rows.append(drawn)
        height += grown
    behind, before = _hours(day, height), _now(day, height)
    title = escape(gettext("The day"))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="day" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'width="100%" height="{height + AXIS}" '
        f'direction="ltr"><title id="{name}-title">{title}</title>'
        f'<desc id="{name}-desc">{escape(describe_day(day))}</desc>'
        f"{behind}{''.join(rows)}{before}</svg>"
    )


def _part(day: Day, minute: int) -> str:
    """Return the horizontal position of a minute."""
    begins, ends = day.span
    return f"{100 * (min(max(minute, begins), ends) - begins) / (ends - begins):.2f}%"


def _width(day: Day, begins: int, ends: int) -> str:
    first, last = day.span
    return f"{100 * (min(ends, last) - max(begins, first)) / (last - first):.2f}%"


def _hours(day: Day, height: int) -> str:
    """Draw a line and a number per hour; on narrow screens the style sheet hides minor ones."""
    begins, ends = day.span
    marks = []
    for at in range(begins, ends + 1, HOUR):
        x = _part(day, at)
        anchor = "middle"
        if at == begins:
            anchor = "start"
        elif at == ends:
            anchor = "end"
        minor = "" if (at - begins) // HOUR % FEW_HOURS == 0 else " minor"
        marks.append(f'<line class="hour" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
        marks.append(
            f'<text class="clock{minor}" x="{x}" y="{height + 18}" '
            f'text-anchor="{anchor}">{at // HOUR}</text>'
        )
    return "".join(marks)


def _row(row: StaffRow, day: Day, top: int) -> tuple[str, int]:
    levels = _levels(row.segments)
    y = top + LABEL
    height = max(1, len(levels)) * LEVEL
    hours = "".join(
        f'<rect class="hours" x="{_part(day, begins)}" width="{_width(day, begins, ends)}" '
        f'y="{y - 3}" height="{height}" rx="8"/>'
        for begins, ends in day.open_hours
    )
    slots = ""
    for number, level in enumerate(levels):
        slots += "".join(_slot(segment, day, y + number * LEVEL) for segment in level)
    label = f'<text class="name" x="0" y="{top + 16}">{escape(_name(row))}</text>'
    return f"{label}{hours}{slots}", LABEL + height + GAP


def _levels(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Distribute segments over levels, so that overlapping ones are below one another."""
    levels: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda each: (each.begins, each.ends)):
        free = next((level for level in levels if level[-1].ends <= segment.begins), None)
        if free is None:
            levels.append([segment])
        else:
            free.append(segment)
    return levels


def _slot(segment: Segment, day: Day, y: int) -> str:
    x, width = _part(day, segment.begins), _width(day, segment.begins, segment.ends)
    inside = f'<title>{escape(segment.words)}</title><rect width="100%" height="{SLOT}" rx="7"/>'
    if segment.kind == "offered":
        inside += _arc(segment)
    if segment.kind in CROSSED:
        inside += f'<line x1="0" x2="100%" y1="{SLOT // 2}" y2="{SLOT // 2}"/>'
    return (
        f'<svg class="slot {segment.kind}" x="{x}" y="{y}" width="{width}" height="{SLOT}" '
        f'overflow="visible">{inside}</svg>'
    )


def _arc(segment: Segment) -> str:
    """Draw a ring that opens while the offer runs out."""
    ring = f'cx="50%" cy="{SLOT // 2}" r="{RING}"'
    left = arc(ring, segment.left, segment.made_at, segment.ends_at)
    return f'<circle class="ring" {ring}/>{left}'


def arc(ring: str, left: float, made_at: str, ends_at: str) -> Markup:
    """Draw the time left of an offer on a `ring`; the style sheet turns its start to the top."""
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
