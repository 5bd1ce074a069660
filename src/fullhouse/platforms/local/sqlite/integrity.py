"""Integrity check of a database file: SQLite's own check, then a replay of the audit.

A long audit is checked by sample: events always, other records one in n, chosen by key.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.audit import AuditLine, AuditMismatch, compare, replay
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.reads import answer

PAGE = 1000
REPLAYED_WHOLE = 50_000
ALWAYS = "event"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The extent of a check and the problems found; one in `one_in` records was replayed."""

    records: int
    lines: int
    one_in: int
    problems: tuple[str, ...]


def check_database(file: Path) -> Checked:
    """Check a file that nothing writes to."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            return Checked(records=0, lines=0, one_in=1, problems=tuple(found))
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != statements.migrations()[-1][0]:
            return Checked(records=0, lines=0, one_in=0, problems=())
        return _check_audit(connection)


def _check_audit(connection: sqlite3.Connection) -> Checked:
    (lines,) = connection.execute(statements.COUNT_LINES).fetchone()
    one_in = max(1, -(-lines // REPLAYED_WHOLE))
    problems: list[AuditMismatch] = []
    state = replay(_sample(_lines(connection), one_in), AUDITED, problems)
    stored = [
        record
        for record in answer(connection, AllRecords())
        if _is_drawn(record.kind_name, record.key, one_in)
    ]
    compare(state, stored, problems)
    texts = tuple(_problem_text(problem) for problem in problems)
    return Checked(records=len(stored), lines=lines, one_in=one_in, problems=texts)


def _problem_text(problem: AuditMismatch) -> str:
    if problem.number:
        return f"line {problem.number}: {problem.what}"
    return problem.what


def _lines(connection: sqlite3.Connection) -> Iterator[AuditLine]:
    after = 0
    while page := answer(connection, AuditPage("", after, PAGE)):
        yield from page
        after = page[-1].number


def _sample(lines: Iterable[AuditLine], one_in: int) -> Iterator[AuditLine]:
    for line in lines:
        drawn = tuple(entry for entry in line.entries if _is_drawn(entry.kind, entry.key, one_in))
        yield msgspec.structs.replace(line, entries=drawn)


def _is_drawn(kind: str, key: tuple[str, ...], one_in: int) -> bool:
    return one_in == 1 or kind == ALWAYS or zlib.crc32("/".join(key).encode()) % one_in == 0
