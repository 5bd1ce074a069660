"""Review of proposals: the fields of each kind, and the commands that decide on it."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.appointment_form import typed_booking
from fullhouse.inbound.forms.appointment_schema import Duration
from fullhouse.inbound.forms.event_json import decode
from fullhouse.inbound.forms.event_schema import Email, Line
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.phone import is_landline
from fullhouse.inbound.forms.waitlist_form import JoinForm, from_fields, join
from fullhouse.inbound.forms.waitlist_schema import (
    Clock,
    Date,
    Name,
    Party,
    Phone,
    Priority,
    WeekdayList,
)
from fullhouse.kernel.commands import Command
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.model import Source
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    EraseAppointmentProposal,
)
from fullhouse.products.frontdesk.appointments.result_codes import PROBLEMS as ABOUT_BOOKINGS
from fullhouse.products.frontdesk.refill.claim_answers import FreeClaimedSlot
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY
from fullhouse.products.frontdesk.waitlist.proposals import (
    ApproveProposal,
    DiscardProposal,
    EraseProposal,
)
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS as ABOUT_ENTRIES

ENTRY_FIELDS = (
    *("name", "phone", "email", "service", "party", "earliest", "latest"),
    *("weekdays", "from_time", "until_time", "staff"),
)
LONGEST_NUMBER = 1


class ProposalEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to a waitlist request. Fields that are left out stay; null clears one."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    phone: Phone | msgspec.UnsetType | None = msgspec.UNSET
    email: Email | msgspec.UnsetType | None = msgspec.UNSET
    service: Line | msgspec.UnsetType = msgspec.UNSET
    party: Party | msgspec.UnsetType = msgspec.UNSET
    earliest: Date | msgspec.UnsetType | None = msgspec.UNSET
    latest: Date | msgspec.UnsetType | None = msgspec.UNSET
    weekdays: WeekdayList | msgspec.UnsetType | None = msgspec.UNSET
    from_time: Clock | msgspec.UnsetType | None = msgspec.UNSET
    until_time: Clock | msgspec.UnsetType | None = msgspec.UNSET
    staff: Line | msgspec.UnsetType | None = msgspec.UNSET
    priority: Annotated[Priority, Meta(description="Higher ones are asked first.")] = 0


def approve_entry(
    proposal: Proposal, book: Rulebook, now: datetime, fields: Mapping[str, str] | None = None
) -> ApproveProposal:
    """Return the command, or raise `Invalid` with all problems; `fields` override the proposal."""
    read = {name: proposal.value(name) for name in ENTRY_FIELDS}
    given = {**read, **(fields or {})}
    typed: JoinForm = from_fields(given)
    command = join(typed, book, now, proposal.id, calls=True)
    wanted = msgspec.structs.replace(
        command, priority=_priority(given.get("priority", "")), source="mail"
    )
    return ApproveProposal(proposal_id=proposal.id, join=wanted, rev=proposal.rev)


def _priority(typed: str) -> int:
    if not typed.strip():
        return 0
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_NUMBER
    if not is_number or int(typed) > HIGHEST_PRIORITY:
        sentence = gettext(
            "A priority is from 0 to %(number)s; higher ones are asked first.",
            number=HIGHEST_PRIORITY,
        )
        raise Invalid(FieldProblem("bad_priority", sentence, "priority"))
    return int(typed)


BOOKING_FIELDS = ("name", "phone", "email", "service", "staff", "date", "time", "minutes")
Day = Annotated[
    str, Meta(examples=["2026-06-20"], extra_json_schema={"pattern": r"^\d{4}-\d\d-\d\d$"})
]
Time = Annotated[
    str,
    Meta(
        description="As the clock in the business's zone shows it.",
        examples=["14:00"],
        extra_json_schema={"pattern": r"^\d\d:\d\d(:\d\d)?$"},
    ),
]


class BookingEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to a proposed booking. Fields that are left out stay; null clears one."""

    name: Name | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    service: Line | UnsetType = UNSET
    staff: Line | UnsetType | None = UNSET
    date: Day | UnsetType = UNSET
    time: Time | UnsetType = UNSET
    minutes: Duration | UnsetType | None = UNSET


def approve_booking(
    proposal: Proposal, book: Rulebook, fields: Mapping[str, str] | None = None
) -> ApproveAppointment:
    """Return the command, or raise `Invalid` with all problems; `fields` override the proposal."""
    if proposal.value("change") == "gone":
        return ApproveAppointment(proposal_id=proposal.id, rev=proposal.rev)
    given = {name: proposal.value(name) for name in BOOKING_FIELDS} | dict(fields or {})
    wanted = typed_booking(given, book, proposal.value("appointment") or proposal.id, calls=True)
    source: Source = "mail" if proposal.mail else "calendar"
    booking = msgspec.structs.replace(wanted, source=source, tell=moved_in_calendar(proposal))
    return ApproveAppointment(proposal_id=proposal.id, book=booking, rev=proposal.rev)


def moved_in_calendar(proposal: Proposal) -> bool:
    """Return True if staff moved an appointment in the calendar: its customer does not know yet."""
    return proposal.value("change") == "moved" and not proposal.mail


# The code for a proposal that has changed since staff saw it.
CHANGED = "proposal_changed"
# Fields that have another name in a proposal than in forms and rules.
SHOWN_AS = {"starts_at": "time", "duration": "minutes"}
SENTENCES = {
    ("bad_time", "starts_at"): "This is not a day and a time such as 2026-06-20 and 14:00."
}
NOTHING_TO_EDIT = (
    "There is nothing to edit here: approve it to cancel the booking, or discard it to keep it."
)
WHICH_BOOKING = to_translate("Please say which of these bookings is cancelled.")
LANDLINE = "a landline, which takes no texts"


