"""Why her, why not him: the ledger of a slot put into words, from all that the audit says."""

from collections.abc import Callable, Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.released_times import slot_id_for
from fullhouse.products.frontdesk.shared.documents import SCOPE as BUSINESS
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    LinePage,
    OffersOfEntry,
    OffersOfSlot,
    Slot,
)
from fullhouse.products.frontdesk.waitlist.slot_history import (
    Candidate,
    OfferMove,
    SlotHistory,
    Verdict,
    moves,
    why,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import describe
from fullhouse.web.desk.formatting import wall
from fullhouse.web.desk.frontdesk.waitlist import day_view as days
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.frontdesk.waitlist.day_view import Names
from fullhouse.web.desk.frontdesk.waitlist.formatting import BECAME, WHY_BACK, dates

PAGE = 200
FIELDS = {
    "line": "service",
    "party": "party",
    "earliest": "first date",
    "latest": "last date",
    "staff": "staff",
    "priority": "priority",
    "joined_at": "place in line",
}
PLAINLY = {
    "asked": "They were asked.",
    "not_yet_there": "They were not on the list yet.",
    "had_left": "They were off the list by then.",
    "unreachable": "They could not be reached.",
    "texts_spent": "Texts had cost all that they may this month, and they have no mail address.",
    "held_another_offer": "They held the offer of another slot just then, and one is all that anybody holds.",
    "too_late": "There was no time left to ask anyone more.",
    "tries_spent": "As many had been asked as the rules allow.",
    "withdrawn": "You stopped offering it before it was their turn.",
    "overlooked": "They could have been asked and were not. That should not happen: please report it.",
}


class MoveExplanation(msgspec.Struct, frozen=True):
    """A move in words: to whom it went, and why, as seen by whoever was asked about."""

    move: OfferMove
    what: str
    why: str
    became: str = ""
    entry_id: str = ""


def story_of(engine: Engine, slot: Slot) -> SlotHistory:
    """Gather all that was written down of a slot."""
    offers = engine.load(OffersOfSlot(slot.id))
    names = Names(engine)
    asked = {
        one.entry_id: person_of(engine, entry)
        for one in offers
        if (entry := names.entry(one.entry_id))
    }
    known = tuple(one for one in offers if one.entry_id in asked)
    rules = tuple(lines_of(engine, BUSINESS, "rules"))
    return SlotHistory(slot, tuple(lines_of(engine, SCOPE, slot.id)), known, asked, rules)


def person_of(engine: Engine, entry: Entry) -> Candidate:
    """Gather all that was written down of someone."""
    return Candidate(
        entry, tuple(lines_of(engine, SCOPE, entry.id)), engine.load(OffersOfEntry(entry.id))
    )


def lines_of(engine: Engine, scope: str, subject: str) -> Iterator[AuditLine]:
    """Walk through the audit of one subject."""
    after = 0
    while page := engine.load(AuditOfSubject(scope, subject, after, PAGE)):
        yield from page
        after = page[-1].number


def ledger(story: SlotHistory, zone: str) -> list[MoveExplanation]:
    """Tell each move: who was asked and what put them first, or that the slot was handed back."""
    return [_told(story, one, zone) for one in moves(story)]


def _told(story: SlotHistory, move: OfferMove, zone: str) -> MoveExplanation:
    if move.offer is None:
        return MoveExplanation(
            move, "Handed back", WHY_BACK.get(move.why or move.action, move.why.replace("_", " "))
        )
    entry = move.entry or story.asked[move.offer.entry_id].entry
    return MoveExplanation(
        move, entry.name, _stood(entry, zone), BECAME[move.offer.status], entry.id
    )


def _stood(entry: Entry, zone: str) -> str:
    """Say where someone stood in line, and what they wished for."""
    wishes = [f"priority {entry.priority}"] if entry.priority else []
    wishes += [f"on the list since {wall(wall_time(entry.joined_at, zone))}", dates(entry)]
    wishes += [f"with {entry.staff}"] if entry.staff else []
    return ", ".join(wishes)


def explain(
    story: SlotHistory, person: Candidate, names: Names, zone: str
) -> list[MoveExplanation]:
    """Say of each move why someone was or was not the one who was asked."""
    return [_explained(story, one, names, zone) for one in why(story, person)]


def _explained(story: SlotHistory, verdict: Verdict, names: Names, zone: str) -> MoveExplanation:
    move = verdict.move
    what = (
        f"{names(move.offer.entry_id)} was asked"
        if move.offer is not None
        else "It was handed back"
    )
    because = REASONS.get(verdict.code, _plainly)(story, verdict, names, zone)
    if verdict.edited_since:
        changed = ", ".join(FIELDS[one] for one in verdict.edited_since)
        because += f" (Changed since: {changed}.)"
    return MoveExplanation(move, what, because)


def _plainly(_story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    return PLAINLY.get(verdict.code, verdict.code.replace("_", " ").capitalize())


def _service(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    return f"They waited for {_then(verdict).service}, and this is {story.slot.service}."


def _party(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    party, room = _then(verdict).party, story.slot.party_capacity
    if party < room:
        return f"Their party is {party}, the slot is for {room}, and the rules keep larger slots for larger parties."
    return f"Their party is {party}, and the slot is for {room}."


def _date(story: SlotHistory, verdict: Verdict, _names: Names, zone: str) -> str:
    return f"They could come {dates(_then(verdict))}; the slot is on {wall_time(story.slot.starts_at, zone):%Y-%m-%d}."


def _staff(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    return f"They wanted {_then(verdict).staff}, and the slot is with {story.slot.staff or 'nobody named'}."


def _tried(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    offer = next((one for one in story.offers if one.name == verdict.offer), None)
    return (
        f"They had been asked before: {BECAME[offer.status]}."
        if offer is not None
        else "They had been asked before."
    )


def _behind(story: SlotHistory, verdict: Verdict, names: Names, zone: str) -> str:
    name, mine = names(verdict.than), _then(verdict)
    first = verdict.move.entry or story.asked[verdict.than].entry
    if verdict.by == "priority":
        return f"{name} came first: priority {first.priority} against {mine.priority}."
    joined, later = (wall_time(one.joined_at, zone) for one in (first, mine))
    if wall(joined) == wall(later):
        return f"{name} came first: on the list since {wall(joined)}:{joined:%S}, they since {later:%H:%M:%S}."
    return f"{name} came first: on the list since {wall(joined)}, they since {wall(later)}."


def _then(verdict: Verdict) -> Entry:
    assert verdict.entry is not None  # noqa: S101 - only someone who was there can have been passed over for this
    return verdict.entry


REASONS: dict[str, Callable[[SlotHistory, Verdict, Names, str], str]] = {
    "other_service": _service,
    "party_does_not_fit": _party,
    "date_does_not_fit": _date,
    "other_staff": _staff,
    "tried_before": _tried,
    "behind": _behind,
}


MOST_PEOPLE = 500
LONGEST_ID = 100


@layout.of_slot
async def slot_page(request: Request, slot: Slot) -> Response:
    """Show a slot; answer why someone was asked or was not."""
    engine = dependencies(request).engine
    zone, names = layout.book_of(engine).zone, days.Names(engine)
    story = story_of(engine, slot)
    who = engine.load(Get(Entry, (request.query_params.get("who", "")[:LONGEST_ID],)))
    shown = {
        "slot": slot,
        "one": days.shown(engine, slot, names),
        "day": wall_time(slot.starts_at, zone).date(),
        "can_again": slot.status != "open" and slot.ends_at > engine.now(),
        "ledger": ledger(story, zone),
        "who": who,
        "answers": explain(story, person_of(engine, who), names, zone) if who is not None else [],
        "people": people(engine, slot),
        "gave_up": gave_up(engine, slot),
        "has_it": engine.load(Get(Appointment, (slot.id,))),
        "story": [describe(engine, one) for one in reversed(story.lines)],
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "slot.html", shown)


def gave_up(engine: Engine, slot: Slot) -> Appointment | None:
    """Find the appointment whose time this was: a slot that one frees is called by it."""
    found = engine.load(Get(Appointment, (slot_id_for(slot.id),)))
    return found if found is not None and slot.id.startswith(f"{found.id}c") else None


def people(engine: Engine, slot: Slot) -> list[Entry]:
    """List whom staff may ask about: those who wait for the same first, then for anything else."""
    same = engine.load(LinePage(slot.line, limit=MOST_PEOPLE))
    other = engine.load(LinePage(limit=MOST_PEOPLE))
    return [*same, *(one for one in other if one.line != slot.line)][:MOST_PEOPLE]


ROUTES = [Route(f"{layout.HOME}/slots/{{slot}}", slot_page)]
