"""`wl-housekeeping`: the night's round: those whose dates have passed go off the list, and stuck slots go on."""

import msgspec

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.execute import Order
from fullhouse.platforms.aws.handling import Event, handling
from fullhouse.platforms.aws.house import staff
from fullhouse.platforms.aws.ringing import Ring, ring
from fullhouse.products.waitlist.commands import Housekeep


async def work(event: Event) -> None:
    """Begin the round when the night's schedule rings; go on with it when an alarm of the round does."""
    if "alarm" in event:
        await ring(staff(), msgspec.convert(event, Ring))
    elif event.get("housekeep"):
        await staff().give(Order(RandomIds().new(), "clock", Housekeep(again=False)))
    else:
        raise ValueError("this is neither the night's ring nor an alarm's")


handle = handling(work)
