"""Reads of lists: an index gives the keys, and each record is then read from its table."""

from collections.abc import Iterator
from typing import TypeVar

from fullhouse.kernel.records import Record
from fullhouse.platforms.aws.dynamodb.derived_items import UNWRITTEN
from fullhouse.platforms.aws.dynamodb.item_codec import Item, shape
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.platforms.aws.dynamodb.tables import Table

R = TypeVar("R", bound=Record)
LOOKED_AT = 100  # items per call of a filtered read


def records(fetcher: Fetcher, kind: type[R], items: Iterator[Item], page: int) -> Iterator[R]:
    """Yield the records of index or queue entries as they are now."""
    form = shape(kind)
    return map(form.record, fetcher.through(form.table, items, page))


def listed(
    fetcher: Fetcher, table: Table, index: str, key: str, after: str, page: int
) -> Iterator[Item]:
    """Yield the entries of an index after a sort key, in order."""
    sort = (">", {"S": after}) if after else None
    return fetcher.part(ItemRange(table=table, key=key, index=index, sort=sort, page=page))


def address_index(address: str) -> str:
    """Return the name of the index in which an address is: a phone number's or an email's."""
    return "email" if "@" in address else "phone"


def unwritten(
    fetcher: Fetcher, kind: type[R], named_in: Table, after: str, page: int
) -> Iterator[R]:
    """Yield the records that the sheet does not show yet, after an id; never stale."""
    name = shape(kind).table.partition.name
    named = ({name: item["id"]} for item in listed(fetcher, named_in, "", UNWRITTEN, after, page))
    return records(fetcher, kind, named, page)
