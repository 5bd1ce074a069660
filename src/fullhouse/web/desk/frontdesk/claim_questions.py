"""Questions about claimed slots that were reported as free, for Today and the proposals."""

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.claim_questions import question_id
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot

MOST_SHOWN = 20
# Sorts after the id of every question, and before those of requests.
AFTER_QUESTIONS = question_id("~")


class ClaimedSlot(msgspec.Struct, frozen=True):
    """A slot that a customer claimed, and the customer's name."""

    slot: Slot
    name: str


def claim_of(engine: Engine, proposal: Proposal) -> ClaimedSlot | None:
    """Return the claimed slot that a question is about; None if a proposal is no question."""
    slot = engine.load(Get(Slot, (proposal.value("slot"),))) if proposal.value("slot") else None
    if slot is None:
        return None
    # Staff may have given the booking to someone else since.
    holder = engine.load(Get(Appointment, (slot.id,))) or engine.load(Get(Entry, (slot.booked_by,)))
    return ClaimedSlot(slot, holder.name if holder is not None else "")


def asks_now(engine: Engine, proposal: Proposal) -> ClaimedSlot | None:
    """Return the claimed slot of a question while its time is not over; else None."""
    claim = claim_of(engine, proposal)
    return claim if claim is not None and claim.slot.ends_at > engine.now() else None


def open_claims(engine: Engine) -> list[tuple[Proposal, ClaimedSlot]]:
    """List the open questions with the slots they are about, however many requests are open."""
    proposals = engine.load(ProposalPage("open", AFTER_QUESTIONS, MOST_SHOWN, PRODUCT))
    asked = [(proposal, asks_now(engine, proposal)) for proposal in proposals]
    return [(proposal, claim) for proposal, claim in asked if claim is not None]
