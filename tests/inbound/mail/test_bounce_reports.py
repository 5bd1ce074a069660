"""Effects of a bounce report: the recipient of that mail is marked and gets no more there."""

from datetime import UTC, datetime

import msgspec
import pytest

from fullhouse.inbound.mail.bounce_reports import BounceReport, command_for
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.rsvp.commands import NoteBounce, StopMail

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
ANNA = "anna@example.org"


def about(product: str) -> Message:
    whose = {"product": product, "kind": "x", "to": ANNA, "scope": "s", "person": "p"}
    return msgspec.convert(
        {"id": "m", **whose, "queued_at": NOW, "not_before": NOW, "at": NOW}, Message
    )


def report(kind: str) -> BounceReport:
    return BounceReport(kind, ANNA, "id", "550 no such box")  # type: ignore[arg-type] # a kind


@pytest.mark.parametrize("product", ["waitlist", "appointments"])
def test_a_customers_address_is_remembered_for_both_products(product: str) -> None:
    assert command_for(report("bounce"), about(product))[0] == NoteReach(
        address=ANNA, reach="bounced", note="550 no such box"
    )
    assert command_for(report("complaint"), about(product))[0] == NoteReach(
        address=ANNA, reach="opted_out", note="complained"
    )


def test_a_guest_is_remembered_with_their_event() -> None:
    bounce = NoteBounce(event_id="s", guest_id="p", email=ANNA, reason="550 no such box")
    assert command_for(report("bounce"), about("rsvp"))[0] == bounce
    assert command_for(report("complaint"), about("rsvp"))[0] == StopMail(
        event_id="s", guest_id="p"
    )


@pytest.mark.parametrize("product", ["rsvp", "waitlist", "appointments"])
def test_a_mail_that_is_only_late_asks_for_nothing(product: str) -> None:
    assert command_for(report("delay"), about(product))[0] is None
