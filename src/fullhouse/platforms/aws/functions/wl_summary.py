"""`wl-summary`: sends staff the summary of the last month on the first Monday."""

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.product import WAITLIST
from fullhouse.platforms.aws.alarms import AlarmDue, execute_worded, ring, zone_of
from fullhouse.platforms.aws.bootstrap import executor, narrator
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.frontdesk.waitlist.housekeeping import month_before


async def handle_event(event: Event) -> None:
    """Send the summary of the last month, on schedule or by its alarm; each month only once."""
    if "alarm" in event:
        await ring(executor(), msgspec.convert(event, AlarmDue), narrator())
    elif event.get("summarise"):
        month = month_before(executor().clock.now(), zone_of(executor(), WAITLIST))
        last = SendMonthSummary(month=month, again=False)
        await execute_worded(executor(), Invocation(RandomIds().new(), "clock", last), narrator())
    else:
        raise ValueError("this is not the month's ring")


handle = handling(handle_event)
