import io
import json
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.aws.emulator import ACCOUNT, REGION, Emulator, running
from tests.aws.record import Record, Ring, Run, Write, read

CODE = """
import time

import botocore.session

def handle(event, context):
    table = botocore.session.get_session().create_client("dynamodb")
    now = {"N": str(int(time.time()))}
    item = {"id": {"S": "by-function"}, "held": {"S": "yes"}, "at": now}
    table.put_item(TableName="seats", Item=item)
    for record in event.get("Records", ()):
        if record["dynamodb"]["Keys"]["id"]["S"] == "poison":
            return {"batchItemFailures": [{"itemIdentifier": record["dynamodb"]["SequenceNumber"]}]}
"""
TRUST = {
    "Statement": [
        {
            "Effect": "Allow",
            "Principal": {"Service": "lambda.amazonaws.com"},
            "Action": "sts:AssumeRole",
        }
    ]
}
MAY_PUT = {"Statement": [{"Effect": "Allow", "Action": "dynamodb:PutItem", "Resource": "*"}]}
FUNCTION = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:taker"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    with running(auth=True, record=tmp_path_factory.mktemp("record") / "calls") as emulator:
        _make_table(emulator)
        _make_function(emulator)
        yield emulator


def _make_table(emulator: Emulator) -> None:
    emulator.client("dynamodb").create_table(
        TableName="seats",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[
            {"AttributeName": one, "AttributeType": "S"} for one in ("id", "held")
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "held",
                "KeySchema": [{"AttributeName": "held", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
    )


def _make_function(emulator: Emulator) -> None:
    people = emulator.client("iam")
    role = people.create_role(RoleName="taker-role", AssumeRolePolicyDocument=json.dumps(TRUST))[
        "Role"
    ]["Arn"]
    people.put_role_policy(
        RoleName="taker-role", PolicyName="may", PolicyDocument=json.dumps(MAY_PUT)
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr("index.py", CODE)
    emulator.client("lambda").create_function(
        FunctionName="taker",
        Runtime="python3.14",
        Role=role,
        Handler="index.handle",
        Code={"ZipFile": packed.getvalue()},
        Timeout=10,
    )


def record_of(emulator: Emulator) -> Record:
    assert emulator.record is not None
    return read(emulator.record)


def rung(emulator: Emulator) -> list[Run]:
    return [one for one in record_of(emulator).runs if one.source == "direct"]


def wait_for_runs(emulator: Emulator, number: int) -> list[Run]:
    """Wait for as many runs that a schedule rang."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        if len(runs := rung(emulator)) >= number:
            return runs
        time.sleep(0.1)
    raise TimeoutError(record_of(emulator).lines)


def test_a_write_is_recorded_with_its_sizes_and_what_it_cost_each_index(recorded: Emulator) -> None:
    tables = recorded.client("dynamodb")
    item = {
        "id": {"S": "a"},
        "held": {"S": "x" * 1020},
    }  # with the names of both attributes 1027 bytes, in the index too
    tables.transact_write_items(TransactItems=[{"Put": {"TableName": "seats", "Item": item}}])
    tables.delete_item(TableName="seats", Key={"id": {"S": "a"}})
    made, gone = [
        one.writes[0] for one in record_of(recorded).calls if one.writes and not one.role
    ][-2:]
    assert made == Write("seats", "Put", 1027, 0, 1027, {"held": 2.0}, True, "a")
    assert gone == Write("seats", "Delete", 3, 1027, 0, {"held": 2.0}, False, "a")


def test_a_read_is_recorded_with_what_it_read(recorded: Emulator) -> None:
    tables = recorded.client("dynamodb")
    tables.put_item(TableName="seats", Item={"id": {"S": "b"}, "held": {"S": "two"}})
    tables.query(
        TableName="seats",
        IndexName="held",
        KeyConditionExpression="held = :two",
        ExpressionAttributeValues={":two": {"S": "two"}},
    )
    tables.get_item(TableName="seats", Key={"id": {"S": "b"}}, ConsistentRead=True)
    query, get = [one.reads[0] for one in record_of(recorded).calls if one.reads][-2:]
    assert (query.index, query.consistent, query.items, query.bytes) == ("held", False, 1, 10)
    assert (query.key, get.key) == ("two", "b")
    assert (get.index, get.consistent, get.items, get.bytes) == ("", True, 1, 10)


def test_what_is_asked_for_and_not_there_is_a_read_too(recorded: Emulator) -> None:
    tables = recorded.client("dynamodb")
    tables.put_item(TableName="seats", Item={"id": {"S": "c"}})
    keys = [{"id": {"S": one}} for one in ("c", "nobody")]
    tables.batch_get_item(RequestItems={"seats": {"Keys": keys, "ConsistentRead": True}})
    reads = [one for one in record_of(recorded).calls if one.reads][-1].reads
    assert [(one.items, one.bytes, one.consistent) for one in reads] == [(1, 3, True), (0, 0, True)]


def test_a_function_s_calls_bear_its_name_and_a_schedule_rings_it_in_its_own_zone(
    recorded: Emulator,
) -> None:
    soon = datetime.now(UTC) + timedelta(seconds=2)
    wall = soon.astimezone(ZoneInfo("Asia/Singapore"))
    recorded.client("scheduler").create_schedule(
        Name="soon",
        ScheduleExpression=f"at({wall:%Y-%m-%dT%H:%M:%S})",
        ScheduleExpressionTimezone="Asia/Singapore",
        FlexibleTimeWindow={"Mode": "OFF"},
        ActionAfterCompletion="DELETE",
        Target={"Arn": FUNCTION, "RoleArn": f"arn:aws:iam::{ACCOUNT}:role/ringer", "Input": "{}"},
    )
    run = wait_for_runs(recorded, len(rung(recorded)) + 1)[-1]
    assert (run.function, run.source, run.failed) == ("taker", "direct", False)
    record = record_of(recorded)
    assert record.rings[-1].role == f"arn:aws:iam::{ACCOUNT}:role/ringer"
    call = record.functions_calls[-1]
    assert (call.by, call.role, call.operation) == ("taker", "taker-role", "PutItem")


def test_a_bad_stream_record_is_tried_again_and_set_apart_and_holds_up_no_other(
    recorded: Emulator,
) -> None:
    queues = recorded.client("sqs")
    queue = queues.create_queue(QueueName="letters")["QueueUrl"]
    stream = recorded.client("dynamodb").describe_table(TableName="seats")["Table"][
        "LatestStreamArn"
    ]
    mapping = recorded.client("lambda").create_event_source_mapping(
        FunctionName="taker",
        EventSourceArn=stream,
        StartingPosition="TRIM_HORIZON",
        MaximumRetryAttempts=2,
        FunctionResponseTypes=["ReportBatchItemFailures"],
        DestinationConfig={"OnFailure": {"Destination": f"arn:aws:sqs:{REGION}:{ACCOUNT}:letters"}},
    )
    recorded.client("dynamodb").put_item(TableName="seats", Item={"id": {"S": "poison"}})
    letters = queues.receive_message(QueueUrl=queue, WaitTimeSeconds=20)["Messages"]
    recorded.client("lambda").delete_event_source_mapping(UUID=mapping["UUID"])
    assert json.loads(letters[0]["Body"])["requestContext"]["condition"] == "RetryAttemptsExhausted"
    assert len([one for one in record_of(recorded).runs if one.source == stream]) >= 3


def test_when_the_clock_is_put_forward_what_falls_due_rings_and_functions_live_at_the_new_time(
    recorded: Emulator,
) -> None:
    runs = len(rung(recorded))
    recorded.client("scheduler").create_schedule(
        Name="tomorrow",
        ScheduleExpression=f"at({datetime.now(UTC) + timedelta(days=1):%Y-%m-%dT%H:%M:%S})",
        FlexibleTimeWindow={"Mode": "OFF"},
        ActionAfterCompletion="DELETE",
        Target={"Arn": FUNCTION, "RoleArn": f"arn:aws:iam::{ACCOUNT}:role/ringer", "Input": "{}"},
    )
    recorded.move_to(recorded.now() + timedelta(days=1, seconds=1))
    run = wait_for_runs(recorded, runs + 1)[-1]
    assert not run.failed, run.log
    assert run.at > time.time() + 86000
    found = recorded.client("dynamodb").get_item(
        TableName="seats", Key={"id": {"S": "by-function"}}
    )
    assert float(found["Item"]["at"]["N"]) > time.time() + 86000


def test_half_a_line_is_left_for_later(tmp_path: Path) -> None:
    (tmp_path / "calls").write_text(
        '{"kind":"ring","at":1,"name":"a","target":"b","role":null}\n{"kind":"ri'
    )
    assert read(tmp_path / "calls").lines == (Ring(1, "a", "b", None),)
