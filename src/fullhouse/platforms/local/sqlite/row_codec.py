"""Conversion of records to rows: instants as milliseconds, wall times as ISO text, else JSON."""

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
STORED_UNCHANGED = frozenset((str, int, bool, bytes, NoneType))
Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]


def to_column(value: Any) -> Any:  # noqa: ANN401 - any field
    """Turn a field's value into what a column holds."""
    kind = type(value)
    if kind in STORED_UNCHANGED:
        return value
    if kind is datetime:
        return _from_datetime(value)
    return msgspec.json.encode(value).decode()


def _from_datetime(value: datetime) -> int | str:
    if value.tzinfo is None:
        return value.isoformat()
    return round(value.timestamp() * 1000)


def from_instant(value: int) -> datetime:
    """Turn a column of milliseconds into an instant."""
    return EPOCH + timedelta(milliseconds=value)


def _from_time(value: int | str | None) -> datetime | None:
    if value is None:
        return None
    if isinstance(value, str):
        return datetime.fromisoformat(value)
    return from_instant(value)


def _from_json(hint: Any) -> Decode:  # noqa: ANN401 - a type
    """Return a decoder of JSON that caches results, except dicts, which callers could change."""
    decode = msgspec.json.Decoder(hint).decode
    known = decode if get_origin(hint) is dict else lru_cache(TEXTS_KEPT)(decode)
    return lambda value: None if value is None else known(value)


def _decode_for(hint: Any) -> Decode | None:  # noqa: ANN401 - a type
    parts = [hint]
    if _is_union(hint):
        parts = [part for part in get_args(hint) if part is not NoneType]
    if parts == [datetime]:
        return _from_time
    if parts == [bool]:
        return bool
    if parts in ([str], [int], [bytes]) or all(get_origin(part) is Literal for part in parts):
        return None
    return _from_json(hint)


def _is_union(hint: Any) -> bool:  # noqa: ANN401 - a type
    return get_origin(hint) in (Union, UnionType)


class RowCodec(Generic[R]):
    """Conversion of one kind of record to rows of its table and back."""

    def __init__(self, kind: type[R]) -> None:
        """Derive columns and decoders from the type."""
        hints = get_type_hints(kind)
        self.kind = kind
        self.table = kind.kind_name
        self.fields = kind.__struct_fields__
        self.columns = ", ".join(f'"{name}"' for name in self.fields)
        self.places = {name: at for at, name in enumerate(self.fields)}
        self.decoders: list[tuple[int, Decode]] = []
        for at, name in enumerate(self.fields):
            decode = _decode_for(hints[name])
            if decode is not None:
                self.decoders.append((at, decode))
        self.encoders: list[tuple[int, Encode]] = []
        for at, decode in self.decoders:
            if decode is not bool:
                encode = _from_datetime if decode is _from_time else to_column
                self.encoders.append((at, encode))

    def record(self, row: Sequence[Any]) -> R:
        """Build the record of a row that was selected in the order of the columns."""
        values = list(row)
        for at, decode in self.decoders:
            values[at] = decode(values[at])
        return self.kind(**dict(zip(self.fields, values, strict=True)))

    def row(self, record: R) -> list[Any]:
        """Return the column values of a record; most fields are stored unchanged."""
        values = list(msgspec.structs.astuple(record))
        for at, encode in self.encoders:
            if values[at] is not None:
                values[at] = encode(values[at])
        return values


SHAPES: dict[type[Record], RowCodec[Any]] = {}


def shape(kind: type[R]) -> RowCodec[R]:
    """Return the codec of a kind of record."""
    found = SHAPES.get(kind)
    if found is None:
        found = SHAPES[kind] = RowCodec(kind)
    return found
