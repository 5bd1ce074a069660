"""Chart of sign-ups over time: one step line of confirmed seats and one of waiting guests.

Pure: a curve in, an inline SVG out. Text and numbers are beside it, so that they keep their size
on a phone.
"""

from datetime import date, datetime

import msgspec
from markupsafe import Markup, escape

from fullhouse.kernel.localized_dates import format_day
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import current_language, gettext, ngettext
from fullhouse.products.rsvp.signup_curve import SignupCurve

WIDTH, HEIGHT = 600, 220
LEFT, RIGHT, TOP, BOTTOM = 4, 586, 16, 206
DOT = 9
MOST_ROWS = 12
CAP_SHOWN_WITHIN = 3


class Frame(msgspec.Struct, frozen=True):
    """The range of the chart: its times, the seats and the highest number."""

    began: datetime
    until: datetime
    cap: int
    top: int

    def x(self, at: datetime) -> int:
        """Return the horizontal position of a time."""
        whole = max(1.0, (self.until - self.began).total_seconds())
        part = (at - self.began).total_seconds() / whole
        return round(LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, part)))

    def y(self, number: int) -> int:
        """Return the vertical position of a number."""
        return round(BOTTOM - (BOTTOM - TOP) * number / self.top)


Series = list[tuple[datetime, int]]


def frame(growth: SignupCurve, cap: int, until: datetime) -> Frame:
    """Fit the chart to a curve; the cap is left out if it would make the curve flat."""
    most = max((max(point.confirmed, point.waiting) for point in growth.points), default=0)
    top = max(1, most)
    if cap <= CAP_SHOWN_WITHIN * top:
        top = max(most, cap)
    return Frame(growth.began, max(until, growth.began), cap, top)


def chart(
    growth: SignupCurve, cap: int, until: datetime, zone: str, name: str = "growth"
) -> Markup:
    """Draw the curve up to a moment; `name` makes its ids unique on a page."""
    spans = frame(growth, cap, until)
    confirmed: Series = [(growth.at(point), point.confirmed) for point in growth.points]
    waiting: Series = [(growth.at(point), point.waiting) for point in growth.points]
    drawn = _ground(spans) + _area(spans, confirmed)
    if any(number for _, number in waiting):
        drawn += _line(spans, waiting, "waiting")
    drawn += _line(spans, confirmed, "confirmed")
    title = escape(gettext("Sign-ups over time"))
    described = escape(describe_growth(growth, cap, until, zone))
    return Markup(  # noqa: S704 - numbers, and words that are escaped
        f'<svg class="chart" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" direction="ltr">'
        f'<title id="{name}-title">{title}</title>'
        f'<desc id="{name}-desc">{described}</desc>{drawn}</svg>'
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
    return (
        f'<path class="{kind}" d="{_steps(spans, series)}"/>'
        f'<circle class="{kind}" cx="{RIGHT}" cy="{end}" r="{DOT}"/>'
    )


def describe_growth(growth: SignupCurve, cap: int, until: datetime, zone: str) -> str:
    """Describe the chart in text."""
    language = current_language()
    first = format_day(wall_time(growth.began, zone), language)
    last = format_day(wall_time(max(until, growth.began), zone), language)
    span = gettext("On %(day)s", day=last)
    if first != last:
        span = gettext("From %(first)s to %(last)s", first=first, last=last)
    most = max((point.waiting for point in growth.points), default=0)
    waiting = gettext("Nobody has waited.")
    if most:
        waiting = gettext(
            "%(waiting)s on the waitlist, %(most)s at most.", waiting=growth.waiting, most=most
        )
    seats = ngettext(
        "%(span)s: %(confirmed)s of %(count)s seat confirmed.",
        "%(span)s: %(confirmed)s of %(count)s seats confirmed.",
        cap,
        span=span,
        confirmed=growth.confirmed,
    )
    return f"{seats} {waiting}"


class DayCount(msgspec.Struct, frozen=True):
    """The counts at the end of a day."""

    day: date
    confirmed: int
    waiting: int


def rows(growth: SignupCurve, zone: str) -> tuple[DayCount, ...]:
    """Return the curve day by day; of a long one, a few evenly spread days and the last."""
    days = {
        wall_time(growth.at(point), zone).date(): (point.confirmed, point.waiting)
        for point in growth.points
    }
    found = [DayCount(day, *numbers) for day, numbers in days.items()]
    apart = -(-len(found) // MOST_ROWS)
    return tuple(reversed(found[::-1][:: max(1, apart)]))
