"""Months side by side: how many slots were freed, and how many of them were filled. Numbers in, an SVG out."""

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
    return " ".join(f"{one.name}: {one.filled:,} of {one.freed:,} freed {_slots(one.freed)} filled." for one in bars)


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
