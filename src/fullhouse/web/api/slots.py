"""Slots over the API: list, free, show with offers and reasons, withdraw."""

from datetime import datetime
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.waitlist_form import read_slot
from fullhouse.inbound.forms.waitlist_schema import NewSlot
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import zone
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    OffersOfSlot,
    ServiceQueue,
    Slot,
    SlotOffer,
    SlotPage,
    WaitlistResult,
)
from fullhouse.products.frontdesk.waitlist.result_codes import DONE, PROBLEMS
from fullhouse.web.api.cursors import place_cursor, read_place, split_page
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.errors import refuse
from fullhouse.web.api.schema import Page
from fullhouse.web.api.slot_reasons import PENDING, UNFILLED, offer_reason, slot_reasons
from fullhouse.web.api.waitlist import refuse_unless_done
from fullhouse.web.api.waitlist_schema import OfferOut, SlotOut, SlotQuery, SlotStory
from fullhouse.web.links import rules_of
from fullhouse.web.slot_status import load_slots, slot_now


def _facts(slot: Slot, rulebook: Rulebook) -> dict[str, Any]:
    local_zone = zone(rulebook.zone)
    return {
        "id": slot.id,
        "service": slot.service,
        "starts_at": slot.starts_at.astimezone(local_zone),
        "ends_at": slot.ends_at.astimezone(local_zone),
        "staff": slot.staff or None,
        "party_capacity": slot.party_capacity,
        "reason": slot.reason,
        "ref": slot.ref or None,
        "status": slot.status,
        "booked_by": slot.booked_by or None,
        "freed_at": slot.freed_at,
        "closes_at": slot.closes_at,
        "why": slot.why or None,
    }


def story(engine: Engine, slot: Slot) -> SlotStory:
    """Return the schema of a slot with its offers and the reasons for its status."""
    rulebook, now = rules_of(engine), engine.now()
    slot = slot_now(engine, slot)
    offers = [_offer(engine, offer, rulebook, now) for offer in engine.load(OffersOfSlot(slot.id))]
    if slot.is_waiting and slot.why not in UNFILLED:
        next_offer = OfferOut(
            seq=slot.offers + 1,
            entry=None,
            status="pending",
            sent_at=None,
            ends_at=None,
            reason=PENDING,
        )
        offers.append(next_offer)
    queue = engine.load(Get(ServiceQueue, (slot.line,)))
    reasons = slot_reasons(slot, rulebook, now, idle=queue is not None and slot.id in queue.idle)
    return SlotStory(**_facts(slot, rulebook), offers=offers, reasons=reasons)


def _offer(engine: Engine, offer: SlotOffer, rulebook: Rulebook, now: datetime) -> OfferOut:
    return OfferOut(
        seq=offer.seq,
        entry=offer.entry_id,
        status=offer.status,
        sent_at=offer.made_at,
        ends_at=offer.ends_at,
        reason=offer_reason(offer, engine.load(Get(Entry, (offer.entry_id,))), rulebook, now),
    )


def found_slot(call: ApiCall) -> Slot:
    """Return the slot in the path, or refuse."""
    slot = call.engine.load(Get(Slot, (call.path["slot"],)))
    return slot or refuse("unknown_slot", PROBLEMS["unknown_slot"])


async def _list(call: ApiCall) -> Page[SlotOut]:
    query, rulebook = call.query, rules_of(call.engine)
    at, slot_id = read_place(query.cursor)
    slots = load_slots(call.engine, SlotPage(query.status, at, slot_id, query.limit + 1))
    return split_page(
        slots,
        query.limit,
        lambda slot: SlotOut(**_facts(slot, rulebook)),
        lambda slot: place_cursor(slot.freed_at, slot.id),
    )


async def _free(call: ApiCall) -> SlotStory | NonDefaultResponse:
    engine = call.engine
    command = call.sealed(read_slot(call.body, rules_of(engine), call.new_id(), "api"))
    known = engine.load(Get(Slot, (command.slot_id,))) if call.key else None
    if known is not None:
        call.refuse_another(known)
        return NonDefaultResponse(200, story(engine, known))
    answer: WaitlistResult = await engine.execute(command, call.by)
    refuse_unless_done(answer)
    assert answer.slot is not None  # noqa: S101 - the result of a freed slot has it
    call.refuse_another(answer.slot)
    shown = story(engine, engine.load(Get(Slot, (answer.slot.id,))) or answer.slot)
    if answer.code != "freed":
        return NonDefaultResponse(200, shown)
    return shown


async def _show(call: ApiCall) -> SlotStory:
    return story(call.engine, found_slot(call))


async def _withdraw(call: ApiCall) -> SlotStory:
    slot = found_slot(call)
    answer: WaitlistResult = await call.engine.execute(WithdrawSlot(slot_id=slot.id), call.by)
    if answer.code == "already_booked":
        refuse(answer.code, DONE[answer.code])
    return story(call.engine, answer.slot or slot)


SLOTS = [
    Endpoint(
        method="GET",
        path="/slots",
        does="List freed slots, the newest first.",
        handle=_list,
        query=SlotQuery,
        answer=Page[SlotOut],
    ),
    Endpoint(
        method="POST",
        path="/slots",
        does=(
            "Free a slot, so that the line is asked. "
            "One that was told before is answered with 200, as it stands."
        ),
        handle=_free,
        body=NewSlot,
        answer=SlotStory,
        status=201,
        also=(200,),
        once=True,
    ),
    Endpoint(
        method="GET",
        path="/slots/{slot}",
        does="Show a slot with its offers, and why it stands as it does.",
        handle=_show,
        answer=SlotStory,
        refusals=(404,),
    ),
    Endpoint(
        method="POST",
        path="/slots/{slot}/withdraw",
        does="Stop offering a slot; whoever holds an offer of it is back in line.",
        handle=_withdraw,
        answer=SlotStory,
        refusals=(404, 409),
    ),
]
