"""Guests over the API: list, import, cancel, mail a link again."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.event_json import read_import, read_row, short
from fullhouse.inbound.forms.event_schema import ImportRows
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.guest_import.placement import ALREADY, add_rows, forecast
from fullhouse.inbound.guest_import.placement import became as became_of
from fullhouse.inbound.guest_import.row import MOST_ROWS
from fullhouse.products.rsvp.commands import CancelGuest, ResendLink, SignUp
from fullhouse.products.rsvp.model import (
    Guest,
    GuestPage,
    GuestResult,
    PeopleAhead,
    PlaceAs,
    WaitingGuests,
)
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.api.cursors import split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint
from fullhouse.web.api.errors import refuse_unless_done, said
from fullhouse.web.api.events import found
from fullhouse.web.api.schema import GuestOut, GuestQuery, ImportCounts, ImportOut, Page, RowOut

COUNTED_ONE_BY_ONE = 5
WALKED_AT_ONCE = 500
READ_AT_ONCE = 200


def show(guest: Guest, position: int | None) -> GuestOut:
    """Return the schema of a guest; a guest with an offer has no position."""
    return GuestOut(
        id=guest.id,
        name=guest.name,
        email=guest.email,
        state=guest.state,
        party=guest.party,
        position=position,
        offer_ends_at=guest.offer.ends_at if guest.offer else None,
        joined_at=guest.joined_at,
        source=guest.source,
        reach=guest.reach,
        cancels_at=guest.cancels_at,
        arrived=guest.arrived,
        admitted_extra=guest.admitted_extra,
        answers=(guest.answers or {}) if guest.comes else {},
    )


async def positions(engine: Engine, guests: Sequence[Guest]) -> dict[str, int]:
    """Return the positions of waiting guests by id.

    A few are counted one by one; for many it is faster to walk along the queue.
    """
    waiting = [guest for guest in guests if guest.is_waiting]
    if len(waiting) > COUNTED_ONE_BY_ONE:
        return await _walk(engine, waiting)
    return {
        guest.id: engine.load(PeopleAhead(guest.event_id, guest.place)) + 1 for guest in waiting
    }


async def _walk(engine: Engine, waiting: Sequence[Guest]) -> dict[str, int]:
    found: dict[str, int] = {}
    place, last = 0, max(guest.place for guest in waiting)
    while place < last and (
        part := engine.load(WaitingGuests(waiting[0].event_id, place, WALKED_AT_ONCE))
    ):
        for guest in part:
            if guest.is_waiting:
                found[guest.id] = len(found) + 1
        place = part[-1].place
        await asyncio.sleep(0)  # let other requests run
    return found


async def _list(call: ApiCall) -> Page[GuestOut]:
    event, query = found(call), call.query
    guests = call.engine.load(GuestPage(event.id, query.state, query.cursor, query.limit + 1))
    places = await positions(call.engine, guests[: query.limit])
    return split_page(
        guests, query.limit, lambda guest: show(guest, places.get(guest.id)), lambda guest: guest.id
    )


async def _import(call: ApiCall) -> ImportOut:
    event = found(call)
    given = read_import(call.body, call.dependencies.desk.max_rows or MOST_ROWS)
    read = await _read_rows(call, given)
    commands = [row for row in read if isinstance(row, SignUp)]
    if given.preview:
        answers = forecast(call.engine, event, commands)
    else:
        answers = add_rows(call.engine, call.by, commands)
    placed = iter([_placed(command, answer) async for command, answer in answers])
    rows: list[RowOut] = []
    counts: Counter[str] = Counter()
    # Rows keep their order, so invalid ones stay between those that were placed.
    for row in read:
        became, out = next(placed) if isinstance(row, SignUp) else ("problems", row)
        rows.append(out)
        counts[became] += 1
    return ImportOut(rows=rows, counts=ImportCounts(**counts))


async def _read_rows(call: ApiCall, given: ImportRows) -> list[SignUp | RowOut]:
    """Read the rows a few hundred at a time, so that other requests get their turn."""
    read: list[SignUp | RowOut] = []
    for start in range(0, len(given.rows), READ_AT_ONCE):
        rows = given.rows[start : start + READ_AT_ONCE]
        read += (_read(call, row, given.place_as) for row in rows)
        await asyncio.sleep(0)
    return read


def _read(call: ApiCall, row: Any, place_as: PlaceAs) -> SignUp | RowOut:  # noqa: ANN401 - hostile
    try:
        return read_row(row, call.path["event"], call.engine.ids.new(), place_as)
    except Invalid as invalid:
        email = row.get("email") if isinstance(row, dict) else None
        return _problem(short(email) if isinstance(email, str) else "", invalid)


def _placed(command: SignUp, answer: GuestResult) -> tuple[str, RowOut]:
    try:
        refuse_unless_done(answer)
    except Invalid as invalid:
        return "problems", _problem(command.email, invalid)
    became = became_of(answer)
    state = None if answer.guest is None else answer.guest.state
    already: Literal[True] | UnsetType = True if became == ALREADY else UNSET
    row = RowOut(email=command.email, state=state, position=answer.position, already=already)
    return became, row


def _problem(email: str, invalid: Invalid) -> RowOut:
    return RowOut(email=email, state=None, position=None, problem=said(invalid.problems[0]))


async def _cancel(call: ApiCall) -> GuestOut:
    command = CancelGuest(event_id=call.path["event"], guest_id=call.path["guest"], by_host=True)
    answer: GuestResult = await call.engine.execute(command, call.by)
    if answer.code != "already_cancelled" or answer.guest is None:
        refuse_unless_done(answer)
    return await guest_out(call, answer)


async def _resend(call: ApiCall) -> GuestOut:
    occasion = f"{call.engine.now():%Y%m%dT%H%M}"
    command = ResendLink(
        event_id=call.path["event"], guest_id=call.path["guest"], occasion=occasion
    )
    answer: GuestResult = await call.engine.execute(command, call.by)
    refuse_unless_done(answer)
    return await guest_out(call, answer)


async def guest_out(call: ApiCall, answer: GuestResult) -> GuestOut:
    """Return the schema of the guest that a command was about."""
    if answer.guest is None:
        raise Invalid(FieldProblem("unknown_guest", PROBLEMS["unknown_guest"]))
    places = await positions(call.engine, [answer.guest])
    return show(answer.guest, places.get(answer.guest.id))


GUESTS = [
    Endpoint(
        method="GET",
        path="/events/{event}/guests",
        does="List an event's guests.",
        handle=_list,
        query=GuestQuery,
        answer=Page[GuestOut],
        refusals=(404,),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/guests",
        does=(
            "Put people on the list, in their order, or say what would become of them. "
            "A bad row blocks no other."
        ),
        handle=_import,
        body=ImportRows,
        answer=ImportOut,
        refusals=(404,),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/guests/{guest}/cancel",
        does="Give back a guest's seat, offer or place in line.",
        handle=_cancel,
        answer=GuestOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/events/{event}/guests/{guest}/resend",
        does="Mail a guest their own link again; within the same minute, once.",
        handle=_resend,
        answer=GuestOut,
        refusals=(404, 409),
    ),
]
