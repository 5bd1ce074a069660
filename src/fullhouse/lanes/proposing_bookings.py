"""From a proposed booking to the command that approves it: as it was read, or as staff have put it right."""

from collections.abc import Mapping

import msgspec

from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.booking import typed_booking
from fullhouse.products.appointments.proposals import ApproveAppointment

FIELDS = ("name", "phone", "email", "service", "staff", "date", "time", "minutes")


def approve_booking(proposal: Proposal, book: Rulebook, fields: Mapping[str, str] | None = None) -> ApproveAppointment:
    """Make the command, or raise `Unfit` with all that is wrong; `fields` stand before what was read."""
    if proposal.value("change") == "gone":
        return ApproveAppointment(proposal_id=proposal.id)
    given = {name: proposal.value(name) for name in FIELDS} | dict(fields or {})
    wanted = typed_booking(given, book, proposal.value("appointment") or proposal.id)
    source = msgspec.structs.replace(wanted, source="mail" if proposal.mail else "calendar")
    return ApproveAppointment(proposal_id=proposal.id, book=source)
