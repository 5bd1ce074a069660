"""Questions of a sign-up form that a host writes, and what guests answer.

Answers are text, by the id of their question: one for the guest, or one for each of their party.
An answer to a yes-or-no question is `YES` or `NO`; of a choice, it is the text that was chosen.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.link_binding import GivenByLink

Kind = Literal["text", "choice", "yes_no"]
Per = Literal["guest", "party"]
Answers = dict[str, tuple[str, ...]]

MOST_QUESTIONS = 10
MOST_REMOVED = 20
MOST_CHOICES = 20
LONGEST_LABEL = 200
LONGEST_CHOICE = 100
LONGEST_ANSWER = 300
# Of one guest, in characters: their record is loaded and written with everything that they do.
MOST_TEXT = 6_000
YES, NO = "yes", "no"
UNKNOWN = "unknown_question"


class FormQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question; `removed` if it is asked no more, and only its answers are still shown."""

    id: str
    label: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    required: bool = False
    per: Per = "guest"
    removed: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The only answers that fit; empty if any text does."""
        return (YES, NO) if self.kind == "yes_no" else self.choices

    def people(self, party: int) -> int:
        """Return how many people of a party answer."""
        return party if self.per == "party" else 1


class EditQuestions(Command, frozen=True, kw_only=True, tag="EditQuestions"):
    """Ask these questions in the sign-up form, and no others.

    With `rev` nothing is changed if the event's texts are not as they were when that revision was
    shown.
    """

    event_id: str
    questions: tuple[FormQuestion, ...]
    rev: int | None = None


class ChangeAnswers(Command, GivenByLink, frozen=True, kw_only=True, tag="ChangeAnswers"):
    """Replace a guest's answers to the questions that are asked now.

    The host may leave some out, and correct them until the event is over.
    """

    event_id: str
    guest_id: str
    answers: Answers
    by_host: bool = False


def asked(questions: Sequence[FormQuestion]) -> tuple[FormQuestion, ...]:
    """Return the questions that are not removed."""
    return tuple(question for question in questions if not question.removed)


def answers_to(
    question: FormQuestion, answers: Mapping[str, tuple[str, ...]] | None, party: int
) -> tuple[str, ...]:
    """Return one answer for each person who is asked; empty where there is none."""
    people = question.people(party)
    given = (answers or {}).get(question.id, ())
    return (*given, *[""] * people)[:people]


def is_missing(
    question: FormQuestion, answers: Mapping[str, tuple[str, ...]] | None, party: int
) -> bool:
    """Return True if someone has yet to answer a question that must be answered."""
    return question.required and "" in answers_to(question, answers, party)


def answers_problem(
    questions: Sequence[FormQuestion],
    answers: Mapping[str, tuple[str, ...]],
    party: int,
    *,
    complete: bool,
) -> tuple[str, str]:
    """Return the code of a problem and its field; empty if the answers fit.

    Only if they must be `complete`, a missing answer is a problem.
    """
    known = {question.id: question for question in asked(questions)}
    for name, given in answers.items():
        code = _problem(known[name], given, party) if name in known else UNKNOWN
        if code:
            return code, field_of(name)
    if not has_room_for(dict(answers)):
        return "answers_too_long", "answers"
    return _first_missing(questions, answers, party) if complete else ("", "")


def _first_missing(
    questions: Sequence[FormQuestion], answers: Mapping[str, tuple[str, ...]], party: int
) -> tuple[str, str]:
    for question in asked(questions):
        if is_missing(question, answers, party):
            return "answer_missing", field_of(question.id)
    return "", ""


def asked_of_each(questions: Sequence[FormQuestion]) -> tuple[FormQuestion, ...]:
    """Return the questions that each person of a party is asked."""
    return tuple(question for question in asked(questions) if question.per == "party")


def with_party(
    answers: Answers | None, before: int, party: int, new: Mapping[str, tuple[str, ...]]
) -> Answers | None:
    """Return a guest's answers after their party changed, with those of the `new` people.

    Nothing is kept of people who do not come any more.
    """
    known = {name: given[: min(before, party)] for name, given in (answers or {}).items()}
    for name, given in new.items():
        known[name] = (*(*known.get(name, ()), *[""] * before)[:before], *given)
    return {name: given for name, given in known.items() if any(given)} or None


def has_room_for(answers: Answers | None) -> bool:
    """Return True if all answers of a guest are short enough together."""
    return sum(map(len, chain.from_iterable((answers or {}).values()))) <= MOST_TEXT


def field_of(question_id: str) -> str:
    """Return the name of a question's field in forms and JSON."""
    return f"answers.{question_id}"


def _problem(question: FormQuestion, given: tuple[str, ...], party: int) -> str:
    if len(given) > question.people(party):
        return "too_many_answers"
    return next(filter(None, (answer_problem(question, answer) for answer in given)), "")


def answer_problem(question: FormQuestion, answer: str) -> str:
    """Return the code of the problem of one answer; empty if it fits, or if there is none."""
    if len(answer) > LONGEST_ANSWER:
        return "answer_too_long"
    fits = not answer or not question.options or answer in question.options
    return "" if fits else "not_a_choice"


def fitting(
    questions: Sequence[FormQuestion], answers: Mapping[str, tuple[str, ...]], party: int
) -> Answers:
    """Return those answers that still fit: the questions may have changed since."""
    fit: Answers = {}
    length = 0
    for question in asked(questions):
        given = answers.get(question.id, ())
        length += sum(map(len, given))
        if given and length <= MOST_TEXT and not _problem(question, given, party):
            fit[question.id] = given
    return fit
