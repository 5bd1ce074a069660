"""Erasure of people from audit lines, messages and mail, in the same transaction."""

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
    """Erase these people; the audit of each scope is read once for all of them."""
    scopes: dict[str, dict[str, ErasePerson]] = {}
    for forget in people:
        scopes.setdefault(forget.scope, {})[forget.person] = forget
    for scope, wanted in scopes.items():
        _erase_in_scope(connection, scope, wanted)


def _erase_in_scope(
    connection: sqlite3.Connection, scope: str, wanted: Mapping[str, ErasePerson]
) -> None:
    bound = {"scope": scope, "people": msgspec.json.encode(list(wanted)).decode()}
    rows = connection.execute(statements.lines_about(scope), bound).fetchall()
    lines = {line.number: line for line in read_lines(rows)}
    numbers_of = _lines_by_person(lines.values(), wanted)
    for person, forget in wanted.items():
        theirs = [lines[number] for number in numbers_of[person]]
        known = addresses(tuple(theirs), forget)
        _rewrite_messages(connection, forget, known.union(forget.addresses))
        _rewrite_notes(connection, forget)
        if not forget.only:
            _erase_mail(connection, forget, known)
        lines.update({line.number: erased_line(line, forget) for line in theirs})
    for number in {number for numbers in numbers_of.values() for number in numbers}:
        _rewrite_line(connection, lines[number])


def _lines_by_person(
    lines: Iterable[AuditLine], wanted: Mapping[str, ErasePerson]
) -> dict[str, list[int]]:
    """Return the numbers of the audit lines about each person."""
    found: dict[str, list[int]] = {person: [] for person in wanted}
    for line in lines:
        named = {line.subject, *(entry.key[-1] for entry in line.entries)}
        for person in named & wanted.keys():
            if is_about(line, wanted[person]):
                found[person].append(line.number)
    return found


def _rewrite_line(connection: sqlite3.Connection, line: AuditLine) -> None:
    entries = msgspec.json.encode(line.entries).decode()
    connection.execute(statements.REWRITE_LINE, (entries, line.note, line.number))


def _rewrite_messages(connection: sqlite3.Connection, forget: ErasePerson, known: set[str]) -> None:
    """Rewrite the messages to any address that the person had."""
    bound = {
        "known": msgspec.json.encode(sorted(known)).decode(),
        "scope": forget.scope,
        "person": forget.person,
    }
    for message in _messages(connection, statements.select_messages_to(forget.scope), bound):
        _rewrite(connection, forgotten_message(message, forget))


def _rewrite_notes(connection: sqlite3.Connection, forget: ErasePerson) -> None:
    """Rewrite notes to staff that mention the person by id; hosts of events get none."""
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


def _erase_mail(connection: sqlite3.Connection, forget: ErasePerson, known: set[str]) -> None:
    """Blank the person's inbound mail; the mail pipeline removes the raw files."""
    senders = msgspec.json.encode(sorted(known)).decode()
    connection.execute(statements.FORGET_MAIL, (NOTE, forget.scope, forget.person, senders))
