"""Sandbox process that parses lists, sheets and feeds, and checks signatures of mails."""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.inbound.attachments.sandbox_worker import serve
from fullhouse.inbound.calendar_feeds.ical_feed import read_feed
from fullhouse.inbound.calendar_feeds.occurrence import FeedProblem
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.reader import read_list
from fullhouse.inbound.guest_import.row import BadRow, GuestRow
from fullhouse.inbound.mail.sender_check import SignatureCheck, verify_signatures
from fullhouse.inbound.spreadsheets.table import Edits, Table
from fullhouse.inbound.spreadsheets.table_files import Kind, edit_table, read_table
from fullhouse.locale.current import in_language
from fullhouse.products.rsvp.form_questions import FormQuestion

ITEMS_IN_A_PIECE = 500
VALID = b"valid"


class PackedRow(msgspec.Struct, frozen=True, array_like=True):
    """A row of a guest list: a guest, or a row that cannot be used."""

    good: GuestRow | None = None
    bad: BadRow | None = None


class Parsed(msgspec.Struct, frozen=True):
    """A result in pieces, so that the server never unpacks much at once, or the problems."""

    head: bytes = b""
    pieces: tuple[bytes, ...] = ()
    problems: tuple[FieldProblem, ...] = ()


class ListRequest(msgspec.Struct, frozen=True):
    """A guest list to be read, the language of its problems, and what its event asks."""

    content: bytes
    language: str
    questions: tuple[FormQuestion, ...] = ()


class TableRequest(msgspec.Struct, frozen=True):
    """A sheet to be read."""

    content: bytes
    kind: Kind


class EditRequest(msgspec.Struct, frozen=True):
    """A sheet to be changed."""

    content: bytes
    kind: Kind
    edits: Edits


class FeedRequest(msgspec.Struct, frozen=True):
    """A calendar feed to be read between two instants."""

    content: bytes
    zone: str
    since: datetime
    until: datetime


def _guest_list(content: bytes) -> Parsed:
    asked = msgspec.msgpack.decode(content, type=ListRequest)
    with in_language(asked.language):
        return _list_of(asked.content, asked.questions)


def _list_of(content: bytes, questions: tuple[FormQuestion, ...]) -> Parsed:
    found = read_list(content, questions)
    rows = [_packed_row(row) for row in found.rows]
    return Parsed(found.said.encode(), _pieces(rows))


def _packed_row(row: GuestRow | BadRow) -> PackedRow:
    return PackedRow(good=row) if isinstance(row, GuestRow) else PackedRow(bad=row)


def _table(content: bytes) -> Parsed:
    asked = msgspec.msgpack.decode(content, type=TableRequest)
    table = read_table(asked.content, asked.kind)
    head = Table(table.headers, head=table.head, above=table.above)
    return Parsed(msgspec.msgpack.encode(head), _pieces(table.rows))


def _edited(content: bytes) -> Parsed:
    asked = msgspec.msgpack.decode(content, type=EditRequest)
    return Parsed(edit_table(asked.content, asked.kind, asked.edits))


def _feed(content: bytes) -> Parsed:
    asked = msgspec.msgpack.decode(content, type=FeedRequest)
    found = read_feed(asked.content, asked.zone, asked.since, asked.until)
    head = msgspec.msgpack.encode((found.unread, found.left_out))
    return Parsed(head, _pieces(found.times))


def _signatures(content: bytes) -> Parsed:
    valid = verify_signatures(msgspec.msgpack.decode(content, type=SignatureCheck))
    return Parsed(VALID if valid else b"")


def _pieces(items: Sequence[Any]) -> tuple[bytes, ...]:
    starts = range(0, len(items), ITEMS_IN_A_PIECE)
    return tuple(msgspec.msgpack.encode(items[at : at + ITEMS_IN_A_PIECE]) for at in starts)


PARSES: dict[str, Callable[[bytes], Parsed]] = {
    "guest list": _guest_list,
    "table": _table,
    "edit": _edited,
    "feed": _feed,
    "signatures": _signatures,
}


def _parse(content: bytes, kind: str, _loading: Callable[[], None]) -> bytes:
    try:
        parsed = PARSES[kind](content)
    except Invalid as unfit:
        parsed = Parsed(problems=unfit.problems)
    except FeedProblem as problem:
        parsed = Parsed(problems=(FieldProblem("feed", problem.reason),))
    return msgspec.msgpack.encode(parsed)


if __name__ == "__main__":
    serve(_parse, int(sys.argv[1]))
