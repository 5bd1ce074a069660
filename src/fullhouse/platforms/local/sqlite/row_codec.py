"""Between records and rows: instants become milliseconds, wall times ISO text, nested values JSON."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fullhouse.kernel.records import Record

R = TypeVar("R", bound=Record)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TEXTS_KEPT = 256
AS_IT_STANDS = frozenset((str, int, bool, NoneType))
Decode = Callable[[Any], Any]


def to_column(value: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    """Turn a field's value into what a column holds."""
    kind = type(value)
    if kind in AS_IT_STANDS:
        return value
    if kind is datetime:
        return round(value.timestamp() * 1000) if value.tzinfo is not None else value.isoformat()
    return msgspec.json.encode(value).decode()


def from_instant(value: int) -> datetime:
    """Turn a column of milliseconds into an instant."""
    return EPOCH + timedelta(milliseconds=value)


def _from_time(value: int | str | None) -> datetime | None:
    if value is None:
        return None
    return datetime.fromisoformat(value) if isinstance(value, str) else from_instant(value)


def _from_json(hint: Any) -> Decode:  # noqa: ANN401 - a type
    """Read JSON; the same text again is not read again, unless it makes a value that could be changed."""
    decode = msgspec.json.Decoder(hint).decode
    known = decode if get_origin(hint) is dict else lru_cache(TEXTS_KEPT)(decode)
    return lambda value: None if value is None else known(value)


def _decode_for(hint: Any) -> Decode | None:  # noqa: ANN401 - a type
    parts = [part for part in get_args(hint) if part is not NoneType] if _is_union(hint) else [hint]
    if parts == [datetime]:
        return _from_time
    if parts == [bool]:
        return bool
    if parts in ([str], [int]) or all(get_origin(part) is Literal for part in parts):
        return None
    return _from_json(hint)


def _is_union(hint: Any) -> bool:  # noqa: ANN401 - a type
    return get_origin(hint) in (Union, UnionType)


class RowCodec(Generic[R]):
    """How one kind of record stands in its table."""

    def __init__(self, kind: type[R]) -> None:
        """Read the shape off the type."""
        hints = get_type_hints(kind)
        self.kind = kind
        self.table = kind.kind_name
        self.fields = kind.__struct_fields__
        self.columns = ", ".join(f'"{name}"' for name in self.fields)
        self.decoders = [
            (at, decode)
            for at, name in enumerate(self.fields)
            if (decode := _decode_for(hints[name]))
        ]

    def record(self, row: Sequence[Any]) -> R:
        """Build the record of a row that was selected in the order of the columns."""
        values = list(row)
        for at, decode in self.decoders:
            values[at] = decode(values[at])
        return self.kind(**dict(zip(self.fields, values, strict=True)))

    def row(self, record: R) -> list[Any]:
        """Turn a record into what its columns hold; a field that is read as it stands is written as it stands."""
        values = list(msgspec.structs.astuple(record))
        for at, _ in self.decoders:
            values[at] = to_column(values[at])
        return values


SHAPES: dict[type[Record], RowCodec[Any]] = {}


def shape(kind: type[R]) -> RowCodec[R]:
    """Return how this kind of record stands in its table."""
    found = SHAPES.get(kind)
    if found is None:
        found = SHAPES[kind] = RowCodec(kind)
    return found
