"""The texts of an event's page: a form with a preview."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.event_content import edit_content
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.content_changes import FIELDS, TEXTS
from fullhouse.products.rsvp.event_content import (
    LONGEST_DESCRIPTION,
    LONGEST_LINK,
    LONGEST_NOTE,
    EditContent,
    EventContent,
)
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.event_form import revision
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page
from fullhouse.web.rsvp.content_view import content_view

LABELS = {
    "description": to_translate("Description"),
    "contact": to_translate("Contact for guests"),
    "map_of_venue": to_translate("Show a map link"),
    "map_url": to_translate("Link to another map"),
    "price_note": to_translate("Price"),
    "dress_note": to_translate("Dress code"),
}
LONGEST = {
    "description": LONGEST_DESCRIPTION,
    "contact": LONGEST_LINK,
    "map_url": LONGEST_LINK,
    "price_note": LONGEST_NOTE,
    "dress_note": LONGEST_NOTE,
}


@event_or_404
async def event_page(request: Request, event: Event) -> Response:
    """Show the form; preview or save what was typed."""
    content = _content(request, event)
    if request.method != "POST":
        return _form(request, event, _filled(content))
    form = await request.form()
    fields = _typed(form)
    try:
        command = edit_content(event.id, _given(fields), revision(form))
    except Invalid as unfit:
        return _form(request, event, fields, _in_plain_words(unfit), status=422)
    if form.get("preview"):
        return _form(request, event, fields, preview=_edited(content, command))
    return await _save(request, event, fields, command)


def _content(request: Request, event: Event) -> EventContent:
    found = dependencies(request).engine.load(Get(EventContent, (event.id,)))
    return found or EventContent(event_id=event.id)


def _filled(content: EventContent) -> dict[str, Any]:
    return {"rev": content.rev, **{name: getattr(content, name) for name in FIELDS}}


def _typed(form: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: str(form.get(name, "")) for name in TEXTS}
    return {**texts, "map_of_venue": bool(form.get("map_of_venue")), "rev": revision(form)}


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in FIELDS}


def _edited(content: EventContent, command: EditContent) -> EventContent:
    return msgspec.structs.replace(content, **{name: getattr(command, name) for name in FIELDS})


async def _save(
    request: Request, event: Event, fields: dict[str, Any], command: EditContent
) -> Response:
    answer: GuestResult = await dependencies(request).engine.execute(
        command, request.state.session.by
    )
    if answer.code == "changed_since":
        # Sent once more, it is saved: the person has read that somebody else was faster.
        fields["rev"] = _content(request, event).rev
        wrong = {"form": gettext("Someone else changed these texts. Save again to replace theirs.")}
        return _form(request, event, fields, wrong, status=409)
    if answer.code in PROBLEMS:
        wrong = {"form": translate(PROBLEMS[answer.code])}
        return _form(request, event, fields, wrong, status=409)
    done = "unchanged" if answer.code == "unchanged" else "page_changed"
    return go(request, f"/desk/e/{event.id}/page", done)


def _form(
    request: Request,
    event: Event,
    fields: dict[str, Any],
    problems: Mapping[str, str] | None = None,
    *,
    preview: EventContent | None = None,
    status: int = 200,
) -> Response:
    shown = {
        "event": event,
        "fields": fields,
        "problems": problems or {},
        "labels": LABELS,
        "longest": LONGEST_DESCRIPTION,
        "now_shown": content_view(event, _content(request, event)),
        "takes_covers": dependencies(request).desk.make_cover is not None,
        "preview": preview and content_view(event, preview),
    }
    return page(request, "events/page.html", shown, status)


def _in_plain_words(unfit: Invalid) -> dict[str, str]:
    return {problem.field: _sentence(problem) for problem in unfit.problems}


def _sentence(problem: FieldProblem) -> str:
    """Return a problem with the label of its field instead of its name."""
    label = translate(LABELS[problem.field])
    if problem.code == "too_long":
        most = LONGEST[problem.field]
        return gettext("%(label)s may have at most %(most)s characters.", label=label, most=most)
    if problem.code == "bad_text":
        return gettext(
            "%(label)s must be one line of text without control characters.", label=label
        )
    return problem.message


ROUTES = [Route("/desk/e/{event}/page", event_page, methods=["GET", "POST"])]
