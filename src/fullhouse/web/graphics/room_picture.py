"""The room: one dot per seat (taken, held or open) and the waiting guests at its door.

Numbers in, an inline SVG out, in the language of the page. Only the cap decides where seats are,
so a picture changes only where something changed. Colours come from the style sheet through
classes; the icon has its own, because no style sheet reaches it.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import cos, sin

import msgspec
from markupsafe import Markup

from fullhouse.locale.current import current_language, format_number, gettext, ngettext
from fullhouse.locale.numbers import comma
from fullhouse.products.rsvp.room_plan import (
    Headcount,
    from_the_middle,
    own_spots,
    row_lengths,
)

MOST_DOTS = 400
LONGEST_LINE = 12
STEP = 24
ROW = 25
SEAT = 8
RING = 7
FAN = 0.85
BAR_WIDTH = 480
SHORTEST_PART = 12
NARROWEST = 5 * STEP
DOOR_HEIGHT = 44
SHOWN_AT_LEAST = 240
CURTAIN = "#c8324a"


class OwnDots(msgspec.Struct, frozen=True):
    """The reader's own dots: seats, place on the waitlist, seats held for them, and where."""

    seats: int = 0
    place: int = 0
    held: int = 0
    spot: int = 0


def describe_room(count: Headcount, *, with_open: bool = True, held_for_me: int = 0) -> str:
    """Describe the picture in text; `with_open` adds the open seats.

    `held_for_me` of the held seats are the reader's own.
    """
    taken = ngettext(
        "%(taken)s of %(count)s seat taken",
        "%(taken)s of %(count)s seats taken",
        count.cap,
        taken=count.confirmed,
    )
    parts = [taken]
    if held_for_me:
        parts.append(ngettext("%(count)s held for you", "%(count)s held for you", held_for_me))
    others = count.held - held_for_me
    if others > 0:
        parts.append(ngettext("%(count)s held for someone", "%(count)s held for someone", others))
    if with_open and count.open:
        parts.append(ngettext("%(count)s open", "%(count)s open", count.open))
    elif with_open:
        parts.append(gettext("none open"))
    if count.waiting:
        parts.append(
            ngettext("%(count)s on the waitlist", "%(count)s on the waitlist", count.waiting)
        )
    return comma(current_language()).join(parts)


def room(
    count: Headcount,
    name: str = "room",
    seats_of_mine: int = 0,
    place_of_mine: int = 0,
    held_for_me: int = 0,
    spot: int = 0,
) -> Markup:
    """Draw the room. `name` makes its ids unique on a page; the reader's own dots stand out.

    `spot` decides where the reader's seats are.
    """
    own = OwnDots(seats_of_mine, place_of_mine, held_for_me, spot)
    return _room(current_language(), count, name, own)


@lru_cache(maxsize=512)
def _room(_language: str, count: Headcount, name: str, own: OwnDots) -> Markup:
    """Draw the room; the language only keeps the pictures of each language apart."""
    if count.seats <= MOST_DOTS:
        width, height, seats = _dots(count, own)
    else:
        width, height, seats = _bar(count)
    door = _door(count.waiting, width, height, own.place)
    if door:
        height += DOOR_HEIGHT
    scale = max(1, min(1.6, SHOWN_AT_LEAST / width))
    title = gettext("The room")
    described = describe_room(count, held_for_me=own.held)
    return Markup(  # noqa: S704 - numbers and our own texts; the name is ours
        f'<svg class="room" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'viewBox="0 0 {width} {height}" '
        f'width="{round(width * scale)}" height="{round(height * scale)}" direction="ltr">'
        f'<title id="{name}-title">{title}</title>'
        f'<desc id="{name}-desc">{described}</desc>{seats}{door}</svg>'
    )


def _dots(count: Headcount, own: OwnDots) -> tuple[int, int, str]:
    width, height, places = plan(count.seats)
    mine = min(own.seats, count.confirmed)
    held_for_me = min(own.held, count.held)
    kept = own_spots(count.seats, mine + held_for_me, own.spot)
    ours = [places[index] for index in kept]
    spots = (place for index, place in enumerate(places) if index not in kept)
    stage = f'<path class="stage" d="M{width // 2 - width // 6} 5H{width // 2 + width // 6}"/>'
    taken = "".join(_seat("taken", spot) for spot in islice(spots, count.confirmed - mine))
    taken += "".join(_seat("mine", spot) for spot in ours[:mine])
    held = "".join(_held_seat(x, y) for x, y in islice(spots, count.held - held_for_me))
    held += "".join(_held_seat(x, y) for x, y in ours[mine:])
    free = "".join(_seat("open", spot, RING) for spot in spots)
    return width, height, f"{stage}{taken}{held}{free}"


def _seat(kind: str, spot: tuple[int, int], radius: int = SEAT) -> str:
    return f'<circle class="{kind}" cx="{spot[0]}" cy="{spot[1]}" r="{radius}"/>'


