"""Answers to an event's questions in a guest list: a column under a question's own words.

Its cells read as the export writes them: one answer, or one for each person with ";" between them.
"""

from collections.abc import Sequence

from fullhouse.inbound.forms.guest_form import in_one_line
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.form_questions import NO, YES, FormQuestion

NOBODYS = ("\u2013", "-")  # of a person who did not answer


def answer_columns(
    questions: Sequence[FormQuestion], titles: Sequence[str], used: Sequence[int]
) -> dict[str, int]:
    """Return the places of columns with answers, by the id of their question."""
    headings = {_plain(title): place for place, title in enumerate(titles) if place not in used}
    places = {question.id: headings.get(_plain(question.label)) for question in questions}
    return {name: place for name, place in places.items() if place is not None}


def _plain(heading: str) -> str:
    return " ".join(heading.split()).casefold()


def read_answer(question: FormQuestion, cell: str) -> tuple[str, ...]:
    """Return the answers in a cell; the rule refuses what does not fit."""
    parts = cell.split(";") if question.per == "party" else [cell]
    answers = tuple(_answer(question, in_one_line(part)) for part in parts)
    return answers if any(answers) else ()


def _answer(question: FormQuestion, typed: str) -> str:
    # The export puts an apostrophe before what a spreadsheet would read as a formula.
    typed = typed.removeprefix("'")
    if typed in NOBODYS:
        return ""
    known = {option.casefold(): option for option in question.options}
    if question.kind == "yes_no":
        known |= {gettext("Yes").casefold(): YES, gettext("No").casefold(): NO}
    return known.get(typed.casefold(), typed)
