"""Stored English sentences on pages: each one of the rules and the syncs has a translation."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fullhouse
from fullhouse.inbound import holiday_source, rules_in_use
from fullhouse.inbound.sync import document_sync, edits_beside, people_cells
from fullhouse.inbound.sync.appointment_calendar import changes
from fullhouse.inbound.sync.appointment_calendar import sync as calendar
from fullhouse.inbound.sync.appointment_sheet import columns as book_columns
from fullhouse.inbound.sync.appointment_sheet import holding as book_holding
from fullhouse.inbound.sync.appointment_sheet import matching as book_matching
from fullhouse.inbound.sync.appointment_sheet import rows as book_rows
from fullhouse.inbound.sync.appointment_sheet import statuses
from fullhouse.inbound.sync.appointment_sheet import sync as book_sync
from fullhouse.inbound.sync.appointment_sheet.times import BAD_HOURS
from fullhouse.inbound.sync.waitlist_calendar import sync as slots
from fullhouse.inbound.sync.waitlist_sheet import columns, matching
from fullhouse.inbound.sync.waitlist_sheet import holding as list_holding
from fullhouse.inbound.sync.waitlist_sheet import rows as list_rows
from fullhouse.inbound.sync.waitlist_sheet import sync as list_sync
from fullhouse.locale.current import in_language
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.voice import OFFERS, REMINDERS, parse_voice
from fullhouse.web.desk.frontdesk.stored_sentences import (
    ROWS,
    RULES,
    SOURCES,
    VOICE,
    translate_stored,
)

PACKAGE = Path(fullhouse.__file__).parent
# Calls whose last argument is a sentence for staff.
RAISED = {"NotUnderstood", "RuleProblem", "TemplateProblem", "SheetDown", "GoogleDown", "unfit"}
WRITTEN = (
    "products/frontdesk/shared/rulebook/*.py",
    "products/frontdesk/shared/voice.py",
    "kernel/templates.py",
    "inbound/spreadsheets/file_sheet.py",
    "inbound/google/*.py",
    "inbound/sync/**/*.py",
)
CONSTANTS = (
    BAD_HOURS,
    book_columns.NO_HEADINGS,
    book_holding.CHANGED_MANY,
    book_matching.ENDED,
    book_matching.TWICE,
    book_sync.LOST_MANY,
    *(reason for _, reason in book_rows.REFUSED.values()),
    calendar.CROWDED,
    calendar.STRANGE,
    changes.GONE,
    changes.LASTS,
    changes.MOVED,
    columns.NO_HEADINGS,
    document_sync.BEING_SAVED,
    document_sync.EMPTY,
    document_sync.TOO_LONG,
    holiday_source.MISSING,
    holiday_source.UNKNOWN,
    list_holding.CHANGED_MANY,
    list_rows.CROSSED,
    list_rows.FUTURE,
    list_sync.LOST_MANY,
    matching.SAME_PERSON,
    matching.TWICE,
    people_cells.UNREAD,
    calendar.LOST_MANY,
    edits_beside.TOGETHER,
    rules_in_use.MISSING,
    rules_in_use.OUTSIDE,
    slots.LOST_MANY,
    statuses.NO_STATUS,
    f"{OFFERS.why.capitalize()}.",
    f"{REMINDERS.why.capitalize()}.",
)
# In the catalogues of other pages, as result codes.
ELSEWHERE = {"There is no such service.", "Nobody of this name works here."}


def raised() -> Iterator[str]:
    """Each sentence in the code, with a value in its gaps."""
    for pattern in WRITTEN:
        for path in sorted(PACKAGE.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and _name(node) in RAISED and node.args:
                    yield from _sentence(node)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _sentence(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        text = _text(argument)
        if " " not in text:
            continue
        if _name(call) == "TemplateProblem":
            yield f"{text[0].upper()}{text[1:]}."
        elif text[0].isupper() or not text[0].isalpha():
            yield text


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_text, node.values))
    if isinstance(node, ast.FormattedValue):
        return "'x'"
    return str(node.value) if isinstance(node, ast.Constant) else ""


def filled(sentence: str) -> str:
    return re.sub(r"\{(?!claim|confirm)\w+\}", "7", sentence)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_every_sentence_has_a_translation(language: str) -> None:
    found = {*raised(), *map(filled, CONSTANTS)} - ELSEWHERE
    assert len(found) > 100
    with in_language(language):
        assert {text for text in found if translate_stored(text) == text} == set()


def test_values_stay_and_problems_within_problems_are_translated() -> None:
    (problem,) = parse_rules("Claim window: soon\n").problems
    (heading,) = parse_voice("Hello\n").problems
    with in_language("de"):
        assert translate_stored(problem.reason) == (
            "Das ist keine Dauer. Wir verstehen Zeilen wie `Claim window: 10 minutes`."
        )
        assert translate_stored(heading.reason).startswith("Eine Vorlage steht unter einer Übers")
        assert translate_stored("'25:00' is not a time of day.") == "'25:00' ist keine Uhrzeit."
        assert translate_stored("7%(x)s is named twice.") == "7%(x)s ist zweimal genannt."
    assert translate_stored(problem.reason) == problem.reason


def test_what_is_not_known_stays_as_it_is() -> None:
    with in_language("de"):
        assert translate_stored("") == ""
        assert translate_stored("Something else.") == "Something else."
        long = f"{'x' * 1000} is named twice."
        assert translate_stored(long) == long


def test_no_sentence_stands_twice() -> None:
    every = (*RULES, *VOICE, *ROWS, *SOURCES)
    assert len(set(every)) == len(every)
