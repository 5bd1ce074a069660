"""Sign-up curve: seats confirmed and guests waiting over time, in a few hundred points."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.audit import AuditLine
from fullhouse.products.rsvp.model import Event

MOST_POINTS = 240
FINEST = timedelta(minutes=1)


class Point(msgspec.Struct, frozen=True):
    """The numbers at the end of one slice of time."""

    slice: int
    confirmed: int
    waiting: int


class SignupCurve(msgspec.Struct, frozen=True):
    """The curve so far: slices of time since it began, and the number of the last line read."""

    began: datetime
    width: timedelta = FINEST
    points: tuple[Point, ...] = ()
    number: int = 0

    @property
    def confirmed(self) -> int:
        """Seats confirmed at its end."""
        if not self.points:
            return 0
        return self.points[-1].confirmed

    @property
    def waiting(self) -> int:
        """Guests waiting at its end."""
        if not self.points:
            return 0
        return self.points[-1].waiting

    def at(self, point: Point) -> datetime:
        """Return when a point's slice begins."""
        return self.began + point.slice * self.width


def signup_curve(growth: SignupCurve, lines: Iterable[AuditLine]) -> SignupCurve:
    """Return the curve with more lines; too many points make slices twice as wide."""
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
