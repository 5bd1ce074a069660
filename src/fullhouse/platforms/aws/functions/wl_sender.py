"""`wl-sender`: sends the waitlist's messages by SNS and SES, now or when they may be sent.

A stream has at most two readers, so this one also hands on messages about appointments. So it does
with notes to staff, which may go to Slack.
"""

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.bootstrap import open_waitlist_engine, place
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
        await outbox.forward_late(open_waitlist_engine(), outbox.SENDER)
    else:
        await _due(msgspec.convert(event, outbox.Due).message)
    return None


async def _record(record: Streamed) -> None:
    queued, message_id = record.after or {}, text(record.keys, "id")
    if outbox.sender_of(text(queued, "product"), text(queued, "channel")) == outbox.SENDER:
        await _forward(message_id)
    else:
        _hand_on(message_id)


async def _due(message_id: str) -> None:
    """Send a message that was scheduled here; an earlier version scheduled notes to staff, too."""
    message = open_waitlist_engine().load(Get(Message, (message_id,)))
    if message is not None and outbox.sent_by(message) != outbox.SENDER:
        _hand_on(message_id)
    else:
        await _forward(message_id)


def _hand_on(message_id: str) -> None:
    """Invoke the function of appointments without waiting for it."""
    event, function = msgspec.json.encode(outbox.Due(message_id)), place().function(outbox.DISPATCH)
    client("lambda").invoke(FunctionName=function, InvocationType="Event", Payload=event)


async def _forward(message_id: str) -> None:
    await outbox.forward(
        open_waitlist_engine(), Schedules(client("scheduler"), place()), message_id
    )


handle = handling(handle_event)
