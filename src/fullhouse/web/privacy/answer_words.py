"""A person's answers in the words of the questions: their export is read without the desk."""

from collections.abc import Mapping, Sequence
from typing import Any

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import EventContent, questions_of
from fullhouse.products.rsvp.form_questions import FormQuestion
from fullhouse.web.rsvp.answer_fields import option_text


def answers_in_words(
    engine: Engine, event_id: str, answers: Mapping[str, Sequence[str]] | None
) -> list[dict[str, Any]]:
    """Return each answered question with its answers, one for each person; also removed ones.

    Questions that were removed so long ago that their words are gone have only their id.
    """
    if not answers:
        return []
    content = engine.load(Get(EventContent, (event_id,)))
    questions = {question.id: question for question in questions_of(content)}
    order = [name for name in questions if name in answers]
    rest = [name for name in answers if name not in questions]
    return [_in_words(name, questions.get(name), answers[name]) for name in (*order, *rest)]


def _in_words(name: str, question: FormQuestion | None, answers: Sequence[str]) -> dict[str, Any]:
    if question is None:
        return {"id": name, "question": "", "answers": list(answers)}
    said = [option_text(question, answer) for answer in answers]
    return {"id": name, "question": question.label, "answers": said}
