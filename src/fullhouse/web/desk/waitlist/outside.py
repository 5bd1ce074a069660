"""What is kept elsewhere, as the desk shows it: where it is, when it was last seen to change, and what is wrong."""

import msgspec
from starlette.requests import Request

from fullhouse.engine.core import Engine
from fullhouse.kernel.externals import ExternalSource
from fullhouse.kernel.records import Get
from fullhouse.lanes.syncing.appointment_calendar import NAME as CALENDAR
from fullhouse.lanes.syncing.appointment_calendar_push import NAME as PUSH
from fullhouse.lanes.syncing.appointments.sheet import NAME as SHEET
from fullhouse.lanes.syncing.outside import NOTHING
from fullhouse.web.dependencies import Connections, dependencies

TITLES = {
    "sheet": "The waitlist's sheet",
    SHEET: "The appointments' sheet",
    "calendar": "The calendar of free slots",
    CALENDAR: "The calendar of appointments",
    "rules": "The rules",
    "voice": "The voice",
}
# Where more of it can be seen.
PAGES = {
    "sheet": "/desk/waitlist/sheet",
    SHEET: "/desk/appointments/sheet",
    "rules": "/desk/waitlist/rules",
    "voice": "/desk/waitlist/voice",
}


# What is said beside a calendar of which Google does not tell when it changes.
SLOWER = "Google does not tell when it changes: {trouble} It is looked at every hour all the same."


class Connection(msgspec.Struct, frozen=True):
    """One thing outside, and what is known of it; `beside` says what is wrong with how its changes are heard of."""

    name: str
    title: str
    where: str
    known: ExternalSource
    page: str = ""
    beside: str = ""


def outside_of(request: Request) -> Connections:
    """Return what the house is connected to."""
    return dependencies(request).desk.connections or NOTHING


def known_of(engine: Engine, name: str) -> ExternalSource:
    """Return what is known of something outside."""
    return engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)


def connected(request: Request) -> list[Connection]:
    """List what the house is connected to."""
    engine = dependencies(request).engine
    outside = outside_of(request)
    places = {name: outside.where(name) for name in TITLES}
    beside = {CALENDAR: _slower(engine) if outside.where(PUSH) else ""}
    return [
        Connection(name, TITLES[name], where, known_of(engine, name), PAGES.get(name, ""), beside.get(name, ""))
        for name, where in places.items()
        if where
    ]


def _slower(engine: Engine) -> str:
    trouble = known_of(engine, PUSH).trouble
    return SLOWER.format(trouble=trouble) if trouble else ""
