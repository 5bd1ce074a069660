"""The guest list: searched, filtered and sorted in pages, as a CSV file, and for the door."""

import asyncio
import csv
import io
from bisect import bisect_left
from collections.abc import AsyncIterator, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.csv_file import FORMULA_START
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import translate
from fullhouse.products.rsvp.form_questions import FormQuestion
from fullhouse.products.rsvp.guest_search import (
    SORTS,
    GuestSearch,
    GuestTally,
    after_cursor,
    case_variants,
    name_key,
)
from fullhouse.products.rsvp.model import Event, Guest, WaitingPlaces
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.answer_texts import (
    AnswerText,
    answer_text,
    answer_texts,
    column_name,
    load_all_questions,
)
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.events.unreachable import REACHED
from fullhouse.web.desk.layout import page
from fullhouse.web.pages import SECURITY
from fullhouse.web.rsvp.answer_fields import load_questions

PAGE = 50
WRITTEN_AT_ONCE = 500
MOST_AT_DOOR = 2000
LONGEST_QUESTION = 200
STATES = {
    "confirmed": "Confirmed",
    "waitlisted": "On the waitlist",
    "pending": "To confirm",
    "cancelled": "Cancelled",
}
# What a guest without a seat is called after the door: not each of them has cancelled.
SHOWN_STATES = {
    **STATES,
    "extra": to_translate("Was let in without a seat"),
    "released": to_translate("Seat released"),
    "undone": to_translate("Check-in undone"),
}
SOURCES = {
    "form": "the form",
    "link": "their own link",
    "mail": "mail",
    "import": "an import",
    "api": "a script",
    "host": "the host",
    "door": "the door",
}
REACH = {"fine": to_translate("reaches them"), **REACHED}
ORDERS = {
    "name": "Name",
    "joined": "Latest first",
    "place": "Place on the waitlist",
    "state": "State",
}
HEAD = (
    "Name",
    "Address",
    "State",
    "Seats",
    "Position",
    "On the list since",
    "Confirmed",
    "Came in by",
    "Mail",
)


class View(msgspec.Struct, frozen=True):
    """Search, filters and order of the list, as in the query string of the page."""

    q: str = ""
    state: str = ""
    source: str = ""
    reach: str = ""
    sort: str = "name"

    @property
    def which(self) -> dict[str, Any]:
        """The search and the filters without the state."""
        return {**case_variants(self.q), "source": self.source, "reach": self.reach}

    def search(self, event: Event, limit: int, sort: str = "") -> GuestSearch:
        """Return the need for the first of these guests."""
        order, state = sort or self.sort, self.state
        return GuestSearch(
            event_id=event.id, **self.which, state=state, sort=order, key=SORTS[order], limit=limit
        )

    def query(self, **changes: str) -> str:
        """Return the query string of this view, with some parts changed."""
        parts = {**msgspec.structs.asdict(self), **changes}
        if parts["sort"] == "name":
            del parts["sort"]
        return "?" + urlencode({name: value for name, value in parts.items() if value})

    @property
    def is_narrow(self) -> bool:
        """True if a search or a filter is set."""
        return bool(self.q or self.source or self.reach or self.state)


def view_of(asked: Mapping[str, str]) -> View:
    """Read a view from a query string; unknown values are left out."""
    known = {"state": STATES, "source": SOURCES, "reach": REACH, "sort": ORDERS}
    chosen = {name: asked.get(name, "") for name in known}
    good = {name: value for name, value in chosen.items() if value in known[name]}
    return View(q=" ".join(asked.get("q", "").split())[:LONGEST_QUESTION], **good)


@event_or_404
async def guest_list(request: Request, event: Event) -> Response:
    """Show the guests, a page at a time."""
    engine = dependencies(request).engine
    view, after = view_of(request.query_params), request.query_params.get("after", "")
    guests = engine.load(_from(engine, view.search(event, PAGE + 1), after))
    tally = engine.load(GuestTally(event_id=event.id, **view.which))
    counts = {"": sum(number for _, number in tally), **dict(tally)}
    shown = {
        "guests": guests[:PAGE],
        "answers": _answers_of(engine, event, guests[:PAGE]),
        "more": guests[PAGE - 1].id if len(guests) > PAGE else "",
        "first": not after,
        "view": view,
        "counts": counts,
    }
    choices = {
        "states": STATES,
        "shown_states": SHOWN_STATES,
        "sources": SOURCES,
        "reaches": REACH,
        "orders": ORDERS,
    }
    return page(request, "events/guests.html", {"event": event, **shown, **choices})


