"""Common frame of functions that are not web servers: request id and error log."""

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
    """A function failed. The runtime prints this text, so it has only the kind of error."""


def handling(work: Work) -> Callable[[Event, object], object]:
    """Return a handler. Errors are logged and raised: AWS tries again, then keeps a dead letter."""

    def handle(event: Event, context: object) -> object:
        logs.set_up()
        token = begin(str(getattr(context, "aws_request_id", "")) or RandomIds().new())
        try:
            return asyncio.run(_done(work, event))
        except Exception as error:
            log.exception("the function failed")
            reason = str(error) if isinstance(error, HandlerFailed) else type(error).__name__
            raise HandlerFailed(reason) from None
        finally:
            end(token)

    return handle


async def attempt_all(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> list[T]:
    """Do the work for each item; log the errors and return the items that failed."""
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
