"""Answers to needs from SQLite: records by key, named queries, and numbers or times."""

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from fullhouse.engine.access import SigningKey
from fullhouse.engine.brand import BrandLogo
from fullhouse.engine.catalogue import AUDITED, read_command
from fullhouse.engine.inbound_mail import InboundMail, RepliesTo
from fullhouse.engine.ports import (
    AllRecords,
    AuditOfSubject,
    AuditPage,
    DueAlarms,
    LatestAudit,
    NextAlarm,
    NextMessage,
)
from fullhouse.engine.sessions import MemberSessions
from fullhouse.kernel.audit import AuditChange, AuditLine
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Need, Record
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.row_codec import from_instant, shape, to_column
from fullhouse.products.frontdesk.appointments.model import OnlineNews
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SheetVersion
from fullhouse.products.frontdesk.shared.held_removals import HeldRemoval
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay
from fullhouse.products.rsvp.event_content import CoverImage
from fullhouse.products.rsvp.guest_search import GuestTally
from fullhouse.products.rsvp.model import (
    Guest,
    GuestByEmail,
    GuestCount,
    PeopleAhead,
    WaitingPlaces,
)
from fullhouse.products.rsvp.questions import GuestCountQuery
from fullhouse.products.rsvp.seat_history import SeatLines

T = TypeVar("T")
read_entries = msgspec.json.Decoder(tuple[AuditChange, ...]).decode
UNAUDITED: tuple[type[Record], ...] = (
    Message,
    SigningKey,
    MemberSessions,
    InboundMail,
    ExternalSource,
    SheetVersion,
    CalendarDay,
    Proposal,
    Holidays,
    HeldRemoval,
    OnlineNews,
    CoverImage,
    BrandLogo,
)
RECORDS: tuple[type[Record], ...] = (*AUDITED.values(), *UNAUDITED)
KINDS = {kind.kind_name: kind for kind in RECORDS}


def answer(connection: sqlite3.Connection, need: Need[T]) -> T:
    """Answer a need from this connection."""
    if isinstance(need, Get):
        return cast("T", _record(connection, need))
    special = SPECIAL.get(type(need))
    if special is None:
        return cast("T", _records(connection, need))
    return cast("T", special(connection, need))


def _record(connection: sqlite3.Connection, need: Get[Any]) -> Record | None:
    row = connection.execute(statements.select(need.kind), need.key).fetchone()
    if row is None:
        return None
    return cast("Record", shape(need.kind).record(row))


def _records(connection: sqlite3.Connection, need: Need[Any]) -> Any:  # noqa: ANN401 - one or more
    query = _query_with_columns(need.query_name)
    kind = shape(KINDS[query.kind])
    rows = connection.execute(statements.chosen(query, need), _bound(need)).fetchall()
    if query.one:
        return kind.record(rows[0]) if rows else None
    return tuple([kind.record(row) for row in rows])


@cache
def _query_with_columns(name: str) -> statements.Query:
    query = statements.queries()[name]
    return msgspec.structs.replace(
        query, sql=query.sql.replace("*", shape(KINDS[query.kind]).columns)
    )


def _bound(need: Need[Any]) -> dict[str, Any]:
    return {name: to_column(getattr(need, name)) for name in need.__struct_fields__}


def _rows(connection: sqlite3.Connection, need: Need[Any]) -> list[tuple[Any, ...]]:
    query = statements.queries()[need.query_name]
    return connection.execute(statements.chosen(query, need), _bound(need)).fetchall()


def _number(connection: sqlite3.Connection, need: Need[Any]) -> Any:  # noqa: ANN401 - or None
    return _rows(connection, need)[0][0]


def _numbers(connection: sqlite3.Connection, need: Need[Any]) -> tuple[int, ...]:
    return tuple(number for (number,) in _rows(connection, need))


def _guest_by_email(connection: sqlite3.Connection, need: GuestByEmail) -> Guest | None:
    """Find the id first: a sign-up finds nobody, and sqlite3 describes all columns even then."""
    found = _rows(connection, need)
    if not found:
        return None
    return cast("Guest | None", _record(connection, Get(Guest, (need.event_id, found[0][0]))))


def _pairs(connection: sqlite3.Connection, need: Need[Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(_rows(connection, need))


def _instant(connection: sqlite3.Connection, need: Need[Any]) -> datetime | None:
    at = _number(connection, need)
    if at is None:
        return None
    return from_instant(at)


def _alarms(connection: sqlite3.Connection, need: Need[Any]) -> tuple[Alarm, ...]:
    rows = _rows(connection, need)
    return tuple(
        Alarm(key, from_instant(due_at), read_command(command)) for key, due_at, command in rows
    )


def _lines(connection: sqlite3.Connection, need: Need[Any]) -> tuple[AuditLine, ...]:
    return read_lines(_rows(connection, need))


def read_lines(rows: Iterable[tuple[Any, ...]]) -> tuple[AuditLine, ...]:
    """Turn rows of the audit into lines."""
    return tuple(
        AuditLine(
            scope, from_instant(at), by, action, subject, order, read_entries(entries), note, number
        )
        for number, scope, at, by, action, subject, order, entries, note in rows
    )


def _all(connection: sqlite3.Connection, _need: Need[Any]) -> Iterable[Record]:
    for kind in AUDITED.values():
        for row in connection.execute(statements.select_all(kind)):
            yield shape(kind).record(row)


SPECIAL: dict[type[Need[Any]], Callable[[sqlite3.Connection, Any], Any]] = {
    GuestByEmail: _guest_by_email,
    PeopleAhead: _number,
    GuestCount: _number,
    WaitingPlaces: _numbers,
    GuestCountQuery: _number,
    GuestTally: _pairs,
    SeatLines: _lines,
    RepliesTo: _number,
    NextAlarm: _instant,
    NextMessage: _instant,
    DueAlarms: _alarms,
    AuditPage: _lines,
    LatestAudit: _lines,
    AuditOfSubject: _lines,
    AllRecords: _all,
}
