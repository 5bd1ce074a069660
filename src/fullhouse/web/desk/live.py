"""The live headcount: a stream that speaks only when something changed, and the same answer once for those who poll.

The stream carries no data, only a version. The page then reads itself again and puts the parts that differ in place, so
there is one way only in which a page is made.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from fullhouse.engine.house import House
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Event
from fullhouse.web.desk.found import all_events, of_event
from fullhouse.web.desk.guard import signed_in

LOOK_EVERY_SECONDS = 1.0
STILL_HERE_AFTER_LOOKS = 15
# A stream ends by itself after a while and the browser opens it again: so none outlives a server that wants to stop.
MOST_LOOKS = 300


def version(events: Iterable[Event]) -> str:
    """Name what the counters and settings of these events are now."""
    return hashlib.blake2b(msgspec.json.encode(tuple(events)), digest_size=8).hexdigest()


@signed_in
async def of_all(request: Request) -> Response:
    """Follow all events."""
    return _answer(request, "")


@of_event
async def of_one(request: Request, event: Event) -> Response:
    """Follow one event."""
    return _answer(request, event.id)


def _answer(request: Request, event_id: str) -> Response:
    house: House = request.app.state.house
    if "text/event-stream" not in request.headers.get("accept", ""):
        return JSONResponse({"version": _look(house, event_id)})
    known = request.headers.get("last-event-id") or request.query_params.get("version", "")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_changes(request, event_id, known), media_type="text/event-stream", headers=headers)


def _look(house: House, event_id: str) -> str:
    if not event_id:
        return version(all_events(house))
    event = house.load(Get(Event, (event_id,)))
    return version(() if event is None else (event,))


async def _changes(request: Request, event_id: str, known: str) -> AsyncIterator[str]:
    house: House = request.app.state.house
    yield "retry: 2000\n\n"
    for look in range(MOST_LOOKS):
        current = _look(house, event_id)
        if current != known:
            known = current
            yield f"id: {known}\ndata: {known}\n\n"
        elif look % STILL_HERE_AFTER_LOOKS == 0:
            yield ": still here\n\n"
        await changed(house)
        if await request.is_disconnected():
            return


async def changed(house: House) -> None:
    """Wait until it is worth looking again.

    This is the hook for a platform that can say when something was committed: wait for its word here, at most one look
    per second. Until then the store is looked at every second, only while someone is connected.
    """
    await asyncio.sleep(LOOK_EVERY_SECONDS)
