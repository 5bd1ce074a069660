"""One appointment: its chain, answers, messages and story, how its customer is reached; and what staff can do."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.lanes.form import Invalid
from fullhouse.products.appointments.answers import PROBLEMS
from fullhouse.products.appointments.commands import EraseAppointment, NoteCustomer
from fullhouse.products.appointments.model import SCOPE, Appointment, AppointmentResult, AppointmentsAt, RepliesOf
from fullhouse.products.waitlist.model import Slot
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.appointments import chains, place, rows
from fullhouse.web.desk.appointments import day as days
from fullhouse.web.desk.appointments.today import problems_of
from fullhouse.web.desk.appointments.wording import DONE, refusal
from fullhouse.web.desk.customer import (
    Address,
    addresses_of,
    is_for_script,
    letters_to,
    not_saved,
    saved,
    story_of,
    try_again,
)
from fullhouse.web.desk.waitlist.place import book_of, go
from fullhouse.web.desk.waitlist.rows import changed, original_values

MOST_OTHERS = 20


@place.of_appointment
async def person(request: Request, appointment: Appointment) -> Response:
    """Show an appointment."""
    return show(request, appointment)


def show(
    request: Request,
    appointment: Appointment,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show an appointment, with its cells as they were typed if something is wrong with them."""
    engine = dependencies(request).engine
    book = book_of(engine)
    line = rows.line_of(engine, appointment, book)
    shown = {
        "one": appointment,
        "line": line,
        "deeds": days.deeds_of(appointment, engine.now()),
        "clashes": days.chair_of(engine, book, appointment),
        "chain": chains.told(engine, appointment, book),
        "replies": engine.load(RepliesOf(appointment.id)),
        "cells": {**line.cells, "tell": "yes", **(cells or {})},
        "problems": problems or {},
        "addresses": addresses(engine, appointment),
        "story": story_of(engine, SCOPE, appointment),
        "letters": letters_to(engine, SCOPE, appointment),
        "others": others_of(engine, appointment),
        "instead": engine.load(Get(Appointment, (appointment.frees,))) if appointment.frees else None,
        "frees": engine.load(Get(Slot, (appointment.frees,))) if appointment.frees else None,
        "live": place.LIVE,
        "version": place.version(engine),
    }
    return place.page(request, "appointments/appointment.html", shown, status)


def others_of(engine: Engine, appointment: Appointment) -> list[Appointment]:
    """List what else is booked under the same number or address, the latest first."""
    found = {one.id: one for address in appointment.addresses for one in engine.load(AppointmentsAt(address))}
    found.pop(appointment.id, None)
    return sorted(found.values(), key=lambda one: one.starts_at, reverse=True)[:MOST_OTHERS]


def addresses(engine: Engine, appointment: Appointment) -> list[Address]:
    """Say of each address of someone how it stands."""
    return addresses_of(appointment, lambda address: rows.customer_of(engine, address))


@place.of_appointment
async def edit(request: Request, appointment: Appointment) -> Response:
    """Change a row: all of it as a form, or one cell for a script that asks for JSON."""
    engine = dependencies(request).engine
    form = await request.form()
    cells, told = changed(rows.typed(form), original_values(form)), "tell" in form
    try:
        command = rows.edit(cells, book_of(engine), appointment, tell=told)
    except Invalid as unfit:
        return _wrong(request, appointment, {**cells, "tell": "yes" if told else ""}, problems_of(unfit))
    answer: AppointmentResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS or answer.appointment is None:
        return _wrong(request, appointment, cells, {rows.cell_of(answer.field): refusal(answer.code)})
    done = _done(engine, answer.appointment, answer.code)
    if is_for_script(request):
        return saved(DONE[done], rows.line_of(engine, answer.appointment, book_of(engine)))
    if str(form.get("back", "")) == "list":
        return go(request, place.LIST, done=done)
    return go(request, place.path_of(appointment), done=done)


def _done(engine: Engine, appointment: Appointment, code: str) -> str:
    return "edited_over" if code == "edited" and days.chair_of(engine, book_of(engine), appointment) else code


def _wrong(request: Request, appointment: Appointment, cells: dict[str, str], problems: dict[str, str]) -> Response:
    if is_for_script(request):
        return not_saved(problems)
    return show(request, appointment, cells, problems, 422)


@place.of_appointment
async def erase(request: Request, appointment: Appointment) -> Response:
    """Forget whose appointment it was; only the second button does it."""
    engine = dependencies(request).engine
    if (await request.form()).get("sure") != "yes":
        return show(request, appointment)
    await engine.execute(EraseAppointment(appointment_id=appointment.id), request.state.session.by)
    return go(request, place.LIST, done="erased")


@place.of_appointment
async def reach(request: Request, appointment: Appointment) -> Response:
    """Have an address tried again."""
    path, known = place.path_of(appointment), addresses(dependencies(request).engine, appointment)
    return await try_again(request, path, known, lambda address: NoteCustomer(address=address, reach="fine"))


PLACE = f"{place.HOME}/a/{{appointment}}"
ROUTES = [
    Route(PLACE, person),
    Route(f"{PLACE}/edit", edit, methods=["POST"]),
    Route(f"{PLACE}/erase", erase, methods=["POST"]),
    Route(f"{PLACE}/reach", reach, methods=["POST"]),
]
