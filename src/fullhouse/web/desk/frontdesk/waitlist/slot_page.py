"""The page of one slot: its offers in order, and why a customer got one or not."""

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
from fullhouse.locale.current import gettext, pgettext, translate
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.released_times import slot_id_for
from fullhouse.products.frontdesk.refill.claimed_slots import LOST
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
from fullhouse.products.frontdesk.waitlist.wishes import weekday_of
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import SILENT, describe
from fullhouse.web.desk.formatting import day, wall
from fullhouse.web.desk.frontdesk.waitlist import day_view as days
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.frontdesk.waitlist.day_view import Names
from fullhouse.web.desk.frontdesk.waitlist.formatting import BECAME, WHY_BACK
from fullhouse.web.slot_status import slot_now
from fullhouse.web.wish_text import dates, weekdays_text

PAGE = 200
FIELDS = {
    "line": "service",
    "party": "party",
    "earliest": "first date",
    "latest": "last date",
    "weekdays": "weekdays",
    "from_time": "first time of day",
    "until_time": "last time of day",
    "staff": "staff",
    "priority": "priority",
    "joined_at": "place on the waitlist",
}
PLAINLY = {
    "asked": "They were asked.",
    "not_yet_there": "They were not on the list yet.",
    "had_left": "They were off the list by then.",
    "unreachable": "They could not be reached.",
    "texts_spent": "Texts had cost all that they may this month, and they have no email address.",
    "held_another_offer": (
        "They held the offer of another slot just then, and one is all that anybody holds."
    ),
    "has_this_time": "They had a booking of their own at that time.",
    "too_late": "It was too late to ask more people.",
    "tries_spent": "As many had been asked as the rules allow.",
    "quiet_hours": "Quiet hours lasted until it was too late to ask.",
    "withdrawn": "You stopped offering it before it was their turn.",
    "booked_over": "Its time was booked before it was their turn.",
    "gave_way": "Another open slot needed the same staff, so this one was not offered any more.",
    "closed": "You were closed on that day, so nobody was asked.",
    "overlooked": (
        "They could have been asked and were not. That should not happen: please report it."
    ),
}


class MoveExplanation(msgspec.Struct, frozen=True):
    """An offer move in words: who got the offer, and why."""

    move: OfferMove
    what: str
    why: str
    became: str = ""
    entry_id: str = ""


def story_of(engine: Engine, slot: Slot) -> SlotHistory:
    """Load the offers and audit lines of a slot."""
    offers = engine.load(OffersOfSlot(slot.id))
    names = Names(engine)
    asked = {}
    for offer in offers:
        entry = names.entry(offer.entry_id)
        if entry is not None:
            asked[offer.entry_id] = person_of(engine, entry)
    known = tuple(offer for offer in offers if offer.entry_id in asked)
    rules = tuple(lines_of(engine, BUSINESS, "rules"))
    return SlotHistory(slot, tuple(lines_of(engine, SCOPE, slot.id)), known, asked, rules)


def person_of(engine: Engine, entry: Entry) -> Candidate:
    """Load the offers and audit lines of an entry."""
    lines = tuple(lines_of(engine, SCOPE, entry.id))
    return Candidate(entry, lines, engine.load(OffersOfEntry(entry.id)))


def lines_of(engine: Engine, scope: str, subject: str) -> Iterator[AuditLine]:
    """Yield the audit lines of one subject."""
    after = 0
    while page := engine.load(AuditOfSubject(scope, subject, after, PAGE)):
        yield from page
        after = page[-1].number


def ledger(story: SlotHistory, zone: str) -> list[MoveExplanation]:
    """Return each move in words: who got the offer and why, or that the slot was handed back."""
    return [_move(story, move, zone) for move in moves(story)]


def _move(story: SlotHistory, move: OfferMove, zone: str) -> MoveExplanation:
    if move.offer is None:
        reason = WHY_BACK.get(move.why or move.action, move.why.replace("_", " "))
        what = pgettext("slot", "Still open") if move.is_open else pgettext("slot", "Handed back")
        return MoveExplanation(move, what, translate(reason))
    entry = move.entry or story.asked[move.offer.entry_id].entry
    became = translate(BECAME[move.offer.status])
    return MoveExplanation(move, entry.name, _position_and_wishes(entry, zone), became, entry.id)


def _position_and_wishes(entry: Entry, zone: str) -> str:
    joined = wall(wall_time(entry.joined_at, zone))
    words = [gettext("on the list since %(when)s", when=joined), dates(entry)]
    if entry.priority:
        words.insert(0, gettext("priority %(number)s", number=entry.priority))
    if entry.staff:
        words.append(gettext("with %(staff)s", staff=entry.staff))
    return ", ".join(words)


def explain(
    story: SlotHistory, person: Candidate, names: Names, zone: str
) -> list[MoveExplanation]:
    """Return for each move why a customer got the offer or not."""
    return [_explained(story, verdict, names, zone) for verdict in why(story, person)]


def _explained(story: SlotHistory, verdict: Verdict, names: Names, zone: str) -> MoveExplanation:
    move = verdict.move
    what = gettext("It was handed back")
    if move.is_open:
        what = gettext("Nobody was left to ask")
    if move.offer is not None:
        what = gettext("%(name)s was asked", name=names(move.offer.entry_id))
    because = REASONS.get(verdict.code, _plainly)(story, verdict, names, zone)
    if verdict.edited_since:
        changed = ", ".join(translate(FIELDS[field]) for field in verdict.edited_since)
        because += " " + gettext("(Changed since: %(fields)s.)", fields=changed)
    return MoveExplanation(move, what, because)


