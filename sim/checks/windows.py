"""Time that an offer holds, worked out a second time from the design."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from sim.checks import nights

MOST_ROUNDS = 4
# Quiet hours begin and end on these, in every zone.
QUARTER = timedelta(minutes=15)
SECOND = timedelta(seconds=1)


class Terms(msgspec.Struct, frozen=True):
    """Until when something can be offered, how long one person is asked, and when not."""

    until: datetime
    window: timedelta
    shortest: timedelta
    zone: str
    begins: str
    ends: str

    def quiet(self, moment: datetime) -> bool:
        """Return True if nobody may be disturbed at this moment."""
        return nights.quiet(moment, self.zone, self.begins, self.ends)

    def length(self, moment: datetime, rounds: int) -> timedelta:
        """Return how long an offer of that moment holds if so many are asked in turn."""
        left = self.until - moment
        if not self.quiet(moment):
            left = self._open_time(moment, self.window * rounds)
        share = left if rounds == 1 else left / rounds // SECOND * SECOND
        return min(max(share, self.shortest), self.window)

    def deadline(self, moment: datetime, rounds: int) -> datetime:
        """Return when that offer ends."""
        ends = moment + self.length(moment, rounds)
        if not self.quiet(moment):
            ends = nights.opens(ends, self.zone, self.begins, self.ends)
        return min(ends, self.until)

    def _open_time(self, moment: datetime, enough: timedelta) -> timedelta:
        """Count the time outside quiet hours, a quarter of an hour after the other.

        Where clocks go back, quiet hours that have ended do not begin again.
        """
        total, is_quiet = timedelta(0), self.quiet(moment)
        while moment < self.until and total < enough:
            past = timedelta(minutes=moment.minute % 15, seconds=moment.second)
            step = QUARTER - past - timedelta(microseconds=moment.microsecond)
            then = min(moment + step, self.until)
            is_again = not is_quiet and moment.astimezone(ZoneInfo(self.zone)).fold == 1
            is_quiet = self.quiet(moment) and not is_again
            if not is_quiet:
                total += then - moment
            moment = then
        return total


def rounds(people: int, at_once: int) -> int:
    """Return how many are asked one after the other."""
    return min(MOST_ROUNDS, -(-people // at_once))
