"""Guests over the API: list, import, give back a seat, mail a link again."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from fullhouse.engine.house import House
from fullhouse.lanes.form import Problem, Unfit
from fullhouse.lanes.hosting import read_import, read_row, short
from fullhouse.lanes.shapes import ImportRows
from fullhouse.products.rsvp.answers import PROBLEMS
from fullhouse.products.rsvp.commands import CancelGuest, ResendLink
from fullhouse.products.rsvp.model import Answer, Guest, GuestPage, PeopleAhead, PlaceAs
from fullhouse.web.api.events import found
from fullhouse.web.api.paging import cut
from fullhouse.web.api.refusals import refuse_unless_done, said
from fullhouse.web.api.shapes import GuestOut, GuestQuery, ImportCounts, ImportOut, Page, RowOut
from fullhouse.web.api.table import Call, Endpoint

ROWS_AT_ONCE = 100


def position(house: House, guest: Guest) -> int | None:
    """Say where someone stands in line; someone with an offer stands at its head, so has no number."""
    if not guest.is_waiting:
        return None
    return house.load(PeopleAhead(guest.event_id, guest.place)) + 1


def show(house: House, guest: Guest) -> GuestOut:
    """Put a guest into the API's words."""
    return GuestOut(
        id=guest.id,
        name=guest.name,
        email=guest.email,
        state=guest.state,
        party=guest.party,
        position=position(house, guest),
        offer_ends_at=guest.offer.ends_at if guest.offer else None,
        joined_at=guest.joined_at,
        source=guest.source,
        reach=guest.reach,
    )


async def _list(call: Call) -> Page[GuestOut]:
    event, query = found(call), call.query
    guests = call.house.load(GuestPage(event.id, query.state, query.cursor, query.limit + 1))
    return cut(guests, query.limit, lambda guest: show(call.house, guest), lambda guest: guest.id)


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
    command = CancelGuest(event_id=call.path["event"], guest_id=call.path["guest"])
    answer: Answer = await call.house.give(command, call.by)
    if answer.code != "already_cancelled" or answer.guest is None:
        refuse_unless_done(answer)
    return _guest(call, answer)


async def _resend(call: Call) -> GuestOut:
    occasion = f"{call.house.now():%Y%m%dT%H%M}"
    command = ResendLink(event_id=call.path["event"], guest_id=call.path["guest"], occasion=occasion)
    answer: Answer = await call.house.give(command, call.by)
    refuse_unless_done(answer)
    return _guest(call, answer)


def _guest(call: Call, answer: Answer) -> GuestOut:
    if answer.guest is None:
        raise Unfit(Problem("unknown_guest", PROBLEMS["unknown_guest"]))
    return show(call.house, answer.guest)


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
