"""Auto-replies without headers are recognised; people who are away are not."""

import tomllib
from pathlib import Path

import pytest

from fullhouse.inbound.mail.away_notes import is_away_note

MAILS = tomllib.loads(Path(__file__).with_name("away_notes.toml").read_text())


@pytest.mark.parametrize(("subject", "text"), MAILS["notes"])
def test_out_of_office_notes_are_recognised(subject: str, text: str) -> None:
    assert is_away_note(subject, text)


@pytest.mark.parametrize(("subject", "text"), MAILS["people"])
def test_people_who_are_away_are_no_machines(subject: str, text: str) -> None:
    assert not is_away_note(subject, text)


def test_unseen_notes_and_people_are_told_apart() -> None:
    notes = [is_away_note(*mail) for mail in MAILS["unseen_notes"]]
    people = [is_away_note(*mail) for mail in MAILS["unseen_people"]]
    assert (len(notes), len(people)) == (16, 16)
    assert sum(notes) >= 13
    assert sum(people) == 0


def test_a_very_long_note_is_read_up_to_a_point() -> None:
    assert not is_away_note("Re: party", "word " * 100_000 + "this is an automatic reply")
    assert not is_away_note("a" * 1_000_000, "(urgent " * 100_000)
