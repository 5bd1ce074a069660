"""Sign-ups over time: a step line of seats confirmed and one of people waiting, ending in the room's dot.

Pure: a curve in, an inline SVG out. Words and numbers stand beside it, so that they keep their size on a phone.
"""

from datetime import date, datetime

import msgspec
from markupsafe import Markup, escape

from fullhouse.kernel.localized_dates import format_day
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.signup_curve import SignupCurve

WIDTH, HEIGHT = 600, 220
LEFT, RIGHT, TOP, BOTTOM = 4, 586, 16, 206
DOT = 9
MOST_ROWS = 12
CAP_SHOWN_WITHIN = 3


class Frame(msgspec.Struct, frozen=True):
    """What the picture spans: from when to when, how many seats there are, and how high it goes."""

    began: datetime
    until: datetime
    cap: int
    top: int

    def x(self, at: datetime) -> int:
        """Say how far to the right a moment lies."""
        whole = max(1.0, (self.until - self.began).total_seconds())
        part = (at - self.began).total_seconds() / whole
        return round(LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, part)))

    def y(self, number: int) -> int:
        """Say how far down a number lies."""
        return round(BOTTOM - (BOTTOM - TOP) * number / self.top)


Series = list[tuple[datetime, int]]


def frame(growth: SignupCurve, cap: int, until: datetime) -> Frame:
    """Fit the picture around a curve; the cap shows unless the curve would lie flat under it."""
    most = max((max(point.confirmed, point.waiting) for point in growth.points), default=0)
    top = max(most, cap) if cap <= CAP_SHOWN_WITHIN * max(1, most) else max(1, most)
    return Frame(growth.began, max(until, growth.began), cap, top)


def chart(
    growth: SignupCurve, cap: int, until: datetime, zone: str, name: str = "growth"
) -> Markup:
    """Draw the curve up to a moment; `name` makes its ids unique on a page."""
    spans = frame(growth, cap, until)
    confirmed: Series = [(growth.at(point), point.confirmed) for point in growth.points]
    waiting: Series = [(growth.at(point), point.waiting) for point in growth.points]
    drawn = _ground(spans) + _area(spans, confirmed)
    drawn += _line(spans, waiting, "waiting") if any(number for _, number in waiting) else ""
    drawn += _line(spans, confirmed, "confirmed")
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="chart" role="img" aria-labelledby="{name}-title {name}-desc" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" direction="ltr"><title id="{name}-title">Sign-ups over time</title>'
        f'<desc id="{name}-desc">{escape(words(growth, cap, until, zone))}</desc>{drawn}</svg>'
    )


def _ground(spans: Frame) -> str:
    base = f'<path class="base" d="M{LEFT} {BOTTOM}H{RIGHT}"/>'
    if spans.cap > spans.top:
        return base
    return f'{base}<path class="cap" d="M{LEFT} {spans.y(spans.cap)}H{RIGHT}"/>'


def _steps(spans: Frame, series: Series) -> str:
    """Go level to each point, then up or down to its number, and level to the end."""
    path = [f"M{LEFT} {spans.y(0)}"]
    path += [f"H{spans.x(at)}V{spans.y(number)}" for at, number in series]
    return "".join([*path, f"H{RIGHT}"])


def _area(spans: Frame, series: Series) -> str:
    return f'<path class="area" d="{_steps(spans, series)}V{BOTTOM}H{LEFT}Z"/>'


def _line(spans: Frame, series: Series, kind: str) -> str:
    end = spans.y(series[-1][1] if series else 0)
    return f'<path class="{kind}" d="{_steps(spans, series)}"/><circle class="{kind}" cx="{RIGHT}" cy="{end}" r="{DOT}"/>'


def words(growth: SignupCurve, cap: int, until: datetime, zone: str) -> str:
    """Say what the picture shows."""
    first, last = (
        format_day(wall_time(at, zone), "en") for at in (growth.began, max(until, growth.began))
    )
    most = max((point.waiting for point in growth.points), default=0)
    line = f" {growth.waiting:,} in line, {most:,} at most." if most else " Nobody has waited."
    span = f"From {first} to {last}" if first != last else f"On {last}"
    return f"{span}: {growth.confirmed:,} of {cap:,} {'seat' if cap == 1 else 'seats'} confirmed.{line}"


class Row(msgspec.Struct, frozen=True):
    """Where the list stood at the end of a day."""

    day: date
    confirmed: int
    waiting: int


def rows(growth: SignupCurve, zone: str) -> tuple[Row, ...]:
    """Tell the curve day by day; of a long one, a few days evenly spread and the last."""
    days = {
        wall_time(growth.at(point), zone).date(): (point.confirmed, point.waiting)
        for point in growth.points
    }
    found = [Row(day, *numbers) for day, numbers in days.items()]
    apart = -(-len(found) // MOST_ROWS)
    return tuple(reversed(found[::-1][:: max(1, apart)]))
