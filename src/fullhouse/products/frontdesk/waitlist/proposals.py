"""Proposals from forwarded requests: joined only when staff approve."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Change, Decision, Step, create
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.shared.contacts import Given
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalRules,
    ProposalState,
    note_facts,
    renewed,
    shared_note_at,
    shares_note,
    the_proposal,
)
from fullhouse.products.frontdesk.waitlist import entries
from fullhouse.products.frontdesk.waitlist.claim_questions import question_id
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
from fullhouse.products.frontdesk.waitlist.queue import NumberGiven

TAKEN_IN = ("joined", "updated", "already")
SAME_DIGITS = 6
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

    A proposal that changed since `rev`, which staff have seen, stays open. With `consent` staff
    confirm that the customer agrees to offers by text.
    """

    proposal_id: str
    join: JoinWaitlist
    rev: int | None = None
    consent: bool = False


class DiscardProposal(Command, frozen=True, kw_only=True, tag="DiscardProposal"):
    """Discard a proposal; nothing else happens."""

    proposal_id: str
    rev: int | None = None


def close_alarm(slot_id: str, now: datetime) -> Alarm:
    """Return the alarm that closes the question about a claimed slot, if there is one."""
    name = question_id(slot_id)
    return Alarm(f"close:{name}", now, DiscardProposal(proposal_id=name))


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
    entry = proposal.value("entry")
    about = {"about": entry} if entry else {}
    facts = {"id": proposal.id, **about, **note_facts(proposal)}
    return to_staff("proposal", loaded.state, now, occasion, proposal=facts)


def approve(
    loaded: ProposalState[WaitlistState], command: ApproveProposal, now: datetime
) -> Decision:
    """Join the customer and close the proposal in one commit; it stays open if that fails."""
    proposal = loaded.proposal
    if proposal is None or not proposal.awaits(command.rev):
        return DECIDING.not_awaited(proposal)
    given = NumberGiven(_how_given(proposal, command.join), command.consent)
    decision = entries.join(loaded.state, command.join, now, given)
    answer: WaitlistResult = decision.answer
    if answer.code not in TAKEN_IN or answer.entry is None:
        return decision
    return DECIDING.approved(proposal, decision, now, answer.entry.id)


def _how_given(proposal: Proposal, join: JoinWaitlist) -> Given:
    """Return how the number of a proposal was given: staff may have typed another one."""
    if _last_digits(join.phone) != _last_digits(proposal.value("phone")):
        return "staff"
    if proposal.proven and proposal.sender and proposal.sender == join.email:
        return "email"
    return "forwarded"


def _last_digits(phone: str) -> str:
    """Return the end of a number, which is the same with and without its country's code."""
    return "".join(digit for digit in phone if digit.isdecimal())[-SAME_DIGITS:]
