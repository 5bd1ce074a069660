"""`ar-summary`: sends staff the summary of the last week on Monday."""

from datetime import timedelta

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.platforms.aws.alarms import AlarmDue, execute_worded, ring, zone_of
from fullhouse.platforms.aws.bootstrap import executor, narrator
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.appointments.weekly_summary import next_monday

TWO_WEEKS = timedelta(days=14)  # from next Monday back to the start of last week


async def handle_event(event: Event) -> None:
    """Send the summary of the last week, on schedule or by its alarm; each week only once."""
    if "alarm" in event:
        await ring(executor(), msgspec.convert(event, AlarmDue), narrator())
    elif event.get("summarise"):
        _, monday = next_monday(executor().clock.now(), zone_of(executor(), APPOINTMENTS))
        last = SummariseWeek(week=(monday - TWO_WEEKS).isoformat(), again=False)
        await execute_worded(executor(), Invocation(RandomIds().new(), "clock", last), narrator())
    else:
        raise ValueError("this is not the week's ring")


handle = handling(handle_event)