class ProposalType(msgspec.Struct, frozen=True):
    """The way the proposals of one product are decided on.

    `usual` are default values, `edit` is the JSON type of a correction, `problems` are the
    sentences for what cannot be done.
    """

    fields: tuple[str, ...]
    usual: Mapping[str, str]
    edit: type[msgspec.Struct]
    approved: Callable[[Proposal, Rulebook, datetime, Mapping[str, str]], Command]
    discarded: Callable[[str, int], Command]
    erased: Callable[[str], Command]
    problems: Mapping[str, str]

    def cells(self, proposal: Proposal) -> dict[str, str]:
        """Return the value of each field, or its default."""
        return {name: proposal.value(name) or self.usual.get(name, "") for name in self.fields}


def with_confirmation(command: Command, *, tell: bool) -> Command:
    """Return the command that approves a booking so that its customer gets a message, or none."""
    if not isinstance(command, ApproveAppointment) or command.book is None:
        return command
    return msgspec.structs.replace(command, book=msgspec.structs.replace(command.book, tell=tell))


def free_claimed(proposal: Proposal, chosen: str = "") -> FreeClaimedSlot:
    """Return the command that cancels the booking a question is about, and frees its slot.

    If it may be about several, `chosen` is the slot of the one; without it raise `Invalid`.
    """
    meant = slots_meant(proposal)
    if chosen not in meant and (chosen or len(meant) > 1):
        raise Invalid(FieldProblem("which_booking", translate(WHICH_BOOKING), "slot"))
    slot_id = chosen or meant[0]
    digest = hashlib.sha256(f"{proposal.id} {slot_id} {proposal.rev}".encode()).hexdigest()
    free = FreeSlot(
        slot_id=f"q{digest[:23]}",
        service=proposal.value("service"),
        starts_at=datetime.fromisoformat(proposal.value("starts_at")),
        minutes=int(proposal.value("minutes") or 0),
        staff=proposal.value("staff"),
        party_capacity=int(proposal.value("party") or 1),
        reason="no_show" if proposal.value("reason") == "no_show" else "cancelled",
        again=slot_id,
        source="desk",
    )
    return FreeClaimedSlot(proposal_id=proposal.id, free=free, rev=proposal.rev)


def slots_meant(proposal: Proposal) -> tuple[str, ...]:
    """Return the claimed slots that a question may be about; none if a proposal is no question."""
    return (*proposal.value("slot").split(), *proposal.value("others").split())


def _joined(proposal: Proposal, book: Rulebook, now: datetime, cells: Mapping[str, str]) -> Command:
    if proposal.value("change") == "gone":
        return free_claimed(proposal, cells.get("slot", ""))
    return approve_entry(proposal, book, now, cells)


def _booked(
    proposal: Proposal, book: Rulebook, _now: datetime, cells: Mapping[str, str]
) -> Command:
    return approve_booking(proposal, book, cells)


KINDS: dict[str, ProposalType] = {
    "waitlist": ProposalType(
        fields=ENTRY_FIELDS,
        usual={"party": "1"},
        edit=ProposalEdit,
        approved=_joined,
        discarded=lambda name, rev: DiscardProposal(proposal_id=name, rev=rev),
        erased=lambda name: EraseProposal(proposal_id=name),
        problems=ABOUT_ENTRIES,
    ),
    "appointments": ProposalType(
        fields=BOOKING_FIELDS,
        usual={},
        edit=BookingEdit,
        approved=_booked,
        discarded=lambda name, rev: DiscardAppointment(proposal_id=name, rev=rev),
        erased=lambda name: EraseAppointmentProposal(proposal_id=name),
        problems=ABOUT_BOOKINGS,
    ),
}


def approve(
    proposal: Proposal, book: Rulebook, now: datetime, cells: Mapping[str, str] | None = None
) -> Command:
    """Return the command that approves a proposal, or raise `Invalid`; `cells` override it.

    If the proposal has changed when the command arrives, nothing is done.
    """
    return KINDS[proposal.product].approved(proposal, book, now, cells or {})


def at_revision(problem: FieldProblem) -> FieldProblem:
    """Return a problem with the field's name in a proposal."""
    sentence = SENTENCES.get((problem.code, problem.field), problem.message)
    return FieldProblem(problem.code, sentence, SHOWN_AS.get(problem.field, problem.field))


async def mail_if_landline(engine: Engine, command: Command, by: str) -> None:
    """Record that a landline takes no texts, before anything is sent to it."""
    phone = ""
    if isinstance(command, ApproveProposal):
        phone = command.join.phone
    elif isinstance(command, ApproveAppointment) and command.book is not None:
        phone = command.book.phone
    if is_landline(phone):
        await engine.execute(NoteReach(address=phone, reach="unreachable", note=LANDLINE), by)


def read_edit(proposal: Proposal, body: bytes) -> dict[str, str]:
    """Return the corrections that a script sends, as cells, or raise `Invalid`."""
    given = msgspec.structs.asdict(decode(body, KINDS[proposal.product].edit))
    return {name: _cell(value) for name, value in given.items() if value is not msgspec.UNSET}


def _cell(value: object) -> str:
    """Return a corrected value as the text of a cell."""
    if isinstance(value, tuple):
        return " ".join(value)
    return "" if value is None else str(value)


def discard(proposal: Proposal) -> Command:
    """Return the command that discards a proposal as it is here."""
    return KINDS[proposal.product].discarded(proposal.id, proposal.rev)


def erase(proposal: Proposal) -> Command:
    """Return the command that erases a proposal."""
    return KINDS[proposal.product].erased(proposal.id)
