"""Weeks side by side: who was booked and confirmed, what was freed and refilled. Numbers in, an SVG out."""

import msgspec
from markupsafe import Markup, escape

HEIGHT, TOP, BOTTOM = 190, 22, 162
WIDEST_MONTH = 64.0


class MonthBar(msgspec.Struct, frozen=True):
    """A month: its short and its whole name, slots freed and filled."""

    short: str
    name: str
    freed: int
    filled: int


def describe_months(bars: tuple[MonthBar, ...]) -> str:
    """Say what the picture shows."""
    return " ".join(
        f"{one.name}: {one.filled:,} of {one.freed:,} freed {_slots(one.freed)} filled."
        for one in bars
    )


def _slots(number: int) -> str:
    return "slot" if number == 1 else "slots"


def draw_months(bars: tuple[MonthBar, ...], name: str = "months") -> Markup:
    """Draw a bar for each month, in parts of the width, so that words keep their size."""
    most = max((one.freed for one in bars), default=0) or 1
    drawn = "".join(_month_bar(one, at, len(bars), most) for at, one in enumerate(bars))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="months" role="img" aria-labelledby="{name}-title {name}-desc" width="100%" height="{HEIGHT}" '
        f'direction="ltr"><title id="{name}-title">Slots by month</title>'
        f'<desc id="{name}-desc">{escape(describe_months(bars))}</desc>'
        f'<line class="base" x1="0" x2="100%" y1="{BOTTOM}" y2="{BOTTOM}"/>{drawn}</svg>'
    )


def _month_bar(one: MonthBar, at: int, several: int, most: int) -> str:
    step = 100 / several
    width = min(step * 0.62, WIDEST_MONTH / 4)
    left, middle = (at + 0.5) * step - width / 2, (at + 0.5) * step
    freed, filled = (round((BOTTOM - TOP) * number / most) for number in (one.freed, one.filled))
    return (
        f'<rect class="freed" x="{left:.2f}%" width="{width:.2f}%" y="{BOTTOM - freed}" height="{freed}" rx="4"/>'
        f'<rect class="filled" x="{left:.2f}%" width="{width:.2f}%" y="{BOTTOM - filled}" height="{filled}" rx="4"/>'
        f'<text class="figure" x="{middle:.2f}%" y="{BOTTOM - freed - 6}" text-anchor="middle">'
        f"{one.filled:,}/{one.freed:,}</text>"
        f'<text x="{middle:.2f}%" y="{BOTTOM + 20}" text-anchor="middle">{escape(one.short)}</text>'
    )


WIDEST_WEEK = 12.0


class WeekBars(msgspec.Struct, frozen=True):
    """A week: its first day, how many were booked and how many of them confirmed, chairs freed and filled again."""

    name: str
    booked: int
    confirmed: int
    freed: int
    refilled: int


def describe_weeks(weeks: tuple[WeekBars, ...]) -> str:
    """Say what the picture shows."""
    return " ".join(
        f"Week of {one.name}: {one.confirmed:,} of {one.booked:,} confirmed, {one.refilled:,} of {one.freed:,} freed "
        f"{'chair' if one.freed == 1 else 'chairs'} filled again."
        for one in weeks
    )


def draw_weeks(weeks: tuple[WeekBars, ...], name: str = "weeks") -> Markup:
    """Draw two bars for each week, in parts of the width, so that words keep their size."""
    most = max((max(one.booked, one.freed) for one in weeks), default=0) or 1
    drawn = "".join(_week(one, at, len(weeks), most) for at, one in enumerate(weeks))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="months" role="img" aria-labelledby="{name}-title {name}-desc" width="100%" height="{HEIGHT}" '
        f'direction="ltr"><title id="{name}-title">Appointments by week</title>'
        f'<desc id="{name}-desc">{escape(describe_weeks(weeks))}</desc>'
        f'<line class="base" x1="0" x2="100%" y1="{BOTTOM}" y2="{BOTTOM}"/>{drawn}</svg>'
    )


def _week(one: WeekBars, at: int, several: int, most: int) -> str:
    step = 100 / several
    width, middle = min(step * 0.34, WIDEST_WEEK), (at + 0.5) * step
    booked = _week_bar(middle - width - 0.3, width, one.booked, one.confirmed, most, "filled")
    freed = _week_bar(middle + 0.3, width, one.freed, one.refilled, most, "refilled")
    label = (
        f'<text x="{middle:.2f}%" y="{BOTTOM + 20}" text-anchor="middle">{escape(one.name)}</text>'
    )
    return f"{booked}{freed}{label}"


def _week_bar(left: float, width: float, whole: int, part: int, most: int, kind: str) -> str:
    """Draw a number and the part of it that went well."""
    if not whole:
        return ""
    high, full = (round((BOTTOM - TOP) * number / most) for number in (whole, part))
    place, middle = f'x="{left:.2f}%" width="{width:.2f}%"', left + width / 2
    return (
        f'<rect class="freed" {place} y="{BOTTOM - high}" height="{high}" rx="4"/>'
        f'<rect class="{kind}" {place} y="{BOTTOM - full}" height="{full}" rx="4"/>'
        f'<text class="figure" x="{middle:.2f}%" y="{BOTTOM - high - 6}" text-anchor="middle">{whole:,}</text>'
    )
