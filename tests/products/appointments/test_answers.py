"""Every answer that a rule gives has a sentence, and is either done or a problem."""

import re
from pathlib import Path
from typing import get_args

from fullhouse.products import appointments
from fullhouse.products.appointments.answers import DONE, PROBLEMS
from fullhouse.products.appointments.bookings import FIELDS
from fullhouse.products.appointments.model import Action, Status

CODE = re.compile(r'Answer\(\s*"([a-z_]+)"')


def codes() -> set[str]:
    """Return the codes that stand in the rules as they are, and those that are put together from a state."""
    folder = Path(appointments.__file__).parent
    plain = {code for file in folder.glob("*.py") for code in CODE.findall(file.read_text())}
    answered = {f"answered_{action}" for action in get_args(Action)}
    return {*plain, *answered, *(f"appointment_{status}" for status in get_args(Status)), *FIELDS}


def test_every_code_has_a_sentence() -> None:
    assert len(codes()) > 20
    assert codes() - DONE.keys() - PROBLEMS.keys() == set()


def test_nothing_is_done_and_a_problem_at_once() -> None:
    assert DONE.keys() & PROBLEMS.keys() == set()


def test_each_sentence_is_one() -> None:
    for sentence in (*DONE.values(), *PROBLEMS.values()):
        assert re.fullmatch(r"[A-Z].+\.", sentence)
