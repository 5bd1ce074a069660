"""`ev-messenger`: sends queued messages by SES, now or when they may be sent."""

import msgspec

from fullhouse.platforms.aws.bootstrap import open_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb.item_codec import text
from fullhouse.platforms.aws.handler import Event, attempt_all, handling
from fullhouse.platforms.aws.mail import outbox
from fullhouse.platforms.aws.schedules import Schedules
from fullhouse.platforms.aws.streams import Streamed, left_over, streamed


async def handle_event(event: Event) -> object:
    """Handle stream records of messages, a sweep, or a message that is due."""
    if "Records" in event:
        return left_over(await attempt_all(streamed(event), _record))
    if event.get("sweep"):
        await outbox.forward_late(open_engine(), outbox.MESSENGER)
    else:
        await _forward(msgspec.convert(event, outbox.Due).message)
    return None


async def _record(record: Streamed) -> None:
    await _forward(text(record.keys, "id"))


async def _forward(message_id: str) -> None:
    await outbox.forward(open_engine(), Schedules(client("scheduler"), place()), message_id)


handle = handling(handle_event)
