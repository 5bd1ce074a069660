"""Speed of the store alone: the statements of real sign-ups against the same in bare sqlite3."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar, cast

from bench.figures import Figure, Figures, Sizes, percent
from bench.stock import clock, create_event, folder, ids, sign_up
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, Written
from fullhouse.kernel.records import Need
from fullhouse.platforms.local.sqlite.database import FILE, open_store
from fullhouse.platforms.local.sqlite.store import SqliteStore

T = TypeVar("T")
WANTED_SHARE = 0.5
PRAGMAS = ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "cache_size")
Statement = tuple[str, Any]
Call = Need[Any] | Written


class Recorder:
    """Stands in for a connection and writes down what is executed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Record what goes to this connection."""
        self.connection = connection
        self.statements: list[Statement] = []

    def execute(self, sql: str, bound: Any = ()) -> sqlite3.Cursor:
        """Pass it on, and write it down."""
        self.statements.append((sql, bound))
        return self.connection.execute(sql, bound)

    def cursor(self) -> "Recorder":
        """Stand in for its cursors, too."""
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


class Listener:
    """Stands in for a store and writes down what it is asked."""

    def __init__(self, store: SqliteStore) -> None:
        """Listen to what this store is asked."""
        self.store = store
        self.calls: list[Call] = []

    def load(self, need: Need[T]) -> T:
        """Pass it on, and write it down."""
        self.calls.append(need)
        return self.store.load(need)

    def commit(self, written: Written) -> None:
        """Pass it on, and write it down."""
        self.calls.append(written)
        self.store.commit(written)


class Recorded(NamedTuple):
    """A chunk of sign-ups as the store was asked for it, group by group, and as SQLite was."""

    groups: list[list[Call]]
    statements: list[Statement]


def store_alone(sizes: Sizes) -> Figures:
    """Alternate between a chunk of sign-ups on the store and the same SQL in bare sqlite3."""
    chunks = [[sign_up(ids.new()) for _ in range(sizes.chunk)] for _ in range(sizes.chunks)]
    with folder() as place:
        _prepare(place / "store", sizes)
        for copy in ("recorded", "bare"):
            shutil.copytree(place / "store", place / copy)
        recorded = list(_record(place / "recorded", chunks, sizes.group))
        ours, bare = _take_turns(place, recorded)
    stored, raw = (sizes.chunk / median(seconds) for seconds in (ours, bare))
    measured = f"{stored:,.0f}/s of {raw:,.0f}/s: {percent(stored, raw)}"
    wanted = f"at least {WANTED_SHARE:.0%} of bare sqlite3"
    yield Figure(
        f"store alone, groups of {sizes.group}", measured, wanted, stored >= WANTED_SHARE * raw
    )


def _prepare(place: Path, sizes: Sizes) -> None:
    with open_store(place) as store:
        create_event(store)
        _commit(store, [sign_up(ids.new()) for _ in range(sizes.chunk)], sizes.group)
        store.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _commit(store: SqliteStore, orders: list[Invocation], size: int) -> list[list[Call]]:
    groups: list[list[Call]] = []
    for start in range(0, len(orders), size):
        listener = Listener(store)
        with store.group():
            for order in orders[start : start + size]:
                execute(listener, RULES, order, clock.now(), carries=frozenset())
        groups.append(listener.calls)
    return groups


def _record(place: Path, chunks: list[list[Invocation]], size: int) -> Iterator[Recorded]:
    with open_store(place) as store:
        for orders in chunks:
            recorder = Recorder(store.writer)
            store.writer = cast("sqlite3.Connection", recorder)
            groups = _commit(store, orders, size)
            store.writer = recorder.connection
            yield Recorded(groups, recorder.statements)


def _ask(store: SqliteStore, groups: list[list[Call]]) -> None:
    for calls in groups:
        with store.group():
            for call in calls:
                if isinstance(call, Written):
                    store.commit(call)
                else:
                    store.load(call)


def _take_turns(place: Path, recorded: list[Recorded]) -> tuple[list[float], list[float]]:
    ours: list[float] = []
    bare: list[float] = []
    with (
        open_store(place / "store") as store,
        closing(_connect(place / "bare" / FILE, store.writer)) as connection,
    ):
        for chunk in recorded:
            ours.append(_seconds(partial(_ask, store, chunk.groups)))
            bare.append(_seconds(partial(_replay, connection, chunk.statements)))
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
