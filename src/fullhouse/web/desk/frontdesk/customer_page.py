"""Common parts of the pages of an entry and of an appointment.

The reach of addresses, the audit, the messages, and the answers to a script that changes a cell.
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
from fullhouse.locale.current import gettext, translate
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
    """An entry or an appointment."""

    @property
    def id(self) -> str:
        """The id of the record."""

    @property
    def phone(self) -> str:
        """The customer's phone number."""

    @property
    def email(self) -> str:
        """The customer's email address."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Phone number and email address, as far as they are known."""


class KnownAddress(Protocol):
    """The stored state of an address."""

    @property
    def reach(self) -> str:
        """True if the address may be written to."""

    @property
    def note(self) -> str:
        """The reason, as the carrier gave it."""


class CustomerRow(Protocol):
    """A row of the list."""

    @property
    def cells(self) -> dict[str, str]:
        """The text of each cell."""

    @property
    def was(self) -> str:
        """The cells as JSON, to be sent back with an edit."""

    @property
    def reached(self) -> Reached:
        """The addresses and the reach of the customer."""


class Address(msgspec.Struct, frozen=True):
    """An address of a customer, its reach, and whether staff may have it tried again."""

    field: str
    label: str
    address: str
    reach: str = ""
    note: str = ""
    can_try: bool = False


def addresses_of(
    person: CustomerRecord, known_of: Callable[[str], KnownAddress | None]
) -> list[Address]:
    """Return each address of a customer with its reach."""
    found = []
    for field, label, address in (
        ("phone", gettext("Mobile"), person.phone),
        ("email", gettext("Email"), person.email),
    ):
        if not address:
            continue
        known = known_of(address)
        if known is None or known.reach == "fine":
            found.append(Address(field, label, address))
        else:
            can_try = known.reach in TAKES_AGAIN
            reach = translate(REACH[known.reach])
            found.append(Address(field, label, address, reach, known.note, can_try))
    return found


def story_of(engine: Engine, scope: str, person: CustomerRecord) -> list[AuditSentence]:
    """Return the audit of a record in words, the newest line first."""
    lines = engine.load(AuditOfSubject(scope, person.id, limit=MOST_LINES))
    return [describe(engine, line) for line in reversed(lines) if line.action not in SILENT]


def letters_to(
    engine: Engine, scope: str, person: CustomerRecord
) -> list[tuple[str, str, str, datetime]]:
    """List the messages to a customer, the newest first: id, subject, status and time."""
    messages = []
    for address in person.addresses:
        newest = engine.load(MessagePage(scope=scope, to=address, limit=MOST_LETTERS))
        messages += [message for message in newest if message.person == person.id]
    messages.sort(key=lambda message: message.number, reverse=True)
    return [
        (
            message.id,
            engine.composer.letter_to_show(message).subject or message.kind,
            message.status,
            message.at,
        )
        for message in messages
    ]


def is_for_script(request: Request) -> bool:
    """Return True if the request comes from the script that saves a single cell."""
    return "application/json" in request.headers.get("accept", "")


def saved(said: str, line: CustomerRow) -> Response:
    """Answer the script with the row as it is now."""
    body = {
        "said": said,
        "cells": line.cells,
        "was": line.was,
        "reached": msgspec.structs.asdict(line.reached),
    }
    return JSONResponse(body, headers=FRESH)


def not_saved(problems: dict[str, str]) -> Response:
    """Answer the script with the problems by cell."""
    return JSONResponse({"problems": problems}, 422, FRESH)


async def try_again(
    request: Request, path: str, known: list[Address], note: Callable[[str], Command]
) -> Response:
    """Allow messages to an address that bounced; an opt-out by the customer stays."""
    engine = dependencies(request).engine
    field = str((await request.form()).get("field", ""))
    found = next((address for address in known if address.field == field and address.can_try), None)
    if found is None:
        text = gettext("This is not for staff to take back.")
        return problem(request, gettext("Nothing was changed"), text, 409, path)
    answer = await engine.execute(note(found.address), request.state.session.by)
    return go(request, path, done=answer.code)
