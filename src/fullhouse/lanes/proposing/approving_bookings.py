"""From a proposed booking to the command that approves it: as it was read, or as staff have put it right."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fullhouse.kernel.proposals import Proposal
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.lanes.booking import typed_booking
from fullhouse.lanes.booking_shapes import Duration
from fullhouse.lanes.shapes import Email, Line
from fullhouse.lanes.waiting_shapes import Name, Phone
from fullhouse.products.appointments.proposals import ApproveAppointment

BOOKING_FIELDS = ("name", "phone", "email", "service", "staff", "date", "time", "minutes")
Day = Annotated[str, Meta(examples=["2026-06-20"], extra_json_schema={"pattern": r"^\d{4}-\d\d-\d\d$"})]
Time = Annotated[
    str,
    Meta(
        description="As the clock in the business's zone shows it.",
        examples=["14:00"],
        extra_json_schema={"pattern": r"^\d\d:\d\d(:\d\d)?$"},
    ),
]


class BookingEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is right instead of what was read of a booking; what is left out stays, what is null is taken away."""

    name: Name | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    service: Line | UnsetType = UNSET
    staff: Line | UnsetType | None = UNSET
    date: Day | UnsetType = UNSET
    time: Time | UnsetType = UNSET
    minutes: Duration | UnsetType | None = UNSET


def approve_booking(proposal: Proposal, book: Rulebook, fields: Mapping[str, str] | None = None) -> ApproveAppointment:
    """Make the command, or raise `Unfit` with all that is wrong; `fields` stand before what was read."""
    if proposal.value("change") == "gone":
        return ApproveAppointment(proposal_id=proposal.id, rev=proposal.rev)
    given = {name: proposal.value(name) for name in BOOKING_FIELDS} | dict(fields or {})
    wanted = typed_booking(given, book, proposal.value("appointment") or proposal.id, calls=True)
    source = msgspec.structs.replace(wanted, source="mail" if proposal.mail else "calendar")
    return ApproveAppointment(proposal_id=proposal.id, book=source, rev=proposal.rev)
