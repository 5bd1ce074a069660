"""Answers to an event's questions in a guest list: a column under a question's own words.

Its cells read as the export writes them: one answer, or one for each person with ";" between them.
What can't be read is no answer, and keeps nobody off the list.
"""

from collections.abc import Sequence

from fullhouse.inbound.forms.guest_form import in_one_line
from fullhouse.products.rsvp.form_questions import NO, YES, FormQuestion, answer_problem

NOBODYS = ("\u2013", "-")  # of a person who did not answer
# In the languages of pages, as forms and spreadsheets write it.
YES_WORDS = """
yes y true 1 x \u2713 \u2714 ja j wahr oui vrai s\u00ed si verdadero s\u00ec vero sim verdadeiro
waar tak prawda sant \u0646\u0639\u0645
"""
NO_WORDS = """
no n false 0 nein falsch non faux falso n\u00e3o nao nee onwaar nie fa\u0142sz nej falskt
\u0644\u0627
"""
YES_OR_NO = {**dict.fromkeys(YES_WORDS.split(), YES), **dict.fromkeys(NO_WORDS.split(), NO)}


def answer_columns(
    questions: Sequence[FormQuestion], titles: Sequence[str], used: Sequence[int]
) -> dict[str, int]:
    """Return the places of columns with answers, by the id of their question."""
    headings = {_plain(title): place for place, title in enumerate(titles) if place not in used}
    places = {question.id: headings.get(_plain(question.label)) for question in questions}
    return {name: place for name, place in places.items() if place is not None}


def _plain(heading: str) -> str:
    return " ".join(heading.split()).casefold()


def read_answer(question: FormQuestion, cell: str, party: int) -> tuple[str, ...]:
    """Return the answers in a cell; raise `ValueError` if one of them does not fit."""
    # An answer may have a ";" in it, so the cell has no more parts than there are people.
    parts = cell.split(";", question.people(party) - 1)
    answers = tuple(_answer(question, part) for part in parts)
    return answers if any(answers) else ()


def _answer(question: FormQuestion, cell: str) -> str:
    # The export puts an apostrophe before what a spreadsheet would read as a formula.
    typed = in_one_line(cell).removeprefix("'")
    if typed in NOBODYS:
        return ""
    known = {option.casefold(): option for option in question.options}
    if question.kind == "yes_no":
        known |= YES_OR_NO
    answer = known.get(typed.casefold(), typed)
    if answer_problem(question, answer):
        raise ValueError(answer)
    return answer
