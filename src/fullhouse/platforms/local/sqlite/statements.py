"""The SQL that is made from a record's shape, and the named queries of their file. No other SQL stands in code."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Guard
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need, Record
from fullhouse.platforms.local.sqlite.row_codec import shape, to_column
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST

NAMED = re.compile(r"^-- (\w+)(?:: (one )?(\w+))?\n(.*?);", re.MULTILINE | re.DOTALL)
ONLY_IF = re.compile(r"-- if (.+)$", re.MULTILINE)
FOLDER = files("fullhouse.platforms.local.sqlite") / "sql"

SET_ALARM = (
    "INSERT INTO alarm (key, due_at, command) VALUES (?, ?, ?) "
    "ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at, command = excluded.command"
)
CLEAR_ALARM = "DELETE FROM alarm WHERE key = ?"
CLEAR_RUNG = "DELETE FROM alarm WHERE key = ? AND due_at = ?"
ADD_LINE = 'INSERT INTO audit (scope, at, "by", action, subject, "order", entries, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit '
    "WHERE scope = :scope AND subject IN (SELECT value FROM json_each(:people)) ORDER BY number"
)
# Also about the slots that they were offered: those tell of their entries too.
WAITLIST_LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit INDEXED BY audit_subject '
    "WHERE scope = :scope AND scope = 'waitlist' AND subject IN (SELECT value FROM json_each(:people) "
    "UNION SELECT slot_id FROM slot_offer WHERE entry_id IN (SELECT value FROM json_each(:people))) ORDER BY number"
)
APPOINTMENT_LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit INDEXED BY audit_appointment '
    "WHERE scope = :scope AND scope = 'appointments' AND subject IN (SELECT value FROM json_each(:people)) "
    "ORDER BY number"
)
PRODUCT_LINES_ABOUT = {WAITLIST: WAITLIST_LINES_ABOUT, APPOINTMENTS: APPOINTMENT_LINES_ABOUT}
COUNT_LINES = "SELECT count(*) FROM audit"
COUNT_WAITING = "SELECT count(*) FROM message WHERE status IN ('queued', 'sending')"
FORGET_MAIL = (
    "UPDATE inbound_mail SET sender = '', name = '', subject = '', text = '', reason = ? "
    "WHERE scope = ? AND (person = ? OR sender IN (SELECT value FROM json_each(?)))"
)
REWRITE_LINE = "UPDATE audit SET entries = ?, note = ? WHERE number = ?"
MESSAGES_TO = (
    '"to" IN (SELECT value FROM json_each(:known)) AND scope = :scope AND person = :person'
)
NOTES_TO_STAFF = "\"to\" = 'staff' AND scope = :scope AND instr(facts, :person)"
# What lets SQLite take an index that only one product has: the guest list, with a scope for each event, has none.
INDEXED_MESSAGES = {
    WAITLIST: ("message INDEXED BY message_to", "scope = 'waitlist'"),
    APPOINTMENTS: ("message INDEXED BY message_appointment", "scope = 'appointments'"),
}
TESTS = {"==": "IS", "<=": "<=", ">=": ">="}


def migrations() -> list[tuple[int, str]]:
    """Return the numbered schema changes in order."""
    found = [
        (int(one.name[:4]), one.read_text()) for one in FOLDER.iterdir() if one.name[:4].isdigit()
    ]
    return sorted(found)


class Query(msgspec.Struct, frozen=True):
    """A named query: its text, the kind of record it selects whole, if any, and whether one at most.

    A line that ends in `-- if …` belongs to it only where that is so of the need; the queries' file says how.
    """

    sql: str
    kind: str
    one: bool
    choices: tuple[str, ...]


@cache
def queries() -> dict[str, Query]:
    """Read the named queries from their file."""
    text = (FOLDER / "queries.sql").read_text()
    return {
        name: Query(sql.strip(), kind, bool(one), tuple(dict.fromkeys(ONLY_IF.findall(sql))))
        for name, one, kind, sql in NAMED.findall(text)
    }


def chosen(query: Query, need: Need[Any]) -> str:
    """Return the text of a query with just the lines that this need asks for."""
    return _without(
        query.sql, tuple(condition for condition in query.choices if not _is_so(condition, need))
    )


def _is_so(condition: str, need: Need[Any]) -> bool:
    return all(_is_one_so(part, need) for part in condition.split(" and "))


def _is_one_so(condition: str, need: Need[Any]) -> bool:
    name, _, word = condition.removeprefix("not ").partition("=")
    found = getattr(need, name)
    return (found == word if word else bool(found)) != condition.startswith("not ")


@cache
def _without(sql: str, conditions: tuple[str, ...]) -> str:
    lines = sql.splitlines()
    return "\n".join(
        line for line in lines if not any(line.endswith(f"-- if {one}") for one in conditions)
    )


def select(kind: type[Record]) -> str:
    """Select a record by its key."""
    return _select(kind.kind_name, shape(kind).columns, _key(kind))


def select_all(kind: type[Record]) -> str:
    """Select every record of a kind."""
    return f"SELECT {shape(kind).columns} FROM {kind.kind_name}"  # noqa: S608 - names from our types


def lines_about(scope: str) -> str:
    """Select the lines of a scope that tell of some people."""
    return PRODUCT_LINES_ABOUT.get(scope, LINES_ABOUT)


def select_messages_to(scope: str) -> str:
    """Select the messages to some addresses that belong to one person of one scope."""
    return _select_messages(scope, MESSAGES_TO)


def select_notes_to_staff(scope: str) -> str:
    """Select the notes to a product's staff that may name someone."""
    return _select_messages(scope, NOTES_TO_STAFF)


