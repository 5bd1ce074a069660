"""`ar-calendar-sync`: every hour, the calendar in which staff write appointments, and the public holidays.

The desk asks for it when Google says that the calendar has changed; the channel for that is kept open from here.
"""

from collections.abc import Awaitable, Callable
from functools import cache, partial

from fullhouse.inbound.holiday_source import HolidayKeeper
from fullhouse.platforms.aws.bootstrap import appointments_config, files, open_front_desk_engine
from fullhouse.platforms.aws.external_sources import appointments_outside, appointments_push
from fullhouse.platforms.aws.functions.ar_drive_sync import ACCOUNT
from fullhouse.platforms.aws.google_key import google
from fullhouse.platforms.aws.handler import Event, HandlerFailed, attempt_all, handling


async def work(event: Event) -> None:
    """Look at both, whatever becomes of the other."""
    if not event.get("sync"):
        raise ValueError("this is neither the hour's ring nor Google's")
    if left := await attempt_all(_due(), _done):
        raise HandlerFailed(f"{len(left)} of what is looked at every hour could not be")


@cache
def _due() -> tuple[Callable[[], Awaitable[object]], ...]:
    engine, config, at_google = (
        open_front_desk_engine(),
        appointments_config(),
        partial(google, ACCOUNT),
    )
    calendar = appointments_outside(config, engine, files(), at_google).appointments
    push = appointments_push(config, engine, at_google)
    renewed = (push.renew,) if push is not None else ()
    return (HolidayKeeper(engine).run, *renewed, *((calendar.run,) if calendar is not None else ()))


async def _done(work: Callable[[], Awaitable[object]]) -> None:
    await work()


handle = handling(work)
