"""The waitlist over the API: list, put someone on it, show, change, take off."""

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

# Those who are off the list are found by looking through; one request looks at so many.
LOOKED_THROUGH = 2000
ALREADY = "They wait for this service already, at the same phone number or address."


def show(entry: Entry) -> EntryOut:
    """Put an entry into the API's words."""
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
        "staff": entry.staff or None,
        "priority": entry.priority,
        "joined_at": entry.joined_at,
        "state": entry.state,
        "source": entry.source,
        "reached_by": entry.channel or None,
        "offer": _held(entry),
        "booked": entry.booked or None,
    }


def _held(entry: Entry) -> OfferHeld | None:
    if not entry.offer or entry.offer_ends_at is None:
        return None
    slot_id, _, seq = entry.offer.rpartition("-")
    return OfferHeld(slot=slot_id, seq=int(seq), ends_at=entry.offer_ends_at)


def story(engine: Engine, entry: Entry) -> EntryStory:
    """Put an entry into the API's words, with every offer that they had."""
    rulebook, now = rules_of(engine), engine.now()
    offers = [
        PastOffer(
            slot=one.slot_id,
            seq=one.seq,
            status=one.status,
            sent_at=one.made_at,
            ends_at=one.ends_at,
            reason=offer_reason(one, entry, rulebook, now),
        )
        for one in engine.load(OffersOfEntry(entry.id))
    ]
    return EntryStory(**_facts(entry), offers=offers)


def found(call: ApiCall) -> Entry:
    """Find the entry that the path names, or stop."""
    entry = call.engine.load(Get(Entry, (call.path["entry"],)))
    return entry or refuse("unknown_entry", PROBLEMS["unknown_entry"])


def refuse_unless_done(answer: WaitlistResult, sentences: Mapping[str, str] = PROBLEMS) -> None:
    """Stop if the rules said no."""
    if answer.code in sentences:
        refuse(answer.code, sentences[answer.code], answer.field)


async def _list(call: ApiCall) -> Page[EntryOut]:
    query = call.query
    if query.state != "waiting":
        return _look_through(call)
    at, entry_id = read_place(query.cursor)
    line = call.engine.load(LinePage(normalized_name(query.service), at, entry_id, query.limit + 1))
    return split_page(line, query.limit, show, lambda one: place_cursor(one.joined_at, one.id))


def _look_through(call: ApiCall) -> Page[EntryOut]:
    """List entries in another state, in the order of their ids."""
    query = call.query
    line, state = normalized_name(query.service), "" if query.state == "any" else query.state
    if not line:
        page = call.engine.load(EntryPage(state, query.cursor, query.limit + 1))
        return split_page(page, query.limit, show, lambda one: one.id)
    looked_at = call.engine.load(EntryPage(state, query.cursor, LOOKED_THROUGH))
    fit = [one for one in looked_at if one.line == line]
    if len(fit) > query.limit or len(looked_at) < LOOKED_THROUGH:
        return split_page(fit, query.limit, show, lambda one: one.id)
    return Page(items=[show(one) for one in fit], next=looked_at[-1].id)


async def _join(call: ApiCall) -> EntryOut | NonDefaultResponse:
    engine = call.engine
    command = call.sealed(read_entry(call.body, rules_of(engine), engine.now(), call.new_id()))
    answer: WaitlistResult = await engine.execute(command, call.by)
    refuse_unless_done(answer)
    assert answer.entry is not None  # noqa: S101 - whoever is on the list is told with the answer
    call.refuse_another(answer.entry)
    return (
        NonDefaultResponse(200, show(answer.entry))
        if answer.code == "already"
        else show(answer.entry)
    )


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
        does="List those who wait, in the order in which they joined; or those in another state, in that of their ids.",
        handle=_list,
        query=EntryQuery,
        answer=Page[EntryOut],
    ),
    Endpoint(
        method="POST",
        path="/waitlist",
        does="Put someone on the list. Whoever waits for it already is answered with 200 and stays as they were.",
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
