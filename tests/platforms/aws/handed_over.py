"""Stream records and schedules, read back from the emulator as AWS hands them over."""

import json
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.times import instant
from fullhouse.platforms.aws.dynamodb import tables
from tests.aws.emulator import Emulator
from tests.platforms.aws.living import Json

WOKEN_BY = {
    tables.ALARMS.name: "keeper",
    tables.MESSAGES.name: "messenger",
    tables.AUDIT.name: "keeper",
}


class Schedule(msgspec.Struct, frozen=True):
    """A schedule as it was read back."""

    name: str
    at: datetime
    function: str
    told: Json


class Streams:
    """The tables' streams, read from the last position; only queued messages wake anyone."""

    def __init__(self, emulator: Emulator, database: Any) -> None:
        """Begin with what comes next."""
        self.client = emulator.client("dynamodbstreams")
        self.arns: dict[str, str] = {}
        self.places: dict[str, str] = {}
        for name in WOKEN_BY:
            self.arns[name] = database.describe_table(TableName=name)["Table"]["LatestStreamArn"]
            (shard,) = self.client.describe_stream(StreamArn=self.arns[name])["StreamDescription"][
                "Shards"
            ]
            told = {
                "StreamArn": self.arns[name],
                "ShardId": shard["ShardId"],
                "ShardIteratorType": "LATEST",
            }
            self.places[name] = self.client.get_shard_iterator(**told)["ShardIterator"]

    def read(self, table: str) -> list[Json]:
        """Read on, as Lambda hands it over."""
        answer = self.client.get_records(ShardIterator=self.places[table])
        self.places[table] = answer["NextShardIterator"]
        records = [_as_lambda_has_it(one, self.arns[table]) for one in answer["Records"]]
        return [one for one in records if table != tables.MESSAGES.name or _is_queued(one)]

    def skip(self) -> None:
        """Pass over all that was told until now."""
        for table in self.places:
            self.read(table)


def _is_queued(record: Json) -> bool:
    return bool(record["dynamodb"].get("NewImage", {}).get("status") == {"S": "queued"})


def _as_lambda_has_it(record: Json, arn: str) -> Json:
    change = {**record["dynamodb"], "ApproximateCreationDateTime": 0.0}
    return {**record, "dynamodb": change, "eventSourceARN": arn}


def first_failed(answer: Any, records: list[Json]) -> int:
    """Say which record has to be handed over again first; one past the last if none."""
    failed = {one["itemIdentifier"] for one in (answer or {}).get("batchItemFailures", ())}
    return next(
        (at for at, one in enumerate(records) if one["dynamodb"]["SequenceNumber"] in failed),
        len(records),
    )


def to_schedule(read: Json) -> Schedule:
    """Understand a schedule."""
    wall = datetime.fromisoformat(read["ScheduleExpression"].removeprefix("at(").removesuffix(")"))
    at = instant(wall, read["ScheduleExpressionTimezone"])
    return Schedule(
        read["Name"],
        at,
        read["Target"]["Arn"].rpartition(":ev-")[2],
        json.loads(read["Target"]["Input"]),
    )


def booked(read: Json) -> Json:
    """Say how to book a schedule again."""
    names = (
        "Name",
        "GroupName",
        "ScheduleExpression",
        "ScheduleExpressionTimezone",
        "FlexibleTimeWindow",
        "Target",
    )
    return {name: read[name] for name in (*names, "ActionAfterCompletion")}
