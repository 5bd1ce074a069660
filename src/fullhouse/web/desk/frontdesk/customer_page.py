"""What the pages of one person on the waitlist and in the book have in common.

How their addresses stand, what happened to them, what they were told, and how a script is answered that changes a cell.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject, MessagePage
from fullhouse.kernel.commands import Command
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import SILENT, AuditSentence, describe
from fullhouse.web.desk.frontdesk.waitlist.formatting import REACH
from fullhouse.web.desk.frontdesk.waitlist.layout import go
from fullhouse.web.desk.frontdesk.waitlist.row_form import Reached
from fullhouse.web.desk.layout import problem

MOST_LETTERS = 50
MOST_LINES = 200
TAKES_AGAIN = ("bounced", "unreachable")
FRESH = {"cache-control": "no-store"}


class CustomerRecord(Protocol):
    """Someone who waits, or is booked."""

    @property
    def id(self) -> str:
        """What their record is called."""

    @property
    def phone(self) -> str:
        """Their number."""

    @property
    def email(self) -> str:
        """Their address."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Both, as far as they are known."""


class KnownAddress(Protocol):
    """What is remembered of an address."""

    @property
    def reach(self) -> str:
        """How it stands."""

    @property
    def note(self) -> str:
        """What was said of it."""


class CustomerRow(Protocol):
    """Their row."""

    @property
    def cells(self) -> dict[str, str]:
        """What stands in it."""

    @property
    def was(self) -> str:
        """The same, to be sent back."""

    @property
    def reached(self) -> Reached:
        """How they are reached."""


class Address(msgspec.Struct, frozen=True):
    """Where someone is written to: whether it works, and whether staff may have it tried again."""

    field: str
    label: str
    address: str
    reach: str = ""
    note: str = ""
    can_try: bool = False


def addresses_of(
    person: CustomerRecord, known_of: Callable[[str], KnownAddress | None]
) -> list[Address]:
    """Say of each address of someone how it stands."""
    found = []
    for field, label, address in (
        ("phone", "Mobile", person.phone),
        ("email", "Mail", person.email),
    ):
        known = known_of(address) if address else None
        if known is not None and known.reach != "fine":
            can_try = known.reach in TAKES_AGAIN
            found.append(Address(field, label, address, REACH[known.reach], known.note, can_try))
        elif address:
            found.append(Address(field, label, address))
    return found


def story_of(engine: Engine, scope: str, person: CustomerRecord) -> list[AuditSentence]:
    """Tell what happened, the newest first."""
    lines = engine.load(AuditOfSubject(scope, person.id, limit=MOST_LINES))
    return [describe(engine, one) for one in reversed(lines) if one.action not in SILENT]


def letters_to(
    engine: Engine, scope: str, person: CustomerRecord
) -> list[tuple[str, str, str, datetime]]:
    """List what someone was told, the newest first: where it is read, its subject, its state, and when."""
    messages = [
        one
        for address in person.addresses
        for one in engine.load(MessagePage(scope=scope, to=address, limit=MOST_LETTERS))
        if one.person == person.id
    ]
    letters = sorted(messages, key=lambda one: one.number, reverse=True)
    return [
        (one.id, engine.composer.letter(one).subject or one.kind, one.status, one.at)
        for one in letters
    ]


def is_for_script(request: Request) -> bool:
    """Say whether a script asks, which has changed one cell."""
    return "application/json" in request.headers.get("accept", "")


def saved(said: str, line: CustomerRow) -> Response:
    """Tell a script how the row reads now."""
    told = {
        "said": said,
        "cells": line.cells,
        "was": line.was,
        "reached": msgspec.structs.asdict(line.reached),
    }
    return JSONResponse(told, headers=FRESH)


def not_saved(problems: dict[str, str]) -> Response:
    """Tell a script what is wrong, by cell."""
    return JSONResponse({"problems": problems}, 422, FRESH)


async def try_again(
    request: Request, path: str, known: list[Address], note: Callable[[str], Command]
) -> Response:
    """Have an address tried again from which messages came back; what someone asked for themselves stays."""
    engine = dependencies(request).engine
    field = str((await request.form()).get("field", ""))
    found = next((one for one in known if one.field == field and one.can_try), None)
    if found is None:
        return problem(
            request, "Nothing was changed", "This is not for staff to take back.", 409, path
        )
    answer = await engine.execute(note(found.address), request.state.session.by)
    return go(request, path, done=answer.code)
