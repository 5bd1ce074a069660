"""Replay of dead letters: the failed events of every function that runs in the background.

Each function of the guest list has its own queue; those of the waitlist share `wl-dlq`, those of
appointments `ar-dlq`.

A dead letter leaves its queue only once its function has succeeded. Functions may run twice, so a
replay that is interrupted, or run by two people at once, does no harm.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from fullhouse.kernel.letters import short

PREFIXES, SUFFIX = ("ev-", "wl-", "ar-"), "-dlq"
NAME_IN_ARN = 6  # arn:aws:lambda:region:account:function:name
KEEPER = "ev-keeper"
HIDDEN_SECONDS = 900
AT_A_TIME = 10
RECORDS_AT_A_TIME = 50
MOST_PAGES = 200
PATIENCE_SECONDS = 130.0
# The stream keeps a day; then its records, and in the end their shard, are gone.
TOO_OLD = {"TrimmedDataAccessException", "ResourceNotFoundException"}


class Unreadable(Exception):
    """A dead letter that cannot be read; the text says why."""


class Services(msgspec.Struct, frozen=True):
    """The three services that a replay uses, as clients of botocore."""

    sqs: Any
    functions: Any
    streams: Any


class DeadLetterQueue(msgspec.Struct, frozen=True):
    """The dead letters of a function or a product (`wl`, `ar`), with their approximate number."""

    function: str
    url: str
    waiting: int


class ReplayResult(msgspec.Struct, frozen=True):
    """Result of one dead letter."""

    function: str
    became: Literal["done", "swept", "failed"]
    words: str


def services() -> Services:
    """Return the clients; a function may take long, and is invoked only once."""
    from fullhouse.platforms.aws.clients import client

    patient = client("lambda", attempts=1, patience=PATIENCE_SECONDS)
    return Services(client("sqs"), patient, client("dynamodbstreams"))


def queues(
    sqs: Any,  # noqa: ANN401 - made by botocore
    function: str = "",
) -> list[DeadLetterQueue]:
    """Return the queues of all functions, or of one."""
    wanted = {f"{prefix}{function}{SUFFIX}" for prefix in ("", *PREFIXES)}
    found = []
    for name, url in sorted(_queue_urls(sqs).items()):
        if name in wanted or not function:
            found.append(DeadLetterQueue(name.removesuffix(SUFFIX), url, _waiting(sqs, url)))
    return found


def _queue_urls(sqs: Any) -> dict[str, str]:  # noqa: ANN401 - made by botocore
    """Return the URLs of all our dead letter queues by name."""
    found = {}
    for prefix in PREFIXES:
        for url in _urls(sqs, prefix):
            name = url.rpartition("/")[2]
            if name.endswith(SUFFIX):
                found[name] = url
    return found


def _urls(sqs: Any, prefix: str) -> Iterator[str]:  # noqa: ANN401 - made by botocore
    for page in sqs.get_paginator("list_queues").paginate(QueueNamePrefix=prefix):
        yield from page.get("QueueUrls", ())


def _waiting(sqs: Any, url: str) -> int:  # noqa: ANN401 - made by botocore
    name = "ApproximateNumberOfMessages"
    return int(sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name])


def replay(services: Services, queue: DeadLetterQueue) -> Iterator[ReplayResult]:
    """Replay each dead letter of a queue once, and yield the results; failed ones stay."""
    stays: list[str] = []
    try:
        for letter in _letters(services.sqs, queue.url):
            result = _replay(services, queue.function, letter)
            handle = letter["ReceiptHandle"]
            if result.became == "failed":
                stays.append(handle)
            else:
                services.sqs.delete_message(QueueUrl=queue.url, ReceiptHandle=handle)
            yield result
    finally:
        for handle in stays:
            services.sqs.change_message_visibility(
                QueueUrl=queue.url, ReceiptHandle=handle, VisibilityTimeout=0
            )


def _letters(sqs: Any, url: str) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - made by botocore
    """Receive every dead letter once; SQS hides it from others for a while."""
    seen: set[str] = set()
    while True:
        answer = sqs.receive_message(
            QueueUrl=url,
            MaxNumberOfMessages=AT_A_TIME,
            WaitTimeSeconds=1,
            VisibilityTimeout=HIDDEN_SECONDS,
            MessageAttributeNames=["All"],
        )
        fresh = [letter for letter in answer.get("Messages", ()) if letter["MessageId"] not in seen]
        if not fresh:
            return
        seen.update(letter["MessageId"] for letter in fresh)
        yield from fresh


def _replay(services: Services, function: str, letter: Mapping[str, Any]) -> ReplayResult:
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        body = _body(letter)
        if "DDBStreamBatchInfo" in body:
            return _batch(services, _invoked(body) or function, body["DDBStreamBatchInfo"])
        name, event = _event(letter, body)
        _invoke(services.functions, name or function, event)
    except Unreadable as error:
        return ReplayResult(function, "failed", f"it cannot be done again: {error}")
    except (Refused, ClientError, BotoCoreError) as error:
        return ReplayResult(function, "failed", f"it failed again: {short(str(error))}")
    return ReplayResult(name or function, "done", "it took its event again")


def _event(letter: Mapping[str, Any], body: dict[str, Any]) -> tuple[str, object]:
    """Return the function and its event: Lambda wraps it, EventBridge Scheduler does not."""
    if "requestContext" not in body:
        return function_in(_attribute(letter, "TARGET_ARN")), body
    if "requestPayload" not in body:
        raise Unreadable("it does not hold the event")
    return _invoked(body), body["requestPayload"]


def _invoked(body: Mapping[str, Any]) -> str:
    return function_in(body.get("requestContext", {}).get("functionArn", ""))


def _body(letter: Mapping[str, Any]) -> dict[str, Any]:
    if _attribute(letter, "IS_PAYLOAD_TRUNCATED") == "true":
        raise Unreadable("the event was too long and was cut off")
    try:
        body = msgspec.json.decode(letter["Body"])
    except msgspec.DecodeError:
        body = None
    if not isinstance(body, dict):
        raise Unreadable("it is no event in JSON")
    return body


def _attribute(letter: Mapping[str, Any], name: str) -> str:
    return str(letter.get("MessageAttributes", {}).get(name, {}).get("StringValue", ""))


def function_in(arn: str) -> str:
    """Return the name of our function from its ARN, with or without a version; else empty."""
    parts = arn.split(":")
    if len(parts) <= NAME_IN_ARN or parts[NAME_IN_ARN - 1] != "function":
        return ""
    name = parts[NAME_IN_ARN]
    return name if name.startswith(PREFIXES) else ""


class Refused(Exception):
    """The function failed again; the text is its own."""


def _invoke(functions: Any, name: str, event: object) -> None:  # noqa: ANN401 - made by botocore
    answer = functions.invoke(
        FunctionName=name, InvocationType="RequestResponse", Payload=msgspec.json.encode(event)
    )
    payload = answer["Payload"].read()
    if answer.get("FunctionError"):
        raise Refused(_reason(payload))
    if b'"batchItemFailures"' in payload and msgspec.json.decode(payload).get("batchItemFailures"):
        raise Refused("it left some of the records")


def _reason(payload: bytes) -> str:
    try:
        error = msgspec.json.decode(payload)
        return f"{error.get('errorType', '')}: {error.get('errorMessage', '')}"
    except (msgspec.DecodeError, AttributeError):
        return "it did not say why"


def _batch(services: Services, function: str, batch: Mapping[str, Any]) -> ReplayResult:
    """Replay stream records; if the stream has dropped them, the keeper sweeps the tables."""
    from botocore.exceptions import ClientError

    table = batch["streamArn"].split("/")[1]
    try:
        records = list(_records(services.streams, batch))
    except ClientError as error:
        if error.response["Error"]["Code"] not in TOO_OLD:
            raise
        _invoke(services.functions, KEEPER, {"sweep": True})
        return ReplayResult(
            function,
            "swept",
            f"the stream of {table} does not have it any more; {KEEPER} swept the tables",
        )
    for start in range(0, len(records), RECORDS_AT_A_TIME):
        _invoke(
            services.functions, function, {"Records": records[start : start + RECORDS_AT_A_TIME]}
        )
    many = "1 record" if len(records) == 1 else f"{len(records)} records"
    return ReplayResult(function, "done", f"it took {many} of {table} again")


def _records(
    streams: Any,  # noqa: ANN401 - made by botocore
    batch: Mapping[str, Any],
) -> Iterator[dict[str, Any]]:
    """Read the records of a batch from its shard, in the form of a Lambda event."""
    arn, last = batch["streamArn"], int(batch["endSequenceNumber"])
    iterator = streams.get_shard_iterator(
        StreamArn=arn,
        ShardId=batch["shardId"],
        ShardIteratorType="AT_SEQUENCE_NUMBER",
        SequenceNumber=batch["startSequenceNumber"],
    )["ShardIterator"]
    for _ in range(MOST_PAGES):
        page = streams.get_records(ShardIterator=iterator)
        for record in page["Records"]:
            number = int(record["dynamodb"]["SequenceNumber"])
            if number <= last:
                yield _lambda_record(record, arn)
            if number >= last:
                return
        iterator = page.get("NextShardIterator")
        if not iterator:
            return


def _lambda_record(record: Mapping[str, Any], arn: str) -> dict[str, Any]:
    change = dict(record["dynamodb"])
    at = change.get("ApproximateCreationDateTime")
    if at is not None:
        change["ApproximateCreationDateTime"] = at.timestamp()
    return {**record, "dynamodb": change, "eventSourceARN": arn}