def _select_messages(scope: str, which: str) -> str:
    if scope not in INDEXED_MESSAGES:
        return _select(Message.kind_name, shape(Message).columns, which)
    table, there = INDEXED_MESSAGES[scope]
    return _select(table, shape(Message).columns, f"{which} AND {there}")


def rewrite(kind: type[Record], fields: tuple[str, ...]) -> str:
    """Set these fields of a record, whatever they were."""
    return _change_sql(kind.kind_name, _key(kind), fields, (), ())


def insert(kind: type[Record], skip: str = "", *, once: bool = False) -> str:
    """Insert a record; `once` leaves a known one as it is."""
    return _insert(
        kind.kind_name, kind.__struct_fields__, skip, " ON CONFLICT (id) DO NOTHING" if once else ""
    )


@cache
def _select(table: str, columns: str, key: str) -> str:
    return f"SELECT {columns} FROM {table} WHERE {key}"  # noqa: S608 - names from our types


@cache
def _insert(table: str, fields: tuple[str, ...], skip: str, known: str) -> str:
    names = [name for name in fields if name != skip]
    columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}){known}"  # noqa: S608 - names from our types


def values(record: Record, skip: str = "") -> list[Any]:
    """Return what an insert of this record binds."""
    kind = shape(type(record))
    row = kind.row(record)
    if skip:
        del row[kind.fields.index(skip)]
    return row


def change(change: Change[Any]) -> tuple[str, list[Any]]:
    """Return the update, or the mere check, that a change of a known record is, and what it binds."""
    guards = tuple((guard.field, guard.test) for guard in change.guards)
    sql = _change_sql(
        change.kind.kind_name, _key(change.kind), tuple(change.sets), tuple(change.adds), guards
    )
    bound = [to_column(value) for value in change.sets.values()]
    return sql, [*bound, *change.adds.values(), *change.key, *_bound(change.guards)]


def _bound(guards: tuple[Guard, ...]) -> list[Any]:
    return [to_column(guard.value) for guard in guards]


@cache
def _change_sql(
    table: str,
    key: str,
    sets: tuple[str, ...],
    adds: tuple[str, ...],
    guards: tuple[tuple[str, str], ...],
) -> str:
    tests = "".join(f' AND "{field}" {TESTS[test]} ?' for field, test in guards)
    if not sets and not adds:
        return f"SELECT 1 FROM {table} WHERE {key}{tests}"  # noqa: S608 - names from our types
    parts = [f'"{name}" = ?' for name in sets] + [f'"{name}" = "{name}" + ?' for name in adds]
    return f"UPDATE {table} SET {', '.join(parts)} WHERE {key}{tests}"  # noqa: S608 - names from our types


def _key(kind: type[Record]) -> str:
    return _key_test(kind.key_fields)


@cache
def _key_test(fields: tuple[str, ...]) -> str:
    return " AND ".join(f'"{name}" = ?' for name in fields)
