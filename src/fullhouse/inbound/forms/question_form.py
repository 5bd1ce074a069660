"""Questions of a sign-up form from the desk or JSON, checked before they are a command."""

import re
from collections.abc import Callable, Sequence

import msgspec

from fullhouse.inbound.forms.event_json import clean_line, event_id, invalid
from fullhouse.inbound.forms.event_schema import GivenQuestion
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, in_one_line
from fullhouse.kernel.patterns import regex
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.form_questions import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    FormQuestion,
)

ID = regex(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)


def read_questions(
    given: Sequence[GivenQuestion],
    new_id: Callable[[str], str],
    before: Sequence[FormQuestion] = (),
) -> tuple[FormQuestion, ...]:
    """Return the questions, or raise `Invalid` with the first problem of each.

    `new_id` returns a text for a label, from which a question without an id gets one. If it is
    one of those that were asked `before` and removed, it gets its id and so its answers back.
    """
    questions: list[FormQuestion] = []
    problems = []
    removed = {_same(question): question.id for question in before if question.removed}
    for place, question in enumerate(given):
        try:
            read = _question(question, new_id)
            if not question.id:
                read = msgspec.structs.replace(read, id=removed.get(_same(read), read.id))
            if _plain(read.label) in {_plain(other.label) for other in questions}:
                raise invalid("same_question_twice", gettext("This question is asked twice."))
            questions.append(read)
        except Invalid as unfit:
            code, sentence = unfit.problems[0].code, unfit.problems[0].message
            problems.append(FieldProblem(code, sentence, f"questions.{place}"))
    if problems:
        raise Invalid(*problems)
    return tuple(questions)


def _same(question: FormQuestion) -> tuple[str, str, str]:
    """Return what makes two questions one: an answer to the one is an answer to the other."""
    return _plain(question.label), question.kind, question.per


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


def _question(given: GivenQuestion, new_id: Callable[[str], str]) -> FormQuestion:
    label = clean_line(given.label, "label")
    if given.id and not ID.fullmatch(given.id):
        raise invalid(
            "bad_id", "An id has lower-case letters, digits and hyphens, at most 40 in all."
        )
    return FormQuestion(
        given.id or event_id(label, new_id(label)),
        label,
        given.kind,
        _choices(given),
        given.required,
        given.per,
    )


def _choices(given: GivenQuestion) -> tuple[str, ...]:
    choices = tuple(clean_line(in_one_line(choice), "choices") for choice in given.choices)
    if given.kind != "choice":
        if choices:
            raise invalid("bad_choices", gettext("Only a choice has answers to choose from."))
        return ()
    if not choices:
        raise invalid("bad_choices", gettext("Please give the answers to choose from."))
    if len(choices) > MOST_CHOICES:
        sentence = gettext(
            "There can be at most %(most)s answers to choose from.", most=MOST_CHOICES
        )
        raise invalid("bad_choices", sentence)
    if len(set(map(_plain, choices))) < len(choices):
        raise invalid("bad_choices", gettext("Two of the answers to choose from are the same."))
    if max(map(len, choices)) > LONGEST_CHOICE:
        sentence = gettext(
            "An answer to choose from may have at most %(most)s characters.", most=LONGEST_CHOICE
        )
        raise invalid("bad_choices", sentence)
    return choices
