"""`ar-dispatch`: sends messages about appointments, now or when they may be sent.

By SNS or SES; all notes to staff, the waitlist's too, by Slack if that is set up.
"""

import msgspec

from fullhouse.platforms.aws.bootstrap import open_front_desk_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail import outbox
from fullhouse.platforms.aws.schedules import Schedules


async def handle_event(event: Event) -> None:
    """Send one message; on a sweep, all missed ones."""
    if event.get("sweep"):
        await outbox.forward_late(open_front_desk_engine(), outbox.DISPATCH)
    else:
        due = msgspec.convert(event, outbox.Due)
        await outbox.forward(
            open_front_desk_engine(), Schedules(client("scheduler"), place()), due.message
        )


handle = handling(handle_event)
