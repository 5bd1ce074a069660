"""How a list grew, kept between visits: a visit reads only the lines that were written since the last one."""

import asyncio
from weakref import WeakKeyDictionary

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage
from fullhouse.products.rsvp.growth import SignupCurve, signup_curve
from fullhouse.products.rsvp.model import Event

READ_AT_ONCE = 200
MOST_EVENTS = 100
KEPT: WeakKeyDictionary[Engine, dict[str, SignupCurve]] = WeakKeyDictionary()


async def growth_of(engine: Engine, event: Event) -> SignupCurve:
    """Tell how an event's list grew; a long story is read in parts, so that others have their turn."""
    kept = KEPT.setdefault(engine, {})
    growth = kept.get(event.id) or SignupCurve(event.created_at)
    while lines := engine.load(AuditPage(event.id, growth.number, READ_AT_ONCE)):
        growth = signup_curve(growth, lines)
        await asyncio.sleep(0)
    kept.pop(event.id, None)
    kept[event.id] = growth
    if len(kept) > MOST_EVENTS:
        del kept[next(iter(kept))]
    return growth
