"""Budgets of messages that answer a text."""

from fullhouse.engine.catalogue import BUDGETS
from fullhouse.engine.counted_messages import when_spent
from fullhouse.engine.ports import Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot
from tests.products.frontdesk.waitlist import told


def test_what_a_person_claims_by_text_does_not_count() -> None:
    claim = ClaimSlot(slot_id="s1", seq=1, entry_id="e1")
    hook = RecordWebhook(hook="texts", digest="d", asks=claim)
    booked = told.message("booked", "text")
    assert when_spent(BUDGETS["waitlist"], booked, Invocation("o", "webhook", hook)) == "proof"
    other = RecordWebhook(hook="slots", digest="d", asks=claim)
    assert when_spent(BUDGETS["waitlist"], booked, Invocation("o", "webhook", other)) == ""
