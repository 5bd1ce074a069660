"""Staff's answer to the question about a claimed slot: its booking is cancelled."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.refill.free_slot import (
    FreeSlotState,
    free_slot,
    free_slot_needs,
    free_slot_state,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, the_proposal
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot
from fullhouse.products.frontdesk.waitlist.proposals import DECIDING

CLAIMED = "claimed:slot"


class FreeClaimedSlot(Command, frozen=True, kw_only=True, tag="FreeClaimedSlot"):
    """Cancel the booking of a claimed slot, and free the slot again.

    A question that changed since `rev`, which staff have seen, stays open.
    """

    proposal_id: str
    free: FreeSlot
    rev: int | None = None


class AnswerState(msgspec.Struct, frozen=True):
    """The loaded question, its slot, and what freeing that slot needs."""

    question: Proposal | None
    slot: Slot | None
    freeing: FreeSlotState


def answer_state(**found: Any) -> AnswerState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    question, slot = found.pop("proposal"), found.pop(CLAIMED)
    return AnswerState(question, slot, free_slot_state(**found))


def answer_needs(command: FreeClaimedSlot, found: Found) -> Needs:
    """Load the question, then what freeing its slot needs."""
    wanted = {**the_proposal(command, found), CLAIMED: Get(Slot, (command.free.again,))}
    if missing := {name: need for name, need in wanted.items() if name not in found}:
        return missing
    others = {name: value for name, value in found.items() if name not in ("proposal", CLAIMED)}
    return free_slot_needs(_renamed(command.free, found[CLAIMED]), others)


def _renamed(free: FreeSlot, slot: Slot | None) -> FreeSlot:
    """Use the names that the slot has now: since the question they may have changed."""
    if slot is None:
        return free
    return msgspec.structs.replace(free, service=slot.service, staff=slot.staff)


def answer(state: AnswerState, command: FreeClaimedSlot, now: datetime) -> Decision:
    """Free the slot and close the question in one commit; it stays open if that fails."""
    question = state.question
    if question is None or not question.awaits(command.rev):
        return DECIDING.not_awaited(question)
    decision = free_slot(state.freeing, _renamed(command.free, state.slot), now)
    slot = decision.answer.slot
    # If the time was freed meanwhile in another way, there is nothing left to ask.
    if slot is None or slot.id == command.free.again:
        return decision
    return DECIDING.approved(question, decision, now, "")
