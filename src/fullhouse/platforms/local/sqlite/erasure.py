"""Taking people out of what SQLite holds, the lines about them and the messages to them, in the same transaction."""

import sqlite3
from collections.abc import Iterable, Mapping

import msgspec

from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.decisions import ErasePerson
from fullhouse.kernel.erasure import (
    NOTE,
    addresses,
    erased_line,
    forgotten_message,
    forgotten_note,
    is_about,
    mentions,
)
from fullhouse.kernel.messages import Message
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.reads import read_lines
from fullhouse.platforms.local.sqlite.row_codec import shape, to_column

REWRITTEN = ("to", "facts", "letter", "error", "status", "lease_ends_at")


def forget_people(connection: sqlite3.Connection, people: Iterable[ErasePerson]) -> None:
    """Rewrite all that was written about these people; the lines of a scope are looked through once for all of them."""
    scopes: dict[str, dict[str, ErasePerson]] = {}
    for forget in people:
        scopes.setdefault(forget.scope, {})[forget.person] = forget
    for scope, wanted in scopes.items():
        _forget_in(connection, scope, wanted)


def _forget_in(
    connection: sqlite3.Connection, scope: str, wanted: Mapping[str, ErasePerson]
) -> None:
    bound = {"scope": scope, "people": msgspec.json.encode(list(wanted)).decode()}
    lines = {
        line.number: line
        for line in read_lines(connection.execute(statements.lines_about(scope), bound).fetchall())
    }
    of_each = _sorted_out(lines.values(), wanted)
    for person, forget in wanted.items():
        theirs = [lines[number] for number in of_each[person]]
        known = addresses(tuple(theirs), forget)
        _rewrite_messages(connection, forget, known)
        _rewrite_notes(connection, forget)
        _forget_mail(connection, forget, known)
        lines.update({line.number: erased_line(line, forget) for line in theirs})
    for number in {number for numbers in of_each.values() for number in numbers}:
        _rewrite_line(connection, lines[number])


def _sorted_out(
    lines: Iterable[AuditLine], wanted: Mapping[str, ErasePerson]
) -> dict[str, list[int]]:
    """Say which lines concern whom, by their numbers."""
    found: dict[str, list[int]] = {person: [] for person in wanted}
    for line in lines:
        for person in {line.subject, *(one.key[-1] for one in line.entries)} & wanted.keys():
            if is_about(line, wanted[person]):
                found[person].append(line.number)
    return found


def _rewrite_line(connection: sqlite3.Connection, line: AuditLine) -> None:
    entries = msgspec.json.encode(line.entries).decode()
    connection.execute(statements.REWRITE_LINE, (entries, line.note, line.number))


def _rewrite_messages(connection: sqlite3.Connection, forget: ErasePerson, known: set[str]) -> None:
    """Find messages by the addresses that the person had."""
    bound = {
        "known": msgspec.json.encode(sorted(known)).decode(),
        "scope": forget.scope,
        "person": forget.person,
    }
    for message in _messages(connection, statements.select_messages_to(forget.scope), bound):
        _rewrite(connection, forgotten_message(message, forget))


def _rewrite_notes(connection: sqlite3.Connection, forget: ErasePerson) -> None:
    """Rewrite what staff were told of the person, by the id that stands beside their name; of guests they are not."""
    if forget.scope not in statements.INDEXED_MESSAGES:
        return
    bound = {"scope": forget.scope, "person": forget.person}
    for message in _messages(connection, statements.select_notes_to_staff(forget.scope), bound):
        if mentions(message, forget):
            _rewrite(connection, forgotten_note(message, forget))


def _messages(connection: sqlite3.Connection, sql: str, bound: Mapping[str, str]) -> list[Message]:
    return [shape(Message).record(row) for row in connection.execute(sql, bound).fetchall()]


def _rewrite(connection: sqlite3.Connection, message: Message) -> None:
    values = [to_column(getattr(message, name)) for name in REWRITTEN]
    connection.execute(statements.rewrite(Message, REWRITTEN), [*values, message.id])


def _forget_mail(connection: sqlite3.Connection, forget: ErasePerson, known: set[str]) -> None:
    """Forget what they wrote to us; the raw mails beside the database are removed by the lane."""
    senders = msgspec.json.encode(sorted(known)).decode()
    connection.execute(statements.FORGET_MAIL, (NOTE, forget.scope, forget.person, senders))
