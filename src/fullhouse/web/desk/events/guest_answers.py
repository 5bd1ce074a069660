"""A guest's answers to the host's questions, typed in or corrected by the host."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.answer_form import filled_fields, read_answers
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.locale.current import translate
from fullhouse.products.rsvp.form_questions import ChangeAnswers, FormQuestion
from fullhouse.products.rsvp.model import Event, Guest, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.lookup import of_guest
from fullhouse.web.desk.layout import go, page
from fullhouse.web.rsvp.answer_fields import FieldGroup, field_groups, load_questions


@of_guest
async def edit_answers(request: Request, event: Event, guest: Guest) -> Response:
    """Show a guest's answers in a form, or save what was typed; some may be missing."""
    questions = load_questions(dependencies(request).engine, event)
    if not questions:
        raise HTTPException(404)
    if request.method != "POST":
        typed = filled_fields(questions, guest.answers, guest.party)
        return _form(request, event, guest, _groups(questions, guest, typed))
    typed = {name: str(value) for name, value in (await request.form()).items()}
    problems = await _saved(request, guest, questions, typed)
    if problems:
        groups = _groups(questions, guest, typed, problems)
        return _form(request, event, guest, groups, problems)
    return go(request, f"/desk/e/{event.id}/g/{guest.id}", "answers_changed")


def _groups(
    questions: tuple[FormQuestion, ...],
    guest: Guest,
    typed: Mapping[str, str],
    problems: Mapping[str, str] | None = None,
) -> tuple[FieldGroup, ...]:
    return field_groups(questions, guest.party, typed, problems or {}, of_reader=False)


async def _saved(
    request: Request,
    guest: Guest,
    questions: tuple[FormQuestion, ...],
    typed: Mapping[str, str],
) -> dict[str, str]:
    """Save the answers; return the problems by field if nothing was saved."""
    try:
        answers = read_answers(typed, questions, guest.party, complete=False)
    except Invalid as unfit:
        return {problem.field: problem.message for problem in unfit.problems}
    command = ChangeAnswers(
        event_id=guest.event_id, guest_id=guest.id, answers=answers, by_host=True
    )
    answer: GuestResult = await dependencies(request).engine.execute(
        command, request.state.session.by
    )
    return {answer.field: translate(PROBLEMS[answer.code])} if answer.code in PROBLEMS else {}


def _form(
    request: Request,
    event: Event,
    guest: Guest,
    groups: tuple[FieldGroup, ...],
    problems: Mapping[str, str] | None = None,
) -> Response:
    shown = {"event": event, "guest": guest, "groups": groups, "problems": problems or {}}
    return page(request, "events/guest_answers.html", shown, 422 if problems else 200)


ROUTES = [Route("/desk/e/{event}/g/{guest}/answers", edit_answers, methods=["GET", "POST"])]
