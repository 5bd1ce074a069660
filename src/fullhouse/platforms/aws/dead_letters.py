"""What could not be done, done again: behind every step that nobody waits for stands a queue of what it failed at.

The guest list's functions have a queue each; those of the waitlist share one, `wl-dlq`, as do those of appointments.

A parcel leaves its queue only once its function has taken it. All that functions do may be done twice, so a replay
that is cut short, or run by two people at once, does no harm.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from fullhouse.kernel.letters import short

PREFIXES, SUFFIX = ("ev-", "wl-", "ar-"), "-dlq"
KEEPER = "ev-keeper"
HIDDEN_SECONDS = 900
AT_A_TIME = 10
RECORDS_AT_A_TIME = 50
MOST_PAGES = 200
PATIENCE_SECONDS = 130.0
# The stream keeps a day; then its records, and in the end their shard, are gone.
TOO_OLD = {"TrimmedDataAccessException", "ResourceNotFoundException"}


class Unreadable(Exception):
    """A parcel that is none of those that AWS writes; the words say what is wrong with it."""


class Services(msgspec.Struct, frozen=True):
    """The three services that a replay speaks to, as botocore's clients."""

    sqs: Any
    functions: Any
    streams: Any


class DeadLetterQueue(msgspec.Struct, frozen=True):
    """A queue of what one function, or those of a product (`wl`, `ar`), failed at, and about how much is in it."""

    function: str
    url: str
    waiting: int


class ReplayResult(msgspec.Struct, frozen=True):
    """What became of one parcel."""

    function: str
    became: Literal["done", "swept", "failed"]
    words: str


def services() -> Services:
    """Make the clients; a function may take its time to answer, and is not asked twice."""
    from fullhouse.platforms.aws.clients import client

    patient = client("lambda", attempts=1, patience=PATIENCE_SECONDS)
    return Services(client("sqs"), patient, client("dynamodbstreams"))


def queues(sqs: Any, function: str = "") -> list[DeadLetterQueue]:  # noqa: ANN401 - made by botocore
    """Find the queues of all functions, or of one."""
    found = {url.rpartition("/")[2]: url for prefix in PREFIXES for url in _urls(sqs, prefix)}
    wanted = (
        {f"{prefix}{function}{SUFFIX}" for prefix in ("", *PREFIXES)} if function else found.keys()
    )
    ours = {name: url for name, url in found.items() if name in wanted and name.endswith(SUFFIX)}
    return [
        DeadLetterQueue(name.removesuffix(SUFFIX), url, _waiting(sqs, url))
        for name, url in sorted(ours.items())
    ]


def _urls(sqs: Any, prefix: str) -> Iterator[str]:  # noqa: ANN401 - made by botocore
    for page in sqs.get_paginator("list_queues").paginate(QueueNamePrefix=prefix):
        yield from page.get("QueueUrls", ())


def _waiting(sqs: Any, url: str) -> int:  # noqa: ANN401 - made by botocore
    name = "ApproximateNumberOfMessages"
    return int(sqs.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name])


def replay(services: Services, queue: DeadLetterQueue) -> Iterator[ReplayResult]:
    """Do again what waits in a queue, each once, and say of each what became of it. What fails again stays."""
    stays: list[str] = []
    try:
        for parcel in _parcels(services.sqs, queue.url):
            told = _done_again(services, queue.function, parcel)
            handle = parcel["ReceiptHandle"]
            if told.became == "failed":
                stays.append(handle)
            else:
                services.sqs.delete_message(QueueUrl=queue.url, ReceiptHandle=handle)
            yield told
    finally:
        for handle in stays:
            services.sqs.change_message_visibility(
                QueueUrl=queue.url, ReceiptHandle=handle, VisibilityTimeout=0
            )


def _parcels(sqs: Any, url: str) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - made by botocore
    """Take out every parcel once; those taken out are hidden from others for a while."""
    seen: set[str] = set()
    while True:
        answer = sqs.receive_message(
            QueueUrl=url,
            MaxNumberOfMessages=AT_A_TIME,
            WaitTimeSeconds=1,
            VisibilityTimeout=HIDDEN_SECONDS,
            MessageAttributeNames=["All"],
        )
        fresh = [parcel for parcel in answer.get("Messages", ()) if parcel["MessageId"] not in seen]
        if not fresh:
            return
        seen.update(parcel["MessageId"] for parcel in fresh)
        yield from fresh


