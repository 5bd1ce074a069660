"""Questions about claimed slots that were reported as free, for Today and the proposals."""

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.extraction.review import slots_meant
from fullhouse.kernel.records import Get
from fullhouse.locale.current import current_language
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.claimed_slots import as_it_is
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.wording import join_words
from fullhouse.products.frontdesk.waitlist.claim_questions import question_id
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from fullhouse.products.frontdesk.waitlist.template_values import phrases_of

MOST_SHOWN = 20
# Sorts after the id of every question, and before those of requests.
AFTER_QUESTIONS = question_id("~")


class ClaimedSlot(msgspec.Struct, frozen=True):
    """A slot that a customer claimed, and the customer's name.

    `others` are equal tables of that time: the report may be about one of them instead.
    """

    slot: Slot
    name: str
    is_booked: bool = True
    others: tuple["ClaimedSlot", ...] = ()

    @property
    def all(self) -> tuple["ClaimedSlot", ...]:
        """Every claimed slot that the report may be about."""
        return (self, *self.others)

    @property
    def names(self) -> str:
        """The names of the customers, as a list in words."""
        names = [claim.name for claim in self.all]
        return join_words(names, phrases_of(current_language()))


def claim_of(engine: Engine, proposal: Proposal) -> ClaimedSlot | None:
    """Return the claimed slot that a question is about; None if a proposal is no question."""
    claim = _claimed(engine, proposal.value("slot"))
    if claim is None:
        return None
    others = (_claimed(engine, name) for name in slots_meant(proposal)[1:])
    still = tuple(one for one in others if one is not None and one.is_booked)
    return msgspec.structs.replace(claim, others=still)


def _claimed(engine: Engine, slot_id: str) -> ClaimedSlot | None:
    slot = engine.load(Get(Slot, (slot_id,))) if slot_id else None
    if slot is None:
        return None
    # Staff may have given the booking to someone else since.
    booking = engine.load(Get(Appointment, (slot.id,)))
    holder = booking or engine.load(Get(Entry, (slot.booked_by,)))
    is_booked = as_it_is(slot, booking).status == "booked"
    return ClaimedSlot(slot, holder.name if holder is not None else "", is_booked)


def asks_now(engine: Engine, proposal: Proposal) -> ClaimedSlot | None:
    """Return the claimed slot of a question while its time is not over; else None."""
    claim = claim_of(engine, proposal)
    return claim if claim is not None and claim.slot.ends_at > engine.now() else None


def open_claims(engine: Engine) -> list[tuple[Proposal, ClaimedSlot]]:
    """List the open questions with the slots they are about, however many requests are open."""
    proposals = engine.load(ProposalPage("open", AFTER_QUESTIONS, MOST_SHOWN, PRODUCT))
    asked = [(proposal, asks_now(engine, proposal)) for proposal in proposals]
    return [(proposal, claim) for proposal, claim in asked if claim is not None]
