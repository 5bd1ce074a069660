"""`wl-sender`: the waitlist's outbox: texts leave by SNS, mails and notes to staff by SES, now or when they may.

A stream is read by two at most, so it also hears of what is queued about appointments, and hands it on.
"""

import msgspec

from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.platforms.aws.bootstrap import open_waitlist_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.dynamodb.item_codec import text
from fullhouse.platforms.aws.handler import Event, attempt_all, handling
from fullhouse.platforms.aws.mail import outbox
from fullhouse.platforms.aws.schedules import Schedules
from fullhouse.platforms.aws.streams import Streamed, left_over, streamed


async def work(event: Event) -> object:
    """Look at what woke it: records of the messages' stream, a schedule's ring, or the sweep."""
    if "Records" in event:
        return left_over(await attempt_all(streamed(event), _record))
    if event.get("sweep"):
        await outbox.forward_late(open_waitlist_engine(), outbox.SENDER)
    else:
        await _forward(msgspec.convert(event, outbox.Due).message)
    return None


async def _record(record: Streamed) -> None:
    if text(record.after or {}, "product") == APPOINTMENTS:
        _hand_on(text(record.keys, "id"))
    else:
        await _forward(text(record.keys, "id"))


def _hand_on(message_id: str) -> None:
    """Have the function of appointments send it, without waiting for that."""
    told, function = msgspec.json.encode(outbox.Due(message_id)), place().function(outbox.DISPATCH)
    client("lambda").invoke(FunctionName=function, InvocationType="Event", Payload=told)


async def _forward(message_id: str) -> None:
    await outbox.forward(
        open_waitlist_engine(), Schedules(client("scheduler"), place()), message_id
    )


handle = handling(work)
