"""The text of a calendar file: its entries to come, at the business's own times."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.calendars.feed import Most, read_feed
from fullhouse.lanes.calendars.occurrence import FeedProblem, Occurrence
from fullhouse.lanes.documents.limits import LARGEST_ENTRY

AHEAD = timedelta(days=366)
MOST_ENTRIES = 5
OF_A_STRANGER = Most(work=400_000, times=5_000)
NONE_AHEAD = "There is no entry in it that is still to come."


def read_entry(content: bytes, zone: str, now: datetime) -> str:
    """Read the first entries, or raise `Unreadable`."""
    if len(content) > LARGEST_ENTRY:
        raise Unreadable("It is larger than an entry can be.")
    try:
        times = read_feed(content, zone, now, now + AHEAD, OF_A_STRANGER).times
    except FeedProblem as problem:
        raise Unreadable(problem.reason) from problem
    ahead = [one for one in times if not one.cancelled]
    if not ahead:
        raise Unreadable(NONE_AHEAD)
    return "\n\n".join(_told(one, ZoneInfo(zone)) for one in ahead[:MOST_ENTRIES])


def _told(one: Occurrence, zone: ZoneInfo) -> str:
    who = [f"{name} <{address}>" if name and "@" not in name else address for name, address in one.guests]
    when = f"{one.starts_at.astimezone(zone):%Y-%m-%d %H:%M}"
    return "\n".join(filter(None, (one.summary, when, one.description, *who)))
