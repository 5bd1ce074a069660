"""Replay of failed events from the command line: real queues, streams and functions."""

import io
import itertools
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from fullhouse.platforms.aws.dead_letters import ReplayResult, Services, function_in, queues, replay
from tests.aws.emulator import ACCOUNT, REGION, Emulator, running
from tests.aws.mail_shapes import from_scheduler, given_up, given_up_batch
from tests.cli.support import PROGRAM

# It keeps what it took as objects in a bucket, and does as the event asks.
CODE = """
import json, os, time, urllib.error, urllib.request

def broken():
    try:
        url = f"{os.environ['AWS_ENDPOINT_URL']}/taken/broken"
        return urllib.request.urlopen(url, timeout=60).status == 200
    except urllib.error.HTTPError:
        return False

def handle(event, context):
    if event.get("fail") or broken():
        raise ValueError("no such thing")
    name = f"{context.function_name}-{time.time_ns()}"
    url = f"{os.environ['AWS_ENDPOINT_URL']}/taken/{name}"
    request = urllib.request.Request(url, json.dumps(event).encode(), method="PUT")
    urllib.request.urlopen(request, timeout=60)
    return {"batchItemFailures": [{"itemIdentifier": "1"}]} if event.get("leave") else None
"""
TABLE = "ev-messages"
FAILED = "it failed again: Runtime.HandlerError: no such thing"  # so the emulator calls every error
NUMBERS = itertools.count(1)


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("code.py", CODE)
    return packed.getvalue()


