"""An answer at the desk: one sentence, what belongs to it, and the rows that it speaks of, each with its page."""

from datetime import datetime

import msgspec

from fullhouse.kernel.question_times import LENGTH, stretch
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.kernel.times import duration, wall_time
from fullhouse.web.desk import wording

MOST_ROWS = 50
SAID = {
    "today": " today",
    "tomorrow": " tomorrow",
    "yesterday": " yesterday",
    "this_week": " this week",
    "next_week": " next week",
    "last_week": " last week",
    "this_month": " this month",
    "last_month": " last month",
}


class Row(msgspec.Struct, frozen=True):
    """Someone or something with a page of its own; `dot` says how it stands."""

    path: str
    name: str
    about: str = ""
    dot: str = ""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An answer; `elsewhere` is the page with all of them where only the first are shown."""

    said: str
    more: str = ""
    rows: tuple[Row, ...] = ()
    left_out: int = 0
    elsewhere: str = ""
    puzzled: bool = False
    by_model: bool = False


def told(said: str, rows: list[Row], more: str = "", elsewhere: str = "") -> Told:
    """Show the first rows, and say how many are left out."""
    return Told(
        said=said, more=more, rows=tuple(rows[:MOST_ROWS]), left_out=max(0, len(rows) - MOST_ROWS), elsewhere=elsewhere
    )


def counted(number: int, one: str, many: str, none: str, *, at_least: bool = False) -> str:
    """Count in words; where only a part was looked through, say so."""
    if not number:
        return none
    return f"{'At least ' if at_least else ''}{wording.people(number, one, many)}"


def in_time(period: str, now: datetime, zone: str, *, back: bool = False) -> str:
    """Say a time as it was understood: a weekday with its date."""
    if not period or period in SAID:
        return SAID.get(period, "")
    if length := LENGTH.fullmatch(period):
        return f" in the {'next' if length[1] else 'last'} {wording.span(duration(length[2]))}"
    return f" on {wording.day(wall_time(stretch(period, now, zone, back=back)[0], zone))}"


def for_whom(service: str, staff: str) -> str:
    """Say what was asked for by name."""
    return f"{f' for {service}' if service else ''}{f' with {staff}' if staff else ''}"


def at(moment: datetime, book: Rulebook) -> str:
    """Write when something is, by the clock on the wall there."""
    return wording.wall(wall_time(moment, book.zone))


def joined(*parts: str) -> str:
    """Put what is known side by side."""
    return " · ".join(one for one in parts if one)
