"""`ar-summary`: tells staff on Monday how the week before went."""

from datetime import timedelta

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.platforms.aws.alarms import AlarmDue, ring, tell, zone_of
from fullhouse.platforms.aws.bootstrap import executor, narrator
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.products.frontdesk.appointments.commands import SummariseWeek
from fullhouse.products.frontdesk.appointments.weekly_summary import next_monday

TWO_WEEKS = timedelta(
    days=14
)  # from the Monday that comes to the one with which the week before this one began


async def work(event: Event) -> None:
    """Sum the week before up when its schedule rings, or its alarm; a week is told once."""
    if "alarm" in event:
        await ring(executor(), msgspec.convert(event, AlarmDue), narrator())
    elif event.get("summarise"):
        _, monday = next_monday(executor().clock.now(), zone_of(executor(), APPOINTMENTS))
        last = SummariseWeek(week=(monday - TWO_WEEKS).isoformat(), again=False)
        await tell(executor(), Invocation(RandomIds().new(), "clock", last), narrator())
    else:
        raise ValueError("this is not the week's ring")


handle = handling(work)
