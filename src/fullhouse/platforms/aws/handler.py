"""What every function that is not a web server does around its work: a name for the request, and a log of trouble."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeVar

from fullhouse.engine.clock import RandomIds
from fullhouse.engine.tracing import begin, end
from fullhouse.platforms.aws import logs

log = logging.getLogger("fullhouse.functions")

T = TypeVar("T")
Event = Mapping[str, Any]
Work = Callable[[Event], Awaitable[object]]


class HandlerFailed(Exception):
    """A function could not do its work. It says only what kind of trouble: the runtime prints it; the log has more."""


def handling(work: Work) -> Callable[[Event, object], object]:
    """Make a handler of work. Trouble is logged and raised, so that AWS tries again, and then keeps the event aside."""

    def handle(event: Event, context: object) -> object:
        logs.set_up()
        token = begin(str(getattr(context, "aws_request_id", "")) or RandomIds().new())
        try:
            return asyncio.run(_done(work, event))
        except Exception as error:
            log.exception("the function failed")
            raise HandlerFailed(
                str(error) if isinstance(error, HandlerFailed) else type(error).__name__
            ) from None
        finally:
            end(token)

    return handle


async def attempt_all(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> list[T]:
    """Do the work for each, and return those with which it failed: they are logged, and hold up none of the others."""
    left: list[T] = []
    for item in items:
        try:
            await work(item)
        except Exception:
            log.exception("one of several could not be dealt with")
            left.append(item)
    return left


async def _done(work: Work, event: Event) -> object:
    return await work(event)
