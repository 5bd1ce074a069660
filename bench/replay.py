"""The store alone: real sign-ups, decided and committed in groups, against the same statements in bare sqlite3."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, cast

from bench.figures import Figure, Figures, Sizes, percent
from bench.stock import clock, create_event, folder, ids, sign_up
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import Order, execute
from fullhouse.platforms.local.database import FILE, open_store
from fullhouse.platforms.local.store import SqliteStore

WANTED_SHARE = 0.5
PRAGMAS = ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "cache_size")
Statement = tuple[str, Any]


class Recorder:
    """Stands in for a connection and writes down what is executed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Record what goes to this connection."""
        self.connection = connection
        self.statements: list[Statement] = []

    def execute(self, sql: str, bound: Any = ()) -> sqlite3.Cursor:  # noqa: ANN401 - as sqlite3 takes it
        """Pass it on, and write it down."""
        self.statements.append((sql, bound))
        return self.connection.execute(sql, bound)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a connection has
        return getattr(self.connection, name)


def store_alone(sizes: Sizes) -> Figures:
    """Take turns: a chunk of sign-ups through the store, the same chunk's statements through bare sqlite3."""
    chunks = [[sign_up(ids.new()) for _ in range(sizes.chunk)] for _ in range(sizes.chunks)]
    with folder() as place:
        _prepare(place / "store", sizes)
        for copy in ("recorded", "bare"):
            shutil.copytree(place / "store", place / copy)
        recorded = list(_record(place / "recorded", chunks, sizes.group))
        ours, bare = _take_turns(place, chunks, recorded, sizes.group)
    stored, raw = (sizes.chunk / median(seconds) for seconds in (ours, bare))
    measured = f"{stored:,.0f}/s of {raw:,.0f}/s: {percent(stored, raw)}"
    wanted = f"at least {WANTED_SHARE:.0%} of bare sqlite3"
    yield Figure(f"store alone, groups of {sizes.group}", measured, wanted, stored >= WANTED_SHARE * raw)


def _prepare(place: Path, sizes: Sizes) -> None:
    with open_store(place) as store:
        create_event(store)
        _commit(store, [sign_up(ids.new()) for _ in range(sizes.chunk)], sizes.group)
        store.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _commit(store: SqliteStore, orders: list[Order], size: int) -> None:
    for start in range(0, len(orders), size):
        with store.group():
            for order in orders[start : start + size]:
                execute(store, RULES, order, clock.now(), carries=False)


def _record(place: Path, chunks: list[list[Order]], size: int) -> Iterator[list[Statement]]:
    with open_store(place) as store:
        for orders in chunks:
            recorder = Recorder(store.writer)
            store.writer = cast("sqlite3.Connection", recorder)
            _commit(store, orders, size)
            store.writer = recorder.connection
            yield recorder.statements


def _take_turns(
    place: Path, chunks: list[list[Order]], recorded: list[list[Statement]], size: int
) -> tuple[list[float], list[float]]:
    ours: list[float] = []
    bare: list[float] = []
    with open_store(place / "store") as store, closing(_connect(place / "bare" / FILE, store.writer)) as connection:
        for orders, statements in zip(chunks, recorded, strict=True):
            ours.append(_seconds(lambda orders=orders: _commit(store, orders, size)))  # type: ignore[misc]
            bare.append(_seconds(lambda statements=statements: _replay(connection, statements)))  # type: ignore[misc]
    return ours, bare


def _connect(path: Path, like: sqlite3.Connection) -> sqlite3.Connection:
    """Open a database with everything set as on the store's own connection."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        (value,) = like.execute(f"PRAGMA {pragma}").fetchone()
        connection.execute(f"PRAGMA {pragma} = {value}")
    return connection


def _replay(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    for sql, bound in statements:
        cursor = connection.execute(sql, bound)
        if sql.startswith("SELECT"):
            cursor.fetchall()


def _seconds(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
