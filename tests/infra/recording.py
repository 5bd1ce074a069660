"""Calls of commands to DynamoDB, held against the grants of the functions that run them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeVar

from fullhouse.engine.ports import Written
from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE
from fullhouse.platforms.memory.store import MemoryStore
from infra.grants import Grant
from infra.registry import all_grants, function
from tests.aws.emulator import ACCOUNT, REGION
from tests.aws.policies import BY_KIND, LEADING, WRITES, Statement, Use, allows, arn

T = TypeVar("T")
Json = dict[str, Any]
Asked = tuple[str, str, str]  # an action, a resource and a kind of items
TABLES = {one.name: one for one in EVERY_TABLE}


class Recorder:
    """A client of DynamoDB that takes every write, and records what a role needs for each call.

    It finds nothing but one entry in each index, so that the item behind it is read, too.
    """

    def __init__(self) -> None:
        self.asked: set[Asked] = set()

    def get_item(self, **request: Any) -> Json:
        self._record("GetItem", request["TableName"], request["Key"])
        return {}

    def batch_get_item(self, **request: Any) -> Json:
        for name, asked in request["RequestItems"].items():
            for key in asked["Keys"]:
                self._record("BatchGetItem", name, key)
        return {"Responses": {}}

    def query(self, **request: Any) -> Json:
        table, index = TABLES[request["TableName"]], request.get("IndexName", "")
        first = next(iter(request["ExpressionAttributeValues"].values()))
        if not index:
            self._record("Query", table.name, {table.partition.name: first})
            return {"Items": [], "Count": 0}
        self.asked.add(("Query", f"{table.name}/index/{index}", ""))
        keys = (table.partition, table.sort, table.index(index).partition, table.index(index).sort)
        entry = {one.name: {one.kind: "1"} for one in keys if one is not None}
        return {"Items": [entry], "Count": 1}

    def scan(self, **request: Any) -> Json:
        self.asked.add(("Scan", request["TableName"], ""))
        return {"Items": []}

    def transact_write_items(self, **request: Any) -> Json:
        for item in request["TransactItems"]:
            ((kind, said),) = item.items()
            self._record(WRITES[kind], said["TableName"], said.get("Key") or said["Item"])
        return {}

    def _record(self, action: str, name: str, item: Json) -> None:
        kind = item[TABLES[name].partition.name]["S"] if name in BY_KIND else ""
        self.asked.add((action, name, kind))


class Shadowed:
    """A store in memory; DynamoDB is asked for the same, so that the calls can be recorded."""

    def __init__(self) -> None:
        self.memory, self.client = MemoryStore(), Recorder()
        self.dynamodb = DynamoStore(self.client, forgets_at_once=False)

    def load(self, need: Need[T]) -> T:
        self.dynamodb.load(need)
        return self.memory.load(need)

    def commit(self, written: Written) -> None:
        self.memory.commit(written)
        self.dynamodb.commit(written)


def denied(name: str, asked: Iterable[Asked]) -> list[Asked]:
    """Return what a function was asked to do and its role does not allow."""
    may = [_statement(one) for one in all_grants(function(name))]
    refused = []
    for action, resource, kind in sorted(asked):
        context = ((LEADING, kind),) if kind else ()
        use = Use(name, f"dynamodb:{action}", arn("dynamodb", f"table/{resource}"), context)
        if not allows(may, use):
            refused.append((action, resource, kind))
    return refused


def _statement(grant: Grant) -> Statement:
    resource = grant.resource
    for name, value in (("Partition", "aws"), ("Region", REGION), ("AccountId", ACCOUNT)):
        resource = resource.replace(f"${{AWS::{name}}}", value)
    values: dict[tuple[str, str], tuple[str, ...]] = defaultdict(tuple)
    for operator, key, value in grant.condition:
        values[operator, key] += (value,)
    conditions = tuple((*about, wanted) for about, wanted in values.items())
    return Statement(grant.effect, grant.actions, (resource,), conditions)
