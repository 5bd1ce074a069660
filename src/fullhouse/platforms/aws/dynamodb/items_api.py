"""Reads of items: by key, by many keys, of a partition or an index in order, of a whole table.

Reads of tables are consistent; an index may lag. Iterators load page after page.
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


class ItemRange(msgspec.Struct, frozen=True, kw_only=True):
    """A query: the items of a key in a table or an index, with an optional range.

    `where` filters items; `page` is the number of items per call, 0 for as many as fit.
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
        """False if a key is one that DynamoDB refuses even in a read."""
        cursor = self.sort[1].get("S") if self.sort is not None else None
        return may_be_key(self.key) if cursor is None else may_be_key(self.key, cursor)

    @property
    def request(self) -> dict[str, Any]:
        """The parameters of the query."""
        keys = self.table.index(self.index) if self.index else self.table
        words = Expression().compares(keys.partition.name, "=", {"S": self.key})
        if self.sort is not None and keys.sort is not None:
            words.compares(keys.sort.name, *self.sort)
        request: dict[str, Any] = {"TableName": self.table.name}
        request["ScanIndexForward"] = not self.backwards
        request["KeyConditionExpression"] = words.take_tests()
        if self.where is not None:
            self.where(words)
            request["FilterExpression"] = words.take_tests()
        if self.index:
            request["IndexName"] = self.index
        else:
            request["ConsistentRead"] = True
        if self.page:
            request["Limit"] = self.page
        return {**request, **words.said()}


class Fetcher:
    """Reads from DynamoDB; every error is raised as `StoreDown`."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        wait: Callable[[float], None],
    ) -> None:
        """Use this client."""
        self.client = client
        self.wait = wait

    def ask(self, operation: str, **request: Any) -> dict[str, Any]:  # noqa: ANN401 - any request
        """Send one request to DynamoDB."""
        try:
            answer: dict[str, Any] = getattr(self.client, operation)(**request)
        except (ClientError, BotoCoreError) as error:
            raise StoreDown(str(error)) from error
        return answer

    def rewrite(self, table: Table, key: Item, words: Expression) -> bool:
        """Change one item; return whether its conditions held."""
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

    def part(self, part: ItemRange) -> Iterator[Item]:
        """Yield the items of a query."""
        if not part.may_be:
            return
        for answer in self._pages("query", part.request):
            yield from answer["Items"]

    def count(self, part: ItemRange) -> int:
        """Count the items of a query."""
        if not part.may_be:
            return 0
        request = {**part.request, "Select": "COUNT"}
        return sum(answer["Count"] for answer in self._pages("query", request))

    def whole(self, table: Table, *names: str) -> Iterator[Item]:
        """Yield all items of a table in no order, with only these attributes if any are given."""
        words = Expression()
        request: dict[str, Any] = {"TableName": table.name, "ConsistentRead": True}
        if names:
            request["ProjectionExpression"] = ", ".join(map(words.name, names))
        for answer in self._pages("scan", {**request, **words.said()}):
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
        """Return the items of these keys as they are now, in this order; missing ones are left out.

        An index that changes while it is read may name an item twice, and DynamoDB refuses
        duplicate keys.
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
        """Yield the items of index entries as they are now, page by page."""
        names = [key.name for key in (table.partition, table.sort) if key is not None]
        while chunk := list(islice(entries, page)):
            yield from self.those(table, [{name: entry[name] for name in names} for entry in chunk])


def _place(table: Table, item: Item) -> tuple[Any, ...]:
    keys = (table.partition, table.sort)
    return tuple(item[key.name][key.kind] for key in keys if key is not None)
