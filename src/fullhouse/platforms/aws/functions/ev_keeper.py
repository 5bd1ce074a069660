"""What follows from a commit: schedules for alarms, news for the bus, and the sweep that finds what was left lying."""

import msgspec

from fullhouse.platforms.aws import alarms, bus
from fullhouse.platforms.aws.alarms import AlarmDue
from fullhouse.platforms.aws.bootstrap import executor, place, store
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.item_codec import text, to_instant
from fullhouse.platforms.aws.handler import Event, HandlerFailed, attempt_all, handling
from fullhouse.platforms.aws.mail import outbox
from fullhouse.platforms.aws.schedules import Schedules
from fullhouse.platforms.aws.streams import Streamed, left_over, streamed


async def work(event: Event) -> object:
    """Look at what woke it: records of a stream, a schedule's ring, or the time to sweep."""
    if "Records" in event:
        return await _heard(streamed(event))
    if event.get("sweep"):
        await _swept()
    else:
        await alarms.ring(executor(), msgspec.convert(event, AlarmDue))
    return None


async def _heard(records: list[Streamed]) -> object:
    """Take up what a stream tells: an event source has one table."""
    if records[0].table == tables.AUDIT.name:
        return bus.publish(client("events"), records)
    return left_over(await attempt_all(records, _alarm))


async def _alarm(record: Streamed) -> None:
    before = None if record.before is None else to_instant(record.before["due_at"])
    await alarms.changed(executor(), _schedules(), text(record.keys, "key"), before)


async def _swept() -> None:
    """Do all that may have been left lying, whatever becomes of the rest of it."""
    left = await attempt_all(SWEPT, lambda name: SWEPT[name]())
    if left:
        raise HandlerFailed(", ".join(left))


async def _ring_late() -> None:
    await alarms.ring_late(executor(), _schedules())


async def _wake_messenger() -> None:
    outbox.wake_if_late(executor(), _schedules())


async def _finish_forgetting() -> None:
    store().finish_forgetting()


def _schedules() -> Schedules:
    return Schedules(client("scheduler"), place())


SWEPT = {
    "ring_late": _ring_late,
    "wake_messenger": _wake_messenger,
    "finish_forgetting": _finish_forgetting,
}

handle = handling(work)
