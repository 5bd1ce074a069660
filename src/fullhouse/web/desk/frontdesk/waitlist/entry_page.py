"""The page of one entry: state, reach, offers, audit and actions."""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import (
    ConfirmConsent,
    Contact,
    NoteReach,
    contact_id,
)
from fullhouse.products.frontdesk.waitlist.commands import EraseEntry, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    OffersOfEntry,
    Slot,
    SlotOffer,
    WaitlistResult,
)
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.frontdesk.customer_page import (
    Address,
    addresses_of,
    is_for_script,
    letters_to,
    not_saved,
    saved,
    story_of,
    try_again,
)
from fullhouse.web.desk.frontdesk.waitlist import layout, row_form
from fullhouse.web.desk.frontdesk.waitlist.formatting import BECAME, DONE, refusal, sentence
from fullhouse.web.desk.layout import problem
from fullhouse.web.slot_status import load_slot


class Offered(msgspec.Struct, frozen=True):
    """An offer of an entry: its slot and its result."""

    offer: SlotOffer
    slot: Slot | None
    became: str


@layout.of_entry
async def show_entry(request: Request, entry: Entry) -> Response:
    """Show an entry."""
    return show(request, entry)


def show(
    request: Request,
    entry: Entry,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show an entry, with its cells as typed if there is a problem."""
    engine = dependencies(request).engine
    line = row_form.row_line(engine, entry)
    holds = booked = has_it = None
    if entry.offer:
        holds = engine.load(Get(Slot, (entry.offer.rpartition("-")[0],)))
    if entry.booked:
        booked = load_slot(engine, entry.booked)
        has_it = engine.load(Get(Appointment, (entry.booked,)))
    shown = {
        "entry": entry,
        "line": line,
        "cells": {**line.cells, **(cells or {})},
        "problems": problems or {},
        "addresses": entry_addresses(engine, entry),
        "number": number_of(engine, entry),
        "offers": offers_of(engine, entry),
        "story": story_of(engine, SCOPE, entry),
        "letters": letters_to(engine, SCOPE, entry),
        "holds": holds,
        "booked": booked,
        "has_it": has_it,
    }
    return layout.page(request, "entry.html", shown, status)


def entry_addresses(engine: Engine, entry: Entry) -> list[Address]:
    """Return each address of the customer with its reach."""
    return addresses_of(entry, lambda address: engine.load(Get(Contact, (contact_id(address),))))


def number_of(engine: Engine, entry: Entry) -> Contact | None:
    """Return what is known of the customer's phone number; None if it was not recorded."""
    if not entry.phone:
        return None
    found = engine.load(Get(Contact, (contact_id(entry.phone),)))
    return found if found is not None and found.given else None


def offers_of(engine: Engine, entry: Entry) -> list[Offered]:
    """Return every offer of an entry, the newest first."""
    return [
        Offered(offer, engine.load(Get(Slot, (offer.slot_id,))), translate(BECAME[offer.status]))
        for offer in engine.load(OffersOfEntry(entry.id))
    ]


@layout.of_entry
async def edit(request: Request, entry: Entry) -> Response:
    """Change a row: all of it as a form, or one cell for a script that asks for JSON."""
    return await _edit(request, entry)


async def _edit(request: Request, entry: Entry) -> Response:
    """Judge the form by what the row says now; if that changes before the save, judge it again."""
    engine = dependencies(request).engine
    form = await request.form()
    was = row_form.original_values(form)
    cells = row_form.changed(row_form.typed_row(form), was)
    late = row_form.overtaken(cells, was, row_form.form_cells(entry))
    if late:
        return _wrong(request, entry, cells, late)
    try:
        command = row_form.edit_of_row(cells, layout.book_of(engine), engine.now(), entry)
    except Invalid as unfit:
        problems = {wrong.field or "form": sentence(wrong) for wrong in unfit.problems}
        return _wrong(request, entry, cells, problems)
    command = msgspec.structs.replace(command, rev=entry.rev)
    answer: WaitlistResult = await engine.execute(command, request.state.session.by)
    if answer.code == "changed_since" and answer.entry is not None:
        return await _edit(request, answer.entry)
    if answer.code in PROBLEMS or answer.entry is None:
        return _wrong(request, entry, cells, {answer.field or "form": refusal(answer.code)})
    return await _saved(request, answer.entry, answer.code)


async def _saved(request: Request, entry: Entry, code: str) -> Response:
    """Answer a script with the row, and go back to where the form was."""
    if is_for_script(request):
        row = row_form.row_line(dependencies(request).engine, entry)
        return saved(translate(DONE[code]), row)
    return _back(request, entry, str((await request.form()).get("back", "")), code)


def _wrong(
    request: Request, entry: Entry, cells: dict[str, str], problems: dict[str, str]
) -> Response:
    if is_for_script(request):
        return not_saved(problems)
    return show(request, entry, cells, problems, 422)


def _back(request: Request, entry: Entry, back: str, done: str) -> Response:
    """Redirect to the list of the same service if the form was there, else to the entry."""
    where, _, service = back.partition(":")
    if where == "list":
        return layout.go(request, layout.LIST, service=service, done=done)
    return layout.go(request, f"{layout.HOME}/entries/{entry.id}", done=done)


@layout.of_entry
async def remove(request: Request, entry: Entry) -> Response:
    """Remove an entry; an offer that it holds rolls on."""
    engine = dependencies(request).engine
    answer: WaitlistResult = await engine.execute(
        LeaveWaitlist(entry_id=entry.id, removed=True, source="desk"), request.state.session.by
    )
    if answer.code in PROBLEMS:
        why = refusal(answer.code)
        return problem(request, gettext("Nothing was changed"), why, 409, layout.LIST)
    return _back(request, entry, str((await request.form()).get("back", "list")), answer.code)


@layout.of_entry
async def erase_entry(request: Request, entry: Entry) -> Response:
    """Erase the customer of an entry; only the second button does it."""
    engine = dependencies(request).engine
    if (await request.form()).get("sure") != "yes":
        return show(request, entry)
    await engine.execute(EraseEntry(entry_id=entry.id), request.state.session.by)
    return layout.go(request, layout.LIST, done="erased")


@layout.of_entry
async def reach(request: Request, entry: Entry) -> Response:
    """Allow messages to an address that bounced."""
    path = f"{layout.HOME}/entries/{entry.id}"
    known = entry_addresses(dependencies(request).engine, entry)
    return await try_again(
        request, path, known, lambda address: NoteReach(address=address, reach="fine")
    )


@layout.of_entry
async def consent(request: Request, entry: Entry) -> Response:
    """Note that the customer of a number from a forwarded mail agrees to offers by text."""
    engine = dependencies(request).engine
    await engine.execute(ConfirmConsent(address=entry.phone), request.state.session.by)
    return layout.go(request, f"{layout.HOME}/entries/{entry.id}", done="noted")


PLACE = f"{layout.HOME}/entries/{{entry}}"
ROUTES = [
    Route(PLACE, show_entry),
    Route(f"{PLACE}/edit", edit, methods=["POST"]),
    Route(f"{PLACE}/remove", remove, methods=["POST"]),
    Route(f"{PLACE}/erase", erase_entry, methods=["POST"]),
    Route(f"{PLACE}/reach", reach, methods=["POST"]),
    Route(f"{PLACE}/consent", consent, methods=["POST"]),
]
