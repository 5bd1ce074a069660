"""Scores of reading mail without model or network: of tuning mails and of unseen ones.

`python -m tests.corpus` prints the tables; so does `pytest -rP tests/corpus`. `make test` reads
one mail with a picture, which take longest; `make proof` reads all.
"""

import sys

import pytest

from tests.corpus.sample import Part, load
from tests.corpus.scoring import Tally, no_picture, one_picture, score

pytestmark = pytest.mark.timeout(600)
CANCELS_FOUND = 0.95
CANCELS_NOTICED = 0.85
FIELDS_RIGHT = 0.85


@pytest.fixture(params=["some", pytest.param("all", marks=pytest.mark.proof)])
def every_picture(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "all")


@pytest.fixture
def seen(every_picture: bool) -> Tally:
    return score("seen", every_picture=every_picture)


@pytest.fixture(params=["seen", "unseen"])
def part(request: pytest.FixtureRequest) -> Part:
    return "seen" if request.param == "seen" else "unseen"


@pytest.fixture
def either(part: Part, every_picture: bool) -> Tally:
    return score(part, every_picture=every_picture)


def test_how_well_mails_are_read_is_told(part: Part, either: Tally) -> None:
    sys.stdout.write(f"{part}\n{either.table}\n")
    assert either.cancels > 0
    assert either.fields > 0


def test_nobody_loses_a_seat_who_did_not_give_it_up(seen: Tally) -> None:
    assert seen.cancel_precision == 1


def test_who_gives_up_a_seat_is_understood(seen: Tally) -> None:
    assert seen.cancel_recall > CANCELS_FOUND


def test_most_who_give_up_a_seat_are_taken_at_their_word_or_asked(either: Tally) -> None:
    assert either.cancel_noticed > CANCELS_NOTICED


def test_what_no_person_wrote_is_neither_answered_nor_counted(either: Tally) -> None:
    assert either.asides > 0
    assert (either.asides_answered, either.asides_counted) == (0, 0)


def test_what_is_wanted_is_read_without_a_model(either: Tally) -> None:
    assert either.right > FIELDS_RIGHT


def test_nothing_is_made_up(seen: Tally) -> None:
    assert seen.fields_invented == 0


def test_staff_are_told_of_each_file_that_was_not_read(seen: Tally) -> None:
    assert seen.refusals_right == seen.refusals > 0


def test_one_mail_with_a_picture_is_always_read() -> None:
    every = load("seen")
    pictures = [
        paper.is_picture
        for sample in one_picture(every).values()
        for paper in sample.attachments
        if paper.is_picture
    ]
    assert pictures
    assert len(no_picture(every)) + 1 == len(one_picture(every)) < len(every)
