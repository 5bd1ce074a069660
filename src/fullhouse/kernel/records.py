"""Base classes of stored records and of needs, the questions to the store."""

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

T = TypeVar("T")
RecordT = TypeVar("RecordT", bound="Record")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Something stored. `kind_name` is its name in store and audit, `key_fields` form its key."""

    kind_name: ClassVar[str]
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    @property
    def key(self) -> tuple[str, ...]:
        """The values that identify this record among its kind."""
        return tuple([getattr(self, name) for name in self.key_fields])


class Need(msgspec.Struct, Generic[T], frozen=True):
    """A question that the store can answer with a value of type T.

    `query_name` is its name in `queries.sql`. A need that is not answered by one query has none.
    """

    query_name: ClassVar[str]


class Get(Need[RecordT | None], Generic[RecordT], frozen=True):
    """The record of this kind under this key, or None."""

    kind: type[RecordT]
    key: tuple[str, ...]


Needs = dict[str, Need[Any]]
