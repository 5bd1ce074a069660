"""All SQL in code: statements made from record types, and the named queries of their file."""

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
ADD_LINE = (
    'INSERT INTO audit (scope, at, "by", action, subject, "order", entries, note) '
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit '
    "WHERE scope = :scope AND subject IN (SELECT value FROM json_each(:people)) ORDER BY number"
)
# Also the lines of slots offered to these people, because they name their entries.
WAITLIST_LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note '
    "FROM audit INDEXED BY audit_subject "
    "WHERE scope = :scope AND scope = 'waitlist' "
    "AND subject IN (SELECT value FROM json_each(:people) "
    "UNION SELECT slot_id FROM slot_offer "
    "WHERE entry_id IN (SELECT value FROM json_each(:people))) ORDER BY number"
)
APPOINTMENT_LINES_ABOUT = (
    'SELECT number, scope, at, "by", action, subject, "order", entries, note '
    "FROM audit INDEXED BY audit_appointment "
    "WHERE scope = :scope AND scope = 'appointments' "
    "AND subject IN (SELECT value FROM json_each(:people)) "
    "ORDER BY number"
)
PRODUCT_LINES_ABOUT = {WAITLIST: WAITLIST_LINES_ABOUT, APPOINTMENTS: APPOINTMENT_LINES_ABOUT}
COUNT_LINES = "SELECT count(*) FROM audit"
COUNT_WAITING = "SELECT count(*) FROM message WHERE status IN ('queued', 'sending')"
DROP_SIGN_IN_LETTERS = "UPDATE message SET letter = '' WHERE kind = 'sign_in'"
FORGET_MAIL = (
    "UPDATE inbound_mail SET sender = '', name = '', subject = '', text = '', reason = ? "
    "WHERE scope = ? AND (person = ? OR sender IN (SELECT value FROM json_each(?)))"
)
REWRITE_LINE = "UPDATE audit SET entries = ?, note = ? WHERE number = ?"
MESSAGES_TO = (
    '"to" IN (SELECT value FROM json_each(:known)) AND scope = :scope AND person = :person'
)
NOTES_TO_STAFF = "\"to\" = 'staff' AND scope = :scope AND instr(facts, :person)"
# Lets SQLite use an index that only one product has. Events have a scope each, so no index.
INDEXED_MESSAGES = {
    WAITLIST: ("message INDEXED BY message_to", "scope = 'waitlist'"),
    APPOINTMENTS: ("message INDEXED BY message_appointment", "scope = 'appointments'"),
}
TESTS = {"==": "IS", "<=": "<=", ">=": ">="}


def migrations() -> list[tuple[int, str]]:
    """Return the numbered schema changes in order."""
    found = []
    for file in FOLDER.iterdir():
        number = file.name[:4]
        if number.isdigit():
            found.append((int(number), file.read_text()))
    return sorted(found)


class Query(msgspec.Struct, frozen=True):
    """A named query, the kind of record it selects, and whether it returns at most one.

    A line that ends in `-- if …` is used only if the need meets the condition; the file of
    queries explains how.
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
    if not query.choices:
        return query.sql
    unmet = tuple(condition for condition in query.choices if not _is_met(condition, need))
    return _without(query.sql, unmet)


def _is_met(condition: str, need: Need[Any]) -> bool:
    return all(_is_part_met(part, need) for part in condition.split(" and "))


def _is_part_met(condition: str, need: Need[Any]) -> bool:
    name, _, word = condition.removeprefix("not ").partition("=")
    value = getattr(need, name)
    is_met = bool(value)
    if word:
        is_met = value == word
    return is_met != condition.startswith("not ")


@cache
def _without(sql: str, conditions: tuple[str, ...]) -> str:
    endings = tuple(f"-- if {condition}" for condition in conditions)
    return "\n".join(line for line in sql.splitlines() if not line.endswith(endings))


def select(kind: type[Record]) -> str:
    """Return the query for one record by its key."""
    return _select(kind.kind_name, shape(kind).columns, _key(kind))


def select_all(kind: type[Record]) -> str:
    """Return the query for every record of a kind."""
    return f"SELECT {shape(kind).columns} FROM {kind.kind_name}"  # noqa: S608 - our names


def lines_about(scope: str) -> str:
    """Return the query for the audit lines of a scope about some people."""
    return PRODUCT_LINES_ABOUT.get(scope, LINES_ABOUT)


def select_messages_to(scope: str) -> str:
    """Return the query for messages to some addresses of one person in one scope."""
    return _select_messages(scope, MESSAGES_TO)


def select_notes_to_staff(scope: str) -> str:
    """Return the query for notes to staff that may mention a person."""
    return _select_messages(scope, NOTES_TO_STAFF)


def _select_messages(scope: str, condition: str) -> str:
    if scope not in INDEXED_MESSAGES:
        return _select(Message.kind_name, shape(Message).columns, condition)
    table, index_condition = INDEXED_MESSAGES[scope]
    return _select(table, shape(Message).columns, f"{condition} AND {index_condition}")


def rewrite(kind: type[Record], fields: tuple[str, ...]) -> str:
    """Return the update of these fields of a record, without guards."""
    return _change_sql(kind.kind_name, _key(kind), fields, (), ())


def insert(kind: type[Record], skip: str = "", *, once: bool = False) -> str:
    """Return the insert of a record; with `once` an existing one stays unchanged."""
    return _insert(kind, skip, once=once)


@cache
def _insert(kind: type[Record], skip: str, *, once: bool) -> str:
    names = [name for name in kind.__struct_fields__ if name != skip]
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    statement = f"INSERT INTO {kind.kind_name} ({columns}) VALUES ({marks})"  # noqa: S608 - ours
    return f"{statement} ON CONFLICT (id) DO NOTHING" if once else statement


@cache
def _select(table: str, columns: str, key: str) -> str:
    return f"SELECT {columns} FROM {table} WHERE {key}"  # noqa: S608 - our names


def values(record: Record, skip: str = "") -> list[Any]:
    """Return the values to bind to the insert of a record."""
    kind = shape(type(record))
    row = kind.row(record)
    if skip:
        del row[kind.places[skip]]
    return row


def change(change: Change[Any]) -> tuple[str, list[Any]]:
    """Return the update or check for a change of an existing record, and its values."""
    guards = tuple([(guard.field, guard.test) for guard in change.guards])
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
        return f"SELECT 1 FROM {table} WHERE {key}{tests}"  # noqa: S608 - our names
    parts = [f'"{name}" = ?' for name in sets] + [f'"{name}" = "{name}" + ?' for name in adds]
    return f"UPDATE {table} SET {', '.join(parts)} WHERE {key}{tests}"  # noqa: S608 - our names


def _key(kind: type[Record]) -> str:
    return _key_test(kind.key_fields)


@cache
def _key_test(fields: tuple[str, ...]) -> str:
    return " AND ".join(f'"{name}" = ?' for name in fields)
