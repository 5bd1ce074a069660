"""Notes to staff about a customer's text: what it says, and what would take a slot."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField, note_facts
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import STILL_MEANT
from tests.products.frontdesk.waitlist.told import NOW, letter

PHONE = "+491711234567"
TEXT = {"sender": PHONE, "name": "Ada", "service": "Colour", "note": "Yes please!"}
AT = datetime(2026, 6, 12, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("more", "subject", "last"),
    [
        ({}, "Text from Ada: Colour", "Nothing has changed yet. If it needs an answer"),
        (
            {"answers": AT},
            "Text from Ada: Colour, Friday 12 June, 14:00",
            "Nothing has changed yet. The link in our text takes the slot, or a plain YES",
        ),
        (
            {"answers": AT, "late": True},
            "Text from Ada: Colour, Friday 12 June, 14:00",
            "It came after our offer ended, so nothing is booked. Nobody else is being asked. If",
        ),
    ],
)
def test_a_note_about_a_text_says_what_takes_a_slot(
    more: dict[str, Any], subject: str, last: str
) -> None:
    note = letter("proposal", proposal={**TEXT, **more})
    assert note.subject == subject
    assert note.paragraphs[0] == f"Text from Ada ({PHONE}):"
    assert note.paragraphs[-1].startswith(last)


@pytest.mark.parametrize("name", ["Olivia <b>Smith</b>", "Anna <3", "{{ name }}", "see x.example"])
def test_a_name_that_is_not_shown_leaves_no_gap(name: str) -> None:
    note = letter("proposal", proposal={**TEXT, "name": name})
    assert note.subject == "Text from someone: Colour"
    assert note.heading == "Text from someone: Colour"
    assert note.paragraphs[0] == f"Text from someone ({PHONE}):"
    assert "Name" not in dict(note.details)


@pytest.mark.parametrize(
    ("asked_until", "unclear"),
    [
        (None, False),
        (NOW + timedelta(minutes=5), True),
        (NOW - STILL_MEANT + timedelta(seconds=1), True),
        (NOW - STILL_MEANT, False),
    ],
)
def test_an_answer_may_mean_an_offer_that_ended_lately(
    asked_until: datetime | None, unclear: bool
) -> None:
    contact = Contact(id=contact_id(PHONE), at=NOW, asked_until=asked_until)
    other = Contact(id=contact_id("+491719999999"), at=NOW, asked_until=NOW)
    assert queue.may_mean_earlier(PHONE, (contact, other), NOW) == unclear


def test_a_proposal_of_a_late_yes_says_so_in_its_note() -> None:
    fields = (("change", "reply"), ("starts_at", AT.isoformat()), ("late", "yes"))
    read = tuple(ProposedField(name, value, "sure") for name, value in fields)
    late = Proposal(id="p1", product="waitlist", fields=read, sender=PHONE, text="YES", at=NOW)
    assert note_facts(late)["late"] is True
