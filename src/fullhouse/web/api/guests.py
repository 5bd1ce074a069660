"""Guests over the API: list, import, give back a seat, mail a link again."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fullhouse.engine.house import House
from fullhouse.lanes.form import Problem, Unfit
from fullhouse.lanes.hosting import read_import, read_row, short
from fullhouse.lanes.shapes import ImportRows
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.commands import CancelGuest, ResendLink
from fullhouse.products.rsvp.model import Answer, Guest, GuestPage, Line, PeopleAhead, PlaceAs
from fullhouse.web.api.events import found
from fullhouse.web.api.paging import cut
from fullhouse.web.api.refusals import refuse_unless_done, said
from fullhouse.web.api.shapes import GuestOut, GuestQuery, ImportCounts, ImportOut, Page, RowOut
from fullhouse.web.api.table import Call, Endpoint

ROWS_AT_ONCE = 100
COUNTED_ONE_BY_ONE = 5
WALKED_AT_ONCE = 500


def show(guest: Guest, position: int | None) -> GuestOut:
    """Put a guest into the API's words. Whoever holds an offer is being asked just now, so has no position."""
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
    )


async def positions(house: House, guests: Sequence[Guest]) -> dict[str, int]:
    """Say where those who wait stand in line. A few are counted one by one; for many it is quicker to walk along it."""
    waiting = [guest for guest in guests if guest.is_waiting]
    if len(waiting) > COUNTED_ONE_BY_ONE:
        return await _walk(house, waiting)
    return {guest.id: house.load(PeopleAhead(guest.event_id, guest.place)) + 1 for guest in waiting}


async def _walk(house: House, waiting: Sequence[Guest]) -> dict[str, int]:
    found: dict[str, int] = {}
    place, last = 0, max(guest.place for guest in waiting)
    while place < last and (part := house.load(Line(waiting[0].event_id, place, WALKED_AT_ONCE))):
        for guest in part:
            if guest.is_waiting:
                found[guest.id] = len(found) + 1
        place = part[-1].place
        await asyncio.sleep(0)  # let others have their turn
    return found


async def _list(call: Call) -> Page[GuestOut]:
    event, query = found(call), call.query
    guests = call.house.load(GuestPage(event.id, query.state, query.cursor, query.limit + 1))
    stand = await positions(call.house, guests[: query.limit])
    return cut(guests, query.limit, lambda guest: show(guest, stand.get(guest.id)), lambda guest: guest.id)


async def _import(call: Call) -> ImportOut:
    event = found(call)
    given = read_import(call.body)
    told: list[tuple[str, RowOut]] = []
    for rows in _parts(given.rows):
        told += await asyncio.gather(*(_place(call, event.id, row, given.place_as) for row in rows))
    counts = Counter(became for became, _ in told)
    return ImportOut(rows=[row for _, row in told], counts=ImportCounts(**counts))


def _parts(rows: list[Any]) -> Iterator[list[Any]]:
    """Cut the rows into parts that are given together: in their order, and sharing a commit where that is quicker."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[start : start + ROWS_AT_ONCE]


async def _place(call: Call, event_id: str, row: Any, place_as: PlaceAs) -> tuple[str, RowOut]:  # noqa: ANN401 - hostile
    try:
        command = read_row(row, event_id, call.house.ids.new(), place_as)
        answer: Answer = await call.house.give(command, call.by)
        refuse_unless_done(answer)
    except Unfit as unfit:
        return "problems", _problem(row, unfit.problems)
    guest = answer.guest
    state = None if guest is None else guest.state
    became = "already" if answer.code == "already" else str(state)
    return became, RowOut(email=command.email, state=state, position=answer.position)


def _problem(row: Any, problems: Iterable[Problem]) -> RowOut:  # noqa: ANN401 - hostile
    email = row.get("email") if isinstance(row, dict) else None
    shown = short(email) if isinstance(email, str) else ""
    return RowOut(email=shown, state=None, position=None, problem=said(next(iter(problems))))


async def _cancel(call: Call) -> GuestOut:
    command = CancelGuest(event_id=call.path["event"], guest_id=call.path["guest"], by_host=True)
    answer: Answer = await call.house.give(command, call.by)
    if answer.code != "already_cancelled" or answer.guest is None:
        refuse_unless_done(answer)
    return await _guest(call, answer)


async def _resend(call: Call) -> GuestOut:
    occasion = f"{call.house.now():%Y%m%dT%H%M}"
    command = ResendLink(event_id=call.path["event"], guest_id=call.path["guest"], occasion=occasion)
    answer: Answer = await call.house.give(command, call.by)
    refuse_unless_done(answer)
    return await _guest(call, answer)


async def _guest(call: Call, answer: Answer) -> GuestOut:
    if answer.guest is None:
        raise Unfit(Problem("unknown_guest", PROBLEMS["unknown_guest"]))
    stand = await positions(call.house, [answer.guest])
    return show(answer.guest, stand.get(answer.guest.id))


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
        does="Put people on the list, in their order. A row that cannot be taken does not block the others.",
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
