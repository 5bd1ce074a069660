"""The SQLite store: one connection that writes and checkpoints, one beside it that only reads.

A commit is durable before it returns (WAL, synchronous=FULL). On its own it is a transaction.
Inside a group it is a part of the group's transaction, or a savepoint if it may have to be undone
alone.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast

import msgspec

from fullhouse.engine.ports import Conflict, StoreDown, Written
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.decisions import Change, MustBeAbsent
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.erasure import forget_people
from fullhouse.platforms.local.sqlite.reads import answer
from fullhouse.platforms.local.sqlite.row_codec import to_column

T = TypeVar("T")
WHOLE = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
STEP = ("SAVEPOINT step", "RELEASE step", "ROLLBACK TO step")


class GroupUndone(Exception):
    """A commit of a group failed half-way. Nothing of the group was written."""


class SqliteStore:
    """Answers needs from SQLite and commits decisions to it."""

    def __init__(self, writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        """Use two connections to the same database."""
        self.writer = writer
        self.reader = reader
        self.in_group = False
        self._has_savepoints = False
        self._changed_records: dict[tuple[type[Record], tuple[str, ...]], Record] = {}

    def load(self, need: Need[T]) -> T:
        """Answer a need: inside a group from its transaction, else from committed data."""
        if (
            isinstance(need, Get)
            and (left := self._changed_records.get((need.kind, need.key))) is not None
        ):
            return cast("T", left)
        connection = self.writer if self.in_group else self.reader
        try:
            return answer(connection, need)
        except sqlite3.Error as error:
            raise StoreDown(str(error)) from error

    def commit(self, written: Written) -> None:
        """Write a decision whole or not at all."""
        changes = written.decision.changes
        if not self.in_group:
            self._write(WHOLE, written, changes)
            return
        if self._has_savepoints:
            self._write_step(written, changes)
        else:
            self._write_on(written, changes)
        if written.decision.forget:
            self._changed_records.clear()
            return
        # Later commands of the group get these records from memory.
        for change in changes:
            self._changed_records[change.kind, change.key] = change.after

    @contextmanager
    def group(self, *, savepoints: bool = False) -> Iterator[None]:
        """Commit everything written inside as one durable transaction.

        A commit that fails undoes the group and raises `GroupUndone`. With `savepoints`, which
        cost a twentieth of a sign-up, it undoes only itself.
        """
        begin, end, undo = WHOLE
        self._run(begin)
        self.in_group = True
        self._has_savepoints = savepoints
        try:
            yield
            self._run(end)
        except BaseException:
            self._undo(undo)
            raise
        finally:
            self.in_group = False
            self._changed_records.clear()

    def note_erasure(self) -> None:
        """Record, in this group, that the file holds traces of someone who was erased."""
        self._run("PRAGMA application_id = 1")

    def checkpoint(self) -> None:
        """Move what the write-ahead log holds into the database, unless a reader still needs it."""
        (patience,) = self.writer.execute("PRAGMA busy_timeout").fetchone()
        with suppress(sqlite3.Error):
            self.writer.execute("PRAGMA busy_timeout = 0")
            self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.writer.execute(f"PRAGMA busy_timeout = {patience}")

    def try_write(self) -> None:
        """Write the schema's version again, or raise `StoreDown`; nothing changes."""
        with self.group():
            (version,) = self.writer.execute("PRAGMA user_version").fetchone()
            self._run(f"PRAGMA user_version = {version}")

    def _write(
        self, words: tuple[str, str, str], written: Written, changes: tuple[Change[Any], ...]
    ) -> None:
        begin, end, undo = words
        self._run(begin)
        try:
            _write(self.writer, written, changes)
            self.writer.execute(end)
        except sqlite3.Error as error:
            self._undo(undo)
            raise _translated(error) from error
        except BaseException:
            self._undo(undo)
            raise

    def _write_step(self, written: Written, changes: tuple[Change[Any], ...]) -> None:
        try:
            self._write(STEP, written, changes)
        except Conflict:
            self._changed_records.clear()
            raise

    def _write_on(self, written: Written, changes: tuple[Change[Any], ...]) -> None:
        try:
            _write(self.writer, written, changes)
        except sqlite3.IntegrityError as error:
            raise GroupUndone(str(error)) from error
        except sqlite3.Error as error:
            raise StoreDown(str(error)) from error
        except Exception as error:
            raise GroupUndone(str(error)) from error

    def _run(self, statement: str) -> None:
        try:
            self.writer.execute(statement)
        except sqlite3.Error as error:
            raise _translated(error) from error

    def _undo(self, words: str) -> None:
        if self.writer.in_transaction:
            self._run(words)


def _translated(error: sqlite3.Error) -> Conflict | StoreDown:
    """Translate an error of SQLite for the engine."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return StoreDown(str(error))


def _write(
    connection: sqlite3.Connection, written: Written, changes: tuple[Change[Any], ...]
) -> None:
    decision = written.decision
    cursor = connection.cursor()  # one for all: `connection.execute` makes one each time
    for absence in decision.absent:
        _check_absence(cursor, absence)
    for change in changes:
        _write_change(cursor, change)
    for line in written.lines:
        _write_line(cursor, line)
    if decision.forget:
        forget_people(connection, decision.forget)
    for message in decision.messages:
        insert = statements.insert(Message, "number", once=True)
        cursor.execute(insert, statements.values(message, "number"))
    if written.rung is not None:
        cursor.execute(statements.CLEAR_RUNG, (written.rung.key, to_column(written.rung.due_at)))
    for key in decision.clear_alarms:
        cursor.execute(statements.CLEAR_ALARM, (key,))
    for alarm in decision.set_alarms:
        command = msgspec.json.encode(alarm.command).decode()
        cursor.execute(statements.SET_ALARM, (alarm.key, to_column(alarm.due_at), command))


def _write_line(cursor: sqlite3.Cursor, line: AuditLine) -> None:
    entries = msgspec.json.encode(line.entries).decode()
    row = (
        line.scope,
        to_column(line.at),
        line.by,
        line.action,
        line.subject,
        line.order,
        entries,
        line.note,
    )
    cursor.execute(statements.ADD_LINE, row)


def _check_absence(cursor: sqlite3.Cursor, absence: MustBeAbsent) -> None:
    if cursor.execute(statements.select(absence.kind), absence.key).fetchone() is not None:
        raise Conflict(absence.kind.kind_name)


def _write_change(cursor: sqlite3.Cursor, change: Change[Any]) -> None:
    if change.before is None:
        cursor.execute(statements.insert(change.kind), statements.values(change.after))
        return
    sql, bound = statements.change(change)
    done = cursor.execute(sql, bound)
    if change.sets or change.adds:
        guards_hold = done.rowcount == 1
    else:
        guards_hold = done.fetchone() is not None
    if not guards_hold:
        raise Conflict(change.kind.kind_name)
