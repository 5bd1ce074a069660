"""One slot's ledger: who was asked in which order, what became of it, and why someone else was not."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.appointments.endings import slot_id_for
from fullhouse.products.appointments.model import Appointment
from fullhouse.products.waitlist.model import Entry, LinePage, Slot
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.story import describe
from fullhouse.web.desk.waitlist import day as days
from fullhouse.web.desk.waitlist import place, why

MOST_PEOPLE = 500
LONGEST_ID = 100


@place.of_slot
async def slot_page(request: Request, slot: Slot) -> Response:
    """Show a slot; answer why someone was asked or was not."""
    engine = dependencies(request).engine
    zone, names = place.book_of(engine).zone, days.Names(engine)
    story = why.story_of(engine, slot)
    who = engine.load(Get(Entry, (request.query_params.get("who", "")[:LONGEST_ID],)))
    shown = {
        "slot": slot,
        "one": days.shown(engine, slot, names),
        "day": wall_time(slot.starts_at, zone).date(),
        "can_again": slot.status != "open" and slot.ends_at > engine.now(),
        "ledger": why.ledger(story, zone),
        "who": who,
        "answers": why.explain(story, why.person_of(engine, who), names, zone) if who is not None else [],
        "people": people(engine, slot),
        "gave_up": gave_up(engine, slot),
        "has_it": engine.load(Get(Appointment, (slot.id,))),
        "story": [describe(engine, one) for one in reversed(story.lines)],
        "live": place.LIVE,
        "version": place.version(engine),
    }
    return place.page(request, "slot.html", shown)


def gave_up(engine: Engine, slot: Slot) -> Appointment | None:
    """Find the appointment whose time this was: a slot that one frees is called by it."""
    found = engine.load(Get(Appointment, (slot_id_for(slot.id),)))
    return found if found is not None and slot.id.startswith(f"{found.id}c") else None


def people(engine: Engine, slot: Slot) -> list[Entry]:
    """List whom staff may ask about: those who wait for the same first, then for anything else."""
    same = engine.load(LinePage(slot.line, limit=MOST_PEOPLE))
    other = engine.load(LinePage(limit=MOST_PEOPLE))
    return [*same, *(one for one in other if one.line != slot.line)][:MOST_PEOPLE]


ROUTES = [Route(f"{place.HOME}/slots/{{slot}}", slot_page)]
