"""Every code that an answer carries has its sentence."""

import re
from pathlib import Path
from typing import get_args

from fullhouse.kernel.link_binding import REPLACED
from fullhouse.products.frontdesk import appointments
from fullhouse.products.frontdesk.appointments.bookings import FIELDS
from fullhouse.products.frontdesk.appointments.model import STANDING, Action, Status
from fullhouse.products.frontdesk.appointments.result_codes import DONE, PROBLEMS

FOLDER = Path(appointments.__path__[0])


def codes() -> set[str]:
    texts = [one.read_text(encoding="utf-8") for one in FOLDER.glob("*.py")]
    return {code for text in texts for code in re.findall(r'AppointmentResult\(\s*"(\w+)"', text)}


def test_every_code_has_one_sentence() -> None:
    answered = {f"answered_{action}" for action in get_args(Action)}
    ended = {f"appointment_{status}" for status in get_args(Status) if status not in STANDING}
    # What the one rule for the proposals of every product answers.
    decided = {
        "unknown_proposal",
        "proposal_approved",
        "proposal_discarded",
        "proposal_changed",
        "discarded",
    }
    own = codes() | {REPLACED}
    assert {*DONE, *PROBLEMS} == own | answered | ended | decided | set(FIELDS)
    assert not DONE.keys() & PROBLEMS.keys()


def test_every_sentence_is_one() -> None:
    for sentence in (*DONE.values(), *PROBLEMS.values()):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
