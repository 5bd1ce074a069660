"""Pages of events: the cards, a new event, one event with its audit, and its actions."""

import asyncio
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage, LatestAudit
from fullhouse.inbound.forms.event_json import event_id
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.audit_counts import CountedLine, count_backwards, counts_of
from fullhouse.products.rsvp.broadcast import leaves_at
from fullhouse.products.rsvp.commands import CancelEvent, CloseSignUp, ReopenSignUp
from fullhouse.products.rsvp.model import Event, GuestResult, Unreachable
from fullhouse.products.rsvp.questions import EXAMPLES
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.signup_curve import SignupCurve, signup_curve
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.answer_view import shown_examples
from fullhouse.web.desk.audit_text import describe, describe_counted
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events import event_form, live_updates
from fullhouse.web.desk.events.edit_preview import people_on_list
from fullhouse.web.desk.events.lookup import all_events, event_or_404
from fullhouse.web.desk.events.thanks import thanked_at
from fullhouse.web.desk.events.unreachable import not_erased
from fullhouse.web.desk.events.waiting_guests import MOST_OFFERS, offers_out, standing
from fullhouse.web.desk.first_steps import steps_of
from fullhouse.web.desk.formatting import wall
from fullhouse.web.desk.home import home_of
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.graphics import signup_chart

READ_AT_ONCE = 200
MOST_EVENTS = 100
KEPT: WeakKeyDictionary[Engine, dict[str, SignupCurve]] = WeakKeyDictionary()


async def growth_of(engine: Engine, event: Event) -> SignupCurve:
    """Return an event's sign-up curve, read page by page so that other requests get a turn."""
    kept = KEPT.setdefault(engine, {})
    growth = kept.get(event.id) or SignupCurve(event.created_at)
    while lines := engine.load(AuditPage(event.id, growth.number, READ_AT_ONCE)):
        growth = signup_curve(growth, lines)
        await asyncio.sleep(0)
    kept.pop(event.id, None)
    kept[event.id] = growth
    if len(kept) > MOST_EVENTS:
        del kept[next(iter(kept))]
    return growth


SHOWN_OF_LINE = 8
SHOWN_OF_AUDIT = 6
MOST_AUDIT = 200
# Event and lines are read one after the other; in between something may happen.
MOST_LOOKS = 3
MOST_UNREACHED = 1000


@require_session
async def home(request: Request) -> Response:
    """Show every event as a card, the number first."""
    engine = dependencies(request).engine
    events = all_events(engine)
    ahead = [event for event in events if event.ends > engine.now()]
    mail = dependencies(request).desk.mail
    is_full = mail is not None and mail.is_full()
    shown = {
        "coming": [event for event in ahead if event.state != "cancelled"],
        "cancelled": [event for event in ahead if event.state == "cancelled"],
        "over": events[len(ahead) :],
        "mail_is_full": is_full,
        "steps": steps_of(request),
        "home": home_of(request, events),
    }
    return page(
        request,
        "events/home.html",
        {"live": "/desk/live", "version": live_updates.version(events), **shown},
    )


@require_session
async def new_event(request: Request) -> Response:
    """Create an event; the form keeps what was typed if there is a problem."""
    if request.method != "POST":
        return page(
            request,
            "events/new.html",
            {"fields": _blank(request), "problems": {}, "zones": event_form.zones()},
        )
    engine = dependencies(request).engine
    fields = event_form.typed_event(await request.form())
    try:
        command = event_form.new_event(
            fields,
            event_id(fields.get("name", ""), engine.ids.new()),
            dependencies(request).desk.usual_settings,
        )
    except Invalid as unfit:
        return again(request, "events/new.html", fields, unfit.problems)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        return again(request, "events/new.html", fields, (refusal_problem(answer),))
    return go(request, f"/desk/e/{command.event_id}", "created")


def _blank(request: Request) -> dict[str, object]:
    events = all_events(dependencies(request).engine)
    zone = events[0].timezone if events else ""
    return event_form.blank_event(zone, request.state.session.member.email)


def refusal_problem(answer: GuestResult) -> FieldProblem:
    """Return a rule's refusal as a problem of its field."""
    return FieldProblem(
        answer.code, translate(PROBLEMS[answer.code]), answer.field.partition(":")[0]
    )


