"""Taking people out of what SQLite holds, the lines about them and the messages to them, in the same transaction."""

import sqlite3
from collections.abc import Iterable, Mapping

import msgspec

from fullhouse.kernel.audit import Line
from fullhouse.kernel.decisions import Forget
from fullhouse.kernel.forgetting import NOTE, addresses, forgotten_line, forgotten_message
from fullhouse.kernel.messages import Message
from fullhouse.platforms.local import statements
from fullhouse.platforms.local.reads import read_lines
from fullhouse.platforms.local.rows import shape, to_column

REWRITTEN = ("to", "facts", "letter", "error", "status", "lease_ends_at")


def forget_people(connection: sqlite3.Connection, people: Iterable[Forget]) -> None:
    """Rewrite all that was written about these people; the lines of a scope are looked through once for all of them."""
    scopes: dict[str, dict[str, Forget]] = {}
    for forget in people:
        scopes.setdefault(forget.scope, {})[forget.person] = forget
    for scope, wanted in scopes.items():
        _forget_in(connection, scope, wanted)


def _forget_in(connection: sqlite3.Connection, scope: str, wanted: Mapping[str, Forget]) -> None:
    rows = connection.execute(statements.LINES_ABOUT, (scope, msgspec.json.encode(list(wanted)).decode()))
    lines: dict[str, list[Line]] = {person: [] for person in wanted}
    for line in read_lines(rows.fetchall()):
        lines[line.subject].append(line)
    for person, forget in wanted.items():
        known = addresses(tuple(lines[person]), forget)
        _rewrite_messages(connection, forget, known)
        _forget_mail(connection, forget, known)
        _rewrite_lines(connection, forget, lines[person])


def _rewrite_lines(connection: sqlite3.Connection, forget: Forget, lines: Iterable[Line]) -> None:
    for line in lines:
        gone = forgotten_line(line, forget)
        entries = msgspec.json.encode(gone.entries).decode()
        connection.execute(statements.REWRITE_LINE, (entries, gone.note, line.number))


def _rewrite_messages(connection: sqlite3.Connection, forget: Forget, known: set[str]) -> None:
    """Find messages by the addresses that the person had: those are indexed."""
    bound = (msgspec.json.encode(sorted(known)).decode(), forget.scope, forget.person)
    for row in connection.execute(statements.select_messages_to(), bound).fetchall():
        gone = forgotten_message(shape(Message).record(row), forget)
        values = [to_column(getattr(gone, name)) for name in REWRITTEN]
        connection.execute(statements.rewrite(Message, REWRITTEN), [*values, gone.id])


def _forget_mail(connection: sqlite3.Connection, forget: Forget, known: set[str]) -> None:
    """Forget what they wrote to us; the raw mails beside the database are removed by the lane."""
    senders = msgspec.json.encode(sorted(known)).decode()
    connection.execute(statements.FORGET_MAIL, (NOTE, forget.scope, forget.person, senders))
