"""Proposals: rows read from free text, which staff approve before anything happens."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from fullhouse.kernel.decisions import Change, Decision, ErasePerson, Step, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Need, Needs, Record
from fullhouse.products.frontdesk.shared.documents import the_documents

State = Literal["open", "approved", "discarded"]
Confidence = Literal["sure", "likely", "guess"]
S = TypeVar("S")
# Strangers can send any number of requests. Staff get so many notes an hour about single ones;
# all further ones of a quarter of an hour share a note.
MOST_SINGLE_NOTES = 5
SHARED_NOTE_MINUTES = 15
LATELY = timedelta(hours=1)
MOST_LATELY = 20
LONGEST_NOTE = 500
# Between the further times of a repeating calendar entry, in the field `repeats`.
REPEATS_APART = ", "
# Fields that a note shows beside the name and the service, if they were read.
NOTED = (
    *("phone", "email", "staff", "date", "time", "change"),
    *("earliest", "latest", "from_time", "until_time"),
)


class ProposedField(msgspec.Struct, frozen=True):
    """One field: its value, how sure it is, and the words of the source that say so."""

    field: str
    value: str
    confidence: Confidence = "likely"
    words: str = ""


class Proposal(Record, frozen=True, kw_only=True):
    """A row for staff to approve. Once decided, it drops the text; the mail is stored elsewhere.

    Its id is the id of the row if it is approved; `became` is the row it became, which may be
    another. It is `proven` if the sender of its mail was authenticated.
    """

    kind_name: ClassVar[str] = "proposal"

    id: str
    product: str
    state: State = "open"
    fields: tuple[ProposedField, ...] = ()
    sender: str = ""
    subject: str = ""
    text: str = ""
    mail: str = ""
    at: datetime
    closed_at: datetime | None = None
    became: str = ""
    rev: int = 0
    proven: bool = False

    def value(self, field: str) -> str:
        """Return the value of a field; empty if it was not read."""
        return next((proposed.value for proposed in self.fields if proposed.field == field), "")

    def awaits(self, rev: int | None) -> bool:
        """Return True if it is open and unchanged since `rev`; None skips that check."""
        return self.state == "open" and rev in (None, self.rev)


class ProposalPage(Need[tuple[Proposal, ...]], frozen=True):
    """Proposals, newest first, before a cursor; in one state and product, or in any."""

    query_name: ClassVar[str] = "ProposalPage"
    state: str = ""
    before: str = ""
    limit: int = 100
    product: str = ""


# The fields that a closed proposal keeps: they name no person.
KEPT = frozenset({"slot", "ref"})


def closed(proposal: Proposal, state: State, now: datetime, became: str = "") -> Change[Proposal]:
    """Close a proposal and drop its text."""
    kept = tuple(field for field in proposal.fields if field.field in KEPT)
    blank: dict[str, Any] = {"fields": kept, "sender": "", "subject": "", "text": ""}
    sets: dict[str, Any] = {"state": state, "closed_at": now, "became": became, **blank}
    return update(proposal, *if_unchanged(proposal, "rev"), **sets, rev=proposal.rev + 1)


# The fields that a second reading may replace while the proposal is open.
READ = ("fields", "sender", "subject", "text")


def renewed(known: Proposal, fresh: Proposal) -> Change[Proposal] | None:
    """Return the change to what was read since; None if it is the same or already decided."""
    if known.state != "open":
        return None
    sets = {name: getattr(fresh, name) for name in READ}
    if all(getattr(known, name) == value for name, value in sets.items()):
        return None
    return update(known, *if_unchanged(known, "rev"), **sets, rev=known.rev + 1)


class Proposing(Protocol):
    """A command that puts a proposal before staff."""

    @property
    def proposal(self) -> Proposal:
        """The proposal to decide on."""


class ProposalCommand(Protocol):
    """A command that decides on a proposal."""

    @property
    def proposal_id(self) -> str:
        """The id of the proposal to decide on."""


class VersionedProposalCommand(ProposalCommand, Protocol):
    """A command of someone who decides on what they were shown."""

    @property
    def rev(self) -> int | None:
        """At which revision that was; None takes it as it stands."""


def proposing(command: Proposing, found: Found) -> Needs:
    """Load the proposal if it is known, others, and the rules, which set the language of staff."""
    if found:
        return {}
    known: Needs = {"proposal": Get(Proposal, command.proposal.key)}
    lately: Needs = {"lately": ProposalPage("open", limit=MOST_LATELY)}
    return {**known, **lately, **the_documents(command, found)}


def the_proposal(command: ProposalCommand, found: Found) -> Needs:
    """Load the proposal."""
    return {} if "proposal" in found else {"proposal": Get(Proposal, (command.proposal_id,))}


class ProposalState(msgspec.Struct, Generic[S], frozen=True):
    """The loaded state: the proposal, what its rule needs beside it, and other open ones."""

    proposal: Proposal | None
    state: S
    lately: tuple[Proposal, ...] = ()


def note_facts(proposal: Proposal) -> dict[str, Any]:
    """Copy what a note to staff says about a proposal; of a reply also what it answers."""
    read: dict[str, Any] = {name: proposal.value(name) for name in ("name", "service")}
    read |= {name: value for name in NOTED if (value := proposal.value(name))}
    if weekdays := proposal.value("weekdays"):
        read["weekdays"] = tuple(weekdays.split())
    if repeats := proposal.value("repeats"):
        read["more"] = len(repeats.split(REPEATS_APART))
    facts = {"sender": proposal.sender, "subject": proposal.subject, **read}
    if not is_reply(proposal):
        return facts
    starts_at = proposal.value("starts_at")
    answers: dict[str, Any] = {"answers": starts_at} if starts_at else {}
    if proposal.value("late"):
        answers["late"] = True
    return {**facts, **answers, "note": proposal.text[:LONGEST_NOTE]}


def is_reply(proposal: Proposal) -> bool:
    """Return True if a proposal is a customer's reply to a message of ours, by mail or text."""
    change = proposal.value("change")
    return change == "reply" or bool(proposal.mail and change)


