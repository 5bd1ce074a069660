"""`ar-reminder`: every quarter of an hour it looks at who is expected soon, and makes the move that is due for each.

The stream of the audit has it tell the bus of the moves that were made.
"""

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.platforms.aws import bus
from fullhouse.platforms.aws.alarms import AlarmDue, ring
from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.streams import streamed
from fullhouse.products.frontdesk.appointments.commands import Tick


async def work(event: Event) -> object:
    """Tick when the schedule rings; go on with a tick, or move one appointment, when an alarm does."""
    if "Records" in event:
        return bus.publish(client("events"), streamed(event))
    if "alarm" in event:
        await ring(executor(), msgspec.convert(event, AlarmDue))
    elif event.get("tick"):
        await executor().execute(
            Invocation(RandomIds().new(), "clock", Tick(at=executor().clock.now(), again=False))
        )
    else:
        raise ValueError("this is neither the tick nor an alarm's ring")
    return None


handle = handling(work)
