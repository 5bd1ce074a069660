"""Google's push about the calendar: only from the open channel, and it only starts a sync."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask
from fullhouse.inbound.sync.appointment_calendar.push import CalendarPush
from fullhouse.inbound.sync.appointment_calendar.sync import NAME
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web import app as whole
from fullhouse.web.dependencies import dependencies_of
from tests.inbound.google.fake import FakeGoogle, fake_google
from tests.inbound.google.grid import Calendar
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import BASE, START, Mailbox

DESK = "desk@salon.example"


class Told:
    """A house that Google tells of changes, and how often it has looked since."""

    def __init__(self, web: TestClient, google: FakeGoogle) -> None:
        self.web, self.google = web, google
        self.looks = 0

    async def look(self) -> None:
        self.looks += 1

    def tell(self, state: str = "exists", **other: str) -> int:
        ((name, asked),) = self.google.channels.items()
        given = {
            "X-Goog-Channel-ID": name,
            "X-Goog-Channel-Token": asked["token"],
            "X-Goog-Resource-State": state,
        }
        renamed = {f"X-Goog-Channel-{name}": value for name, value in other.items()}
        return self.web.post("/hooks/calendar", headers={**given, **renamed}).status_code


@pytest.fixture(params=[True, False], ids=["still", "running"])
def told(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Told]:
    clock = VirtualClock(START)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(tmp_path, clock, Mailbox(), BASE, settles=request.param) as engine:
            attach_engine(app, engine)
            yield

    app = whole.make_app(not_yet(), lifespan=lifespan)
    with fake_google() as google, TestClient(app, base_url=BASE) as web:
        google.calendars[DESK] = Calendar()
        engine: Engine = dependencies_of(app).engine
        one = Told(web, google)
        assert web.portal is not None
        web.portal.call(
            CalendarPush(
                engine, google.client(), DESK, "https://salon.example/hooks/calendar"
            ).renew
        )
        chore = PeriodicTask(NAME, timedelta(hours=1), one.look, watches=NAME)
        web.portal.call(engine.tasks.add, chore, START + timedelta(hours=1))
        yield one


def test_a_change_has_the_calendar_looked_at_at_once(told: Told) -> None:
    assert told.tell() == 200
    told.web.get("/healthz")
    assert told.looks == 1


def test_the_first_word_of_a_channel_asks_for_nothing(told: Told) -> None:
    assert told.tell("sync") == 200
    told.web.get("/healthz")
    assert told.looks == 0


@pytest.mark.parametrize(
    "other", [{"ID": "another"}, {"Token": "another"}, {"Token": ""}, {"Token": "x" * 3000}]
)
def test_whoever_does_not_know_the_token_is_not_heard(told: Told, other: dict[str, str]) -> None:
    assert told.tell(**other) == 404
    assert told.web.post("/hooks/calendar").status_code == 404
    assert told.web.get("/hooks/calendar").status_code == 405
    assert told.looks == 0
