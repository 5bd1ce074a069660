"""Bar charts: slots by month, appointments by week. Numbers in, SVG out."""

import msgspec
from markupsafe import Markup, escape

from fullhouse.locale.current import format_number, gettext, ngettext

HEIGHT, TOP, BOTTOM = 190, 22, 162
WIDEST_MONTH = 64.0


class MonthBar(msgspec.Struct, frozen=True):
    """A month: its short and its full name, slots freed and filled."""

    short: str
    name: str
    freed: int
    filled: int


def describe_months(bars: tuple[MonthBar, ...]) -> str:
    """Describe the chart in text."""
    return " ".join(_describe_month(bar) for bar in bars)


def _describe_month(bar: MonthBar) -> str:
    return ngettext(
        "%(month)s: %(filled)s of %(count)s freed slot filled.",
        "%(month)s: %(filled)s of %(count)s freed slots filled.",
        bar.freed,
        month=bar.name,
        filled=bar.filled,
    )


def draw_months(bars: tuple[MonthBar, ...], name: str = "months") -> Markup:
    """Draw a bar for each month; widths are percentages, so that text keeps its size."""
    most = max((bar.freed for bar in bars), default=0) or 1
    drawn = "".join(_month_bar(bar, at, len(bars), most) for at, bar in enumerate(bars))
    title = escape(gettext("Slots by month"))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="months" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'width="100%" height="{HEIGHT}" '
        f'direction="ltr"><title id="{name}-title">{title}</title>'
        f'<desc id="{name}-desc">{escape(describe_months(bars))}</desc>'
        f'<line class="base" x1="0" x2="100%" y1="{BOTTOM}" y2="{BOTTOM}"/>{drawn}</svg>'
    )


def _month_bar(bar: MonthBar, at: int, count: int, most: int) -> str:
    step = 100 / count
    width = min(step * 0.62, WIDEST_MONTH / 4)
    left, middle = (at + 0.5) * step - width / 2, (at + 0.5) * step
    place = f'x="{left:.2f}%" width="{width:.2f}%"'
    freed, filled = _height(bar.freed, most), _height(bar.filled, most)
    return (
        f'<rect class="freed" {place} y="{BOTTOM - freed}" height="{freed}" rx="4"/>'
        f'<rect class="filled" {place} y="{BOTTOM - filled}" height="{filled}" rx="4"/>'
        f'<text class="figure" x="{middle:.2f}%" y="{BOTTOM - freed - 6}" text-anchor="middle">'
        f"{format_number(bar.filled)}/{format_number(bar.freed)}</text>"
        f'<text x="{middle:.2f}%" y="{BOTTOM + 20}" text-anchor="middle">{escape(bar.short)}</text>'
    )


def _height(number: int, most: int) -> int:
    return round((BOTTOM - TOP) * number / most)


WIDEST_WEEK = 12.0


class WeekBars(msgspec.Struct, frozen=True):
    """A week: its first day, appointments booked and confirmed, slots freed and refilled."""

    name: str
    booked: int
    confirmed: int
    freed: int
    refilled: int


def describe_weeks(weeks: tuple[WeekBars, ...]) -> str:
    """Describe the chart in text."""
    return " ".join(_describe_week(week) for week in weeks)


def _describe_week(week: WeekBars) -> str:
    return ngettext(
        "Week of %(week)s: %(confirmed)s of %(booked)s confirmed, "
        "%(refilled)s of %(count)s freed chair filled again.",
        "Week of %(week)s: %(confirmed)s of %(booked)s confirmed, "
        "%(refilled)s of %(count)s freed chairs filled again.",
        week.freed,
        week=week.name,
        confirmed=week.confirmed,
        booked=week.booked,
        refilled=week.refilled,
    )


def draw_weeks(weeks: tuple[WeekBars, ...], name: str = "weeks") -> Markup:
    """Draw two bars for each week; widths are percentages, so that text keeps its size."""
    most = max((max(week.booked, week.freed) for week in weeks), default=0) or 1
    drawn = "".join(_week(week, at, len(weeks), most) for at, week in enumerate(weeks))
    title = escape(gettext("Appointments by week"))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="months" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'width="100%" height="{HEIGHT}" '
        f'direction="ltr"><title id="{name}-title">{title}</title>'
        f'<desc id="{name}-desc">{escape(describe_weeks(weeks))}</desc>'
        f'<line class="base" x1="0" x2="100%" y1="{BOTTOM}" y2="{BOTTOM}"/>{drawn}</svg>'
    )


def _week(week: WeekBars, at: int, count: int, most: int) -> str:
    step = 100 / count
    width, middle = min(step * 0.34, WIDEST_WEEK), (at + 0.5) * step
    booked = _week_bar(middle - width - 0.3, width, week.booked, week.confirmed, most, "filled")
    freed = _week_bar(middle + 0.3, width, week.freed, week.refilled, most, "refilled")
    label = (
        f'<text x="{middle:.2f}%" y="{BOTTOM + 20}" text-anchor="middle">{escape(week.name)}</text>'
    )
    return f"{booked}{freed}{label}"


def _week_bar(left: float, width: float, whole: int, part: int, most: int, kind: str) -> str:
    """Draw a bar for a number, and the part of it that went well."""
    if not whole:
        return ""
    high, full = _height(whole, most), _height(part, most)
    place, middle = f'x="{left:.2f}%" width="{width:.2f}%"', left + width / 2
    return (
        f'<rect class="freed" {place} y="{BOTTOM - high}" height="{high}" rx="4"/>'
        f'<rect class="{kind}" {place} y="{BOTTOM - full}" height="{full}" rx="4"/>'
        f'<text class="figure" x="{middle:.2f}%" y="{BOTTOM - high - 6}" text-anchor="middle">'
        f"{format_number(whole)}</text>"
    )