def shares_note(lately: tuple[Proposal, ...], proposal: Proposal, now: datetime) -> bool:
    """Return True if staff have had enough notes within the hour about single proposals."""
    others = [
        other
        for other in lately
        if other.product == proposal.product and other.id != proposal.id and other.at > now - LATELY
    ]
    return len(others) >= MOST_SINGLE_NOTES


def shared_note_at(now: datetime) -> datetime:
    """Return when the note that several proposals share is sent: at the next quarter hour."""
    passed = timedelta(
        minutes=now.minute % SHARED_NOTE_MINUTES, seconds=now.second, microseconds=now.microsecond
    )
    return now - passed + timedelta(minutes=SHARED_NOTE_MINUTES)


class ProposalRules(msgspec.Struct, frozen=True):
    """The rules by which one product's proposals are decided.

    `answer` makes a result of the product from a code; `instead` replaces the facts of staff notes
    once a proposal is erased.
    """

    scope: str
    answer: Callable[[str], Any]
    instead: Mapping[str, str]

    def not_awaited(self, proposal: Proposal | None) -> Decision:
        """Answer that it is unknown, was decided before, or has changed."""
        if proposal is None:
            return Decision(self.answer("unknown_proposal"))
        if proposal.state == "open":
            return Decision(self.answer("proposal_changed"))
        return Decision(self.answer(f"proposal_{proposal.state}"))

    def approved(self, proposal: Proposal, done: Decision, now: datetime, became: str) -> Decision:
        """Close a proposal in the same commit as its effect."""
        step = Step(self.scope, "proposal_approved", proposal.id, ())
        over = closed(proposal, "approved", now, became)
        return msgspec.structs.replace(done, steps=(*done.steps, step), moves=(*done.moves, over))

    def discard(
        self, loaded: ProposalState[Any], command: VersionedProposalCommand, now: datetime
    ) -> Decision:
        """Close a proposal without effect."""
        proposal = loaded.proposal
        if proposal is None or not proposal.awaits(command.rev):
            return self.not_awaited(proposal)
        step = Step(self.scope, "proposal_discarded", proposal.id, ())
        return Decision(
            self.answer("discarded"), steps=(step,), moves=(closed(proposal, "discarded", now),)
        )

    def erase(
        self, loaded: ProposalState[Any], _command: ProposalCommand, now: datetime
    ) -> Decision:
        """Erase a proposal; one that became a row of the same id is erased with that row."""
        proposal = loaded.proposal
        if proposal is None:
            return self.not_awaited(proposal)
        if proposal.became == proposal.id:
            return Decision(self.answer("erased"))
        over = (closed(proposal, "discarded", now),) if proposal.state == "open" else ()
        step = Step(self.scope, "erased", proposal.id, ())
        forget = ErasePerson(self.scope, Proposal.kind_name, proposal.id, self.instead)
        return Decision(self.answer("erased"), steps=(step,), moves=over, forget=(forget,))
