"""Lists that people look at: an index or a list names the records, and each is then read as it is now."""

from collections.abc import Iterator
from typing import TypeVar

from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb.derived_items import UNWRITTEN
from fullhouse.platforms.aws.dynamodb.item_codec import Item, shape
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, Part
from fullhouse.platforms.aws.dynamodb.tables import Table

R = TypeVar("R", bound=Record)
LOOKED_AT = 100  # in one call, where many may not fit


def records(fetcher: Fetcher, kind: type[R], items: Iterator[Item], page: int) -> Iterator[R]:
    """Follow what an index or a queue names to the records as they are now."""
    form = shape(kind)
    return map(form.record, fetcher.through(form.table, items, page))


def listed(
    fetcher: Fetcher, table: Table, index: str, key: str, after: str, page: int
) -> Iterator[Item]:
    """Read an index behind a place, in its order."""
    sort = (">", {"S": after}) if after else None
    return fetcher.part(Part(table=table, key=key, index=index, sort=sort, page=page))


def unwritten(
    fetcher: Fetcher, kind: type[R], named_in: Table, after: str, page: int
) -> Iterator[R]:
    """Read the records that a sheet does not show, behind an id; a table names them, which is never behind."""
    name = shape(kind).table.partition.name
    named = ({name: item["id"]} for item in listed(fetcher, named_in, "", UNWRITTEN, after, page))
    return records(fetcher, kind, named, page)
