"""Proposals are one list for all products: which fields each kind has, and which commands decide on it."""

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.commands import Command
from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import FieldProblem
from fullhouse.lanes.hosting import decode
from fullhouse.lanes.phone import is_landline
from fullhouse.lanes.proposing import approving
from fullhouse.lanes.proposing import approving_bookings as bookings
from fullhouse.products.appointments.answers import PROBLEMS as ABOUT_BOOKINGS
from fullhouse.products.appointments.commands import NoteCustomer
from fullhouse.products.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    EraseAppointmentProposal,
)
from fullhouse.products.waitlist.answers import PROBLEMS as ABOUT_ENTRIES
from fullhouse.products.waitlist.commands import NoteReach
from fullhouse.products.waitlist.proposals import ApproveProposal, DiscardProposal, EraseProposal

# Someone decides on what says something else by now.
CHANGED = "proposal_changed"
# What lanes and rules call a field, and what it is called in a proposal.
SHOWN_AS = {"starts_at": "time", "duration": "minutes"}
SENTENCES = {("bad_time", "starts_at"): "This is not a day and a time such as 2026-06-20 and 14:00."}
NOTHING_TO_EDIT = "The booking is gone, so there is nothing to put right: approve that, or discard it."
LANDLINE = "a landline, which takes no texts"


class ProposalType(msgspec.Struct, frozen=True):
    """How the proposals of one product are decided on.

    `usual` is what stands in a field that nothing was read for, `edit` is what a script may put right, `problems` are
    the sentences for what cannot be done.
    """

    fields: tuple[str, ...]
    usual: Mapping[str, str]
    edit: type[msgspec.Struct]
    approved: Callable[[Proposal, Rulebook, datetime, Mapping[str, str]], Command]
    discarded: Callable[[str, int], Command]
    erased: Callable[[str], Command]
    problems: Mapping[str, str]

    def cells(self, proposal: Proposal) -> dict[str, str]:
        """Return what was read for each field, or what is usual."""
        return {name: proposal.value(name) or self.usual.get(name, "") for name in self.fields}


def _joined(proposal: Proposal, book: Rulebook, now: datetime, cells: Mapping[str, str]) -> Command:
    return approving.approve_entry(proposal, book, now, cells)


def _booked(proposal: Proposal, book: Rulebook, _now: datetime, cells: Mapping[str, str]) -> Command:
    return bookings.approve_booking(proposal, book, cells)


KINDS: dict[str, ProposalType] = {
    "waitlist": ProposalType(
        fields=approving.ENTRY_FIELDS,
        usual={"party": "1"},
        edit=approving.ProposalEdit,
        approved=_joined,
        discarded=lambda name, rev: DiscardProposal(proposal_id=name, rev=rev),
        erased=lambda name: EraseProposal(proposal_id=name),
        problems=ABOUT_ENTRIES,
    ),
    "appointments": ProposalType(
        fields=bookings.BOOKING_FIELDS,
        usual={},
        edit=bookings.BookingEdit,
        approved=_booked,
        discarded=lambda name, rev: DiscardAppointment(proposal_id=name, rev=rev),
        erased=lambda name: EraseAppointmentProposal(proposal_id=name),
        problems=ABOUT_BOOKINGS,
    ),
}


def approve(proposal: Proposal, book: Rulebook, now: datetime, cells: Mapping[str, str] | None = None) -> Command:
    """Make the command that approves a proposal, or raise `Unfit`; `cells` stand before what was read.

    It is approved as it stands here: if it says something else when the command arrives, nothing is done.
    """
    return KINDS[proposal.product].approved(proposal, book, now, cells or {})


def at_revision(problem: FieldProblem) -> FieldProblem:
    """Speak of a field as a proposal does."""
    sentence = SENTENCES.get((problem.code, problem.field), problem.message)
    return FieldProblem(problem.code, sentence, SHOWN_AS.get(problem.field, problem.field))


async def mail_if_landline(engine: Engine, command: Command, by: str) -> None:
    """Remember of a number that can only be called that it takes no texts, before anyone is written to there."""
    if isinstance(command, ApproveProposal) and is_landline(command.join.phone):
        await engine.execute(NoteReach(address=command.join.phone, reach="unreachable", note=LANDLINE), by)
    if isinstance(command, ApproveAppointment) and command.book is not None and is_landline(command.book.phone):
        await engine.execute(NoteCustomer(address=command.book.phone, reach="unreachable", note=LANDLINE), by)


def read_edit(proposal: Proposal, body: bytes) -> dict[str, str]:
    """Read what a script has put right, as cells, or raise `Unfit`."""
    given = msgspec.structs.asdict(decode(body, KINDS[proposal.product].edit))
    return {name: "" if value is None else str(value) for name, value in given.items() if value is not msgspec.UNSET}


def discard(proposal: Proposal) -> Command:
    """Make the command that lets a proposal go, as it stands here."""
    return KINDS[proposal.product].discarded(proposal.id, proposal.rev)


def erase(proposal: Proposal) -> Command:
    """Make the command that forgets a proposal."""
    return KINDS[proposal.product].erased(proposal.id)