def _plainly(_story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    return translate(PLAINLY.get(verdict.code, verdict.code.replace("_", " ").capitalize()))


def _service(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    return gettext(
        "They waited for %(wanted)s, and this is %(service)s.",
        wanted=_then(verdict).service,
        service=story.slot.service,
    )


def _party(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    party, room = _then(verdict).party, story.slot.party_capacity
    if party < room:
        return gettext(
            "Their party is %(party)s, the slot is for %(room)s, "
            "and the rules keep larger slots for larger parties.",
            party=party,
            room=room,
        )
    return gettext(
        "Their party is %(party)s, and the slot is for %(room)s.", party=party, room=room
    )


def _date(story: SlotHistory, verdict: Verdict, _names: Names, zone: str) -> str:
    return gettext(
        "They could come %(dates)s; the slot is on %(day)s.",
        dates=dates(_then(verdict)),
        day=day(wall_time(story.slot.starts_at, zone)),
    )


def _wished_time(story: SlotHistory, verdict: Verdict, _names: Names, zone: str) -> str:
    starts = wall_time(story.slot.starts_at, zone)
    when = f"{weekdays_text((weekday_of(starts),))} {starts:%H:%M}"
    return gettext(
        "They could come %(dates)s; the slot is on %(day)s.",
        dates=dates(_then(verdict)),
        day=when,
    )


def _staff(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    wanted, staff = _then(verdict).staff, story.slot.staff
    if not staff:
        return gettext("They wanted %(wanted)s, and the slot is with nobody named.", wanted=wanted)
    return gettext(
        "They wanted %(wanted)s, and the slot is with %(staff)s.", wanted=wanted, staff=staff
    )


def _tried(story: SlotHistory, verdict: Verdict, _names: Names, _zone: str) -> str:
    for offer in story.offers:
        if offer.name == verdict.offer:
            became = translate(BECAME[offer.status])
            return gettext("They had been asked before: %(became)s.", became=became)
    return gettext("They had been asked before.")


def _behind(story: SlotHistory, verdict: Verdict, names: Names, zone: str) -> str:
    name, mine = names(verdict.than), _then(verdict)
    first = verdict.move.entry or story.asked[verdict.than].entry
    if verdict.by == "priority":
        return gettext(
            "%(name)s came first: priority %(theirs)s against %(own)s.",
            name=name,
            theirs=first.priority,
            own=mine.priority,
        )
    joined, later = wall_time(first.joined_at, zone), wall_time(mine.joined_at, zone)
    since, own = wall(joined), wall(later)
    if since == own:
        since = gettext("%(day)s, %(time)s", day=day(joined), time=f"{joined:%H:%M:%S}")
        own = f"{later:%H:%M:%S}"
    return gettext(
        "%(name)s came first: on the list since %(since)s, they since %(own)s.",
        name=name,
        since=since,
        own=own,
    )


def _then(verdict: Verdict) -> Entry:
    assert verdict.entry is not None  # noqa: S101 - these reasons are only for a known entry
    return verdict.entry


REASONS: dict[str, Callable[[SlotHistory, Verdict, Names, str], str]] = {
    "other_service": _service,
    "party_does_not_fit": _party,
    "date_does_not_fit": _date,
    "weekday_does_not_fit": _wished_time,
    "time_does_not_fit": _wished_time,
    "other_staff": _staff,
    "tried_before": _tried,
    "behind": _behind,
}


MOST_PEOPLE = 500
LONGEST_ID = 100


@layout.of_slot
async def slot_page(request: Request, slot: Slot) -> Response:
    """Show a slot; answer why a customer got an offer or not."""
    engine = dependencies(request).engine
    slot = slot_now(engine, slot)
    zone, names = layout.book_of(engine).zone, days.Names(engine)
    story = story_of(engine, slot)
    told = [line for line in story.lines if line.action not in SILENT]
    who = engine.load(Get(Entry, (request.query_params.get("who", "")[:LONGEST_ID],)))
    booking = engine.load(Get(Appointment, (slot.id,)))
    became = next_of(engine, booking) if slot.why in LOST else None
    is_over = slot.ends_at <= engine.now()
    shown = {
        "slot": slot,
        "one": days.shown(engine, slot, names),
        "day": wall_time(slot.starts_at, zone).date(),
        "can_again": slot.status != "open" and not is_over and became is None,
        "ledger": ledger(story, zone),
        "who": who,
        "answers": explain(story, person_of(engine, who), names, zone) if who is not None else [],
        "people": people(engine, slot),
        "before": booked_before(engine, slot),
        "has_it": booking,
        "is_lost": slot.why in LOST,
        "became": became,
        "story": [describe(engine, line) for line in reversed(told)],
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "slot.html", shown)


def booked_before(engine: Engine, slot: Slot) -> Appointment | None:
    """Return the appointment that released this slot; the slot's id is made from its id."""
    found = engine.load(Get(Appointment, (slot_id_for(slot.id),)))
    if found is None or not slot.id.startswith(f"{found.id}c"):
        return None
    return found


def next_of(engine: Engine, booking: Appointment | None) -> Slot | None:
    """Return the slot that the time of a booking became; None if it is not offered or filled."""
    if booking is None or not booking.frees:
        return None
    found = engine.load(Get(Slot, (booking.frees,)))
    return found if found is not None and found.status != "handed_back" else None


def people(engine: Engine, slot: Slot) -> list[Entry]:
    """List the entries that staff may ask about: of the same service first, then the others."""
    same = engine.load(LinePage(slot.line, limit=MOST_PEOPLE))
    every = engine.load(LinePage(limit=MOST_PEOPLE))
    others = [entry for entry in every if entry.line != slot.line]
    return [*same, *others][:MOST_PEOPLE]


ROUTES = [Route(f"{layout.HOME}/slots/{{slot}}", slot_page)]
