"""One entry: where they stand, how they are reached, every offer they had, their own story; and what staff can do."""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fullhouse.engine.house import House
from fullhouse.engine.ports import MessagePage, SubjectLines
from fullhouse.kernel.records import Get
from fullhouse.lanes.form import Unfit
from fullhouse.products.appointments.model import Appointment
from fullhouse.products.waitlist.answers import PROBLEMS
from fullhouse.products.waitlist.commands import EraseEntry, Leave, NoteReach
from fullhouse.products.waitlist.model import (
    SCOPE,
    Answer,
    Contact,
    Entry,
    OffersOfEntry,
    Slot,
    SlotOffer,
    contact_id,
)
from fullhouse.web.desk.slot_story import SILENT
from fullhouse.web.desk.story import tell
from fullhouse.web.desk.view import problem
from fullhouse.web.desk.waitlist import place, rows
from fullhouse.web.desk.waitlist.wording import BECAME, DONE, REACH, refusal, sentence

MOST_LETTERS = 50
MOST_LINES = 200
TAKES_AGAIN = ("bounced", "unreachable")


class Offered(msgspec.Struct, frozen=True):
    """An offer that someone had: of which slot, and what became of it."""

    offer: SlotOffer
    slot: Slot | None
    became: str


class Address(msgspec.Struct, frozen=True):
    """Where someone is written to: whether it works, and whether staff may have it tried again."""

    field: str
    label: str
    address: str
    reach: str = ""
    note: str = ""
    can_try: bool = False


@place.of_entry
async def person(request: Request, entry: Entry) -> Response:
    """Show an entry."""
    return show(request, entry)


def show(
    request: Request,
    entry: Entry,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show an entry, with its cells as they were typed if something is wrong with them."""
    house: House = request.app.state.house
    line = rows.line_of(house, entry)
    story = house.load(SubjectLines(SCOPE, entry.id, limit=MOST_LINES))
    shown = {
        "entry": entry,
        "line": line,
        "cells": {**line.cells, **(cells or {})},
        "problems": problems or {},
        "addresses": addresses(house, entry),
        "offers": offers_of(house, entry),
        "story": [tell(house, one) for one in reversed(story) if one.action not in SILENT],
        "letters": letters_to(house, entry),
        "holds": house.load(Get(Slot, (entry.offer.rpartition("-")[0],))) if entry.offer else None,
        "booked": house.load(Get(Slot, (entry.booked,))) if entry.booked else None,
        "has_it": house.load(Get(Appointment, (entry.booked,))) if entry.booked else None,
    }
    return place.page(request, "entry.html", shown, status)


def addresses(house: House, entry: Entry) -> list[Address]:
    """Say of each address of someone how it stands."""
    found = []
    for field, label in (("phone", "Mobile"), ("email", "Mail")):
        address = str(getattr(entry, field))
        contact = house.load(Get(Contact, (contact_id(address),))) if address else None
        if contact is not None and contact.reach != "fine":
            can_try = contact.reach in TAKES_AGAIN
            found.append(Address(field, label, address, REACH[contact.reach], contact.note, can_try))
        elif address:
            found.append(Address(field, label, address))
    return found


def offers_of(house: House, entry: Entry) -> list[Offered]:
    """Tell every offer that someone had, the newest first."""
    offers = house.load(OffersOfEntry(entry.id))
    return [Offered(one, house.load(Get(Slot, (one.slot_id,))), BECAME[one.status]) for one in offers]


def letters_to(house: House, entry: Entry) -> list[tuple[str, str, str, object]]:
    """List what someone was told, the newest first: where it is read, its subject, its state, and when."""
    messages = [
        one
        for address in entry.addresses
        for one in house.load(MessagePage(scope=SCOPE, to=address, limit=MOST_LETTERS))
        if one.person == entry.id
    ]
    letters = sorted(messages, key=lambda one: one.number, reverse=True)
    return [(one.id, house.letter(one).subject or one.kind, one.status, one.at) for one in letters]


@place.of_entry
async def edit(request: Request, entry: Entry) -> Response:
    """Change a row: all of it as a form, or one cell for a script that asks for JSON."""
    house: House = request.app.state.house
    form = await request.form()
    cells = rows.changed(rows.typed(form), rows.before(form))
    try:
        command = rows.edit(cells, place.book_of(house), house.now(), entry)
    except Unfit as unfit:
        return _wrong(request, entry, cells, {one.field or "form": sentence(one) for one in unfit.problems})
    answer: Answer = await house.give(command, request.state.session.by)
    if answer.code in PROBLEMS or answer.entry is None:
        return _wrong(request, entry, cells, {answer.field or "form": refusal(answer.code)})
    if _for_script(request):
        return _saved(house, answer.entry, answer.code)
    return _back(request, entry, str(form.get("back", "")), answer.code)


def _for_script(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def _saved(house: House, entry: Entry, code: str) -> Response:
    line = rows.line_of(house, entry)
    told = {"said": DONE[code], "cells": line.cells, "was": line.was, "reached": msgspec.structs.asdict(line.reached)}
    return JSONResponse(told, headers={"cache-control": "no-store"})


def _wrong(request: Request, entry: Entry, cells: dict[str, str], problems: dict[str, str]) -> Response:
    if _for_script(request):
        return JSONResponse({"problems": problems}, 422, {"cache-control": "no-store"})
    return show(request, entry, cells, problems, 422)


def _back(request: Request, entry: Entry, back: str, done: str) -> Response:
    """Go back to the list where the form stood there, to the service that was looked at; else to the entry."""
    where, _, service = back.partition(":")
    if where == "list":
        return place.go(request, place.LIST, service=service, done=done)
    return place.go(request, f"{place.HOME}/entries/{entry.id}", done=done)


@place.of_entry
async def remove(request: Request, entry: Entry) -> Response:
    """Take someone off the list; an offer that they hold rolls on."""
    house: House = request.app.state.house
    answer: Answer = await house.give(Leave(entry_id=entry.id, removed=True, source="desk"), request.state.session.by)
    if answer.code in PROBLEMS:
        return problem(request, "Nothing was changed", refusal(answer.code), 409, place.LIST)
    return _back(request, entry, str((await request.form()).get("back", "list")), answer.code)


@place.of_entry
async def erase(request: Request, entry: Entry) -> Response:
    """Forget who someone was; only the second button does it."""
    house: House = request.app.state.house
    if (await request.form()).get("sure") != "yes":
        return show(request, entry)
    await house.give(EraseEntry(entry_id=entry.id), request.state.session.by)
    return place.go(request, place.LIST, done="erased")


@place.of_entry
async def try_again(request: Request, entry: Entry) -> Response:
    """Have an address tried again from which messages came back; what someone asked for themselves stays."""
    house: House = request.app.state.house
    field = str((await request.form()).get("field", ""))
    known = next((one for one in addresses(house, entry) if one.field == field and one.can_try), None)
    path = f"{place.HOME}/entries/{entry.id}"
    if known is None:
        return problem(request, "Nothing was changed", "This is not for staff to take back.", 409, path)
    answer: Answer = await house.give(NoteReach(address=known.address, reach="fine"), request.state.session.by)
    return place.go(request, path, done=answer.code)


PLACE = f"{place.HOME}/entries/{{entry}}"
ROUTES = [
    Route(PLACE, person),
    Route(f"{PLACE}/edit", edit, methods=["POST"]),
    Route(f"{PLACE}/remove", remove, methods=["POST"]),
    Route(f"{PLACE}/erase", erase, methods=["POST"]),
    Route(f"{PLACE}/reach", try_again, methods=["POST"]),
]
