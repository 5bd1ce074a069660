"""Pages of guest links: confirm before, result after, and one page with all actions."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.counted_messages import VISITOR
from fullhouse.engine.ical import entry_file
from fullhouse.engine.qr_code import code_as_data
from fullhouse.engine.rate_limit import ADDRESS_CHANGE, OWN_CHANGE, VISITOR_CHANGE, Limit
from fullhouse.inbound.forms.answer_form import filled_fields
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, from_fields
from fullhouse.kernel.link_binding import REPLACED, GivenByLink
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import choose_language, gettext, ngettext
from fullhouse.products.rsvp.calendar_entries import seat_entry
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.door_codes import code_content, door_page
from fullhouse.products.rsvp.form_questions import asked_of_each
from fullhouse.products.rsvp.link_binding import is_current, sign_up_mark, without_binding
from fullhouse.products.rsvp.model import Guest, GuestResult, PeopleAhead
from fullhouse.web.dependencies import dependencies
from fullhouse.web.limits import take_for_guest
from fullhouse.web.links import CALENDAR, Handler, calendar_path, own_page_path, own_path
from fullhouse.web.pages import AS_CALENDAR, page, problem
from fullhouse.web.request_body import MOST_FIELDS, read_fields
from fullhouse.web.rsvp.answer_fields import field_groups, load_questions
from fullhouse.web.rsvp.content_view import load_content
from fullhouse.web.rsvp.guest_status import (
    GuestStatus,
    after_sign_up,
    event_values,
    guest_status,
    result_sentence,
    web_calendars,
)
from fullhouse.web.rsvp.link_actions import (
    DEEDS,
    TAKE,
    LinkAction,
    action_for,
    offered_actions,
    other_answer,
)
from fullhouse.web.rsvp.link_results import (
    ENDED_OFFERS,
    OK,
    http_status,
    problem_status,
    result_texts,
)
from fullhouse.web.rsvp.link_session import GuestLinkSession
from fullhouse.web.rsvp.lookup import answer_guest, load_event, unknown_person_page
from fullhouse.web.rsvp.request_page import request_page
from fullhouse.web.rsvp.submission import PURPOSE, is_of_sign_up

# So long after a sign-up its page says what was mailed.
JUST_NOW = timedelta(hours=1)
# Each of these sends an email; whoever holds a guest's link could press without end.
LIMITED = {"contact": ADDRESS_CHANGE, **dict.fromkeys(("party", "answers", "back"), OWN_CHANGE)}
# Whoever declines, or cancels and signs up again, is offered the next seat. The owner's changes
# are counted apart, so that a stranger uses up none of them.
LIMITED_VISITORS = dict.fromkeys(("party", "back", "cancel", "decline"), VISITOR_CHANGE)


async def action_page(request: Request, link: Link) -> Response:
    """Show or run the action of a link."""
    visit = find_visit(request, link)
    if visit is None:
        return no_visit_page(request, link)
    if link.purpose != "stop" and visit.now >= visit.event.ends:
        return over(request, visit)
    action = action_for(link.purpose, visit.guest)
    if request.method == "POST":
        await read_fields(request)
        return await _press(request, visit, action)
    if not action.possible(visit):
        return show_result(request, visit, GuestResult(_impossible_result(visit)))
    return ask_guest(request, visit, action)


async def _press(request: Request, visit: GuestLinkSession, action: LinkAction) -> Response:
    answer = await do(request, visit, action, {})
    if answer.code == REPLACED:
        return no_visit_page(request, visit.link)
    after = seen_after(request, visit, answer)
    if answer.code == "stopped" and after.live_offer is not None:
        return manage(request, after, said=gettext("You get no more reminders or offers."))
    return show_result(request, after, answer)


async def manage_page(request: Request, link: Link) -> Response:
    """Show a guest's status and all possible actions, or run one of them."""
    visit = find_visit(request, link)
    if visit is None:
        return no_visit_page(request, link)
    if visit.now >= visit.event.ends:
        return over(request, visit)
    if request.method != "POST":
        return manage(request, visit, said=_said_again(request, visit))
    fields = await read_fields(request, MOST_FIELDS + visit.event.asks * visit.largest_party)
    action = offered_actions(visit).get(fields.get("do", ""))
    if action is None:
        said = gettext("Nothing was changed: please press one of the buttons.")
        return manage(request, visit, 400, said)
    limits = LIMITED_VISITORS if visit.is_visitor else LIMITED
    limit = limits.get(fields["do"])
    if limit is not None and not take_for_guest(request, limit, visit.guest):
        return _changed_too_often(request, visit, limit)
    return await _run(request, visit, action, fields)


