"""A small AWS for tests of what follows a commit: a store in memory, a recording scheduler."""

import itertools
import json
from datetime import datetime, timedelta
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, MessagePage
from fullhouse.engine.urls import one_address
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.config import Deployment
from fullhouse.platforms.aws.executor import DynamoExecutor
from fullhouse.platforms.aws.schedules import Schedules
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.store import MemoryStore
from tests.support.rsvp_world import Carrier, create, there

Json = dict[str, Any]
PLACE = Deployment(
    region="ap-southeast-1",
    account="000000000000",
    scheduler_role="arn:aws:iam::000000000000:role/ev-scheduler",
)
START = there("2026-06-01 11:00")


class Exceptions:
    """The refusals of EventBridge Scheduler, as botocore makes them."""

    class ConflictException(Exception):
        """It exists."""

    class ResourceNotFoundException(Exception):
        """It does not."""

    class ValidationException(Exception):
        """It cannot be."""


class Scheduler:
    """EventBridge Scheduler, as far as we use it; it knows no zone but these."""

    exceptions = Exceptions

    def __init__(self, *zones: str) -> None:
        self.zones = {"UTC", "Europe/Berlin", *zones}
        self.booked: dict[str, Json] = {}
        self.calls: list[str] = []

    def create_schedule(self, **asked: Any) -> None:
        self.calls.append("create")
        if asked["Name"] in self.booked:
            raise Exceptions.ConflictException
        if asked["ScheduleExpressionTimezone"] not in self.zones:
            raise Exceptions.ValidationException
        self.booked[asked["Name"]] = asked

    def delete_schedule(self, **asked: Any) -> None:
        self.calls.append("delete")
        if asked["Name"] not in self.booked:
            raise Exceptions.ResourceNotFoundException
        del self.booked[asked["Name"]]

    def rings(self) -> list[tuple[str, str, Json]]:
        """Which function is rung when, and what it is told, the earliest first."""
        booked = (
            (
                one["Target"]["Arn"].rpartition(":")[2].removeprefix("ev-"),
                f"{one['ScheduleExpression']} {one['ScheduleExpressionTimezone']}",
                json.loads(one["Target"]["Input"]),
            )
            for one in self.booked.values()
        )
        return sorted(booked, key=lambda ring: ring[:2])


class AlarmingStore(MemoryStore):
    """A store in memory that can be asked for one alarm, as the one on AWS can; it may be down."""

    def __init__(self) -> None:
        super().__init__()
        self.forgetting = 0

    def alarm(self, key: str) -> Alarm | None:
        return self.alarms.get(key)

    def finish_forgetting(self) -> bool:
        self.forgetting -= 1
        return self.forgetting >= 0


class Ids:
    """Makes ids that can be told apart."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)

    def new(self) -> str:
        return f"id{next(self.numbers)}"


class World:
    """One evening for two in Berlin, and what AWS would have of it."""

    def __init__(self, **fields: Any) -> None:
        self.store = AlarmingStore()
        self.clock = VirtualClock(START)
        self.carrier = Carrier()
        self.executor = DynamoExecutor(self.store, self.clock, self.carrier)
        self.scheduler = Scheduler()
        self.schedules = Schedules(self.scheduler, PLACE)
        keyring = Keyring((Key("k", b"k" * 32),), (Key("session", b"s" * 32),))
        composer = Composer(one_address("https://register.example.org/"), keyring)
        self.engine = Engine(self.executor, self.clock, Ids(), composer)
        self.orders = itertools.count(1)
        self.give(create(**fields))

    def give(self, *commands: Command) -> None:
        for command in commands:
            execute(
                self.store,
                RULES,
                Invocation(f"o{next(self.orders)}", "someone", command),
                self.clock.now(),
            )

    def after(self, **length: float) -> datetime:
        self.clock.move_to(self.clock.now() + timedelta(**length))
        return self.clock.now()

    def key(self, start: str) -> str:
        (key,) = (key for key in self.store.alarms if key.startswith(start))
        return key

    def messages(self, kind: str) -> list[Message]:
        page = self.store.load(MessagePage(kind=kind))
        return list(page)