def _done_again(services: Services, function: str, parcel: Mapping[str, Any]) -> ReplayResult:
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        body = _body(parcel)
        if "DDBStreamBatchInfo" in body:
            return _batch(services, _whose(body) or function, body["DDBStreamBatchInfo"])
        name, event = _event(parcel, body)
        _invoke(services.functions, name or function, event)
    except Unreadable as error:
        return ReplayResult(function, "failed", f"it cannot be done again: {error}")
    except (Refused, ClientError, BotoCoreError) as error:
        return ReplayResult(function, "failed", f"it failed again: {short(str(error))}")
    return ReplayResult(name or function, "done", "it took its event again")


def _event(parcel: Mapping[str, Any], body: dict[str, Any]) -> tuple[str, object]:
    """Find which function was to take which event: Lambda wraps it, EventBridge Scheduler sends it as it is."""
    if "requestContext" not in body:
        return function_in(_attribute(parcel, "TARGET_ARN")), body
    if "requestPayload" not in body:
        raise Unreadable("it does not hold the event")
    return _whose(body), body["requestPayload"]


def _whose(body: Mapping[str, Any]) -> str:
    return function_in(body.get("requestContext", {}).get("functionArn", ""))


def _body(parcel: Mapping[str, Any]) -> dict[str, Any]:
    if _attribute(parcel, "IS_PAYLOAD_TRUNCATED") == "true":
        raise Unreadable("the event was too long and was cut off")
    try:
        body = msgspec.json.decode(parcel["Body"])
    except msgspec.DecodeError:
        body = None
    if not isinstance(body, dict):
        raise Unreadable("it is no event in JSON")
    return body


def _attribute(parcel: Mapping[str, Any], name: str) -> str:
    return str(parcel.get("MessageAttributes", {}).get(name, {}).get("StringValue", ""))


def function_in(arn: str) -> str:
    """Return the name of a function of ours from its ARN, with or without a version behind it; else nothing."""
    parts = arn.split(":")
    name = parts[6] if len(parts) > 6 and parts[5] == "function" else ""  # noqa: PLR2004 - the form of an ARN
    return name if name.startswith(PREFIXES) else ""


class Refused(Exception):
    """The function did not take its event; the words are its own."""


def _invoke(functions: Any, name: str, event: object) -> None:  # noqa: ANN401 - made by botocore
    answer = functions.invoke(
        FunctionName=name, InvocationType="RequestResponse", Payload=msgspec.json.encode(event)
    )
    said = answer["Payload"].read()
    if answer.get("FunctionError"):
        raise Refused(_reason(said))
    if b'"batchItemFailures"' in said and msgspec.json.decode(said).get("batchItemFailures"):
        raise Refused("it left some of the records")


def _reason(said: bytes) -> str:
    try:
        told = msgspec.json.decode(said)
        return f"{told.get('errorType', '')}: {told.get('errorMessage', '')}"
    except (msgspec.DecodeError, AttributeError):
        return "it did not say why"


def _batch(services: Services, function: str, batch: Mapping[str, Any]) -> ReplayResult:
    """Read from the stream what the function could not take; what is not there any more is found in the tables."""
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


def _records(streams: Any, batch: Mapping[str, Any]) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - made by botocore
    """Read the records of a batch from its shard, in the shape in which Lambda hands them over."""
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
                yield _as_lambda_has_it(record, arn)
            if number >= last:
                return
        iterator = page.get("NextShardIterator")
        if not iterator:
            return


def _as_lambda_has_it(record: Mapping[str, Any], arn: str) -> dict[str, Any]:
    change = dict(record["dynamodb"])
    at = change.get("ApproximateCreationDateTime")
    if at is not None:
        change["ApproximateCreationDateTime"] = at.timestamp()
    return {**record, "dynamodb": change, "eventSourceARN": arn}
