"""Staff's answer to the question about a claimed slot: its booking is cancelled."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.refill.free_slot import (
    FreeSlotState,
    free_slot,
    free_slot_needs,
    free_slot_state,
)
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposedField,
    the_proposal,
)
from fullhouse.products.frontdesk.waitlist.claim_questions import question_id
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import A_MINUTE, Slot
from fullhouse.products.frontdesk.waitlist.proposals import DECIDING
from fullhouse.products.frontdesk.waitlist.slot_index import reported_time

CLAIMED = "claimed:slot"
OTHER = "other:proposal"
OWN = ("proposal", CLAIMED, OTHER)


class FreeClaimedSlot(Command, frozen=True, kw_only=True, tag="FreeClaimedSlot"):
    """Cancel the booking of a claimed slot, and free the slot again.

    A question that changed since `rev`, which staff have seen, stays open.
    """

    proposal_id: str
    free: FreeSlot
    rev: int | None = None


class AnswerState(msgspec.Struct, frozen=True):
    """The loaded question, the slot that is freed, and what freeing it needs.

    `other` is the question that was asked about that slot itself, if this one is about equal tables
    and staff chose another.
    """

    question: Proposal | None
    slot: Slot | None
    other: Proposal | None
    freeing: FreeSlotState


def answer_state(**found: Any) -> AnswerState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    question, slot, other = (found.pop(name) for name in OWN)
    return AnswerState(question, slot, other, free_slot_state(**found))


def answer_needs(command: FreeClaimedSlot, found: Found) -> Needs:
    """Load the question, then what freeing its slot needs."""
    chosen = command.free.again
    wanted: Needs = {
        **the_proposal(command, found),
        CLAIMED: Get(Slot, (chosen,)),
        OTHER: Get(Proposal, (question_id(chosen),)),
    }
    if missing := {name: need for name, need in wanted.items() if name not in found}:
        return missing
    others = {name: value for name, value in found.items() if name not in OWN}
    return free_slot_needs(_renamed(command.free, found[CLAIMED]), others)


def _renamed(free: FreeSlot, slot: Slot | None) -> FreeSlot:
    """Use what the slot is now: names may have changed, and equal tables differ in length."""
    if slot is None:
        return free
    minutes = (slot.ends_at - reported_time(slot)) // A_MINUTE
    named = {"service": slot.service, "staff": slot.staff}
    return msgspec.structs.replace(free, **named, minutes=minutes)


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
    if _is_answered_by_other(question, state.other):
        return msgspec.structs.replace(decision, moves=(*decision.moves, _left(question, state)))
    return DECIDING.approved(question, decision, now, "")


def _is_answered_by_other(question: Proposal, other: Proposal | None) -> bool:
    """Return True if staff chose a table about which another question is open.

    There were two reports then, and only one of them is answered.
    """
    return other is not None and other.id != question.id and other.state == "open"


def _left(question: Proposal, state: AnswerState) -> Change[Proposal]:
    """Return the question that is left: the other report, about the tables that are left."""
    assert state.other is not None  # noqa: S101 - the caller has checked
    assert state.slot is not None  # noqa: S101 - it was freed
    others = [name for name in question.value("others").split() if name != state.slot.id]
    read = {"others": " ".join(others), "ref": state.other.value("ref")}
    known = [field for field in question.fields if field.field not in read]
    said = [ProposedField(name, value, "sure") for name, value in read.items() if value]
    return update(
        question, *if_unchanged(question, "rev"), fields=(*known, *said), rev=question.rev + 1
    )
