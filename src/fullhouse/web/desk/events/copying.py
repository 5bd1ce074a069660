"""The next date of a series, or a copy of an event on any date: all settings, no guests."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.event_json import clean_line, event_id, local_time
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.products.rsvp.commands import CreateEvent
from fullhouse.products.rsvp.event_content import WIDTHS, CoverImage, EventContent, image_id
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.series import (
    Repeat,
    copy_of,
    copy_of_content,
    copy_of_cover,
    copy_of_questions,
    next_start,
    nth_date,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.event_form import in_plain_words, typed_event
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.events.pages import refusal_problem
from fullhouse.web.desk.layout import go, page
from fullhouse.web.desk.mailbox_actions import occasion_of

REPEATS: tuple[Repeat, ...] = get_args(Repeat)
LABELS = {
    "week": to_translate("A week later"),
    "two_weeks": to_translate("Two weeks later"),
    "month": to_translate("A month later"),
}
# For a date further away: the event lies back, or the clocks skip the hour of the first date.
LATER_LABELS = {
    "week": to_translate("Weekly, next date"),
    "two_weeks": to_translate("Every two weeks, next date"),
    "month": to_translate("Monthly, next date"),
}
FIELDS = ("name", "starts_at", "ends_at")


@event_or_404
async def duplicate(request: Request, event: Event) -> Response:
    """Show the next dates and a form for any other; each creates an event."""
    if request.method != "POST":
        return _form(request, event, _blank(event))
    form = await request.form()
    fields = {name: str(typed_event(form).get(name, "")).strip() for name in FIELDS}
    engine = dependencies(request).engine
    repeat = next((repeat for repeat in REPEATS if repeat == form.get("repeat")), None)
    try:
        if repeat is not None:
            command = _next_date(engine, event, repeat)
        else:
            command = _copy(event, fields, occasion_of(form) or engine.ids.new())
    except Invalid as unfit:
        return _form(request, event, fields, in_plain_words(unfit).problems)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        return _form(request, event, fields, (refusal_problem(answer),))
    for copied in _texts_and_cover(engine, event, command.event_id):
        await engine.execute(copied, request.state.session.by)
    return go(request, f"/desk/e/{command.event_id}", "created")


def _texts_and_cover(engine: Engine, event: Event, copy_id: str) -> Iterator[Command]:
    """Yield the commands that give a copy what guests can read and see."""
    content = engine.load(Get(EventContent, (event.id,)))
    if content is None:
        return
    yield copy_of_content(content, copy_id)
    yield copy_of_questions(content, copy_id)
    found = [engine.load(Get(CoverImage, (image_id(event.id, width),))) for width in WIDTHS]
    images = tuple(image.content for image in found if image is not None)
    if content.cover and all(images):
        yield copy_of_cover(content, copy_id, images)


def _blank(event: Event) -> dict[str, str]:
    return {"name": event.name, "starts_at": "", "ends_at": ""}


def _dates(engine: Engine, event: Event) -> dict[Repeat, datetime]:
    """Return the next date of each kind of series that lies in the future."""
    now = wall_time(engine.now(), event.timezone)
    return {repeat: next_start(event, repeat, now) for repeat in REPEATS}


def _label(event: Event, repeat: Repeat, date: datetime) -> str:
    labels = LABELS if date == nth_date(event.starts_at, repeat, 1) else LATER_LABELS
    return labels[repeat]


def _next_date(engine: Engine, event: Event, repeat: Repeat) -> CreateEvent:
    """Return the command for the next date; the same date has the same id, so it is made once."""
    starts_at = _dates(engine, event)[repeat]
    token = engine.composer.keyring.sign(Link("next-date", event.id, f"{starts_at:%Y%m%dT%H%M}"))
    return copy_of(event, _copy_id(event.name, token), starts_at)


def _copy(event: Event, fields: dict[str, str], occasion: str) -> CreateEvent:
    name = clean_line(fields["name"], "name")
    starts_at = local_time(fields["starts_at"], "starts_at")
    ends_at = local_time(fields["ends_at"], "ends_at") if fields["ends_at"] else None
    return copy_of(event, _copy_id(name, occasion), starts_at, name=name, ends_at=ends_at)


def _copy_id(name: str, chance: str) -> str:
    """Return the id of a copy, which a form that is sent twice gets again."""
    return event_id(name, hashlib.sha256(chance.encode()).hexdigest())


def _form(
    request: Request,
    event: Event,
    fields: dict[str, str],
    problems: tuple[FieldProblem, ...] = (),
) -> Response:
    engine = dependencies(request).engine
    dates = _dates(engine, event)
    shown: dict[str, Any] = {
        "event": event,
        "dates": dates,
        "labels": {repeat: _label(event, repeat, date) for repeat, date in dates.items()},
        "fields": fields,
        "problems": {problem.field or "form": problem.message for problem in problems},
        "occasion": engine.ids.new(),
    }
    return page(request, "events/duplicate.html", shown, 422 if problems else 200)


ROUTES = [Route("/desk/e/{event}/duplicate", duplicate, methods=["GET", "POST"])]
