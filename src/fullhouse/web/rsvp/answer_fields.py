"""An event's questions as fields of a form."""

from collections.abc import Mapping

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.answer_form import field_names
from fullhouse.inbound.forms.guest_form import from_fields
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.event_content import EventContent, questions_of
from fullhouse.products.rsvp.form_questions import LONGEST_ANSWER, YES, FormQuestion, asked
from fullhouse.products.rsvp.model import Event


class AnswerField(msgspec.Struct, frozen=True):
    """One field: with `options` as values and what they are called, one of these is chosen."""

    name: str
    label: str
    value: str
    required: bool
    options: tuple[tuple[str, str], ...]
    problem: str
    longest: int = LONGEST_ANSWER


class FieldGroup(msgspec.Struct, frozen=True):
    """The fields of one person; those of the guest alone have no heading."""

    heading: str
    fields: tuple[AnswerField, ...]


def load_questions(engine: Engine, event: Event) -> tuple[FormQuestion, ...]:
    """Load what an event asks; without questions there is nothing to load."""
    if not event.asks:
        return ()
    return asked(questions_of(engine.load(Get(EventContent, (event.id,)))))


def field_groups(
    questions: tuple[FormQuestion, ...],
    party: int,
    typed: Mapping[str, str],
    problems: Mapping[str, str],
    *,
    of_reader: bool = True,
) -> tuple[FieldGroup, ...]:
    """Return the fields of the guest, then those of each person of the party.

    The first person is called "you" only if the page is `of_reader`, and not of the host.
    """
    groups = []
    for number in range(party + 1):
        fields = tuple(
            _field(question, _names(question, party)[number], typed, problems)
            for question in questions
            if number < len(_names(question, party)) and _names(question, party)[number]
        )
        if fields:
            groups.append(FieldGroup(_heading(number, party, of_reader=of_reader), fields))
    return tuple(groups)


def _names(question: FormQuestion, party: int) -> tuple[str, ...]:
    """Return the name of a question's field in each group; empty where it has none."""
    names = field_names(question, party)
    return ("", *names) if question.per == "party" else names


def shown_party(event: Event, fields: Mapping[str, str]) -> int:
    """Return how many people a form is about, within what the event allows."""
    return max(1, min(from_fields(fields).party or 1, event.largest_party))


def each_person_answers(event: Event, questions: tuple[FormQuestion, ...]) -> bool:
    """Return True if the fields of a form depend on how many people come."""
    return event.largest_party > 1 and any(question.per == "party" for question in questions)


def _heading(number: int, party: int, *, of_reader: bool) -> str:
    if not number or party == 1:
        return ""
    if number == 1 and of_reader:
        return gettext("You")
    return gettext("Person %(number)s", number=str(number))


def _field(
    question: FormQuestion, name: str, typed: Mapping[str, str], problems: Mapping[str, str]
) -> AnswerField:
    return AnswerField(
        name,
        question.label,
        typed.get(name, ""),
        question.required,
        tuple((option, option_text(question, option)) for option in question.options),
        problems.get(name, ""),
    )


def public_question(question: FormQuestion) -> dict[str, object]:
    """Return a question as scripts and embedded forms get it; `options` have a text for each."""
    return {
        "id": question.id,
        "label": question.label,
        "kind": question.kind,
        "options": [[option, option_text(question, option)] for option in question.options],
        "required": question.required,
        "per": question.per,
    }


def option_text(question: FormQuestion, answer: str) -> str:
    """Return an answer as people read it: yes and no in the language of the page."""
    if question.kind != "yes_no" or not answer:
        return answer
    return gettext("Yes") if answer == YES else gettext("No")
