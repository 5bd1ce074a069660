"""The SQLite store: one connection that writes and checkpoints, one beside it that only reads.

Durable before it is acknowledged (WAL, synchronous=FULL). A commit on its own is a transaction; inside a group it is a
savepoint, and the group is the transaction.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar, cast

import msgspec

from fullhouse.engine.ports import Conflict, StoreDown, Written
from fullhouse.kernel.decisions import Change
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.local import statements
from fullhouse.platforms.local.forgetting import forget_people
from fullhouse.platforms.local.reads import answer
from fullhouse.platforms.local.rows import to_column

T = TypeVar("T")


class SqliteStore:
    """Answers needs from SQLite and commits decisions to it."""

    def __init__(self, writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        """Stand on two connections to the same database."""
        self.writer = writer
        self.reader = reader
        self.in_group = False
        self._left: dict[tuple[type[Record], tuple[str, ...]], Record] = {}

    def load(self, need: Need[T]) -> T:
        """Answer a need: inside a group from the transaction itself, else from what is committed."""
        if isinstance(need, Get) and (left := self._left.get((need.kind, need.key))) is not None:
            return cast("T", left)
        connection = self.writer if self.in_group else self.reader
        try:
            return answer(connection, need)
        except sqlite3.Error as error:
            raise StoreDown(str(error)) from error

    def commit(self, written: Written) -> None:
        """Write a decision whole or not at all."""
        try:
            with self._step():
                _write(self.writer, written)
        except Conflict:
            self._left.clear()
            raise
        if written.decision.forget:
            self._left.clear()
        elif self.in_group:  # the next in the group finds the records as this one left them, without reading them again
            self._left.update({(change.kind, change.key): change.after for change in written.decision.changes})

    @contextmanager
    def group(self) -> Iterator[None]:
        """Make one durable transaction of all that is committed inside."""
        with self._transaction("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"):
            self.in_group = True
            try:
                yield
            finally:
                self.in_group = False
                self._left.clear()

    def _step(self) -> AbstractContextManager[None]:
        if self.in_group:
            return self._transaction("SAVEPOINT step", "RELEASE step", "ROLLBACK TO step")
        return self._transaction("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")

    @contextmanager
    def _transaction(self, begin: str, end: str, undo: str) -> Iterator[None]:
        try:
            self.writer.execute(begin)
            try:
                yield
                self.writer.execute(end)
            except BaseException:
                if self.writer.in_transaction:
                    self.writer.execute(undo)
                raise
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error
        except sqlite3.Error as error:
            raise StoreDown(str(error)) from error


def _write(connection: sqlite3.Connection, written: Written) -> None:
    decision = written.decision
    for change in decision.changes:
        _write_change(connection, change)
    for line in written.lines:
        entries = msgspec.json.encode(line.entries).decode()
        row = (line.scope, to_column(line.at), line.by, line.action, line.subject, line.order, entries, line.note)
        connection.execute(statements.ADD_LINE, row)
    if decision.forget:
        forget_people(connection, decision.forget)
    for message in decision.messages:
        insert = statements.insert(Message, "number", once=True)
        connection.execute(insert, statements.values(message, "number"))
    if written.rung is not None:
        connection.execute(statements.CLEAR_RUNG, (written.rung.key, to_column(written.rung.due_at)))
    for key in decision.clear_alarms:
        connection.execute(statements.CLEAR_ALARM, (key,))
    for alarm in decision.set_alarms:
        command = msgspec.json.encode(alarm.command).decode()
        connection.execute(statements.SET_ALARM, (alarm.key, to_column(alarm.due_at), command))


def _write_change(connection: sqlite3.Connection, change: Change[Any]) -> None:
    if change.before is None:
        connection.execute(statements.insert(change.kind), statements.values(change.after))
        return
    sql, bound = statements.change(change)
    cursor = connection.execute(sql, bound)
    held = cursor.rowcount == 1 if change.sets or change.adds else cursor.fetchone() is not None
    if not held:
        raise Conflict(change.kind.kind_name)
