"""The thank-you: a draft to edit, and one button that sends it to everyone who had a seat."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.forms.event_json import clean_text
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.commands import SendThanks
from fullhouse.products.rsvp.host_templates import thank_you_draft
from fullhouse.products.rsvp.messages import event_facts
from fullhouse.products.rsvp.model import Event, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events import event_form
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page, problem

LONGEST = 10_000


@event_or_404
async def thank(request: Request, event: Event) -> Response:
    """Show the draft; the button sends the edited text."""
    if request.method != "POST":
        if dependencies(request).engine.now() < event.ends:
            return _refused(request, event, "event_not_over", 404)
        return _form(request, event, _draft(dependencies(request).engine, event))
    text = clean_text(str(event_form.typed_event(await request.form()).get("text", "")))
    if not text:
        return _form(request, event, text, gettext("Please write a few words."))
    if len(text) > LONGEST:
        wrong = gettext("Please shorten it: up to %(most)s characters fit.", most=LONGEST)
        return _form(request, event, text, wrong)
    return await _send(request, event, text)


def _draft(engine: Engine, event: Event) -> str:
    """Return the draft mailed with the summary, if a model wrote one, else our own."""
    mailed = engine.load(MessagePage(scope=event.id, kind="summary", limit=1))
    better = mailed[0].facts.get("narrative") if mailed else ""
    if better:
        return str(better)
    return thank_you_draft(event_facts(event))


def thanked_at(engine: Engine, event: Event) -> datetime | None:
    """Return when the guests of an event were thanked; None if they were not."""
    if engine.now() < event.ends:
        return None
    found = engine.load(MessagePage(scope=event.id, kind="thank_you", limit=1))
    return found[0].queued_at if found else None


async def _send(request: Request, event: Event, text: str) -> Response:
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(
        SendThanks(event_id=event.id, text=text), request.state.session.by
    )
    if answer.code in PROBLEMS:
        return _refused(request, event, answer.code)
    return go(request, f"/desk/e/{event.id}", "thanked")


def _refused(request: Request, event: Event, code: str, status: int = 409) -> Response:
    heading, why = gettext("Nothing was sent"), translate(PROBLEMS[code])
    return problem(request, heading, why, status, f"/desk/e/{event.id}")


def _form(request: Request, event: Event, text: str, wrong: str = "") -> Response:
    thanked = thanked_at(dependencies(request).engine, event)
    shown = {"event": event, "text": text, "wrong": wrong, "thanked_at": thanked}
    return page(request, "events/thanks.html", shown, 422 if wrong else 200)


ROUTES = [Route("/desk/e/{event}/thanks", thank, methods=["GET", "POST"])]
