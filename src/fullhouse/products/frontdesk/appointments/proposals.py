"""Proposals from forwarded mails and calendars: booked only when staff approve."""

from collections.abc import Callable, Container
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create
from fullhouse.kernel.messages import Message
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
    note_facts,
    renewed,
    shared_note_at,
    shares_note,
    the_proposal,
)

# Result codes that close a proposal: it is done, or was done before.
TAKEN_IN = frozenset({"booked", "already"})
MOVED = frozenset({"edited", "unchanged"})
GONE = frozenset({"cancelled", "appointment_cancelled"})
# Fields that a moved appointment keeps, unless staff corrected them in the proposal.
ABOUT = ("name", "phone", "email", "service", "staff")
# Replaces the facts of an erased customer in notes to staff.
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
    """Submit a proposal to staff; with `renew`, replace the content of an open one.

    One that names an `appointment` proposes a `change` of it: that it was `moved`, or is `gone`; a
    `reply` of its customer proposes none. It is `noted` if a note about another time of the same
    calendar entry names this one as well.
    """

    proposal: Proposal
    renew: bool = False
    noted: bool = False


class ApproveAppointment(Command, frozen=True, kw_only=True, tag="ApproveAppointment"):
    """Book an appointment as a proposal says, or as staff corrected it.

    A proposed change is applied to the appointment that it names; a cancellation needs no `book`. A
    proposal that changed since `rev`, which staff have seen, stays open.
    """

    proposal_id: str
    book: BookAppointment | None = None
    rev: int | None = None


class DiscardAppointment(Command, frozen=True, kw_only=True, tag="DiscardAppointment"):
    """Discard a proposal; nothing else happens."""

    proposal_id: str
    rev: int | None = None


class EraseAppointmentProposal(Command, frozen=True, kw_only=True, tag="EraseAppointmentProposal"):
    """Erase a proposal and the data of its customer; an open one is discarded."""

    proposal_id: str


class Asked(proposals.ProposalState[AppointmentState], frozen=True):
    """The loaded proposal and records."""


def asked(**found: Any) -> Asked:  # noqa: ANN401 - any records
    """Build the state from the records found."""
    proposal, lately = found.pop("proposal"), found.pop("lately", ())
    return Asked(proposal, gathered(**found), lately)


class Asking(msgspec.Struct, frozen=True):
    """The needs of booking, editing and cancelling."""

    booking: Callable[[Any, Found], Needs]
    editing: Callable[[Any, Found], Needs]
    ending: Callable[[Any, Found], Needs]


def approving(asking: Asking) -> Callable[[ApproveAppointment, Found], Needs]:
    """Load the proposal, then what its command needs."""

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
    """Return the command that approving runs; None if the proposal is closed or has no booking."""
    if proposal is None or proposal.state != "open":
        return None
    change_of, book = proposal.value("appointment"), command.book
    if proposal.value("change") == "gone":
        return CancelAppointment(appointment_id=change_of, source="calendar")
    if book is None or not change_of:
        return book
    return EditAppointment(
        appointment_id=change_of,
        starts_at=book.starts_at,
        minutes=book.minutes or UNSET,
        **_corrected(proposal, book),
        source="mail" if proposal.mail else "calendar",
        tell=book.tell,
    )


def _corrected(proposal: Proposal, book: BookAppointment) -> dict[str, Any]:
    """Return the fields that staff or the customer's own words change."""
    typed = {name: getattr(book, name) for name in ABOUT}
    wanted = _wanted(proposal)
    return {
        name: value
        for name, value in typed.items()
        if name in wanted or value != proposal.value(name)
    }


def _wanted(proposal: Proposal) -> frozenset[str]:
    """Return the fields that the customer's own words change, if this is a reply of theirs."""
    if not proposal.mail:
        return frozenset()
    return frozenset(field.field for field in proposal.fields if field.words)


def propose(loaded: Asked, command: ProposeAppointment, now: datetime) -> Decision:
    """Store the proposal and notify staff; the same one twice is stored once."""
    known, fresh = loaded.proposal, command.proposal
    if known is None:
        decision = _proposed(loaded, fresh, create(fresh), now, fresh.id)
    elif command.renew and (again := renewed(known, fresh)) is not None:
        decision = _proposed(loaded, fresh, again, now, f"{fresh.id}-{known.rev + 1}")
    else:
        return Decision(AppointmentResult("proposed"))
    return msgspec.structs.replace(decision, messages=()) if command.noted else decision


def _proposed(
    loaded: Asked, proposal: Proposal, kept: Change[Proposal], now: datetime, occasion: str
) -> Decision:
    note = _note(loaded, proposal, now, occasion)
    step = Step(SCOPE, "proposed", proposal.id, ())
    return Decision(AppointmentResult("proposed"), steps=(step,), moves=(kept,), messages=(note,))


def _note(loaded: Asked, proposal: Proposal, now: datetime, occasion: str) -> Message:
    if shares_note(loaded.lately, proposal, now):
        at = shared_note_at(now)
        note = to_staff("proposal", loaded.state, now, f"several-{at:%Y%m%dT%H%M}", several=True)
        return msgspec.structs.replace(note, not_before=at)
    appointment = proposal.value("appointment")
    about = {"about": appointment} if appointment else {}
    facts = {"id": proposal.id, **about, **note_facts(proposal)}
    return to_staff("proposal", loaded.state, now, occasion, proposal=facts)


def approve(loaded: Asked, command: ApproveAppointment, now: datetime) -> Decision:
    """Run the proposal's command and close it in one commit; it stays open if that fails."""
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
    """Run the command; also return the result codes that mean it is done."""
    match meant:
        case BookAppointment() as book:
            return bookings.book(state, book, now), TAKEN_IN
        case EditAppointment() as edit:
            return bookings.edit_appointment(state, edit, now), MOVED
        case CancelAppointment() as cancel:
            return replies.cancel(state, cancel, now), GONE
    return Decision(AppointmentResult("unknown_service", field="service")), ()
