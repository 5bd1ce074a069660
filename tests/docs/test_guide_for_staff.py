"""The guide for the front desk tells what is understood, and no other."""

import re
from pathlib import Path

from fullhouse.inbound.questions.parser import parse_question
from fullhouse.inbound.questions.queries import EXAMPLES, QuestionContext, front_desk_examples
from fullhouse.inbound.sync.appointment_sheet.columns import IN_WORDS
from fullhouse.inbound.sync.appointment_sheet.statuses import STATUS
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.lines import KINDS
from fullhouse.products.frontdesk.shared.voice import (
    PLACEHOLDERS,
    REMINDER_PLACEHOLDERS,
    parse_voice,
)

GUIDE = (Path(__file__).parents[2] / "docs/guide-for-staff.md").read_text()
FIRST_CELL = re.compile(r"^\| `([^`]+)`", re.MULTILINE)
SECOND_CELL = re.compile(r"^\| `([^`]+)` \| (\w+) \|", re.MULTILINE)
BLOCK = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def section(heading: str) -> str:
    """Return what stands under a heading."""
    return re.split(r"^## ", GUIDE.partition(f"## {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[
        0
    ]


def test_every_line_of_the_rules_is_in_the_guide() -> None:
    """Staff find each line that is understood."""
    assert FIRST_CELL.findall(section("The rules")) == [kind.words for kind in KINDS]


def test_the_rules_in_the_guide_are_understood() -> None:
    """What the guide shows can be copied."""
    example = BLOCK.findall(section("The rules"))[0]
    assert parse_rules(example).problems == ()
    assert [service.name for service in parse_rules(example).rulebook.services] == ["Colour", "Cut"]


def test_every_word_in_braces_is_in_the_guide() -> None:
    """Staff know what their words can insert."""
    assert set(FIRST_CELL.findall(section("The voice"))) == {*PLACEHOLDERS, *REMINDER_PLACEHOLDERS}


def test_the_guide_says_which_words_are_for_offers_and_which_for_reminders() -> None:
    """Staff do not try a word where there is none."""
    told = dict(SECOND_CELL.findall(section("The voice")))
    assert {one for one, place in told.items() if place != "reminders"} == set(PLACEHOLDERS)
    assert {one for one, place in told.items() if place != "offers"} == set(REMINDER_PLACEHOLDERS)


def test_the_voice_in_the_guide_is_understood() -> None:
    """What the guide shows can be copied."""
    reading = parse_voice(BLOCK.findall(section("The voice"))[0])
    assert reading.problems == ()
    assert reading.templates.text
    assert reading.templates.mail_subject
    assert reading.templates.mail
    assert "" not in reading.templates.reminder("Colour").values()
    assert reading.templates.reminder("Cut")["text"] != reading.templates.reminder("Colour")["text"]


def test_every_column_and_status_of_the_sheet_of_appointments_is_in_the_guide() -> None:
    """Staff find each column under its given heading, and each word that takes effect."""
    told = FIRST_CELL.findall(section("The sheet of appointments"))
    assert told == [*IN_WORDS["en"].split(", "), *STATUS["en"].values()]


def test_every_question_in_the_guide_means_what_it_says() -> None:
    """Staff who ask a question of the guide get that answer; the page shows the same ones."""
    book = parse_rules(BLOCK.findall(section("The rules"))[0]).rulebook
    rows = dict(SECOND_CELL.findall(section("Ask it")))
    assert rows == {
        one: kind.__name__ for one, kind in {**front_desk_examples(book), **EXAMPLES}.items()
    }
    assert {one: type(parse_question(one, QuestionContext(book))).__name__ for one in rows} == rows
