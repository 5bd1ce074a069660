"""Live updates of the desk: a stream of versions, and the current version for pages that poll.

The stream carries no data, only a version. The page then loads itself again and replaces the
parts that differ, so pages are rendered in one way only.
"""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import all_events, event_or_404

SHORTEST_WAIT_SECONDS = 0.2
STILL_HERE_AFTER_SECONDS = 15.0
ASK_AGAIN_MS = 5_000
SPARING_MS = 15_000  # on platforms where each request costs money
# A stream ends after a while and the browser opens it again: that checks the session anew.
LASTS_SECONDS = 300.0
Look = Callable[[Engine, str], str]


def version(events: Iterable[Event]) -> str:
    """Return a digest of the counters and settings of these events."""
    return hashlib.blake2b(msgspec.json.encode(tuple(events)), digest_size=8).hexdigest()


@require_session
async def of_all(request: Request) -> Response:
    """Follow all events."""
    return answer_live(request, "", _look)


@event_or_404
async def of_one(request: Request, event: Event) -> Response:
    """Follow one event."""
    return answer_live(request, event.id, _look)


def answer_live(request: Request, scope: str, look: Look) -> Response:
    """Stream the versions of a scope, or return the current one; `look` computes it."""
    lent = dependencies(request)
    engine, streams = lent.engine, lent.desk.streams
    if not streams or "text/event-stream" not in request.headers.get("accept", ""):
        # This answer also tells a browser that asked for a stream to poll from now on.
        body = {
            "version": look(engine, scope),
            "ask_again_ms": ASK_AGAIN_MS if streams else SPARING_MS,
        }
        return JSONResponse(body, headers={"cache-control": "no-store"})
    known = request.headers.get("last-event-id") or request.query_params.get("version", "")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(
        changes(request, scope, known, look), media_type="text/event-stream", headers=headers
    )


def _look(engine: Engine, event_id: str) -> str:
    if not event_id:
        return version(all_events(engine))
    event = engine.load(Get(Event, (event_id,)))
    return version(() if event is None else (event,))


async def changes(
    request: Request, scope: str, known: str, look: Look = _look
) -> AsyncIterator[str]:
    """Yield each version after the known one, and now and then a comment to keep the stream."""
    lent = dependencies(request)
    engine = lent.engine
    yield "retry: 2000\n\n"
    ends_at = time.monotonic() + LASTS_SECONDS
    news = -1
    while time.monotonic() < ends_at and not await request.is_disconnected():
        if lent.stopping.is_set():
            return
        current = look(engine, scope)
        yield f"id: {current}\ndata: {current}\n\n" if current != known else ": still here\n\n"
        known = current
        news = await _until_news(engine, scope, news)


async def _until_news(engine: Engine, scope: str, news: int) -> int:
    """Wait for the next commit, or for a while; never return more than a few times a second."""
    await asyncio.sleep(SHORTEST_WAIT_SECONDS)
    try:
        return await asyncio.wait_for(
            engine.executor.changed(scope, news), STILL_HERE_AFTER_SECONDS
        )
    except TimeoutError:
        return news
