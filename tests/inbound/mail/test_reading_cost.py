"""Work of reading one mail, counted: seconds differ from machine to machine, and calls do not."""

import pytest

from fullhouse.inbound.mail.reader import MailSettings, read_content
from fullhouse.inbound.mail.sender_check import Envelope
from fullhouse.inbound.mail.wanted import LONGEST_HEARD, UnderstoodMail, understood
from tests.support.counted_calls import counting_calls

HEAD = "From: Anna <anna@example.org>\r\nSubject: Supper\r\n\r\n"
COSTLY = "sorry, not sure if {} of us can, the table may be taken.\r\n\r\n"
LARGEST_QUICK = 60_000
# Of our own functions: 260,000 with Python 3.11; parsed again for each question it took 1,400,000.
MOST_CALLS = 400_000


def costly(size: int, first: int = 0) -> str:
    """Return a mail of about this size that no other one shares its text with."""
    lines = [COSTLY.format(first + number) for number in range(size // len(COSTLY))]
    return HEAD + "".join(lines)


def calls_for(mail: str) -> int:
    """Return how many of our functions' calls it takes to read and understand a mail."""
    with counting_calls() as calls:
        read(mail)
    return calls.total()


def read(mail: str) -> UnderstoodMail:
    return understood(read_content(mail.encode(), Envelope(), MailSettings()), frozenset())


@pytest.fixture(autouse=True, scope="module")
def grammars_are_loaded() -> None:
    read(costly(LONGEST_HEARD, first=5000))


def test_a_costly_text_is_parsed_once() -> None:
    assert calls_for(costly(LARGEST_QUICK)) < MOST_CALLS


def test_a_longer_text_costs_no_more() -> None:
    whole = calls_for(costly(LONGEST_HEARD, first=1000))
    ten_times = calls_for(costly(10 * LONGEST_HEARD, first=2000))
    assert ten_times < 1.1 * whole


def test_what_comes_after_the_part_that_is_heard_changes_nothing() -> None:
    letter = "We had such a lovely spring.\r\n\r\n" * (LONGEST_HEARD // 30 + 1)
    found = read(f"{HEAD}{letter}Please cancel my seat.")
    assert found.wants == "nothing"
    assert found.said.endswith("Please cancel my seat.")
