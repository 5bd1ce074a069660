"""Records of ministack's inner work: items read and written, function runs, due schedules.

Its own Python runs this, so it imports nothing of ours.
"""

import contextvars
import json
import re
import threading
import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TextIO

facts_of_the_call: contextvars.ContextVar[dict[str, Any] | None] = contextvars.ContextVar(
    "facts", default=None
)


FIRST_TEST = re.compile(r"\s*\(?\s*\S+\s*=\s*(:\w+)")


class Book:
    """The list of what happened, one line each, safe to write to from any thread."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.lock = threading.Lock()

    def write(self, **line: object) -> None:
        text = json.dumps(line, separators=(",", ":"), default=str) + "\n"
        with self.lock:
            self.file.write(text)
            self.file.flush()


def tables_touched(name: str, asked: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the table, the kind and the item or key of every write in a DynamoDB request."""
    if name in {"PutItem", "UpdateItem", "DeleteItem"}:
        yield asked["TableName"], name.removesuffix("Item"), asked.get("Item") or asked["Key"]
    for member in asked.get("TransactItems", ()):
        for kind, one in member.items():
            if kind != "Get":
                yield one["TableName"], kind, one.get("Item") or one["Key"]
    if name == "BatchWriteItem":
        for table, members in asked["RequestItems"].items():
            for member in members:
                for kind, one in member.items():
                    yield table, kind.removesuffix("Request"), one.get("Item") or one["Key"]


