"""Requests that were forwarded: proposed to staff, and taken onto the list only when one of them approves."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.asking import the_documents
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, Forget, Step, new
from fullhouse.kernel.product import Found
from fullhouse.kernel.proposals import Proposal, closed
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.waitlist import entries
from fullhouse.products.waitlist.commands import Join
from fullhouse.products.waitlist.gathering import gathered
from fullhouse.products.waitlist.model import ERASED, ERASED_NAME, SCOPE, Answer, State
from fullhouse.products.waitlist.notices import to_staff

TAKEN_IN = ("joined", "already")
# What a note to staff says instead of whom it named.
INSTEAD = {"name": ERASED_NAME, "phone": "", "email": "", "note": ERASED, **entries.UNSAID}


class Propose(Command, frozen=True, kw_only=True):
    """Put a request before staff."""

    proposal: Proposal


class ApproveProposal(Command, frozen=True, kw_only=True):
    """Put someone on the list as a proposal says, or as staff have put it right."""

    proposal_id: str
    join: Join


class DiscardProposal(Command, frozen=True, kw_only=True):
    """Let a proposal go; nothing happens."""

    proposal_id: str


class EraseProposal(Command, frozen=True, kw_only=True):
    """Forget what someone asked for, and that they did; a proposal that is still open is let go of."""

    proposal_id: str


class Asked(msgspec.Struct, frozen=True):
    """What was loaded: the proposal, and what its rule needs beside it."""

    proposal: Proposal | None
    state: State


def asked(**found: Any) -> Asked:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one."""
    proposal = found.pop("proposal")
    return Asked(proposal, gathered(**found))


def proposing(command: Propose, found: Found) -> Needs:
    """Load the proposal if it is known, and the rules, which say in which language staff read."""
    known = {"proposal": Get(Proposal, command.proposal.key)}
    return {} if found else {**known, **the_documents(command, found)}


def the_proposal(command: DiscardProposal | EraseProposal, found: Found) -> Needs:
    """Load the proposal."""
    return {} if found else {"proposal": Get(Proposal, (command.proposal_id,))}


def approving(joining: Callable[[Any, Found], Needs]) -> Callable[[ApproveProposal, Found], Needs]:
    """Load the proposal, then all that joining needs."""

    def needs(command: ApproveProposal, found: Found) -> Needs:
        if "proposal" not in found:
            return {"proposal": Get(Proposal, (command.proposal_id,))}
        return joining(command.join, found)

    return needs


def propose(loaded: Asked, command: Propose, now: datetime) -> Decision:
    """Keep the proposal, and tell staff of it."""
    if loaded.proposal is not None:
        return Decision(Answer("proposed"))
    proposal = command.proposal
    facts = {"id": proposal.id, "sender": proposal.sender, "subject": proposal.subject}
    read = {"name": proposal.value("name"), "service": proposal.value("service")}
    note = to_staff("proposal", loaded.state, now, proposal.id, proposal={**facts, **read})
    step = Step(SCOPE, "proposed", proposal.id, ())
    return Decision(Answer("proposed"), steps=(step,), moves=(new(proposal),), messages=(note,))


def approve(loaded: Asked, command: ApproveProposal, now: datetime) -> Decision:
    """Put the person on the list and close the proposal, in one commit; what cannot be joined stays open."""
    proposal = loaded.proposal
    if proposal is None or proposal.state != "open":
        return _not_open(proposal)
    decision = entries.join(loaded.state, command.join, now)
    answer: Answer = decision.answer
    if answer.code not in TAKEN_IN or answer.entry is None:
        return decision
    step = Step(SCOPE, "proposal_approved", proposal.id, ())
    over = closed(proposal, "approved", now, answer.entry.id)
    return msgspec.structs.replace(decision, steps=(*decision.steps, step), moves=(*decision.moves, over))


def discard(loaded: Asked, _command: DiscardProposal, now: datetime) -> Decision:
    """Close a proposal without effect."""
    proposal = loaded.proposal
    if proposal is None or proposal.state != "open":
        return _not_open(proposal)
    step = Step(SCOPE, "proposal_discarded", proposal.id, ())
    return Decision(Answer("discarded"), steps=(step,), moves=(closed(proposal, "discarded", now),))


def erase(loaded: Asked, _command: EraseProposal, now: datetime) -> Decision:
    """Forget a request; what is known of one that became an entry of the same name goes with that entry."""
    proposal = loaded.proposal
    if proposal is None:
        return _not_open(proposal)
    if proposal.became == proposal.id:
        return Decision(Answer("erased"))
    over = (closed(proposal, "discarded", now),) if proposal.state == "open" else ()
    step = Step(SCOPE, "erased", proposal.id, ())
    forget = Forget(SCOPE, Proposal.kind_name, proposal.id, INSTEAD)
    return Decision(Answer("erased"), steps=(step,), moves=over, forget=(forget,))


def _not_open(proposal: Proposal | None) -> Decision:
    return Decision(Answer("unknown_proposal" if proposal is None else f"proposal_{proposal.state}"))
