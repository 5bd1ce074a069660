"""Resources of functions on the emulator: tables, parameters, link key, schedules, sender."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.request import urlopen

import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.clock import SystemClock
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import QuietHours
from fullhouse.platforms.aws import bootstrap, clients
from fullhouse.platforms.aws.config import APPOINTMENTS_PREFIX, PREFIX, WAITLIST_PREFIX
from fullhouse.platforms.aws.dynamodb.item_codec import alarm_item, shape
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from tests.aws.emulator import ACCOUNT, Emulator
from tests.aws.shapes import stream_record
from tests.aws.tables import drop_tables, make_tables
from tests.support.rsvp_world import create

Json = dict[str, Any]
CLIENTS = (clients._session, clients.client)  # noqa: SLF001 - to empty it
HOUSE = (
    bootstrap.place,
    bootstrap.config,
    bootstrap.waitlist_config,
    bootstrap.appointments_config,
    bootstrap.store,
    bootstrap.files,
    bootstrap.executor,
    bootstrap.scribe,
    bootstrap.narrator,
    bootstrap.open_engine,
    bootstrap.open_waitlist_engine,
    bootstrap.open_front_desk_engine,
    bootstrap._sns,  # noqa: SLF001 - nor would it have a carrier
    bootstrap._ses,  # noqa: SLF001 - nor would it have a carrier
    bootstrap._slack,  # noqa: SLF001 - nor would it have a carrier
)
PARAMETERS = {
    "urls/register": "https://register.example.org/",
    "urls/links": "https://links.example.org/",
    "urls/desk": "https://desk.example.org/",
    "sender": "events@example.org",
    "owner": "kim@example.org",
}
FAR_OFF = "2126-06-20T19:00"


class Living:
    """One deployment, seen from the functions."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.store = DynamoStore(client(emulator, "dynamodb"))
        self.scheduler = client(emulator, "scheduler")
        self.orders = 0

    def give(self, *commands: Command) -> None:
        for command in commands:
            self.orders += 1
            invocation = Invocation(f"o{self.orders}", "someone", command)
            execute(self.store, RULES, invocation, SystemClock().now())

    def opens(self, **fields: Any) -> None:
        """Open an evening a hundred years from now, without quiet hours."""
        self.give(
            create(**{"starts_at": FAR_OFF, "quiet_hours": QuietHours("00:00", "00:00"), **fields})
        )

    def message(self, message_id: str) -> Message:
        message = self.store.load(Get(Message, (message_id,)))
        assert message is not None
        return message

    def mails(self) -> list[Json]:
        """What SES was handed, of this test's events or not."""
        url = f"{self.emulator.url}/_ministack/ses/messages"
        with urlopen(url, timeout=60) as answer:  # noqa: S310 - our own emulator
            found: Json = json.load(answer)
        return [mail for account in found["messages"].values() for mail in account]

    def booked(self) -> list[tuple[str, str, Json]]:
        """The schedules there are: which function, when, and what it is told."""
        found = self.scheduler.list_schedules(GroupName="ev")["Schedules"]
        ours = [self.scheduler.get_schedule(GroupName="ev", Name=one["Name"]) for one in found]
        return sorted(
            (
                one["Target"]["Arn"].rpartition(":ev-")[2],
                one["ScheduleExpression"],
                json.loads(one["Target"]["Input"]),
            )
            for one in ours
        )

    def stream(self, table: str) -> Json:
        """All that a table's stream has told so far, as Lambda would hand it over."""
        streams = client(self.emulator, "dynamodbstreams")
        arn = streams.list_streams(TableName=table)["Streams"][-1]["StreamArn"]
        (shard,) = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        start = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        iterator = streams.get_shard_iterator(**start)["ShardIterator"]
        records = streams.get_records(ShardIterator=iterator)["Records"]
        return {"Records": [{**record, "eventSourceARN": arn} for record in records]}

    def alarm_record(self, key: str, *, number: int = 1) -> Json:
        """What the alarms' stream says when an alarm is set."""
        return stream_record("ev-alarms", "INSERT", {"key": {"S": key}}, number=number)

    def cleared_record(self, key: str) -> Json:
        """What the alarms' stream says when an alarm goes that is still there now."""
        alarm = self.store.alarm(key)
        assert alarm is not None
        return stream_record("ev-alarms", "REMOVE", {"key": {"S": key}}, old=alarm_item(alarm))

    def message_record(self, message_id: str, *, number: int = 1) -> Json:
        """What the messages' stream says when a message is queued."""
        item = shape(Message).item(self.message(message_id))
        return stream_record(
            "ev-messages", "INSERT", {"id": {"S": message_id}}, number=number, new=item
        )


@cache
def client(emulator: Emulator, service: str) -> Any:
    """Make a client once for all tests: it takes longer than they do."""
    return emulator.client(service)


@contextmanager
def living(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    """Let functions called in this process find the emulator, with nothing known from before."""
    variables = {
        "EV_ACCOUNT": ACCOUNT,
        "EV_SCHEDULER_ROLE": f"arn:aws:iam::{ACCOUNT}:role/ev-scheduler",
    }
    for name, value in (emulator.environment | variables).items():
        monkeypatch.setenv(name, value)
    for one in HOUSE:
        one.cache_clear()
    _furnish(emulator)
    try:
        yield Living(emulator)
    finally:
        _clear(emulator)


@contextmanager
def fresh_clients() -> Iterator[None]:
    """Let nobody find clients that were made for someone else's emulator."""
    for one in CLIENTS:
        one.cache_clear()
    yield
    for one in (*CLIENTS, *HOUSE):
        one.cache_clear()


def _furnish(emulator: Emulator) -> None:
    make_tables(client(emulator, "dynamodb"))
    for name, value in PARAMETERS.items():
        client(emulator, "ssm").put_parameter(
            Name=f"/ev/config/{name}", Value=value, Type="String", Overwrite=True
        )
    key = json.dumps({"keys": [], "first": "x" * 64})
    client(emulator, "secretsmanager").create_secret(Name="ev/links/signing-key", SecretString=key)
    client(emulator, "scheduler").create_schedule_group(Name="ev")
    client(emulator, "ses").verify_email_identity(EmailAddress="events@example.org")


def _clear(emulator: Emulator) -> None:
    drop_tables(client(emulator, "dynamodb"))
    _delete_parameters(client(emulator, "ssm"))
    client(emulator, "secretsmanager").delete_secret(
        SecretId="ev/links/signing-key", ForceDeleteWithoutRecovery=True
    )
    client(emulator, "scheduler").delete_schedule_group(Name="ev")


def _delete_parameters(ssm: Any) -> None:
    """Delete all settings, also those that a test added."""
    for prefix in (PREFIX, WAITLIST_PREFIX, APPOINTMENTS_PREFIX):
        pages = ssm.get_paginator("get_parameters_by_path").paginate(Path=prefix, Recursive=True)
        for page in list(pages):
            if names := [one["Name"] for one in page["Parameters"]]:
                ssm.delete_parameters(Names=names)
