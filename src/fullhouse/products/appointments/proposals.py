"""Bookings that were forwarded or seen in a calendar: proposed to staff, written down only when one of them approves."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, Forget, Step, new
from fullhouse.kernel.product import Found
from fullhouse.kernel.proposals import Proposal, closed
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.appointments import bookings
from fullhouse.products.appointments.commands import Book
from fullhouse.products.appointments.gathering import gathered, the_documents
from fullhouse.products.appointments.model import ERASED, ERASED_NAME, SCOPE, Answer, State
from fullhouse.products.appointments.notices import to_staff

TAKEN_IN = ("booked", "already")
# What a note to staff says instead of whom it named.
INSTEAD = {"name": ERASED_NAME, "phone": "", "email": "", "note": ERASED, "sender": "", "subject": ""}


class ProposeAppointment(Command, frozen=True, kw_only=True):
    """Put a booking before staff."""

    proposal: Proposal


class ApproveAppointment(Command, frozen=True, kw_only=True):
    """Write an appointment down as a proposal says, or as staff have put it right."""

    proposal_id: str
    book: Book


class DiscardAppointment(Command, frozen=True, kw_only=True):
    """Let a proposal go; nothing happens."""

    proposal_id: str


class EraseAppointmentProposal(Command, frozen=True, kw_only=True):
    """Forget what was proposed, and whom it named; a proposal that is still open is let go of."""

    proposal_id: str


class Asked(msgspec.Struct, frozen=True):
    """What was loaded: the proposal, and what its rule needs beside it."""

    proposal: Proposal | None
    state: State


def asked(**found: Any) -> Asked:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one."""
    proposal = found.pop("proposal")
    return Asked(proposal, gathered(**found))


def proposing(command: ProposeAppointment, found: Found) -> Needs:
    """Load the proposal if it is known, and the rules, which say in which language staff read."""
    known = {"proposal": Get(Proposal, command.proposal.key)}
    return {} if found else {**known, **the_documents(command, found)}


def the_proposal(command: DiscardAppointment | EraseAppointmentProposal, found: Found) -> Needs:
    """Load the proposal."""
    return {} if found else {"proposal": Get(Proposal, (command.proposal_id,))}


def approving(booking: Callable[[Any, Found], Needs]) -> Callable[[ApproveAppointment, Found], Needs]:
    """Load the proposal, then all that booking needs."""

    def needs(command: ApproveAppointment, found: Found) -> Needs:
        if "proposal" not in found:
            return {"proposal": Get(Proposal, (command.proposal_id,))}
        return booking(command.book, found)

    return needs


def propose(loaded: Asked, command: ProposeAppointment, now: datetime) -> Decision:
    """Keep the proposal, and tell staff of it; the same one twice is one."""
    if loaded.proposal is not None:
        return Decision(Answer("proposed"))
    proposal = command.proposal
    facts = {"id": proposal.id, "sender": proposal.sender, "subject": proposal.subject}
    read = {"name": proposal.value("name"), "service": proposal.value("service")}
    note = to_staff("proposal", loaded.state, now, proposal.id, proposal={**facts, **read})
    step = Step(SCOPE, "proposed", proposal.id, ())
    return Decision(Answer("proposed"), steps=(step,), moves=(new(proposal),), messages=(note,))


def approve(loaded: Asked, command: ApproveAppointment, now: datetime) -> Decision:
    """Write the appointment down and close the proposal, in one commit; what cannot be booked stays open."""
    proposal = loaded.proposal
    if proposal is None or proposal.state != "open":
        return _not_open(proposal)
    decision = bookings.book(loaded.state, command.book, now)
    answer: Answer = decision.answer
    if answer.code not in TAKEN_IN or answer.appointment is None:
        return decision
    step = Step(SCOPE, "proposal_approved", proposal.id, ())
    over = closed(proposal, "approved", now, answer.appointment.id)
    return msgspec.structs.replace(decision, steps=(*decision.steps, step), moves=(*decision.moves, over))


def discard(loaded: Asked, _command: DiscardAppointment, now: datetime) -> Decision:
    """Close a proposal without effect."""
    proposal = loaded.proposal
    if proposal is None or proposal.state != "open":
        return _not_open(proposal)
    step = Step(SCOPE, "proposal_discarded", proposal.id, ())
    return Decision(Answer("discarded"), steps=(step,), moves=(closed(proposal, "discarded", now),))


def erase(loaded: Asked, _command: EraseAppointmentProposal, now: datetime) -> Decision:
    """Forget a proposal; what is known of one that became an appointment of the same name goes with that one."""
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
