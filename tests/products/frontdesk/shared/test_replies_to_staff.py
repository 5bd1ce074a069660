"""Notes to staff about a customer's reply to a message of ours."""

from collections.abc import Callable

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.appointments import wording as of_appointments
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField, note_facts
from fullhouse.products.frontdesk.waitlist import wording as of_waitlist
from tests.products.frontdesk.appointments import told as appointments
from tests.products.frontdesk.waitlist import told as waitlist
from tests.products.frontdesk.waitlist.told import NOW

Compose = Callable[[str], Letter]
REPLY = {"note": "Yes please!\nEve", "answers": "2026-06-03T14:00:00+00:00", "name": "Eve"}


def _appointments(language: str) -> Letter:
    note = appointments.message("proposal", business={"language": language}, proposal=REPLY)
    return of_appointments.compose(note, lambda purpose: f"https://x/{purpose}")


def _waitlist(language: str) -> Letter:
    note = waitlist.message("proposal", business={"language": language}, proposal=REPLY)
    return of_waitlist.compose(note, lambda purpose: f"https://x/{purpose}")


@pytest.mark.parametrize("compose", [_appointments, _waitlist])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_reply_is_quoted_with_what_it_answers(compose: Compose, language: str) -> None:
    letter = compose(language)
    assert "Eve" in letter.subject
    assert "16" in letter.subject
    assert "Yes please! Eve" in " ".join(letter.paragraphs)
    assert ("desk", True) in {(button.purpose, button.main) for button in letter.buttons}


@pytest.mark.parametrize("starts_at", ["", "2026-06-03T14:00:00+00:00"])
def test_a_note_about_a_reply_says_what_it_answers(starts_at: str) -> None:
    answered = (ProposedField("change", "moved"), ProposedField("starts_at", starts_at))
    reply = Proposal(
        id="p1", product="appointments", mail="m1", fields=answered, text="Later?", at=NOW
    )
    facts = note_facts(reply)
    assert (facts["note"], facts.get("answers", "")) == ("Later?", starts_at)


def test_a_note_about_a_proposal_shows_when_they_have_time_and_how_often() -> None:
    read = (ProposedField("weekdays", "mon thu"), ProposedField("repeats", "2026-06-09 10:00, x"))
    facts = note_facts(Proposal(id="p1", product="appointments", fields=read, at=NOW))
    assert (facts["weekdays"], facts["more"]) == (("mon", "thu"), 2)
