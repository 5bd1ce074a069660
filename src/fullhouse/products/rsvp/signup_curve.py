"""How a guest list grew: seats confirmed and people waiting over time, from the audit, in a few hundred points."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.audit import AuditLine
from fullhouse.products.rsvp.model import Event

MOST_POINTS = 240
FINEST = timedelta(minutes=1)


class Point(msgspec.Struct, frozen=True):
    """Where the list stood at the end of one slice of time."""

    slice: int
    confirmed: int
    waiting: int


class SignupCurve(msgspec.Struct, frozen=True):
    """The curve so far: slices of time since it began, and the number of the last line that was heard."""

    began: datetime
    width: timedelta = FINEST
    points: tuple[Point, ...] = ()
    number: int = 0

    @property
    def confirmed(self) -> int:
        """Seats confirmed at its end."""
        return self.points[-1].confirmed if self.points else 0

    @property
    def waiting(self) -> int:
        """People waiting at its end."""
        return self.points[-1].waiting if self.points else 0

    def at(self, point: Point) -> datetime:
        """Say when a point's slice begins."""
        return self.began + point.slice * self.width


def signup_curve(growth: SignupCurve, lines: Iterable[AuditLine]) -> SignupCurve:
    """Go on with more lines; when there are too many points, slices are twice as wide."""
    points = {point.slice: point for point in growth.points}
    width, number = growth.width, growth.number
    confirmed, waiting = growth.confirmed, growth.waiting
    for line in lines:
        number = line.number
        more = [entry.adds for entry in line.entries if entry.kind == Event.kind_name]
        confirmed += sum(adds.get("confirmed", 0) for adds in more)
        waiting += sum(adds.get("waiting", 0) for adds in more)
        at = max(0, (line.at - growth.began) // width)
        points[at] = Point(at, confirmed, waiting)
        while len(points) > MOST_POINTS:
            width, points = 2 * width, _thinned(points)
    return SignupCurve(growth.began, width, tuple(points.values()), number)


def _thinned(points: dict[int, Point]) -> dict[int, Point]:
    return {
        point.slice // 2: msgspec.structs.replace(point, slice=point.slice // 2)
        for point in points.values()
    }
