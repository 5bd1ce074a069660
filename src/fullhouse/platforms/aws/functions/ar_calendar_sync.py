"""`ar-calendar-sync`: hourly sync of the appointments' calendar and the public holidays.

The desk also invokes it when Google says that the calendar has changed. It keeps the push channel
for that open.
"""

from collections.abc import Awaitable, Callable
from functools import cache, partial

from fullhouse.inbound.holiday_source import HolidayKeeper
from fullhouse.platforms.aws.bootstrap import appointments_config, files, open_front_desk_engine
from fullhouse.platforms.aws.external_sources import appointments_outside, appointments_push
from fullhouse.platforms.aws.functions.ar_drive_sync import ACCOUNT
from fullhouse.platforms.aws.google_key import google
from fullhouse.platforms.aws.handler import Event, HandlerFailed, attempt_all, handling


async def handle_event(event: Event) -> None:
    """Sync both; an error of one does not stop the other."""
    if not event.get("sync"):
        raise ValueError("this is neither the hour's ring nor Google's")
    if left := await attempt_all(_due(), _done):
        raise HandlerFailed(f"{len(left)} of what is looked at every hour could not be")


@cache
def _due() -> tuple[Callable[[], Awaitable[object]], ...]:
    engine, config = open_front_desk_engine(), appointments_config()
    at_google = partial(google, ACCOUNT)
    calendar = appointments_outside(config, engine, files(), at_google).appointments
    push = appointments_push(config, engine, at_google)
    due: list[Callable[[], Awaitable[object]]] = [HolidayKeeper(engine).run]
    if push is not None:
        due.append(push.renew)
    if calendar is not None:
        due.append(calendar.run)
    return tuple(due)


async def _done(work: Callable[[], Awaitable[object]]) -> None:
    await work()


handle = handling(handle_event)
