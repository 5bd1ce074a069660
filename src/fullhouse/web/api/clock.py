"""The clock over the API: show it, and move a manual one."""

from datetime import UTC, datetime
from typing import Literal

from msgspec import UNSET

from fullhouse.engine.core import Engine
from fullhouse.engine.worker import ClockMovedBack, ManualClock, advance_to, next_due_at
from fullhouse.inbound.forms.event_json import YEARS, decode
from fullhouse.kernel.times import duration
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import ClockMove, ClockOut


def show(engine: Engine) -> ClockOut:
    """Return the schema of the clock."""
    kind: Literal["virtual", "real"] = "real"
    if isinstance(engine.clock, ManualClock):
        kind = "virtual"
    return ClockOut(now=engine.now(), kind=kind, next_due=next_due_at(engine))


async def _show(call: ApiCall) -> ClockOut:
    return show(call.engine)


async def _move(call: ApiCall) -> ClockOut:
    clock = call.engine.clock
    if not isinstance(clock, ManualClock):
        refuse("clock_is_real", "This clock shows the real time and cannot be moved.")
    field, target = _target(decode(call.body, ClockMove), clock.now())
    try:
        await advance_to(call.engine, clock, target)
    except ClockMovedBack:
        refuse(
            "in_the_past",
            f"The clock stands at {clock.now():%Y-%m-%dT%H:%M:%SZ} and does not go back.",
            field,
        )
    return show(call.engine)


def _target(move: ClockMove, now: datetime) -> tuple[str, datetime]:
    if (move.advance is UNSET) == (move.to is UNSET):
        refuse(
            "bad_move",
            'Say how far, {"advance": "6h"}, '
            'or where to, {"to": "2026-06-01T15:00Z"}: one of the two.',
        )
    if move.to is not UNSET:
        return "to", _instant(move.to)
    return "advance", _advanced(now, str(move.advance))


def _advanced(now: datetime, text: str) -> datetime:
    try:
        target = now + duration(text)
    except (ValueError, OverflowError) as error:
        refuse("bad_duration", f"{error}.", "advance")
    return _in_reach(target, "advance")


def _instant(text: str) -> datetime:
    try:
        target = datetime.fromisoformat(text)
    except ValueError:
        target = datetime.min  # noqa: DTZ901 - refused on the next line
    if target.tzinfo is None:
        refuse("bad_time", "Give the time with its zone, such as 2026-06-01T15:00Z.", "to")
    return _in_reach(target, "to")


def _in_reach(target: datetime, field: str) -> datetime:
    if target.year not in YEARS:
        refuse("bad_time", f"The clock goes from {YEARS.start} to {YEARS.stop}.", field)
    return target.astimezone(UTC)


CLOCK = [
    Endpoint(method="GET", path="/clock", does="Tell the time.", handle=_show, answer=ClockOut),
    Endpoint(
        method="POST",
        path="/clock",
        does=(
            "Move a clock that stands still, "
            "and answer when all that fell due on the way has been carried out."
        ),
        handle=_move,
        body=ClockMove,
        answer=ClockOut,
        refusals=(409,),
    ),
]