def _said_again(request: Request, visit: GuestLinkSession) -> str:
    """Return what to say to someone who signed up twice."""
    if "again" not in request.query_params or visit.guest.state == "cancelled":
        return ""
    return gettext("You are already on the list. Nothing was changed.")


def _changed_too_often(request: Request, visit: GuestLinkSession, limit: Limit) -> Response:
    """Show the guest's page, with the time after which they can change it again."""
    said = ngettext(
        "Nothing was changed: there were many changes before. "
        "Please try again in %(count)s minute.",
        "Nothing was changed: there were many changes before. "
        "Please try again in %(count)s minutes.",
        int(limit.retry_after) // 60,
    )
    response = manage(request, visit, 429, said)
    response.headers["Retry-After"] = limit.retry_after
    return response


async def _run(
    request: Request, visit: GuestLinkSession, action: LinkAction, fields: dict[str, str]
) -> Response:
    try:
        answer = await do(request, visit, action, fields)
    except Invalid as invalid:
        return manage(request, visit, 422, _what_is_wrong(invalid), fields, invalid.problems)
    if answer.code == REPLACED:
        return no_visit_page(request, visit.link)
    status = problem_status(answer.code)
    after = seen_after(request, visit, answer)
    if answer.code == "contact_changed":
        choose_language("")
        answer_guest(after.guest, after.event)
    return manage(request, after, status, result_sentence(answer), fields)


def _what_is_wrong(invalid: Invalid) -> str:
    """Return the sentence of a problem; if there are more, they stand beside their fields."""
    first = invalid.problems[0]
    if first.field.startswith("answers."):
        return gettext("Almost there. Please check the fields in red.")
    return first.message


async def do(
    request: Request, visit: GuestLinkSession, deed: LinkAction, fields: dict[str, str]
) -> GuestResult:
    """Execute the command of an action."""
    engine = dependencies(request).engine
    command = deed.command(visit, fields)
    if isinstance(command, GivenByLink):
        command = msgspec.structs.replace(command, link=visit.given_by)
    answer: GuestResult = await engine.execute(command, visit.by)
    return answer


def find_visit(request: Request, link: Link) -> GuestLinkSession | None:
    """Load the guest and the event of a link.

    Return None if they do not exist any more, or if the link was sent to an earlier address.
    """
    engine = dependencies(request).engine
    event = load_event(request, link.scope)
    guest = _guest_of(request, link)
    if event is None or guest is None or not is_current(link, guest):
        return None
    questions = load_questions(engine, event)
    visit = GuestLinkSession(
        event,
        guest,
        without_binding(link),
        engine.now(),
        position(engine, guest),
        of_each=asked_of_each(questions),
    )
    if link.purpose != PURPOSE:
        answer_guest(guest, event)
        return msgspec.structs.replace(visit, questions=questions)
    if not is_of_sign_up(link, guest):
        return None
    link = msgspec.structs.replace(link, offer="")
    return msgspec.structs.replace(visit, link=link, by=VISITOR)


def _guest_of(request: Request, link: Link) -> Guest | None:
    guest = dependencies(request).engine.load(Get(Guest, (link.scope, link.person)))
    if guest is None or guest.is_erased:
        return None
    return guest


def seen_after(request: Request, visit: GuestLinkSession, answer: GuestResult) -> GuestLinkSession:
    """Return the session with the records of a result."""
    guest = answer.guest or visit.guest
    place = position(dependencies(request).engine, guest)
    return msgspec.structs.replace(
        visit, event=answer.event or visit.event, guest=guest, position=place
    )


def position(engine: Engine, guest: Guest) -> int | None:
    """Return the guest's place on the waitlist, from 1, or None if not waiting."""
    if not guest.is_waiting:
        return None
    return engine.load(PeopleAhead(guest.event_id, guest.place)) + 1


def _address_result(visit: GuestLinkSession) -> str:
    if visit.link.offer == address_mark(visit.guest.email):
        return "address_changed"
    return "address_spent"


def _keep_result(visit: GuestLinkSession) -> str:
    if visit.event.state == "cancelled":
        return "event_cancelled"
    if visit.guest.state == "cancelled" or visit.guest.cancels_at is not None:
        return "grace_over"
    if visit.guest.state == "confirmed":
        return "kept"
    return "no_seat"


# Actions that do not depend on the state of the event, or know it better.
ALONE: dict[str, Callable[[GuestLinkSession], str]] = {
    "stop": lambda _visit: "stopped",
    "address": _address_result,
    "keep": _keep_result,
}


