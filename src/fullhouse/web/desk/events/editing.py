"""Editing an event: the form with every setting, a preview, and only then the change."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.event_management import edit_refusal
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import FORM_TOKEN
from fullhouse.web.desk.events import event_form
from fullhouse.web.desk.events.edit_preview import review
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.events.pages import again, refusal_problem
from fullhouse.web.desk.layout import go, page

FORM = "events/edit.html"
ABOUT_THE_FORM = frozenset({FORM_TOKEN, "sure", "back", "tell_guests", "for_all", "rev"})


@event_or_404
async def edit_event(request: Request, event: Event) -> Response:
    """Show the form, then a preview; save when the host confirms."""
    if request.method != "POST":
        return _form(request, event, event_form.filled(event))
    form = await request.form()
    fields = {
        name: value
        for name, value in event_form.typed_event(form).items()
        if name not in ABOUT_THE_FORM
    }
    if form.get("back"):
        return _form(request, event, fields)
    agreed = {"tell_guests": bool(form.get("tell_guests")), "for_all": bool(form.get("for_all"))}
    try:
        command = event_form.edit_command(fields, event, **agreed)
    except Invalid as unfit:
        return again(request, FORM, fields, unfit.problems, event)
    if form.get("sure"):
        seen = event_form.revision(form)
        return await _save(request, event, fields, msgspec.structs.replace(command, rev=seen))
    return _review(request, event, fields, command)


def _form(request: Request, event: Event, fields: dict[str, Any]) -> Response:
    shown = {"event": event, "fields": fields, "problems": {}, **event_form.choices(fields)}
    return page(request, FORM, shown)


def _review(
    request: Request,
    event: Event,
    fields: dict[str, Any],
    command: EditEvent,
    *,
    is_again: bool = False,
) -> Response:
    engine = dependencies(request).engine
    refusal = edit_refusal(event, command, engine.now())
    if refusal is not None:
        return again(request, FORM, fields, (refusal_problem(refusal),), event)
    found = review(engine, event, command)
    if not found.differences:
        return go(request, f"/desk/e/{event.id}", "unchanged")
    shown = {"event": event, "fields": fields, "review": found, "is_again": is_again}
    return page(request, "events/review.html", shown, 409 if is_again else 200)


async def _save(
    request: Request, event: Event, fields: dict[str, Any], command: EditEvent
) -> Response:
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code == "changed_since" and answer.event is not None:
        command = msgspec.structs.replace(command, rev=None)
        return _review(request, answer.event, fields, command, is_again=True)
    if answer.code in PROBLEMS:
        return again(request, FORM, fields, (refusal_problem(answer),), event)
    done = "unchanged" if answer.code == "unchanged" else "changed"
    return go(request, f"/desk/e/{event.id}", done)


ROUTES = [Route("/desk/e/{event}/edit", edit_event, methods=["GET", "POST"])]