def again(
    request: Request,
    template: str,
    fields: dict[str, object],
    problems: tuple[FieldProblem, ...],
    event: Event | None = None,
) -> Response:
    """Show a form again with what was typed and what is wrong with it."""
    named = {problem.field or "form": problem.message for problem in problems}
    shown = {"fields": fields, "problems": named, **event_form.choices(fields)}
    return page(request, template, {"event": event, **shown}, 422)


@event_or_404
async def overview(request: Request, event: Event) -> Response:
    """Show one event: its seats, offers and waitlist, and the last audit lines."""
    engine = dependencies(request).engine
    last = engine.load(LatestAudit(event.id, limit=SHOWN_OF_AUDIT))
    offers = offers_out(engine, event)
    unreached = not_erased(engine.load(Unreachable(event.id, limit=MOST_UNREACHED)))
    shown = {
        "line": standing(engine, event, limit=SHOWN_OF_LINE),
        "offers": offers,
        "more_offers": len(offers) >= MOST_OFFERS,
        "unreached": len(unreached),
        "story": [describe(engine, line) for line in last],
        "version": live_updates.version((event,)),
        "thanked_at": thanked_at(engine, event),
        "examples": shown_examples(EXAMPLES),
        **_waits(request, event),
    }
    return page(
        request, "events/event.html", {"event": event, "live": f"/desk/e/{event.id}/live", **shown}
    )


def _waits(request: Request, event: Event) -> dict[str, str]:
    """Return when a message to all leaves that was written in quiet hours; else nothing."""
    now = dependencies(request).engine.now()
    at = leaves_at(event, now)
    if request.query_params.get("done") != "broadcast" or at <= now:
        return {}
    time = wall(wall_time(at, event.timezone))
    return {"done": gettext("These are quiet hours: your message leaves %(time)s.", time=time)}


@event_or_404
async def audit(request: Request, event: Event) -> Response:
    """Show the audit, the latest line first."""
    engine = dependencies(request).engine
    last = latest_lines(engine, event)
    growth, until = await growth_of(engine, event), min(engine.now(), event.starts)
    story = [describe_counted(engine, counted) for counted in last]
    shown = {"story": story, "growth": growth, "until": until}
    return page(request, "events/audit.html", {"event": event, **shown, "chart": signup_chart})


def latest_lines(engine: Engine, event: Event) -> list[CountedLine]:
    """Return the latest audit lines with their counts, counted back from the event as it is."""
    lines = engine.load(LatestAudit(event.id, limit=MOST_AUDIT))
    for _ in range(MOST_LOOKS):
        event = engine.load(Get(Event, (event.id,))) or event
        again = engine.load(LatestAudit(event.id, limit=MOST_AUDIT))
        if again[:1] == lines[:1]:
            break
        lines = again
    return count_backwards(counts_of(event), lines)


@event_or_404
async def close(request: Request, event: Event) -> Response:
    """Close sign-up."""
    return await _act(request, event, CloseSignUp(event_id=event.id), "closed")


@event_or_404
async def reopen(request: Request, event: Event) -> Response:
    """Reopen sign-up."""
    return await _act(request, event, ReopenSignUp(event_id=event.id), "reopened")


@event_or_404
async def cancel_event(request: Request, event: Event) -> Response:
    """Show what cancelling the event will do; the button does it."""
    if request.method == "POST":
        return await _act(request, event, CancelEvent(event_id=event.id), "event_cancelled")
    engine = dependencies(request).engine
    shown = {"guests": people_on_list(engine, event), "offers": offers_out(engine, event)}
    return page(request, "events/cancel.html", {"event": event, **shown})


async def _act(request: Request, event: Event, command: Command, done: str) -> Response:
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    path = f"/desk/e/{event.id}"
    if answer.code in PROBLEMS:
        why = translate(PROBLEMS[answer.code])
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    return go(request, path, done)


ROUTES = [
    Route("/desk", home),
    Route("/desk/live", live_updates.of_all),
    Route("/desk/new", new_event, methods=["GET", "POST"]),
    Route("/desk/e/{event}", overview),
    Route("/desk/e/{event}/live", live_updates.of_one),
    Route("/desk/e/{event}/audit", audit),
    Route("/desk/e/{event}/close", close, methods=["POST"]),
    Route("/desk/e/{event}/reopen", reopen, methods=["POST"]),
    Route("/desk/e/{event}/cancel", cancel_event, methods=["GET", "POST"]),
]
