"""Proposals from forwarded requests: joined only when staff approve."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalRules,
    ProposalState,
    renewed,
    shared_note_at,
    shares_note,
    the_proposal,
)
from fullhouse.products.frontdesk.waitlist import entries
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.messages import to_staff
from fullhouse.products.frontdesk.waitlist.model import (
    ERASED,
    ERASED_NAME,
    SCOPE,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.needs import gathered

TAKEN_IN = ("joined", "already")
# Replaces the facts of an erased customer in notes to staff.
INSTEAD = {"name": ERASED_NAME, "phone": "", "email": "", "note": ERASED, **entries.UNSAID}
DECIDING = ProposalRules(SCOPE, WaitlistResult, INSTEAD)
discard, erase = DECIDING.discard, DECIDING.erase


class Propose(Command, frozen=True, kw_only=True, tag="Propose"):
    """Submit a proposal to staff; with `renew`, replace the content of an open one."""

    proposal: Proposal
    renew: bool = False


class ApproveProposal(Command, frozen=True, kw_only=True, tag="ApproveProposal"):
    """Join a customer as a proposal says, or as staff corrected it.

    A proposal that changed since `rev`, which staff have seen, stays open.
    """

    proposal_id: str
    join: JoinWaitlist
    rev: int | None = None


class DiscardProposal(Command, frozen=True, kw_only=True, tag="DiscardProposal"):
    """Discard a proposal; nothing else happens."""

    proposal_id: str
    rev: int | None = None


class EraseProposal(Command, frozen=True, kw_only=True, tag="EraseProposal"):
    """Erase a proposal and the data of its customer; an open one is discarded."""

    proposal_id: str


def asked(**found: Any) -> ProposalState[WaitlistState]:  # noqa: ANN401 - any records
    """Build the state from the records found."""
    proposal, lately = found.pop("proposal"), found.pop("lately", ())
    return ProposalState(proposal, gathered(**found), lately)


def approving(joining: Callable[[Any, Found], Needs]) -> Callable[[ApproveProposal, Found], Needs]:
    """Load the proposal, then what joining needs."""

    def needs(command: ApproveProposal, found: Found) -> Needs:
        if wanted := the_proposal(command, found):
            return wanted
        return joining(command.join, found)

    return needs


def propose(loaded: ProposalState[WaitlistState], command: Propose, now: datetime) -> Decision:
    """Store the proposal and notify staff; the same one twice is stored once."""
    known, fresh = loaded.proposal, command.proposal
    if known is None:
        return _proposed(loaded, fresh, create(fresh), now, fresh.id)
    again = renewed(known, fresh) if command.renew else None
    if again is None:
        return Decision(WaitlistResult("proposed"))
    return _proposed(loaded, fresh, again, now, f"{fresh.id}-{known.rev + 1}")


def _proposed(
    loaded: ProposalState[WaitlistState],
    proposal: Proposal,
    kept: Change[Proposal],
    now: datetime,
    occasion: str,
) -> Decision:
    note = _note(loaded, proposal, now, occasion)
    step = Step(SCOPE, "proposed", proposal.id, ())
    return Decision(WaitlistResult("proposed"), steps=(step,), moves=(kept,), messages=(note,))


def _note(
    loaded: ProposalState[WaitlistState], proposal: Proposal, now: datetime, occasion: str
) -> Message:
    if shares_note(loaded.lately, proposal, now):
        at = shared_note_at(now)
        note = to_staff("proposal", loaded.state, now, f"several-{at:%Y%m%dT%H%M}", several=True)
        return msgspec.structs.replace(note, not_before=at)
    facts = {"id": proposal.id, "sender": proposal.sender, "subject": proposal.subject}
    read = {"name": proposal.value("name"), "service": proposal.value("service")}
    return to_staff("proposal", loaded.state, now, occasion, proposal={**facts, **read})


def approve(
    loaded: ProposalState[WaitlistState], command: ApproveProposal, now: datetime
) -> Decision:
    """Join the customer and close the proposal in one commit; it stays open if that fails."""
    proposal = loaded.proposal
    if proposal is None or not proposal.awaits(command.rev):
        return DECIDING.not_awaited(proposal)
    decision = entries.join(loaded.state, command.join, now)
    answer: WaitlistResult = decision.answer
    if answer.code not in TAKEN_IN or answer.entry is None:
        return decision
    return DECIDING.approved(proposal, decision, now, answer.entry.id)
