"""Answers to an event's questions, from the fields of a form.

A question that each person answers has one field per person, numbered from 1.
"""

from collections.abc import Mapping, Sequence

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, in_one_line
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.form_questions import (
    Answers,
    FormQuestion,
    answer_problem,
    answers_to,
    asked,
    field_of,
)
from fullhouse.products.rsvp.result_codes import PROBLEMS


def field_names(question: FormQuestion, party: int) -> tuple[str, ...]:
    """Return the names of a question's fields: one, or one for each person."""
    name = field_of(question.id)
    if question.per == "guest":
        return (name,)
    return tuple(f"{name}.{number}" for number in range(1, party + 1))


def read_answers(
    fields: Mapping[str, str],
    questions: Sequence[FormQuestion],
    party: int,
    *,
    since: int = 0,
    complete: bool = True,
) -> Answers:
    """Return what a form answers, or raise `Invalid` with all problems; other fields are ignored.

    With `since` only the people after that many are meant: the others answered before.

    The form may have been shown for fewer people than it was sent for. Only if it must be
    `complete`, a missing answer or field is a problem.
    """
    answers: Answers = {}
    problems: dict[str, FieldProblem] = {}
    for question in asked(questions):
        names = field_names(question, party)[since:]
        given = _given(fields, question, names)
        for name, answer in zip(names, given, strict=True):
            if complete and name not in fields and question.people(party) > 1:
                problems[""] = _for_each_person()
            elif code := _problem(question, answer, complete=complete):
                problems[name] = FieldProblem(code, translate(PROBLEMS[code]), name)
        if any(given):
            answers[question.id] = given
    if problems:
        raise Invalid(*problems.values())
    return answers


def _given(
    fields: Mapping[str, str], question: FormQuestion, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what stands in a question's fields; one person may answer without a number."""
    alone = fields.get(field_of(question.id), "") if len(names) == 1 else ""
    return tuple(in_one_line(fields.get(name, alone)) for name in names)


def _problem(question: FormQuestion, answer: str, *, complete: bool) -> str:
    if complete and question.required and not answer:
        return "answer_missing"
    return answer_problem(question, answer)


def _for_each_person() -> FieldProblem:
    sentence = gettext("Almost there: please answer for each person.")
    return FieldProblem("answer_missing", sentence)


def filled_fields(
    questions: Sequence[FormQuestion], answers: Answers | None, party: int
) -> dict[str, str]:
    """Return the fields of a form with a guest's answers in them."""
    return {
        name: answer
        for question in asked(questions)
        for name, answer in zip(
            field_names(question, party), answers_to(question, answers, party), strict=True
        )
    }
