"""From a proposal to the command that approves it: as it was read, or as staff have put it right."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import FieldProblem, Invalid
from fullhouse.lanes.shapes import Email, Line
from fullhouse.lanes.waiting import JoinForm, from_fields, join
from fullhouse.lanes.waiting_shapes import Date, Name, Party, Phone, Priority
from fullhouse.products.waitlist.model import HIGHEST_PRIORITY
from fullhouse.products.waitlist.proposals import ApproveProposal

ENTRY_FIELDS = ("name", "phone", "email", "service", "party", "earliest", "latest", "staff")
LONGEST_NUMBER = 1


class ProposalEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is right instead of what was read of a wish; what is left out stays, what is null is taken away."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    phone: Phone | msgspec.UnsetType | None = msgspec.UNSET
    email: Email | msgspec.UnsetType | None = msgspec.UNSET
    service: Line | msgspec.UnsetType = msgspec.UNSET
    party: Party | msgspec.UnsetType = msgspec.UNSET
    earliest: Date | msgspec.UnsetType | None = msgspec.UNSET
    latest: Date | msgspec.UnsetType | None = msgspec.UNSET
    staff: Line | msgspec.UnsetType | None = msgspec.UNSET
    priority: Annotated[Priority, Meta(description="Higher ones are asked first.")] = 0


def approve_entry(
    proposal: Proposal, book: Rulebook, now: datetime, fields: Mapping[str, str] | None = None
) -> ApproveProposal:
    """Make the command, or raise `Unfit` with all that is wrong; `fields` stand before what was read."""
    read = {name: proposal.value(name) for name in ENTRY_FIELDS}
    given = {**read, **(fields or {})}
    typed: JoinForm = from_fields(given)
    command = join(typed, book, now, proposal.id, calls=True)
    wanted = msgspec.structs.replace(command, priority=_priority(given.get("priority", "")), source="mail")
    return ApproveProposal(proposal_id=proposal.id, join=wanted, rev=proposal.rev)


def _priority(typed: str) -> int:
    if not typed.strip():
        return 0
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_NUMBER and int(typed) <= HIGHEST_PRIORITY):
        sentence = f"A priority is from 0 to {HIGHEST_PRIORITY}; higher ones are asked first."
        raise Invalid(FieldProblem("bad_priority", sentence, "priority"))
    return int(typed)
