"""The text of a calendar file: its entries to come, at the business's own times."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from fullhouse.engine.ports import Unreadable
from fullhouse.lanes.calendars.feed import FeedLimits, read_feed
from fullhouse.lanes.calendars.occurrence import FeedProblem, Occurrence
from fullhouse.lanes.documents.limits import LARGEST_ENTRY

AHEAD = timedelta(days=366)
MOST_ENTRIES = 5
OF_A_STRANGER = FeedLimits(work=400_000, times=5_000)
NONE_AHEAD = "There is no entry in it that is still to come."


class PackedEntry(msgspec.Struct, frozen=True, array_like=True):
    """A calendar file on its way to the child process, with the zone of the business and the current time."""

    content: bytes
    zone: str
    now: datetime


def pack_entry(content: bytes, zone: str, now: datetime) -> bytes:
    """Return a calendar file with what is needed to read it."""
    return msgspec.msgpack.encode(PackedEntry(content, zone, now))


def read_packed_entry(packed: bytes) -> str:
    """Read the first entries of a packed file, or raise `Unreadable`."""
    entry = msgspec.msgpack.decode(packed, type=PackedEntry)
    return read_entry(entry.content, entry.zone, entry.now)


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
