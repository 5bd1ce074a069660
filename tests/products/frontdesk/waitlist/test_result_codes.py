"""Every answer that a rule gives has a sentence, and is either done or a problem."""

import re
from pathlib import Path

from fullhouse.kernel.link_binding import REPLACED
from fullhouse.products.frontdesk import waitlist
from fullhouse.products.frontdesk.waitlist.result_codes import DONE, PROBLEMS

CODE = re.compile(r'WaitlistResult\(\s*"([a-z_]+)"')


def codes() -> set[str]:
    """Return the codes that stand in the rules as they are; some are put together from a state."""
    folder = Path(waitlist.__file__).parent
    return {code for file in folder.glob("*.py") for code in CODE.findall(file.read_text())}


def test_every_code_has_a_sentence() -> None:
    assert len(codes()) > 10
    assert (codes() | {REPLACED}) - DONE.keys() - PROBLEMS.keys() == set()


def test_nothing_is_done_and_a_problem_at_once() -> None:
    assert DONE.keys() & PROBLEMS.keys() == set()


def test_each_sentence_is_one() -> None:
    for sentence in (*DONE.values(), *PROBLEMS.values()):
        assert re.fullmatch(r"[A-Z].+\.", sentence)
