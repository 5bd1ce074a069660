"""A small AWS driven by hand: real functions in this process on the emulator.

It reads the tables' streams and the schedules itself, and does what AWS does around a function that
failed: a batch is handed over again, a ring is tried again, and a person who got an error presses
the button again.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from starlette.applications import Starlette

from fullhouse.kernel.commands import Command
from fullhouse.platforms.aws import bootstrap, http, logs
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.functions import (
    ev_host_summary,
    ev_keeper,
    ev_link_handler,
    ev_messenger,
    ev_offer_timeout,
    ev_register,
    ev_reminder_fire,
)
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.schedules import GROUP
from fullhouse.platforms.memory.clock import VirtualClock
from tests.aws.emulator import Emulator
from tests.aws.shapes import Context
from tests.aws.url_shapes import Answer, form_event, read_answer, url_event
from tests.platforms.aws.handed_over import (
    WOKEN_BY,
    Schedule,
    Streams,
    booked,
    first_failed,
    to_schedule,
)
from tests.platforms.aws.living import HOUSE, Json, fresh_clients, living
from tests.platforms.aws.wire import DiesHereError, Fault, Wire

TRIES = 4
BATCH = 10
SWEEP = {"sweep": True}
SWEEPS_EVERY = timedelta(minutes=15)
SERVER_ERROR = 500
WEB: dict[str, Callable[[], Starlette]] = {
    "register": ev_register.app,
    "link-handler": ev_link_handler.app,
}
FUNCTIONS: dict[str, Callable[[Event, object], object]] = {
    "host-summary": ev_host_summary.handle,
    "keeper": ev_keeper.handle,
    "messenger": ev_messenger.handle,
    "offer-timeout": ev_offer_timeout.handle,
    "reminder-fire": ev_reminder_fire.handle,
}
Items = dict[str, Json]


class BrokenError(Exception):
    """A function did not come to its end."""


class Snapshot(msgspec.Struct, frozen=True):
    """All that AWS holds at a time: every table's items, and the schedules."""

    now: datetime
    items: dict[str, Items]
    schedules: dict[str, Json]