def _impossible_result(visit: GuestLinkSession) -> str:
    """Return why an action is not possible: most often because it was done before."""
    guest, purpose = visit.guest, visit.link.purpose
    if purpose in ALONE:
        return ALONE[purpose](visit)
    if visit.event.state == "cancelled":
        return "event_cancelled"
    if visit.now >= visit.event.starts:
        return "event_over"
    if purpose in {"cancel", "leave"}:
        return _no_cancel_result(guest, purpose)
    if guest.state == "confirmed" or purpose == "back":
        return "already" if guest.state != "cancelled" else "sign_up_closed"
    is_same_offer = guest.offer is not None and guest.offer.id == visit.link.offer
    return "offer_lapsed" if is_same_offer else "offer_spent"


def _no_cancel_result(guest: Guest, purpose: str) -> str:
    if guest.state == "cancelled":
        return "already_cancelled"
    return "already" if purpose == "leave" else "is_inside"


def ask_guest(request: Request, visit: GuestLinkSession, deed: LinkAction) -> Response:
    """Show an action that the guest has yet to confirm."""
    context = {**_context(request, visit), "deed": deed.texts(visit), "other": None}
    answer = other_answer(visit)
    if answer is not None:
        purpose, other = answer
        path = _offer_path(request, visit, purpose)
        context["other"] = {"purpose": purpose, "path": path, "texts": other.texts(visit)}
    return page(request, "rsvp/confirm.html", **context)


def _offer_path(request: Request, visit: GuestLinkSession, purpose: str) -> str:
    """Return the path of a link that answers the live offer."""
    offer = visit.live_offer
    engine = dependencies(request).engine
    return own_path(engine, visit.guest, purpose, offer.id) if offer else ""


def show_result(request: Request, visit: GuestLinkSession, answer: GuestResult) -> Response:
    """Show the result of an action and the guest's status now."""
    status = _status(visit)
    heading, text = result_texts(visit, answer, status)
    lines = []
    if text != status.heading:
        lines.append(text)
    is_ended_offer = answer.code in ENDED_OFFERS
    if (visit.guest.state == "waitlisted" or is_ended_offer) and heading != status.heading:
        lines.append(status.heading)
    if visit.guest.state != "cancelled" and answer.code != "event_cancelled":
        lines.extend(status.lines)
    told = msgspec.structs.replace(status, heading=heading, lines=tuple(lines), held_for_me=0)
    context = {**_context(request, visit), "told": told, "take": None}
    if TAKE.possible(visit):
        context["take"] = TAKE.texts(visit)
        context["own_page"] = own_page_path(dependencies(request).engine, visit.guest)
    return page(request, "rsvp/result.html", http_status(visit, answer.code), **context)


def _status(visit: GuestLinkSession) -> GuestStatus:
    """Return the guest's status; an offer whose time has passed holds nothing any more."""
    guest = visit.guest
    if visit.live_offer is None:
        guest = msgspec.structs.replace(guest, offer=None)
    return guest_status(visit.event, guest, visit.position, visit.now)


def _shown_status(request: Request, visit: GuestLinkSession) -> GuestStatus:
    """Return the status as a guest's page shows it; right after a sign-up with what was mailed."""
    status, guest = _status(visit), visit.guest
    if not visit.is_visitor or not visit.is_on_list:
        return status
    if guest.state == "pending":
        line = gettext("Please press the button in our email to %(email)s.", email=guest.email)
        return msgspec.structs.replace(status, lines=(*status.lines, line))
    if visit.live_offer is not None:
        return status
    sends_mail = "mail" in dependencies(request).carries()
    if not sends_mail or visit.now < guest.joined_at + JUST_NOW:
        return after_sign_up(visit.event, guest, visit.position, sends_mail=sends_mail)
    # That its owner wants no emails is none of a visitor's business.
    is_hidden = guest.state == "waitlisted" and guest.reach != "fine"
    return msgspec.structs.replace(status, lines=()) if is_hidden else status


def manage(
    request: Request,
    visit: GuestLinkSession,
    status: int = 200,
    said: str = "",
    fields: dict[str, str] | None = None,
    problems: tuple[FieldProblem, ...] = (),
) -> Response:
    """Show a guest's status with a button per possible action; invalid input stays in the form."""
    offered = offered_actions(visit).items()
    possible = {name: action for name, action in offered if action.possible(visit)}
    if visit.guest.state == "waitlisted" and "cancel" in possible:
        possible["cancel"] = DEEDS["leave"]
    typed, wrong = {"name": "", "email": ""}, ""
    if fields and fields.get("do") == "contact" and status != OK:
        typed = {"name": fields.get("name", ""), "email": fields.get("email", "")}
        wrong = said
    deeds = {name: action.texts(visit) for name, action in possible.items()}
    shown: dict[str, Any] = {"deeds": deeds, "said": said, "typed": typed, "wrong": wrong}
    shown["about"] = load_content(dependencies(request).engine, visit.event)
    shown["door_code"] = _door_code(request, visit)
    shown["decline"] = _offer_path(request, visit, "decline")
    shown |= _answer_form(visit, fields or {}, problems, status)
    shown |= _party_form(request, visit, fields, problems, status)
    context = {**_context(request, visit), "told": _shown_status(request, visit)}
    return page(request, "rsvp/manage.html", status, **context, **shown)


