"""`ar-reminder`: runs the due actions of appointments every 15 minutes.

The stream of the audit makes it publish these actions on the bus.
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


async def handle_event(event: Event) -> object:
    """Tick on schedule; on an alarm, continue a tick or act on one appointment."""
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


handle = handling(handle_event)
