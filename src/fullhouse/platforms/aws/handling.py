"""What every function that is not a web server does around its work: a name for the request, and a log of trouble."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fullhouse.engine.tracing import begin, end
from fullhouse.platforms.aws import logs

log = logging.getLogger("fullhouse.functions")

Event = Mapping[str, Any]
Work = Callable[[Event], Awaitable[object]]


class Failed(Exception):
    """A function could not do its work. It says only what kind of trouble: the runtime prints it; the log has more."""


def handling(work: Work) -> Callable[[Event, object], object]:
    """Make a handler of work. Trouble is logged and raised, so that AWS tries again, and then keeps the event aside."""
    logs.set_up()

    def handle(event: Event, context: object) -> object:
        token = begin(str(getattr(context, "aws_request_id", "")))
        try:
            return asyncio.run(_done(work, event))
        except Exception as error:
            log.exception("the function failed")
            raise Failed(type(error).__name__) from None
        finally:
            end(token)

    return handle


async def _done(work: Work, event: Event) -> object:
    return await work(event)
