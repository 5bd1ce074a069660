"""A rush on a few seats: none oversold, nobody twice on the waitlist, an answer for everyone."""

import msgspec

from bench.figures import Figure, Figures, Sizes
from bench.load import Job, Result
from bench.processes import crowd, serving
from bench.stock import EVENT, bodies, folder, prepare

WANTED_SECONDS = 2.0


def rush(sizes: Sizes) -> Figures:
    """Let each of many people sign up over a connection of their own, all at the same time."""
    with folder() as place, serving(prepare(place, sizes.seats)) as server:
        result = crowd(Job(server.port, f"/e/{EVENT}", sizes.people, bodies(sizes.people)))
        stored = server.ask("GET", f"/api/v1/events/{EVENT}")["headcount"]
    name = f"{sizes.people:,} people at once for {sizes.seats} seats"
    confirmed, positions, errors = _told(result)
    line = sizes.people - sizes.seats
    exact = (
        confirmed == sizes.seats == stored["confirmed"]
        and positions == list(range(1, line + 1))
        and not errors
    )
    measured = f"{confirmed} confirmed, {len(set(positions))} in line, {errors} errors"
    yield Figure(
        name,
        measured,
        f"{sizes.seats}, places 1 to {line}, none",
        exact and stored["waiting"] == line,
    )
    wanted = f"under {WANTED_SECONDS:.0f} s"
    yield Figure(
        "the last of them is answered after",
        f"{result.seconds:.2f} s",
        wanted,
        result.seconds < WANTED_SECONDS,
    )


def _told(result: Result) -> tuple[int, list[int], int]:
    answers = [msgspec.json.decode(answer) for answer in result.answers]
    confirmed = sum(answer.get("state") == "confirmed" for answer in answers)
    positions = sorted(
        answer["position"] for answer in answers if answer.get("state") == "waitlisted"
    )
    return confirmed, positions, sum(status != 200 for status in result.statuses)
