"""Questions of an event's sign-up form: one set of fields each, and two that are empty.

A button moves a question up or down, and saves what was typed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.event_schema import GivenQuestion
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.question_form import read_questions
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import (
    LONGEST_LABEL,
    MOST_QUESTIONS,
    EditQuestions,
    FormQuestion,
    Kind,
    Per,
    asked,
)
from fullhouse.products.rsvp.model import Event, GuestPage, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.event_form import revision
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page

MORE = 2  # empty sets of fields after the last question
FIELDS = ("id", "label", "kind", "choices", "required", "per")
KINDS = {
    "text": to_translate("A few words"),
    "choice": to_translate("One of several answers"),
    "yes_no": to_translate("Yes or no"),
}
ASKED_OF = {
    "guest": to_translate("Whoever signs up"),
    "party": to_translate("Each person of the party"),
}
STEPS = {"up": -1, "down": 1}


class Move(msgspec.Struct, frozen=True):
    """A button: it moves the question at a place of the form one place up or down."""

    way: str
    place: int


@event_or_404
async def form_questions(request: Request, event: Event) -> Response:
    """Show the questions, or save what was typed."""
    content = _content(request, event)
    if request.method != "POST":
        return _form(request, event, _given(asked(content.questions)), content.rev)
    form = await request.form()
    move = _move(form)
    order = _order(form, move)
    typed, rev = _typed(form, order), revision(form)
    engine = dependencies(request).engine
    try:
        new_id = engine.ids.new
        questions = read_questions(typed, lambda _label: new_id(), content.questions)
    except Invalid as unfit:
        wrong = {problem.field: problem.message for problem in unfit.problems}
        return _form(request, event, typed, rev, wrong, status=422)
    command = EditQuestions(event_id=event.id, questions=questions, rev=rev)
    saved = await _save(request, event, typed, _shown_ids(form), command)
    if move is not None and move.place in order and "location" in saved.headers:
        saved.headers["location"] += _same_button(move, order)
    return saved


def _content(request: Request, event: Event) -> EventContent:
    found = dependencies(request).engine.load(Get(EventContent, (event.id,)))
    return found or EventContent(event_id=event.id)


def _given(questions: Iterable[FormQuestion]) -> list[GivenQuestion]:
    return [
        GivenQuestion(
            id=question.id,
            label=question.label,
            kind=question.kind,
            choices=list(question.choices),
            required=question.required,
            per=question.per,
        )
        for question in questions
    ]


def _shown_ids(form: Mapping[str, Any]) -> set[str]:
    """Return the ids of the questions that the form had, also of those that were emptied."""
    return {str(form.get(f"id.{place}", "")) for place in range(MOST_QUESTIONS)}


def _typed(form: Mapping[str, Any], order: list[int]) -> list[GivenQuestion]:
    """Return the questions that were typed."""
    found = []
    for place in order:
        question = {name: str(form.get(f"{name}.{place}", "")) for name in FIELDS}
        found.append(_question(question))
    return found


def _move(form: Mapping[str, Any]) -> Move | None:
    """Return which question is to move where; None if the form is only saved."""
    way, _, place = str(form.get("move", "")).partition(".")
    if way not in STEPS or place not in map(str, range(MOST_QUESTIONS)):
        return None
    return Move(way, int(place))


def _order(form: Mapping[str, Any], move: Move | None) -> list[int]:
    """Return the places of the questions in their new order; one without words is removed."""
    places = [
        place for place in range(MOST_QUESTIONS) if str(form.get(f"label.{place}", "")).strip()
    ]
    if move is None or move.place not in places:
        return places
    now = places.index(move.place)
    new = min(max(now + STEPS[move.way], 0), len(places) - 1)
    places.insert(new, places.pop(now))
    return places


def _same_button(move: Move, order: list[int]) -> str:
    """Return the fragment of the button that was pressed, or of its other at either end.

    A browser sets the cursor there, so the next press moves the same question on.
    """
    place, way = order.index(move.place), move.way
    if place == 0:
        way = "down"
    elif place == len(order) - 1:
        way = "up"
    return f"#{way}.{place}"


def _question(typed: Mapping[str, str]) -> GivenQuestion:
    kind: Kind = _one_of(typed["kind"], get_args(Kind))
    per: Per = _one_of(typed["per"], get_args(Per))
    choices = [line.strip() for line in typed["choices"].splitlines() if line.strip()]
    return GivenQuestion(
        id=typed["id"],
        label=typed["label"],
        kind=kind,
        choices=choices if kind == "choice" else [],
        required=bool(typed["required"]),
        per=per,
    )


def _one_of(typed: str, known: tuple[Any, ...]) -> Any:  # noqa: ANN401 - one of the literals
    return typed if typed in known else known[0]


async def _save(
    request: Request,
    event: Event,
    typed: list[GivenQuestion],
    shown: set[str],
    command: EditQuestions,
) -> Response:
    answer: GuestResult = await dependencies(request).engine.execute(
        command, request.state.session.by
    )
    if answer.code == "changed_since":
        return _merged(request, event, typed, shown)
    if answer.code in PROBLEMS:
        wrong = {answer.field: translate(PROBLEMS[answer.code])}
        return _form(request, event, typed, command.rev, wrong, status=409)
    done = "unchanged" if answer.code == "unchanged" else "questions_changed"
    return go(request, f"/desk/e/{event.id}/page/questions", done)


def _merged(
    request: Request, event: Event, typed: list[GivenQuestion], shown: set[str]
) -> Response:
    """Show what was typed and the questions that somebody else added; sent again, it is saved."""
    content = _content(request, event)
    added = [question for question in asked(content.questions) if question.id not in shown]
    if added:
        wrong = gettext("Someone else added questions. They are below now. Save again to ask all.")
    else:
        wrong = gettext("Someone else changed these texts. Save again to replace theirs.")
    return _form(request, event, [*typed, *_given(added)], content.rev, {"": wrong}, status=409)


def _form(
    request: Request,
    event: Event,
    questions: list[GivenQuestion],
    rev: int | None,
    problems: Mapping[str, str] | None = None,
    *,
    status: int = 200,
) -> Response:
    empty = [GivenQuestion(label="")] * max(0, min(MORE, MOST_QUESTIONS - len(questions)))
    shown = {
        "event": event,
        "rows": [msgspec.structs.asdict(question) for question in (*questions, *empty)],
        "rev": rev,
        "problems": problems or {},
        "kinds": KINDS,
        "asked_of": ASKED_OF,
        "longest": LONGEST_LABEL,
        "most": MOST_QUESTIONS,
        "parties": event.largest_party > 1,
        "has_guests": bool(dependencies(request).engine.load(GuestPage(event.id, limit=1))),
    }
    return page(request, "events/form_questions.html", shown, status)


ROUTES = [Route("/desk/e/{event}/page/questions", form_questions, methods=["GET", "POST"])]
