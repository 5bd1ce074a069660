"""Scores of reading mail without model or network: of tuning mails and of unseen ones.

`python -m tests.corpus` prints the tables; so does `pytest -rP tests/corpus`.
"""

import sys

import pytest

from tests.corpus.sample import Part
from tests.corpus.scoring import score

pytestmark = pytest.mark.timeout(600)
on_both = pytest.mark.parametrize("part", ["seen", "unseen"])
CANCELS_FOUND = 0.95
CANCELS_NOTICED = 0.85
FIELDS_RIGHT = 0.85


@on_both
def test_how_well_mails_are_read_is_told(part: Part) -> None:
    tally = score(part)
    sys.stdout.write(f"{part}\n{tally.table}\n")
    assert tally.cancels > 0
    assert tally.fields > 0


def test_nobody_loses_a_seat_who_did_not_give_it_up() -> None:
    assert score("seen").cancel_precision == 1


def test_who_gives_up_a_seat_is_understood() -> None:
    assert score("seen").cancel_recall > CANCELS_FOUND


@on_both
def test_most_who_give_up_a_seat_are_taken_at_their_word_or_asked(part: Part) -> None:
    assert score(part).cancel_noticed > CANCELS_NOTICED


@on_both
def test_what_no_person_wrote_is_neither_answered_nor_counted(part: Part) -> None:
    tally = score(part)
    assert tally.asides > 0
    assert (tally.asides_answered, tally.asides_counted) == (0, 0)


@on_both
def test_what_is_wanted_is_read_without_a_model(part: Part) -> None:
    assert score(part).right > FIELDS_RIGHT


def test_nothing_is_made_up() -> None:
    assert score("seen").fields_invented == 0


def test_staff_are_told_of_each_file_that_was_not_read() -> None:
    tally = score("seen")
    assert tally.refusals_right == tally.refusals > 0
