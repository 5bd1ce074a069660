"""`ev-keeper`: schedules alarms, publishes bus events, and sweeps for missed work."""

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


async def handle_event(event: Event) -> object:
    """Handle stream records, a sweep, or an alarm."""
    if "Records" in event:
        return await _heard(streamed(event))
    if event.get("sweep"):
        await _sweep()
    else:
        rung = msgspec.convert(event, AlarmDue)
        await alarms.ring_or_schedule(executor(), _schedules(), rung)
    return None


async def _heard(records: list[Streamed]) -> object:
    """Handle the records of a stream; an event source has only one table."""
    if records[0].table == tables.AUDIT.name:
        return bus.publish(client("events"), records)
    return left_over(await attempt_all(records, _alarm))


async def _alarm(record: Streamed) -> None:
    before = None if record.before is None else to_instant(record.before["due_at"])
    await alarms.changed(executor(), _schedules(), text(record.keys, "key"), before)


async def _sweep() -> None:
    """Run every task of the sweep; an error of one does not stop the others."""
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

handle = handling(handle_event)
