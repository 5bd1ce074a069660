"""`wl-summary`: sends staff the summary of the last month on the first Monday."""

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.product import WAITLIST
from fullhouse.platforms.aws.alarms import execute_worded, zone_of
from fullhouse.platforms.aws.bootstrap import executor, narrator
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.waitlist.commands import SendMonthSummary
from fullhouse.products.frontdesk.waitlist.housekeeping import month_before


async def handle_event(event: Event) -> None:
    """Send the summary of the last month; each month only once."""
    if not event.get("summarise"):
        raise ValueError("this is not the month's ring")
    month = month_before(executor().clock.now(), zone_of(executor(), WAITLIST))
    invocation = Invocation(RandomIds().new(), "clock", SendMonthSummary(month=month, again=False))
    await execute_worded(executor(), invocation, narrator())


handle = handling(handle_event)
