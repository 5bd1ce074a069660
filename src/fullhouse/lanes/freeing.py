"""How freed slots come in: from a script or a booking tool, as JSON, into the one command that frees a slot."""

from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.form import FieldProblem, Invalid
from fullhouse.lanes.hosting import clean_line, decode
from fullhouse.lanes.moments import read_moment
from fullhouse.lanes.waiting_shapes import NewSlot, ReportedSlot
from fullhouse.products.waitlist.commands import FreeSlot
from fullhouse.products.waitlist.model import LARGEST_PARTY


def read_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Make the command of what a script sent, or raise `Unfit`; what is not a field is refused."""
    return _free(decode(body, NewSlot), rulebook, slot_id)


def read_reported_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Make the command of what a booking tool told, or raise `Unfit`; what else it says is passed over."""
    return _free(decode(body, ReportedSlot), rulebook, slot_id)


def _free(given: NewSlot | ReportedSlot, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    capacity = 1 if given.party_capacity is None else given.party_capacity
    if not 1 <= capacity <= LARGEST_PARTY:
        sentence = f"party_capacity is from 1 to {LARGEST_PARTY}."
        raise Invalid(FieldProblem("bad_party_capacity", sentence, "party_capacity"))
    return FreeSlot(
        slot_id=slot_id,
        service=clean_line(given.service, "service"),
        starts_at=read_moment(given.starts_at, "starts_at", rulebook.zone).replace(second=0, microsecond=0),
        staff=clean_line(given.staff or "", "staff", empty=True),
        party_capacity=capacity,
        reason=given.reason or "cancelled",
        ref=clean_line("" if given.ref is None else str(given.ref), "ref", empty=True),
    )
