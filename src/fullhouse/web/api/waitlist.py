"""The waitlist over the API: list, add, show, change and remove entries."""

from collections.abc import Mapping
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.waitlist_form import read_entry, read_entry_edit
from fullhouse.inbound.forms.waitlist_schema import EntryEdit, NewEntry
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    EntryPage,
    LinePage,
    OffersOfEntry,
    WaitlistResult,
)
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.api.cursors import place_cursor, read_place, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import Page
from fullhouse.web.api.slot_reasons import offer_reason
from fullhouse.web.api.waitlist_schema import EntryOut, EntryQuery, EntryStory, OfferHeld, PastOffer
from fullhouse.web.links import rules_of

# Ended entries of one service are found by a scan; one request scans up to this many.
LOOKED_THROUGH = 2000
ALREADY = "They wait for this service already, at the same phone number or address."


def show(entry: Entry) -> EntryOut:
    """Return the schema of an entry."""
    return EntryOut(**_facts(entry))


def _facts(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "phone": entry.phone or None,
        "email": entry.email or None,
        "service": entry.service,
        "party": entry.party,
        "earliest": entry.earliest or None,
        "latest": entry.latest or None,
        "weekdays": list(entry.weekdays),
        "from_time": entry.from_time or None,
        "until_time": entry.until_time or None,
        "staff": entry.staff or None,
        "priority": entry.priority,
        "joined_at": entry.joined_at,
        "state": entry.state,
        "source": entry.source,
        "reached_by": entry.channel or None,
        "offer": _offer_held(entry),
        "booked": entry.booked or None,
    }


def _offer_held(entry: Entry) -> OfferHeld | None:
    if not entry.offer or entry.offer_ends_at is None:
        return None
    slot_id, _, seq = entry.offer.rpartition("-")
    return OfferHeld(slot=slot_id, seq=int(seq), ends_at=entry.offer_ends_at)


def story(engine: Engine, entry: Entry) -> EntryStory:
    """Return the schema of an entry with all its offers."""
    rulebook, now = rules_of(engine), engine.now()
    offers = [
        PastOffer(
            slot=offer.slot_id,
            seq=offer.seq,
            status=offer.status,
            sent_at=offer.made_at,
            ends_at=offer.ends_at,
            reason=offer_reason(offer, entry, rulebook, now),
        )
        for offer in engine.load(OffersOfEntry(entry.id))
    ]
    return EntryStory(**_facts(entry), offers=offers)


def found(call: ApiCall) -> Entry:
    """Return the entry in the path, or refuse."""
    entry = call.engine.load(Get(Entry, (call.path["entry"],)))
    return entry or refuse("unknown_entry", PROBLEMS["unknown_entry"])


def refuse_unless_done(answer: WaitlistResult, sentences: Mapping[str, str] = PROBLEMS) -> None:
    """Refuse the request if the result is a problem."""
    if answer.code in sentences:
        refuse(answer.code, sentences[answer.code], answer.field)


async def _list(call: ApiCall) -> Page[EntryOut]:
    query = call.query
    if query.state != "waiting":
        return _scan(call)
    at, entry_id = read_place(query.cursor)
    need = LinePage(normalized_name(query.service), at, entry_id, query.limit + 1)
    entries = call.engine.load(need)
    return split_page(
        entries,
        query.limit,
        show,
        lambda entry: place_cursor(entry.joined_at, entry.id),
    )


def _scan(call: ApiCall) -> Page[EntryOut]:
    """List entries in another state, in the order of their ids."""
    query = call.query
    service = normalized_name(query.service)
    state = "" if query.state == "any" else query.state
    if not service:
        page = call.engine.load(EntryPage(state, query.cursor, query.limit + 1))
        return split_page(page, query.limit, show, lambda entry: entry.id)
    scanned = call.engine.load(EntryPage(state, query.cursor, LOOKED_THROUGH))
    found = [entry for entry in scanned if entry.line == service]
    if len(found) > query.limit or len(scanned) < LOOKED_THROUGH:
        return split_page(found, query.limit, show, lambda entry: entry.id)
    return Page(items=[show(entry) for entry in found], next=scanned[-1].id)


async def _join(call: ApiCall) -> EntryOut | NonDefaultResponse:
    engine = call.engine
    command = call.sealed(read_entry(call.body, rules_of(engine), engine.now(), call.new_id()))
    answer: WaitlistResult = await engine.execute(command, call.by)
    refuse_unless_done(answer)
    assert answer.entry is not None  # noqa: S101 - the result has the entry
    call.refuse_another(answer.entry)
    shown = show(answer.entry)
    if answer.code in ("already", "updated"):
        return NonDefaultResponse(200, shown)
    return shown


async def _show(call: ApiCall) -> EntryStory:
    return story(call.engine, found(call))


async def _edit(call: ApiCall) -> EntryOut:
    engine, entry = call.engine, found(call)
    command = read_entry_edit(call.body, rules_of(engine), engine.now(), entry)
    answer: WaitlistResult = await engine.execute(command, call.by)
    refuse_unless_done(answer)
    if answer.code == "already":
        refuse("already_waiting", ALREADY, answer.field)
    return show(answer.entry or entry)


async def _remove(call: ApiCall) -> EntryOut:
    entry = found(call)
    answer: WaitlistResult = await call.engine.execute(
        LeaveWaitlist(entry_id=entry.id, removed=True, source="api"), call.by
    )
    return show(answer.entry or entry)


WAITLIST = [
    Endpoint(
        method="GET",
        path="/waitlist",
        does=(
            "List those who wait, in the order in which they joined; "
            "or those in another state, in that of their ids."
        ),
        handle=_list,
        query=EntryQuery,
        answer=Page[EntryOut],
    ),
    Endpoint(
        method="POST",
        path="/waitlist",
        does=(
            "Put someone on the list. "
            "Whoever waits for it already, under the same name and phone number or address, keeps "
            "their place: what they wish now replaces what they wished, and the answer is 200."
        ),
        handle=_join,
        body=NewEntry,
        answer=EntryOut,
        status=201,
        also=(200,),
        refusals=(409,),
        once=True,
    ),
    Endpoint(
        method="GET",
        path="/waitlist/{entry}",
        does="Show someone on the list, with every offer that they had.",
        handle=_show,
        answer=EntryStory,
        refusals=(404,),
    ),
    Endpoint(
        method="PATCH",
        path="/waitlist/{entry}",
        does="Change what someone waits for, or how they are reached.",
        handle=_edit,
        body=EntryEdit,
        answer=EntryOut,
        refusals=(404, 409),
    ),
    Endpoint(
        method="DELETE",
        path="/waitlist/{entry}",
        does="Take someone off the list; whoever is off it already stays as they are.",
        handle=_remove,
        answer=EntryOut,
        refusals=(404,),
    ),
]