def tables_read(
    name: str, asked: dict[str, Any], told: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Yield each read of a DynamoDB request, with the items that it returned."""
    if name in {"GetItem", "Query", "Scan"}:
        items = [told["Item"]] if "Item" in told else told.get("Items", [])
        facts = {"table": asked["TableName"], "index": asked.get("IndexName", "")}
        facts |= {
            "consistent": bool(asked.get("ConsistentRead")),
            "scanned": told.get("ScannedCount", len(items)),
        }
        yield facts, items
    elif name == "BatchGetItem":
        for table, wanted in asked["RequestItems"].items():
            facts = {
                "table": table,
                "index": "",
                "consistent": bool(wanted.get("ConsistentRead")),
                "scanned": 1,
            }
            found = told.get("Responses", {}).get(table, [])
            yield from ((facts, [item]) for item in found)
            yield from ((facts, []) for _ in wanted["Keys"][len(found) :])
    elif name == "TransactGetItems":
        for member, found in zip(asked["TransactItems"], told.get("Responses", []), strict=False):
            facts = {
                "table": member["Get"]["TableName"],
                "index": "",
                "consistent": True,
                "scanned": 1,
            }
            yield facts | {"transactional": True}, [found["Item"]] if found.get("Item") else []


def leading_key(table: dict[str, Any], asked: dict[str, Any]) -> str:
    """Return the partition key of an item, or that of a read; empty for a scan or a batch."""
    if found := FIRST_TEST.match(asked.get("KeyConditionExpression", "")):
        return _plain(asked["ExpressionAttributeValues"][found[1]])
    names = [one["AttributeName"] for one in table["KeySchema"] if one["KeyType"] == "HASH"]
    return _plain(asked.get("Key", asked).get(names[0], {}))


def _plain(attribute: Any) -> str:
    """Return an attribute's value as text; empty for what is none."""
    return str(next(iter(attribute.values()), "")) if isinstance(attribute, dict) else ""


def watch_tables(dynamodb: Any) -> None:
    """Note the sizes of what each request read and wrote, and the cost of each index."""
    handle = dynamodb.handle_request

    def found(table: str, item: dict[str, Any]) -> dict[str, Any] | None:
        kept = dynamodb._tables[table]  # noqa: SLF001 - the emulator's memory, read without a call
        item_by_key = dynamodb._get_item_by_key  # noqa: SLF001 - as above
        item_now: dict[str, Any] | None = item_by_key(kept, item)
        return deepcopy(item_now)

    def key(about: dict[str, Any], asked: dict[str, Any]) -> dict[str, str]:
        kept = dynamodb._tables.get(about["table"])  # noqa: SLF001 - its memory, too
        return {"key": leading_key(kept, asked) if kept else ""}

    def size(item: dict[str, Any] | None) -> int:
        return int(dynamodb._item_size_bytes(item)) if item else 0  # noqa: SLF001 - as above

    async def handled(
        method: str, path: str, headers: dict[str, str], body: bytes, query: dict[str, Any]
    ) -> Any:
        name, asked = headers.get("x-amz-target", "").rpartition(".")[2], json.loads(body or b"{}")
        tables = dynamodb._tables  # noqa: SLF001 - its memory, too
        writes = [one for one in tables_touched(name, asked) if one[0] in tables]
        before = [found(table, item) for table, _, item in writes]
        answer = await handle(method, path, headers, body, query)
        facts = facts_of_the_call.get()
        if facts is None:
            return answer
        told = json.loads(answer[2]) if answer[0] == 200 else {}
        facts["writes"] = []
        for (table, kind, item), old in zip(writes, before, strict=True):
            new, kept = found(table, item), tables[table]
            units_of = dynamodb._index_write_units  # noqa: SLF001 - as above
            units = {
                one["IndexName"]: units_of(kept, one, old, new)
                for one in kept.get("GlobalSecondaryIndexes") or []
            }
            facts["writes"].append(
                {
                    "table": table,
                    "kind": kind,
                    "asked": size(item),
                    "before": size(old),
                    "after": size(new),
                    "indexes": {index: paid for index, paid in units.items() if paid},
                    "transactional": name == "TransactWriteItems",
                    "key": leading_key(kept, item),
                }
            )
        facts["reads"] = [
            about | {"items": len(items), "bytes": sum(map(size, items))} | key(about, asked)
            for about, items in tables_read(name, asked, told)
        ]
        return answer

    dynamodb.handle_request = handled


def source_of(event: Any) -> str:
    """Say what wakes a function: a URL, a stream, a bucket, a topic, a schedule."""
    if not isinstance(event, dict):
        return "direct"
    if "requestContext" in event:
        return "url"
    if event.get("Records"):
        first = event["Records"][0]
        origin = first.get("eventSource") or first.get("EventSource") or ""
        return str(first.get("eventSourceARN") or origin)
    return "direct"


def watch_functions(functions: Any, book: Book) -> None:
    """Write a line for each run of a function: its duration, its trigger and its log."""
    run = functions._execute_function_dispatch  # noqa: SLF001 - ministack's own way in

    def ran(func: Any, config: dict[str, Any], event: Any, request_id: str, started: float) -> Any:
        began, timer = time.time(), time.perf_counter()
        result = run(func, config, event, request_id, started)
        log = str(result.get("log") or "")
        batch = len(event["Records"]) if isinstance(event, dict) and "Records" in event else 1
        book.write(
            kind="run",
            at=began,
            took=round(time.perf_counter() - timer, 4),
            function=config["FunctionName"],
            memory=config.get("MemorySize", 128),
            source=source_of(event),
            batch=batch,
            failed=bool(result.get("error")),
            log=log,
            log_bytes=len(log.encode()),
        )
        return result

    functions._execute_function_dispatch = ran  # noqa: SLF001 - ministack's own way in


def watch_letters(functions: Any, book: Book) -> None:
    """Write a line for each event that a function failed at for good, and its queue."""
    route = functions._route_async_failure  # noqa: SLF001 - ministack's
    send = functions._send_ddb_stream_failure_record  # noqa: SLF001 - as above

    def routed(queue: str, function: str, event: Any, result: Any) -> None:
        book.write(kind="letter", at=time.time(), function=function, queue=queue)
        route(queue, function, event, result)

    def sent(mapping: dict[str, Any], func: Any, *more: Any) -> None:
        queue = mapping["DestinationConfig"]["OnFailure"]["Destination"]
        function = (func.get("config") or func)["FunctionName"]
        book.write(kind="letter", at=time.time(), function=function, queue=queue)
        send(mapping, func, *more)

    functions._route_async_failure = routed  # noqa: SLF001 - ministack's own way in
    functions._send_ddb_stream_failure_record = sent  # noqa: SLF001 - ministack's own way in


def watch_schedules(bus: Any, book: Book) -> None:
    """Write a line for each due schedule and each rule that fires, with the role it acts under."""
    invoke = bus._invoke_target  # noqa: SLF001 - ministack's own way in

    def invoked(
        target: dict[str, Any], event: dict[str, Any], rule: dict[str, Any], view: Any = None
    ) -> None:
        kind = "ring" if event.get("Source") == "aws.scheduler" else "rule"
        book.write(
            kind=kind,
            at=time.time(),
            name=rule.get("Name"),
            target=target["Arn"],
            role=target.get("RoleArn"),
        )
        invoke(target, event, rule, view)

    bus._invoke_target = invoked  # noqa: SLF001 - ministack's own way in