def _answer_form(
    visit: GuestLinkSession,
    fields: Mapping[str, str],
    problems: tuple[FieldProblem, ...],
    status: int,
) -> dict[str, Any]:
    """Return the fields of the host's questions: as stored, or as typed if that was wrong."""
    party, is_wrong = visit.guest.party, fields.get("do") == "answers" and status != OK
    typed = fields if is_wrong else filled_fields(visit.questions, visit.guest.answers, party)
    wrong = {problem.field: problem.message for problem in problems}
    return {
        "groups": field_groups(visit.questions, party, typed, wrong),
        "answers_missing": is_wrong or visit.misses_answers,
    }


def _party_form(
    request: Request,
    visit: GuestLinkSession,
    fields: Mapping[str, str] | None,
    problems: tuple[FieldProblem, ...],
    status: int,
) -> dict[str, Any]:
    """Return how many people come, and fields for those who are new, for as many as were typed."""
    party, typed = visit.guest.party, fields or request.query_params
    is_wrong = bool(fields) and status != OK
    wanted = from_fields(typed).party if is_wrong or fields is None else party
    chosen = max(1, min(wanted or party, visit.largest_party))
    wrong = {problem.field: problem.message for problem in problems}
    return {
        "party": chosen,
        "new_groups": field_groups(visit.of_each, chosen, typed, wrong)[party:],
    }


def _context(request: Request, visit: GuestLinkSession) -> dict[str, Any]:
    status = _status(visit)
    about = sign_up_mark(visit.guest) if visit.is_visitor else ""
    mine = calendar_path(dependencies(request).engine, visit.guest, about)
    seen = {
        "guest": visit.guest,
        "visit": visit,
        "told": status,
        "my_calendar": mine,
        "calendars": web_calendars(dependencies(request).engine, visit.event),
    }
    return {**event_values(visit.event), **seen}


def _door_code(request: Request, visit: GuestLinkSession) -> str:
    """Return a picture of the guest's code for the door; empty without a seat.

    It says only who it is. Only a signed-in device at the door can use it.
    """
    if visit.guest.state != "confirmed" or visit.event.state == "cancelled":
        return ""
    page_url = dependencies(request).engine.composer.urls.page(door_page(visit.event.id))
    return code_as_data(code_content(page_url, visit.guest.id))


def over(request: Request, visit: GuestLinkSession) -> Response:
    """Show that the event of a link is over."""
    text = gettext(
        "%(event)s is over, so there is nothing left to do here.",
        event=visit.event.name,
    )
    way_on = (to_translate("See the event's page"), f"/e/{visit.event.id}")
    return problem(request, 410, to_translate("This event is over."), text, way_on)


def no_visit_page(request: Request, link: Link) -> Response:
    """Show why a link leads nowhere: the guest is gone, or has another address."""
    event = load_event(request, link.scope)
    if event is None or _guest_of(request, link) is None:
        return unknown_person_page(request, event)
    text = to_translate(
        "We sent this link before your email address changed, so it no longer works. "
        "Please use the link in our newest email, or ask for a new one on the event's page."
    )
    if link.purpose == PURPOSE or _names_sign_up(link):
        text = to_translate(
            "You have signed up again or changed your email address since. "
            "Please use the link in our newest email, or ask for a new one on the event's page."
        )
    way_on = (to_translate("To the event's page"), f"/e/{link.scope}")
    return problem(request, 410, to_translate("This link has been replaced."), text, way_on)


def _names_sign_up(link: Link) -> bool:
    """Return True for the calendar of the page that a sign-up leads to: it ends with the page."""
    return link.purpose == CALENDAR and bool(without_binding(link).offer)


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a guest's calendar file; its entry has the same id as in their mail."""
    engine = dependencies(request).engine
    event = load_event(request, link.scope)
    guest = engine.load(Get(Guest, (link.scope, link.person)))
    if event is None or guest is None or not is_current(link, guest):
        return no_visit_page(request, link)
    if _names_sign_up(link) and not is_of_sign_up(link, guest):
        return no_visit_page(request, link)
    answer_guest(guest, event)
    entry = seat_entry(event, guest, f"{engine.composer.urls.guests}/e/{event.id}", engine.now())
    return Response(entry_file(entry), 200, AS_CALENDAR, "text/calendar")


PURPOSES: dict[str, Handler] = {
    **dict.fromkeys(DEEDS, action_page),
    "manage": manage_page,
    PURPOSE: manage_page,
    CALENDAR: my_calendar_file,
    "request": request_page,
}