def _held_seat(x: int, y: int) -> str:
    """Draw a ring that is not closed; it starts at the top."""
    return (
        f'<circle class="open" cx="{x}" cy="{y}" r="{RING}"/>'
        f'<circle class="held" cx="{x}" cy="{y}" r="{RING}" pathLength="100" '
        f'stroke-dasharray="70 30" transform="rotate(-90 {x} {y})"/>'
    )


@lru_cache(maxsize=256)
def plan(seats: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Return width, height and the spots of seats in rows around a stage.

    Each row is a little longer than the one before. Spots come row by row from the stage, each row
    from the middle outwards, as a real room fills.
    """
    rows = tuple(row_lengths(seats))
    nearest = max(rows[0], 6) * STEP / FAN
    spots = [spot for row, length in enumerate(rows) for spot in _row(nearest + row * ROW, length)]
    width = max(NARROWEST, 2 * round(max(x for x, _ in spots)) + STEP)
    top = min(y for _, y in spots)
    moved = tuple((round(x) + width // 2, round(y - top) + 30) for x, y in spots)
    return width, max(y for _, y in moved) + STEP // 2, moved


def _row(radius: float, length: int) -> Iterator[tuple[float, float]]:
    for place in from_the_middle(length):
        angle = (place - (length - 1) / 2) * STEP / radius
        yield radius * sin(angle), radius * cos(angle)


def _bar(count: Headcount) -> tuple[int, int, str]:
    """Draw one bar in the same three tones: nobody counts more than a few hundred dots."""
    taken, held = _bar_part(count.confirmed, count.seats), _bar_part(count.held, count.seats)
    bar = (
        f'<rect class="open" x="1" y="9" width="{BAR_WIDTH - 2}" height="22" rx="11"/>'
        f'<rect class="held" x="{min(taken, BAR_WIDTH - held)}" y="8" '
        f'width="{held}" height="24" rx="4"/>'
        f'<rect class="taken" x="0" y="8" width="{taken}" height="24" rx="{min(12, taken // 2)}"/>'
    )
    return BAR_WIDTH, 40, bar


def _bar_part(seats: int, of: int) -> int:
    """Return the width of some seats in the bar: a single one can be seen, too."""
    if not seats:
        return 0
    return max(SHORTEST_PART, round(BAR_WIDTH * seats / of))


def _door(waiting: int, width: int, height: int, mine: int) -> str:
    """Draw the wall with its door and the guests waiting; a number stands for those left out."""
    if not waiting:
        return ""
    shown = min(waiting, LONGEST_LINE, width // STEP)
    if shown < waiting:
        shown = min(LONGEST_LINE, max(1, width // STEP - 3))
    more = waiting - shown
    space_for_number = 2 * STEP if more > 0 else 0
    first = (width - (shown - 1) * STEP - space_for_number) // 2
    guests = ""
    for place in range(shown):
        kind = "mine" if place + 1 == mine else "waiting"
        guests += _seat(kind, (first + place * STEP, height + 32), RING)
    number = ""
    if more:
        x = first + shown * STEP - 6
        number = f'<text class="more" x="{x}" y="{height + 38}">+{format_number(more)}</text>'
    left, right, y = width // 2 - STEP, width // 2 + STEP, height + 8
    wall = f'<path class="wall" d="M0 {y}H{left}M{right} {y}H{width}"/>'
    return f"{wall}{guests}{number}"


# Eight seats in a box of 32: three in front, five behind them.
MARKS = (
    (16, 15),
    (9.5, 13.5),
    (22.5, 13.5),
    (16, 23.5),
    (9.5, 22.5),
    (22.5, 22.5),
    (3.5, 20.5),
    (28.5, 20.5),
)


@lru_cache(maxsize=64)
def icon(count: Headcount | None = None) -> Markup:
    """Draw the room as eight dots for a tab or a list, filled in proportion.

    One dot is a ring if a seat is held.
    """
    count = count or Headcount(8, 7, 1)
    taken = round(len(MARKS) * count.confirmed / count.seats)
    held = 1 if count.held else 0
    dots = "".join(
        _mark(x, y, full=index < taken, held=index < taken + held)
        for index, (x, y) in enumerate(MARKS)
    )
    return Markup(  # noqa: S704 - numbers only
        '<svg xmlns="http://www.w3.org/2000/svg" class="icon" aria-hidden="true" '
        'viewBox="0 0 32 32" width="32" height="32">'
        f'<g fill="{CURTAIN}" stroke="{CURTAIN}" stroke-width="1.5" stroke-linecap="round">'
        f'<path stroke-width="3" d="M10 6H22"/>{dots}</g></svg>'
    )


def _mark(x: float, y: float, *, full: bool, held: bool) -> str:
    if full:
        return f'<circle cx="{x}" cy="{y}" r="2.25"/>'
    gap = ' pathLength="100" stroke-dasharray="65 35"' if held else ' opacity=".6"'
    return f'<circle fill="none" cx="{x}" cy="{y}" r="2.25"{gap}/>'
