"""Bookings that were forwarded or seen in a calendar: put before staff, written down only when one of them approves."""

from collections.abc import Callable, Container
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments import bookings, replies
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    EditAppointment,
)
from fullhouse.products.frontdesk.appointments.messages import to_staff
from fullhouse.products.frontdesk.appointments.model import (
    ERASED,
    ERASED_NAME,
    SCOPE,
    AppointmentResult,
    AppointmentState,
)
from fullhouse.products.frontdesk.appointments.needs import gathered
from fullhouse.products.frontdesk.shared import proposals
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalRules,
    renewed,
    the_proposal,
)

# What is done when a proposal is approved: written down, or seen to be so already.
TAKEN_IN = frozenset({"booked", "already"})
MOVED = frozenset({"edited", "unchanged"})
GONE = frozenset({"cancelled", "appointment_cancelled"})
# What an appointment that was moved keeps as it is known here, unless staff put right what the proposal says of it.
ABOUT = ("name", "phone", "email", "service", "staff")
# What a note to staff says instead of whom it named.
INSTEAD = {
    "name": ERASED_NAME,
    "phone": "",
    "email": "",
    "note": ERASED,
    "sender": "",
    "subject": "",
}
DECIDING = ProposalRules(SCOPE, AppointmentResult, INSTEAD)
discard, erase = DECIDING.discard, DECIDING.erase


class ProposeAppointment(Command, frozen=True, kw_only=True, tag="ProposeAppointment"):
    """Put a booking before staff; with `renew`, one that is open already says what this one does.

    One that names an `appointment` proposes a `change` of it: that it was `moved`, or is `gone`.
    """

    proposal: Proposal
    renew: bool = False


class ApproveAppointment(Command, frozen=True, kw_only=True, tag="ApproveAppointment"):
    """Write an appointment down as a proposal says, or as staff have put it right.

    Where it proposes a change, the appointment that it names is changed; a cancellation needs no `book`. One that says
    something else than at `rev`, which whoever approves has seen, stays open.
    """

    proposal_id: str
    book: BookAppointment | None = None
    rev: int | None = None


class DiscardAppointment(Command, frozen=True, kw_only=True, tag="DiscardAppointment"):
    """Let a proposal go; nothing happens."""

    proposal_id: str
    rev: int | None = None


class EraseAppointmentProposal(Command, frozen=True, kw_only=True, tag="EraseAppointmentProposal"):
    """Forget what was proposed, and whom it named; a proposal that is still open is let go of."""

    proposal_id: str


class Asked(proposals.ProposalState[AppointmentState], frozen=True):
    """What was loaded: the proposal, and what doing as it says needs."""


def asked(**found: Any) -> Asked:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one."""
    proposal = found.pop("proposal")
    return Asked(proposal, gathered(**found))


class Asking(msgspec.Struct, frozen=True):
    """What has to be known before something is booked, edited or cancelled."""

    booking: Callable[[Any, Found], Needs]
    editing: Callable[[Any, Found], Needs]
    ending: Callable[[Any, Found], Needs]


def approving(asking: Asking) -> Callable[[ApproveAppointment, Found], Needs]:
    """Load the proposal, then all that doing as it says needs."""

    def needs(command: ApproveAppointment, found: Found) -> Needs:
        if wanted := the_proposal(command, found):
            return wanted
        match _meant(found["proposal"], command):
            case BookAppointment() as book:
                return asking.booking(book, found)
            case EditAppointment() as edit:
                return asking.editing(edit, found)
            case CancelAppointment() as cancel:
                return asking.ending(cancel, found)
        return {}

    return needs


def _meant(
    proposal: Proposal | None, command: ApproveAppointment
) -> BookAppointment | EditAppointment | CancelAppointment | None:
    """Say what approving does; nothing if that is not known any more, or nobody has said how it is to be booked."""
    if proposal is None or proposal.state != "open":
        return None
    change_of, book = proposal.value("appointment"), command.book
    if proposal.value("change") == "gone":
        return CancelAppointment(appointment_id=change_of, source="calendar")
    if book is None or not change_of:
        return book
    typed = {name: said for name in ABOUT if (said := getattr(book, name)) != proposal.value(name)}
    minutes = book.minutes or UNSET
    return EditAppointment(
        appointment_id=change_of,
        starts_at=book.starts_at,
        minutes=minutes,
        **typed,
        source="calendar",
    )


def propose(loaded: Asked, command: ProposeAppointment, now: datetime) -> Decision:
    """Keep the proposal, and tell staff of it; the same one twice is one."""
    known, fresh = loaded.proposal, command.proposal
    if known is None:
        return _proposed(loaded, fresh, create(fresh), now, fresh.id)
    again = renewed(known, fresh) if command.renew else None
    if again is None:
        return Decision(AppointmentResult("proposed"))
    return _proposed(loaded, fresh, again, now, f"{fresh.id}-{known.rev + 1}")


def _proposed(
    loaded: Asked, proposal: Proposal, kept: Change[Proposal], now: datetime, occasion: str
) -> Decision:
    appointment = proposal.value("appointment")
    about = {"about": appointment} if appointment else {}
    facts = {"id": proposal.id, **about, "sender": proposal.sender, "subject": proposal.subject}
    read = {"name": proposal.value("name"), "service": proposal.value("service")}
    note = to_staff("proposal", loaded.state, now, occasion, proposal={**facts, **read})
    step = Step(SCOPE, "proposed", proposal.id, ())
    return Decision(AppointmentResult("proposed"), steps=(step,), moves=(kept,), messages=(note,))


def approve(loaded: Asked, command: ApproveAppointment, now: datetime) -> Decision:
    """Do as the proposal says and close it, in one commit; what cannot be done stays open."""
    proposal = loaded.proposal
    if proposal is None or not proposal.awaits(command.rev):
        return DECIDING.not_awaited(proposal)
    decision, fine = _done(loaded.state, _meant(proposal, command), now)
    answer: AppointmentResult = decision.answer
    if answer.code not in fine or answer.appointment is None:
        return decision
    return DECIDING.approved(proposal, decision, now, answer.appointment.id)


def _done(
    state: AppointmentState,
    meant: BookAppointment | EditAppointment | CancelAppointment | None,
    now: datetime,
) -> tuple[Decision, Container[str]]:
    """Decide as is meant, and say which answers mean that it is so now."""
    match meant:
        case BookAppointment() as book:
            return bookings.book(state, book, now), TAKEN_IN
        case EditAppointment() as edit:
            return bookings.edit_appointment(state, edit, now), MOVED
        case CancelAppointment() as cancel:
            return replies.cancel(state, cancel, now), GONE
    return Decision(AppointmentResult("unknown_service", field="service")), ()