class LittleAws:
    """One deployment, driven by hand, on a clock that is moved."""

    def __init__(self, emulator: Emulator, wire: Wire, clock: VirtualClock) -> None:
        """Stand on empty tables."""
        self.wire = wire
        self.clock = clock
        self.database = emulator.client("dynamodb")
        self.scheduler = emulator.client("scheduler")
        self.streams = Streams(emulator, self.database)
        self.kept: dict[str, Json] = {}  # schedules that were read before: they never change
        self.doors: dict[str, http.Door] = {}
        self.seen: dict[str, Items] | None = (
            None  # what the tables hold, until a function runs again
        )
        self.began = Snapshot(clock.now(), {}, {})
        self.behave()
        self.start_anew()

    def behave(self) -> None:
        """Deliver each batch and each ring once, and streams in this order."""
        self.deliver: Callable[[str, list[Json]], None] = self.hand_over
        self.ring_for: Callable[[Schedule], None] = self.rung
        self.order = tuple(WOKEN_BY)

    # Processes.

    def start_anew(self) -> None:
        """Start like a new process that knows nothing; only clients stay, which hold no state."""
        for door in self.doors.values():
            door.loop.close()
        self.doors.clear()
        for cache in HOUSE:
            cache.cache_clear()
        bootstrap.executor().clock = self.clock

    def run(self, function: str, work: Callable[[], Any]) -> Any:
        """Run a function once; if its process ends, the next run is in a new one."""
        self.wire.starts(function)
        self.seen = None
        try:
            answer = work()
        except DiesHereError:
            self.start_anew()
            raise BrokenError(function) from None
        except Exception as error:
            raise BrokenError(function) from error
        if self.wire.dead:
            self.start_anew()
            raise BrokenError(function)
        return answer

    def again(self, function: str, work: Callable[[], Any]) -> Any:
        """Run a function until it comes to its end, as often as AWS or a person would."""
        for _ in range(TRIES - 1):
            try:
                return self.run(function, work)
            except BrokenError:
                continue
        return self.run(function, work)

    def called(self, function: str, event: Json) -> Any:
        """Call a function once."""
        return self.run(function, lambda: FUNCTIONS[function](event, Context()))

    # People.

    def _asked(self, function: str, event: Json) -> Answer:
        if function not in self.doors:
            self.doors[function] = http.Door(WEB[function]())
        answer = read_answer(self.doors[function].answer(event, Context()))
        if answer.status >= SERVER_ERROR:
            raise BrokenError(answer.text)
        return answer

    def signs_up(self, event_id: str, name: str) -> Json:
        """Let someone sign up at the event's page, again if it fails; return what they are told."""
        body = json.dumps({"name": name.title(), "email": f"{name}@example.org"}).encode()
        headers = {"content-type": "application/json", "idempotency-key": name}
        event = url_event("POST", f"/e/{event_id}", body, headers)
        answer = self.again("register", lambda: self._asked("register", event))
        assert answer.status == 200, answer.text
        told: Json = json.loads(answer.text)
        return told

    def presses(self, url: str) -> Answer:
        """Let someone press the button behind a link of their mail."""
        event = form_event(urlsplit(url).path, {})
        answer: Answer = self.again("link-handler", lambda: self._asked("link-handler", event))
        assert answer.status == 200, answer.text
        return answer

    def host_says(self, command: Command) -> None:
        """Let the host give a command at the desk."""

        async def give(_event: Event) -> None:
            await bootstrap.open_engine().execute(command, "host")

        self.again("desk", lambda: handling(give)({}, Context()))

    # What AWS does by itself.

    def pump(self) -> None:
        """Hand on what the streams tell, until they tell nothing more."""
        while self.wire.written:
            self.wire.written = False
            told = [(table, self.streams.read(table)) for table in self.order]
            for table, records in told:
                for start in range(0, len(records), BATCH):
                    self.deliver(table, records[start : start + BATCH])

    def hand_over(self, table: str, records: list[Json]) -> None:
        """Hand a batch to its function, and again from the first record that failed."""
        for _ in range(TRIES):
            if not records:
                return
            try:
                answer = self.called(WOKEN_BY[table], {"Records": records})
            except BrokenError:
                continue
            records = records[first_failed(answer, records) :]

    def schedules(self) -> list[Schedule]:
        """Read the schedules there are, the earliest first."""
        names = [one["Name"] for one in self.scheduler.list_schedules(GroupName=GROUP)["Schedules"]]
        for name in names:
            if name not in self.kept:
                self.kept[name] = self.scheduler.get_schedule(GroupName=GROUP, Name=name)
        return sorted(
            (to_schedule(self.kept[name]) for name in names), key=lambda one: (one.at, one.name)
        )

    def ring(self, schedule: Schedule) -> None:
        """Ring the function of a schedule; then the schedule is gone."""
        self.ring_for(schedule)
        self.scheduler.delete_schedule(GroupName=GROUP, Name=schedule.name)

    def rung(self, schedule: Schedule) -> None:
        """Ring the function of a schedule; what it could not do is tried a few times more."""
        try:
            self.again(
                schedule.function, lambda: FUNCTIONS[schedule.function](schedule.told, Context())
            )
        except BrokenError:
            return

    def sweep(self) -> None:
        """Let the sweep come round."""
        self.again("keeper", lambda: FUNCTIONS["keeper"](SWEEP, Context()))

    def until(self, moment: datetime) -> None:
        """Let time pass, and everything ring that falls due."""
        self.pump()
        while (due := self.schedules()) and due[0].at <= moment:
            self.clock.move_to(max(due[0].at, self.clock.now()))
            self.ring(due[0])
            self.pump()
        self.clock.move_to(moment)

    def later(self, **length: float) -> None:
        """Let time pass, with one sweep after a quarter of an hour: more would have no effect."""
        now = self.clock.now()
        self.until(now + SWEEPS_EVERY)
        self.sweep()
        self.until(now + timedelta(**length))

    # All that is there.

    def items(self) -> dict[str, Items]:
        """Read every item of every table."""
        if self.seen is None:
            self.seen = {table.name: self.table(table) for table in tables.TABLES}
        return self.seen

    def table(self, table: tables.Table) -> Items:
        """Read every item of a table."""
        found = self.database.scan(TableName=table.name, ConsistentRead=True)["Items"]
        return {_key(table, item): item for item in found}

    def snapshot(self) -> Snapshot:
        """Keep all that AWS holds now."""
        names = [one.name for one in self.schedules()]
        return Snapshot(self.clock.now(), self.items(), {name: self.kept[name] for name in names})

    def back_to(self, kept: Snapshot, *faults: Fault) -> None:
        """Go back to what AWS held then, in a new process, with these faults ahead."""
        self._write(list(self._differences(kept)))
        self.seen = None
        here = {one.name for one in self.schedules()}
        for name in here - kept.schedules.keys():
            self.scheduler.delete_schedule(GroupName=GROUP, Name=name)
        for name in kept.schedules.keys() - here:
            self.scheduler.create_schedule(**booked(kept.schedules[name]))
        self.streams.skip()
        self.began = kept
        self.clock = VirtualClock(kept.now)
        self.behave()
        self.start_anew()
        self.wire.begin(*faults)

    def _differences(self, kept: Snapshot) -> Iterator[tuple[str, Json]]:
        for table in tables.TABLES:
            here, there = self.items()[table.name], kept.items[table.name]
            for key in here.keys() - there.keys():
                yield table.name, {"DeleteRequest": {"Key": json.loads(key)}}
            for key, item in there.items():
                if here.get(key) != item:
                    yield table.name, {"PutRequest": {"Item": item}}

    def _write(self, requests: list[tuple[str, Json]]) -> None:
        for start in range(0, len(requests), 25):
            batch: dict[str, list[Json]] = {}
            for table, request in requests[start : start + 25]:
                batch.setdefault(table, []).append(request)
            assert not self.database.batch_write_item(RequestItems=batch).get("UnprocessedItems")


def _key(table: tables.Table, item: Json) -> str:
    return json.dumps(
        {one.name: item[one.name] for one in (table.partition, table.sort) if one is not None}
    )


@contextmanager
def little_aws(emulator: Emulator, start: datetime) -> Iterator[LittleAws]:
    """Put a little AWS together, and take it away again."""
    with pytest.MonkeyPatch.context() as patch, fresh_clients(), living(emulator, patch):
        patch.setattr(logs, "set_up", lambda: None)
        wire = Wire()
        wire.listen()
        aws = LittleAws(emulator, wire, VirtualClock(start))
        yield aws
        aws.start_anew()
        for one in aws.schedules():
            aws.scheduler.delete_schedule(GroupName=GROUP, Name=one.name)