def _answers_of(
    engine: Engine, event: Event, guests: tuple[Guest, ...]
) -> dict[str, tuple[AnswerText, ...]]:
    """Return the answers of guests by their ids; empty if the event asks nothing."""
    questions = load_questions(engine, event)
    return {guest.id: answer_texts(questions, guest) for guest in guests} if questions else {}


def _from(engine: Engine, search: GuestSearch, after: str) -> GuestSearch:
    last = engine.load(Get(Guest, (search.event_id, after))) if after else None
    return search if last is None else after_cursor(search, last)


@event_or_404
async def export(request: Request, event: Event) -> Response:
    """Stream the guests of the view as a CSV file, the latest first."""
    search = view_of(request.query_params).search(event, WRITTEN_AT_ONCE, "joined")
    headers = {
        **SECURITY,
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{event.id}.csv"',
    }
    return StreamingResponse(
        _written(dependencies(request).engine, event, search),
        200,
        headers,
        "text/csv; charset=utf-8",
    )


async def _written(engine: Engine, event: Event, search: GuestSearch) -> AsyncIterator[bytes]:
    places = engine.load(WaitingPlaces(event.id, event.joins))
    questions = load_all_questions(engine, event)
    asked = tuple(tame(column_name(question)) for question in questions)
    yield b"\xef\xbb\xbf" + _rows([(*map(translate, HEAD), *asked)])
    while guests := engine.load(search):
        yield _rows(
            [(*_cells(event, guest, places), *_answers(questions, guest)) for guest in guests]
        )
        search = after_cursor(search, guests[-1])
        await asyncio.sleep(0)


def _cells(event: Event, guest: Guest, places: tuple[int, ...]) -> tuple[str, ...]:
    moments = (guest.joined_at, guest.confirmed_at)
    joined, confirmed = (
        f"{wall_time(at, event.timezone):%Y-%m-%d %H:%M}" if at else "" for at in moments
    )
    position = str(bisect_left(places, guest.place) + 1) if guest.is_waiting else ""
    cells = (
        guest.name,
        guest.email,
        translate(SHOWN_STATES[guest.shown_state]),
        str(guest.party),
        position,
        joined,
        confirmed,
        translate(SOURCES[guest.source]),
        "" if guest.is_erased else translate(REACH[guest.reach]),
    )
    return tuple(map(tame, cells))


def _answers(questions: tuple[FormQuestion, ...], guest: Guest) -> tuple[str, ...]:
    return tuple(tame(answer_text(question, guest)) for question in questions)


def tame(cell: str) -> str:
    """Put an apostrophe before a cell that a spreadsheet would read as a formula."""
    if FORMULA_START.match(cell):
        return f"'{cell}"
    return cell


def _rows(rows: list[tuple[str, ...]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


class InitialGroup(msgspec.Struct, frozen=True):
    """The guests at the door whose names begin with the same letter."""

    initial: str
    guests: tuple[Guest, ...]


@event_or_404
async def door(request: Request, event: Event) -> Response:
    """List the guests with a seat from A to Z, to be printed or ticked on a phone."""
    engine = dependencies(request).engine
    after = request.query_params.get("after", "")
    guests = engine.load(
        _from(engine, View(state="confirmed").search(event, MOST_AT_DOOR + 1), after)
    )
    more = guests[MOST_AT_DOOR - 1].id if len(guests) > MOST_AT_DOOR else ""
    unsure = () if more else engine.load(View(state="pending").search(event, MOST_AT_DOOR))
    letters = [
        InitialGroup(initial, tuple(part))
        for initial, part in groupby(guests[:MOST_AT_DOOR], _initial)
    ]
    return page(
        request,
        "events/door.html",
        {
            "event": event,
            "letters": letters,
            "unsure": unsure,
            "more": more,
            "answers": _answers_of(engine, event, (*guests[:MOST_AT_DOOR], *unsure)),
        },
    )


def _initial(guest: Guest) -> str:
    first = name_key(guest.name or guest.email)[:1].upper()
    return first if first.isalpha() else "#"


ROUTES = [
    Route("/desk/e/{event}/guests", guest_list),
    Route("/desk/e/{event}/guests.csv", export),
    Route("/desk/e/{event}/door", door),
]
