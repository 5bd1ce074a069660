"""The base of everything that is stored under a key, and of every question asked of the store."""

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

T = TypeVar("T")
RecordT = TypeVar("RecordT", bound="Record")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Something stored; `key_fields` name its key, `kind_name` the word it has in the audit and the store."""

    kind_name: ClassVar[str]
    key_fields: ClassVar[tuple[str, ...]] = ("id",)

    @property
    def key(self) -> tuple[str, ...]:
        """The values that identify this record among its kind."""
        return tuple([getattr(self, name) for name in self.key_fields])


class Need(msgspec.Struct, Generic[T], frozen=True):
    """A question that the store can answer; the type says with what.

    `query_name` is its name in `queries.sql`. A need that is not answered by one query has none.
    """

    query_name: ClassVar[str]


class Get(Need[RecordT | None], Generic[RecordT], frozen=True):
    """The record of this kind under this key, or None."""

    kind: type[RecordT]
    key: tuple[str, ...]


Needs = dict[str, Need[Any]]
