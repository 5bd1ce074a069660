"""`wl-offer-engine`: runs the next action of a freed slot, by the stream or when it is due.

It also publishes the bus events of the waitlist's audit.
"""

import msgspec

from fullhouse.platforms.aws import alarms, bus
from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.item_codec import text
from fullhouse.platforms.aws.handler import Event, attempt_all, handling
from fullhouse.platforms.aws.streams import Streamed, left_over, streamed


async def handle_event(event: Event) -> object:
    """Handle stream records, or an alarm."""
    if "Records" in event:
        return await _heard(streamed(event))
    await alarms.ring(executor(), msgspec.convert(event, alarms.AlarmDue))
    return None


async def _heard(records: list[Streamed]) -> object:
    """Handle the records of a stream; an event source has only one table."""
    if records[0].table == tables.WAITLIST_AUDIT.name:
        return bus.publish(client("events"), records)
    return left_over(await attempt_all(records, _look))


async def _look(record: Streamed) -> None:
    await alarms.heard(executor(), text(record.keys, "key"))


handle = handling(handle_event)
