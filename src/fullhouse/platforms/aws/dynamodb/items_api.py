"""Reading items: one by its key, many by theirs, those of a partition or an index in order, all of a table.

Tables are read as they are now; an index may be a moment behind. Whoever reads on gets page after page.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from botocore.exceptions import BotoCoreError, ClientError

from fullhouse.engine.ports import StoreDown
from fullhouse.platforms.aws.dynamodb import expressions
from fullhouse.platforms.aws.dynamodb.expressions import Expression
from fullhouse.platforms.aws.dynamodb.item_codec import Attribute, Item, may_be_key
from fullhouse.platforms.aws.dynamodb.tables import Table
from fullhouse.platforms.aws.dynamodb.transaction import RetryPolicy

MOST_AT_ONCE = 100


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a table: those under a key, in the order of an index or of the table itself, from or up to somewhere.

    `where` leaves items out; `page` says how many are looked at in one call, if not as many as fit.
    """

    table: Table
    key: str
    index: str = ""
    sort: tuple[str, Attribute] | None = None
    where: Callable[[Expression], object] | None = None
    backwards: bool = False
    page: int = 0

    @property
    def may_be(self) -> bool:
        """Whether there can be anything in it; where not, DynamoDB refuses even to look."""
        cursor = self.sort[1].get("S") if self.sort is not None else None
        return may_be_key(self.key) if cursor is None else may_be_key(self.key, cursor)

    @property
    def request(self) -> dict[str, Any]:
        """The part as a request puts it."""
        keys = self.table.index(self.index) if self.index else self.table
        words = Expression().compares(keys.partition.name, "=", {"S": self.key})
        if self.sort is not None and keys.sort is not None:
            words.compares(keys.sort.name, *self.sort)
        request = {"TableName": self.table.name, "ScanIndexForward": not self.backwards}
        request["KeyConditionExpression"] = words.take_tests()
        if self.where is not None:
            self.where(words)
            request["FilterExpression"] = words.take_tests()
        request |= {"IndexName": self.index} if self.index else {"ConsistentRead": True}
        return {**request, **words.said(), **({"Limit": self.page} if self.page else {})}


class Fetcher:
    """Reads from DynamoDB; whatever goes wrong means that the store is down."""

    def __init__(self, client: Any, wait: Callable[[float], None]) -> None:  # noqa: ANN401 - botocore makes its classes when it runs
        """Read through a client."""
        self.client = client
        self.wait = wait

    def ask(self, operation: str, **request: Any) -> dict[str, Any]:  # noqa: ANN401 - what a request holds
        """Put one request to DynamoDB."""
        try:
            answer: dict[str, Any] = getattr(self.client, operation)(**request)
        except (ClientError, BotoCoreError) as error:
            raise StoreDown(str(error)) from error
        return answer

    def rewrite(self, table: Table, key: Item, words: Expression) -> bool:
        """Change one item by itself; say whether its conditions held."""
        request = next(iter(expressions.change(table.name, key, words).values()))
        try:
            self.client.update_item(**request)
        except self.client.exceptions.ConditionalCheckFailedException:
            return False
        except (ClientError, BotoCoreError) as error:
            raise StoreDown(str(error)) from error
        return True

    def get(self, table: Table, key: Item) -> Item | None:
        """Return the item under a key."""
        return self.ask("get_item", TableName=table.name, Key=key, ConsistentRead=True).get("Item")

    def part(self, part: Part) -> Iterator[Item]:
        """Return the items of a part, one after the other."""
        for answer in self._pages("query", part.request) if part.may_be else ():
            yield from answer["Items"]

    def count(self, part: Part) -> int:
        """Count the items of a part."""
        request = {**part.request, "Select": "COUNT"}
        return (
            sum(answer["Count"] for answer in self._pages("query", request)) if part.may_be else 0
        )

    def whole(self, table: Table, *names: str) -> Iterator[Item]:
        """Return all items of a table, in no order; just these names of them, if any are given."""
        words = Expression()
        wanted = (
            {"ProjectionExpression": ", ".join([words.name(name) for name in names])}
            if names
            else {}
        )
        for answer in self._pages(
            "scan", {"TableName": table.name, "ConsistentRead": True, **wanted, **words.said()}
        ):
            yield from answer["Items"]

    def _pages(self, operation: str, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        begin: dict[str, Any] = {}
        while True:
            answer = self.ask(operation, **request, **begin)
            yield answer
            if not answer.get("LastEvaluatedKey"):
                return
            begin = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}

    def those(self, table: Table, keys: Sequence[Item]) -> list[Item]:
        """Return the items under these keys as they are now, in this order; what is gone is left out.

        An index whose entries move while it is read may name one twice, and DynamoDB refuses to read it twice.
        """
        wanted = {_place(table, key): key for key in keys}
        asked = list(wanted.values())
        found: dict[tuple[Any, ...], Item] = {}
        for start in range(0, len(asked), MOST_AT_ONCE):
            for item in self._batch(table, asked[start : start + MOST_AT_ONCE]):
                found[_place(table, item)] = item
        return [found[place] for place in wanted if place in found]

    def _batch(self, table: Table, keys: list[Item]) -> Iterator[Item]:
        patience = RetryPolicy(self.wait)
        while keys:
            answer = self.ask(
                "batch_get_item", RequestItems={table.name: {"Keys": keys, "ConsistentRead": True}}
            )
            yield from answer["Responses"].get(table.name, ())
            keys = answer.get("UnprocessedKeys", {}).get(table.name, {}).get("Keys", [])
            if keys:
                patience.wait(f"{len(keys)} items of {table.name} were not read")

    def through(self, table: Table, entries: Iterator[Item], page: int) -> Iterator[Item]:
        """Follow the entries of an index to the items as they are now, a page at a time."""
        names = [one.name for one in (table.partition, table.sort) if one is not None]
        while chunk := list(islice(entries, page)):
            yield from self.those(table, [{name: entry[name] for name in names} for entry in chunk])


def _place(table: Table, item: Item) -> tuple[Any, ...]:
    return tuple(
        item[one.name][one.kind] for one in (table.partition, table.sort) if one is not None
    )
