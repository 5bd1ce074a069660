"""Whatever was proposed for, the command that decides on it is that of its product."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from fullhouse.inbound.extraction.review import KINDS, approve, discard, erase
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    EraseAppointmentProposal,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.proposals import (
    ApproveProposal,
    DiscardProposal,
    EraseProposal,
)

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
BOOK = Rulebook(services=(Service("Cut", 45),))
READ = {
    "name": "Kim",
    "email": "kim@example.org",
    "service": "Cut",
    "date": "2026-06-03",
    "time": "14:00",
}


def proposed(product: str, **read: str) -> Proposal:
    fields = tuple(ProposedField(name, value) for name, value in {**READ, **read}.items())
    return Proposal(id="p1", product=product, fields=fields, at=NOW)


def test_a_request_for_the_list_is_approved_onto_it() -> None:
    command = approve(proposed("waitlist"), BOOK, NOW)
    assert isinstance(command, ApproveProposal)
    assert (command.proposal_id, command.join.name) == ("p1", "Kim")


def test_a_booking_is_approved_into_the_book() -> None:
    command = approve(proposed("appointments"), BOOK, NOW, {"name": "Kim Lee"})
    assert isinstance(command, ApproveAppointment)
    assert command.book is not None
    assert (command.proposal_id, command.book.name) == ("p1", "Kim Lee")


def test_what_is_missing_is_said() -> None:
    with pytest.raises(Invalid):
        approve(proposed("appointments", date=""), BOOK, NOW)


@pytest.mark.parametrize(
    ("product", "discarding", "erasing"),
    [
        ("waitlist", DiscardProposal(proposal_id="p1", rev=0), EraseProposal(proposal_id="p1")),
        (
            "appointments",
            DiscardAppointment(proposal_id="p1", rev=0),
            EraseAppointmentProposal(proposal_id="p1"),
        ),
    ],
)
def test_it_is_discarded_and_forgotten_by_its_own_product(
    product: str, discarding: Command, erasing: Command
) -> None:
    assert (discard(proposed(product)), erase(proposed(product))) == (discarding, erasing)


def test_what_was_not_read_is_what_is_usual() -> None:
    assert KINDS["waitlist"].cells(proposed("waitlist"))["party"] == "1"
    assert KINDS["appointments"].cells(proposed("appointments"))["minutes"] == ""


@pytest.mark.parametrize("product", KINDS)
def test_it_is_decided_on_as_it_stood_when_it_was_read(product: str) -> None:
    seen = msgspec.structs.replace(proposed(product), rev=3)
    decisions: list[Any] = [approve(seen, BOOK, NOW), discard(seen)]
    assert [one.rev for one in decisions] == [3, 3]