class Aside:
    """An account with two functions, their queues, and a table whose stream one of them hears."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.sqs, self.s3, self.functions = (
            emulator.client(name) for name in ("sqs", "s3", "lambda")
        )
        self.dynamodb, self.streams = (
            emulator.client("dynamodb"),
            emulator.client("dynamodbstreams"),
        )
        self.services = Services(self.sqs, self.functions, self.streams)
        self.s3.create_bucket(
            Bucket="taken", CreateBucketConfiguration={"LocationConstraint": REGION}
        )
        for name in ("keeper", "messenger"):
            self.sqs.create_queue(QueueName=f"ev-{name}-dlq")
            self.functions.create_function(
                FunctionName=f"ev-{name}",
                Runtime="python3.11",
                Handler="code.handle",
                Role=f"arn:aws:iam::{ACCOUNT}:role/any",
                Code={"ZipFile": zipped()},
                Timeout=15,
                Environment={"Variables": {"AWS_ENDPOINT_URL": emulator.url}},
            )
        made = self.dynamodb.create_table(
            TableName=TABLE,
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
        )
        self.stream = made["TableDescription"]["LatestStreamArn"]

    def url(self, function: str) -> str:
        return f"{self.emulator.url}/{ACCOUNT}/ev-{function}-dlq"

    def lays(
        self, body: dict[str, Any] | str, function: str = "messenger", **attributes: Any
    ) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        self.sqs.send_message(
            QueueUrl=self.url(function), MessageBody=text, MessageAttributes=attributes
        )

    def replays(self, function: str = "messenger") -> list[ReplayResult]:
        return [
            told for queue in queues(self.sqs, function) for told in replay(self.services, queue)
        ]

    def waiting(self, function: str = "messenger") -> int:
        return sum(queue.waiting for queue in queues(self.sqs, function))

    def taken(self) -> list[tuple[str, Any]]:
        """Which function took what, in order."""
        names = [one["Key"] for one in self.s3.list_objects_v2(Bucket="taken").get("Contents", ())]
        bodies = [self.s3.get_object(Bucket="taken", Key=name)["Body"].read() for name in names]
        found = [
            (name.rpartition("-")[0], json.loads(body))
            for name, body in zip(names, bodies, strict=True)
        ]
        return [
            one
            for _, one in sorted(
                zip((name.rpartition("-")[2] for name in names), found, strict=True)
            )
        ]

    def writes(self, *ids: str) -> list[str]:
        """Put items into the table, and return the numbers of their records in the stream."""
        for name in ids:
            item = {"id": {"S": name}, "raw": {"B": b"\x00\xff"}, "number": {"N": "1"}}
            self.dynamodb.put_item(TableName=TABLE, Item=item)
        shard = self.shard()
        asked = {"StreamArn": self.stream, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
        iterator = self.streams.get_shard_iterator(**asked)["ShardIterator"]
        records = self.streams.get_records(ShardIterator=iterator)["Records"]
        numbers = {
            one["dynamodb"]["Keys"]["id"]["S"]: one["dynamodb"]["SequenceNumber"] for one in records
        }
        return [numbers[name] for name in ids]

    def shard(self) -> str:
        described = self.streams.describe_stream(StreamArn=self.stream)["StreamDescription"]
        return str(described["Shards"][0]["ShardId"])

    def clear(self) -> None:
        for name in ("keeper", "messenger"):
            self.sqs.purge_queue(QueueUrl=self.url(name))
        for one in self.s3.list_objects_v2(Bucket="taken").get("Contents", ()):
            self.s3.delete_object(Bucket="taken", Key=one["Key"])


@pytest.fixture(scope="module")
def account() -> Iterator[Aside]:
    with running() as emulator:
        yield Aside(emulator)


@pytest.fixture
def aside(account: Aside) -> Aside:
    account.clear()
    return account


def test_an_event_that_nobody_waited_for_is_handed_over_again_and_leaves_its_queue(
    aside: Aside,
) -> None:
    aside.lays(given_up("ev-messenger", {"message": "m1"}))
    assert aside.replays() == [ReplayResult("ev-messenger", "done", "it took its event again")]
    assert aside.taken() == [("ev-messenger", {"message": "m1"})]
    assert aside.waiting() == 0
    assert aside.replays() == []


def test_a_schedules_input_goes_to_the_function_that_it_names(aside: Aside) -> None:
    aside.lays({"alarm": "a1", "due_at": "2026-06-01T09:00:00Z"}, **from_scheduler("ev-keeper"))
    assert aside.replays() == [ReplayResult("ev-keeper", "done", "it took its event again")]
    assert aside.taken() == [("ev-keeper", {"alarm": "a1", "due_at": "2026-06-01T09:00:00Z"})]


def test_the_records_of_a_batch_are_read_from_the_stream_as_lambda_hands_them_over(
    aside: Aside,
) -> None:
    _, first, last, _ = aside.writes(*(f"m{next(NUMBERS)}" for _ in range(4)))
    aside.lays(given_up_batch("ev-messenger", aside.stream, aside.shard(), (first, last)))
    assert aside.replays() == [
        ReplayResult("ev-messenger", "done", "it took 2 records of ev-messages again")
    ]
    ((function, event),) = aside.taken()
    records = event["Records"]
    assert (function, [one["dynamodb"]["SequenceNumber"] for one in records]) == (
        "ev-messenger",
        [first, last],
    )
    assert records[0]["eventSourceARN"] == aside.stream
    assert records[0]["eventName"] == "INSERT"
    assert records[0]["dynamodb"]["NewImage"]["raw"] == {"B": "AP8="}
    assert isinstance(records[0]["dynamodb"].get("ApproximateCreationDateTime"), float | int)


def test_many_records_are_handed_over_in_parts_that_a_call_can_hold(aside: Aside) -> None:
    numbers = aside.writes(*(f"n{next(NUMBERS):03d}" for _ in range(70)))
    aside.lays(
        given_up_batch("ev-messenger", aside.stream, aside.shard(), (numbers[0], numbers[-1]))
    )
    assert [one.words for one in aside.replays()] == ["it took 70 records of ev-messages again"]
    assert [len(event["Records"]) for _, event in aside.taken()] == [50, 20]


@pytest.mark.parametrize("gone", ["shard", "stream"])
def test_what_the_stream_does_not_have_any_more_is_swept_from_the_tables(
    aside: Aside, gone: str
) -> None:
    stream = aside.stream if gone == "shard" else aside.stream.replace("ev-messages", "ev-gone")
    aside.lays(
        given_up_batch(
            "ev-messenger", stream, "shardId-00000000000000000000-0000gone", ("1" * 27, "2" * 27)
        )
    )
    (told,) = aside.replays()
    assert (told.became, aside.taken()) == ("swept", [("ev-keeper", {"sweep": True})])
    assert aside.waiting() == 0


def test_what_fails_again_stays_and_holds_up_nothing_else(aside: Aside) -> None:
    aside.lays(given_up("ev-messenger", {"fail": True}))
    aside.lays(given_up("ev-messenger", {"leave": True}))
    aside.lays(given_up("ev-messenger", {"message": "m1"}))
    aside.lays(given_up("ev-gone", {"message": "m2"}))
    told = sorted(one.words.partition(":")[0] for one in aside.replays())
    assert told == [
        "it failed again",
        "it failed again",
        "it failed again",
        "it took its event again",
    ]
    assert [event for _, event in aside.taken()] == [{"leave": True}, {"message": "m1"}]
    assert aside.waiting() == 3


@pytest.mark.parametrize("body", ["", "x", "[]", '"x"', "7"], ids=repr)
def test_what_aws_did_not_write_stays(aside: Aside, body: str) -> None:
    aside.lays(body or " ")
    assert [one.words for one in aside.replays()] == [
        "it cannot be done again: it is no event in JSON"
    ]
    assert aside.waiting() == 1


def test_an_event_that_is_not_there_or_was_cut_off_stays(aside: Aside) -> None:
    aside.lays(given_up("ev-messenger", None))
    aside.lays({"alarm": "a1"}, **from_scheduler("ev-keeper", cut=True))
    assert {one.words for one in aside.replays()} == {
        "it cannot be done again: it does not hold the event",
        "it cannot be done again: the event was too long and was cut off",
    }
    assert aside.taken() == []


def test_more_than_one_handful_is_done_whole_and_each_once(aside: Aside) -> None:
    for number in range(25):
        aside.lays(given_up("ev-messenger", {"fail": number % 5 == 0, "number": number}))
    told = aside.replays()
    assert [sum(one.became == kind for one in told) for kind in ("done", "failed")] == [20, 5]
    assert sorted(event["number"] for _, event in aside.taken()) == [
        one for one in range(25) if one % 5
    ]
    assert aside.waiting() == 5


def test_queues_of_others_are_left_alone(aside: Aside) -> None:
    for name in ("ev-messenger-dlq-old", "xx-messenger-dlq", "ev-queue"):
        aside.sqs.create_queue(QueueName=name)
    assert [queue.function for queue in queues(aside.sqs)] == ["ev-keeper", "ev-messenger"]
    assert [queue.function for queue in queues(aside.sqs, "ev-messenger")] == ["ev-messenger"]
    assert queues(aside.sqs, "nobody") == []


@pytest.mark.parametrize(
    ("arn", "name"),
    [
        (f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:ev-keeper", "ev-keeper"),
        (f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:ev-keeper:$LATEST", "ev-keeper"),
        (f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:other", ""),
        ("arn:aws:scheduler:::aws-sdk:sqs:sendMessage", ""),
        ("", ""),
    ],
)
def test_only_our_own_functions_are_called(arn: str, name: str) -> None:
    assert function_in(arn) == name


def fullhouse(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    nobody = dict.fromkeys(("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"), os.devnull)
    environment = {**kept, **nobody, "AWS_EC2_METADATA_DISABLED": "true", **variables}
    command = [*PROGRAM, "replay", *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_the_command_says_what_it_did_and_what_stays(aside: Aside) -> None:
    aside.lays(given_up("ev-messenger", {"message": "m1"}))
    aside.lays({"alarm": "a1"}, "keeper", **from_scheduler("ev-keeper"))
    done = fullhouse(**aside.emulator.environment)
    assert done.stdout.splitlines() == [
        "ev-keeper: it took its event again.",
        "ev-messenger: it took its event again.",
        "2 done again.",
    ]
    assert done.returncode == 0
    assert fullhouse(**aside.emulator.environment).stdout == "Nothing waits: every step was done.\n"
    aside.lays(given_up("ev-messenger", {"fail": True}))
    failed = fullhouse("messenger", **aside.emulator.environment)
    assert f"ev-messenger: {FAILED}." in failed.stderr
    assert failed.stdout == "0 done again. 1 failed again; what failed stays in its queue.\n"
    assert failed.returncode == 1


def test_the_command_says_what_is_missing(aside: Aside) -> None:
    known = aside.emulator.environment
    assert "no queue for a function 'nobody'" in fullhouse("nobody", **known).stderr
    for gone in ("AWS_ACCESS_KEY_ID", "AWS_REGION"):
        left = {
            name: value for name, value in known.items() if name not in (gone, "AWS_DEFAULT_REGION")
        }
        told = fullhouse(**left, **({} if gone == "AWS_REGION" else {"AWS_DEFAULT_REGION": REGION}))
        assert told.returncode == 1
        assert "Sign in" in told.stderr
        assert "Traceback" not in told.stderr
    nowhere = fullhouse(
        **{**known, "AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_MAX_ATTEMPTS": "1"}
    )
    assert "Nothing that was set aside is lost" in nowhere.stderr


def test_without_the_parts_for_aws_the_command_says_how_to_get_them() -> None:
    hidden = (
        "import sys; sys.modules['botocore.exceptions'] = None; "
        "from fullhouse.cli import main; main(['replay'])"
    )
    told = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False, timeout=300
    )
    assert "pip install 'fullhouse[aws]'" in told.stderr
    assert told.returncode == 1


def test_an_event_that_lambda_itself_gave_up_on_is_understood(aside: Aside) -> None:
    arn = f"arn:aws:sqs:{REGION}:{ACCOUNT}:ev-messenger-dlq"
    aside.functions.put_function_event_invoke_config(
        FunctionName="ev-messenger",
        MaximumRetryAttempts=0,
        DestinationConfig={"OnFailure": {"Destination": arn}},
    )
    aside.functions.invoke(
        FunctionName="ev-messenger", InvocationType="Event", Payload=b'{"fail": true}'
    )
    until = time.monotonic() + 180
    while not aside.waiting() and time.monotonic() < until:
        time.sleep(0.1)
    assert [one.words for one in aside.replays()] == [FAILED]
    assert aside.waiting() == 1


def test_a_batch_that_an_event_source_gave_up_on_is_done_once_the_function_works_again(
    aside: Aside,
) -> None:
    arn = f"arn:aws:sqs:{REGION}:{ACCOUNT}:ev-messenger-dlq"
    aside.s3.put_object(Bucket="taken", Key="broken", Body=b"")
    mapping = aside.functions.create_event_source_mapping(
        EventSourceArn=aside.stream,
        FunctionName="ev-messenger",
        StartingPosition="LATEST",
        BatchSize=10,
        MaximumRetryAttempts=0,
        DestinationConfig={"OnFailure": {"Destination": arn}},
    )["UUID"]
    try:
        (number,) = aside.writes(f"e{next(NUMBERS)}")
        until = time.monotonic() + 180
        while not aside.waiting() and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        aside.functions.delete_event_source_mapping(UUID=mapping)
    aside.s3.delete_object(Bucket="taken", Key="broken")
    assert [one.words for one in aside.replays()] == ["it took 1 record of ev-messages again"]
    ((_, event),) = aside.taken()
    assert [one["dynamodb"]["SequenceNumber"] for one in event["Records"]] == [number]
    assert aside.waiting() == 0
