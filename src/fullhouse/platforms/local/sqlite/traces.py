"""Traces of erased people in the database file.

`secure_delete` overwrites what is deleted. But SQLite leaves copies in the unused parts of pages
when it moves rows, and earlier versions of pages in the write-ahead log. Only rebuilding the file
removes all of them, and that takes a second for 30 MB, so it happens when nobody waits.
"""

import logging
import sqlite3
from datetime import datetime, timedelta

from fullhouse.engine.core import Engine
from fullhouse.engine.periodic import PeriodicTask
from fullhouse.platforms.local.sqlite.store import SqliteStore

log = logging.getLogger(__name__)
MB = 1024 * 1024
# A larger file is rebuilt at the next start.
LARGEST_WHILE_SERVING = 64 * MB
EVERY_NIGHT = timedelta(days=1)
NIGHT_HOUR = 3  # UTC


def wipe_traces(connection: sqlite3.Connection, largest: int | None = None) -> bool:
    """Rebuild the file if someone was erased since the last time; return True if it was done.

    A file that is larger than `largest` bytes is left for another time.
    """
    (is_due,) = connection.execute("PRAGMA application_id").fetchone()
    if not is_due or (largest is not None and _size(connection) > largest):
        return False
    connection.execute("VACUUM")
    connection.execute("PRAGMA application_id = 0")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return True


def _size(connection: sqlite3.Connection) -> int:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page_size,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages) * int(page_size)


def wipe_every_night(engine: Engine, store: SqliteStore) -> None:
    """Wipe traces once a night while the server runs."""

    async def work() -> None:
        if wipe_traces(store.writer, LARGEST_WHILE_SERVING):
            log.info("traces of erased people were wiped from the database file")

    engine.tasks.add(PeriodicTask("traces", EVERY_NIGHT, work), next_night(engine.now()))


def next_night(now: datetime) -> datetime:
    """Return the next time at which nobody should be waiting."""
    tonight = now.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    if tonight > now:
        return tonight
    return tonight + EVERY_NIGHT
