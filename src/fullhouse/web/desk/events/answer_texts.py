"""Answers of guests, as hosts read them in lists and files."""

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.event_content import EventContent, questions_of
from fullhouse.products.rsvp.form_questions import FormQuestion, answers_to, is_missing
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.rsvp.answer_fields import option_text

NO_ANSWER = "\u2013"


class AnswerText(msgspec.Struct, frozen=True):
    """A question, and what the people of one guest answered; `missing` if an answer is due."""

    label: str
    text: str
    missing: bool = False


def load_all_questions(engine: Engine, event: Event) -> tuple[FormQuestion, ...]:
    """Load what an event asks, then what it asked before."""
    return questions_of(engine.load(Get(EventContent, (event.id,))))


def answer_text(question: FormQuestion, guest: Guest) -> str:
    """Return the answers of a guest's people, in their order; empty if there is none.

    What a cancelled guest answered is kept in case that they come back, and shown to nobody.
    """
    if not guest.comes:
        return ""
    answers = answers_to(question, guest.answers, guest.party)
    if not any(answers):
        return ""
    return "; ".join(option_text(question, answer) or NO_ANSWER for answer in answers)


def answer_texts(questions: tuple[FormQuestion, ...], guest: Guest) -> tuple[AnswerText, ...]:
    """Return what a guest answered, and what is missing; nothing of optional questions."""
    is_due = guest.state != "cancelled" and not guest.is_erased
    texts = (
        AnswerText(
            question.label,
            answer_text(question, guest),
            is_due and not question.removed and is_missing(question, guest.answers, guest.party),
        )
        for question in questions
    )
    return tuple(shown for shown in texts if shown.text or shown.missing)


def column_name(question: FormQuestion) -> str:
    """Return the name of a question's column in a file."""
    if question.removed:
        return gettext("%(question)s (removed)", question=question.label)
    return question.label
