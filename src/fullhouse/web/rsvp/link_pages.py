"""Pages of guest links: confirm before, result after, and one page with all actions."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ical import entry_file
from fullhouse.engine.qr_code import code_as_data
from fullhouse.engine.rate_limit import ADDRESS_CHANGE, OWN_CHANGE, Limit
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.links import Link
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import choose_language, gettext, ngettext, translate
from fullhouse.products.rsvp.calendar_entries import seat_entry
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.door_codes import code_content, door_page
from fullhouse.products.rsvp.link_binding import is_current, without_binding
from fullhouse.products.rsvp.model import Guest, GuestResult, PeopleAhead
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.limits import take_for_guest
from fullhouse.web.links import CALENDAR, Handler, calendar_path, own_page_path
from fullhouse.web.pages import AS_CALENDAR, page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.rsvp.content_view import load_content
from fullhouse.web.rsvp.guest_status import (
    GuestStatus,
    cancelled_sentence,
    event_values,
    guest_status,
    kept_sentence,
    result_sentence,
    web_calendars,
)
from fullhouse.web.rsvp.link_actions import (
    ALL,
    DEEDS,
    TAKE,
    GuestLinkSession,
    LinkAction,
    action_for,
)
from fullhouse.web.rsvp.lookup import answer_guest, load_event, unknown_person_page
from fullhouse.web.rsvp.request_page import request_page

BY = "guest"
OK = 200
STATUS = {
    "offer_lapsed": 410,
    "offer_spent": 410,
    "event_cancelled": 410,
    "event_over": 410,
    "already_cancelled": 200,
    "is_inside": 409,
    "grace_over": 410,
    "no_seat": 410,
    "party_too_big": 422,
    "address_taken": 409,
    "address_spent": 410,
}
# Results with their own heading and sentence. All others show the guest's status as heading
# and the sentence of the result.
TOLD = {
    "left": (
        to_translate("You have left the waitlist."),
        to_translate("Thank you for telling us."),
    ),
    "declined": (
        to_translate("Thank you for telling us."),
        to_translate("You keep your place on the waitlist."),
    ),
    "stopped": (
        to_translate("Done."),
        to_translate("You get no more reminders or offers."),
    ),
    "already_cancelled": (
        to_translate("This is done already."),
        to_translate("You cancelled before."),
    ),
    "is_inside": (
        to_translate("You're checked in."),
        to_translate("So your seat stays yours. If you have to leave, please tell your host."),
    ),
    "kept": (
        to_translate("Great, see you then."),
        to_translate("Nothing is cancelled."),
    ),
    "grace_over": (
        to_translate("The time to keep this seat has passed."),
        to_translate("Your seat is cancelled. Would you still like to come? Sign up again."),
    ),
    "no_seat": (
        to_translate("You have no seat to keep."),
        to_translate("This link was for a seat that you had before."),
    ),
    "address_changed": (
        to_translate("We write to you here now."),
        to_translate("The links in our older emails no longer work."),
    ),
    "address_spent": (
        to_translate("This link has been replaced."),
        to_translate("The address was changed again since, or left as it was."),
    ),
    "address_taken": (
        to_translate("This address is on the list already."),
        to_translate("Nothing was changed. It may have signed up by itself."),
    ),
    "offer_lapsed": (
        to_translate("Time's up."),
        to_translate("The seat is no longer held for you."),
    ),
    "offer_spent": (
        to_translate("This offer has ended."),
        to_translate("It was answered before, or its time has passed."),
    ),
}
TOO_LATE = to_translate("Your yes came too late: it was answered before, or its time had passed.")
# Each of these sends an email; whoever holds a guest's link could press without end.
LIMITED = {"contact": ADDRESS_CHANGE, "party": OWN_CHANGE, "back": OWN_CHANGE}
ENDED_OFFERS = ("offer_lapsed", "offer_spent")


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
        answer = await do(request, visit, action, {})
        after = seen_after(request, visit, answer)
        if answer.code == "stopped" and after.live_offer is not None:
            return manage(request, after, said=gettext("You get no more reminders or offers."))
        return show_result(request, after, answer)
    if not action.possible(visit):
        return show_result(request, visit, GuestResult(_impossible_result(visit)))
    return ask_guest(request, visit, action)


async def manage_page(request: Request, link: Link) -> Response:
    """Show a guest's status and all possible actions, or run one of them."""
    visit = find_visit(request, link)
    if visit is None:
        return no_visit_page(request, link)
    if visit.now >= visit.event.ends:
        return over(request, visit)
    if request.method != "POST":
        return manage(request, visit)
    fields = await read_fields(request)
    action = ALL.get(fields.get("do", ""))
    if action is None:
        said = gettext("Nothing was changed: please press one of the buttons.")
        return manage(request, visit, 400, said)
    limit = LIMITED.get(fields["do"])
    if limit is not None and not take_for_guest(request, limit, visit.guest):
        return _changed_too_often(request, visit, limit)
    return await _run(request, visit, action, fields)


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
        return manage(request, visit, 422, str(invalid), fields)
    status = OK
    if answer.code in PROBLEMS:
        status = STATUS.get(answer.code, 409)
    after = seen_after(request, visit, answer)
    if answer.code == "contact_changed":
        choose_language("")
        answer_guest(after.guest, after.event)
    return manage(request, after, status, result_sentence(answer), fields)


async def do(
    request: Request, visit: GuestLinkSession, deed: LinkAction, fields: dict[str, str]
) -> GuestResult:
    """Execute the command of an action."""
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(deed.command(visit, fields), BY)
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
    answer_guest(guest, event)
    return GuestLinkSession(
        event, guest, without_binding(link), engine.now(), position(engine, guest)
    )


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
    context = _context(request, visit)
    return page(request, "rsvp/confirm.html", **context, deed=deed.texts(visit))


def show_result(request: Request, visit: GuestLinkSession, answer: GuestResult) -> Response:
    """Show the result of an action and the guest's status now."""
    status = _status(visit)
    heading, text = _told(visit, answer, status)
    lines = []
    if text != status.heading:
        lines.append(text)
    is_ended_offer = answer.code in ENDED_OFFERS
    if (visit.guest.state == "waitlisted" or is_ended_offer) and heading != status.heading:
        lines.append(status.heading)
    if visit.guest.state != "cancelled" and answer.code != "event_cancelled":
        lines.extend(status.lines)
    told = GuestStatus(heading, tuple(lines), status.seats_of_mine, status.place_of_mine)
    context = {**_context(request, visit), "told": told, "take": None}
    if TAKE.possible(visit):
        context["take"] = TAKE.texts(visit)
        context["own_page"] = own_page_path(dependencies(request).engine, visit.guest)
    return page(request, "rsvp/result.html", _http_status(visit, answer.code), **context)


def _told(visit: GuestLinkSession, answer: GuestResult, status: GuestStatus) -> tuple[str, str]:
    """Return the heading and the sentence of a result."""
    code = answer.code
    if code == "already_cancelled" and visit.link.purpose == "leave":
        code = "left"
    heading, text = status.heading, result_sentence(answer)
    if code in TOLD:
        heading, text = map(translate, TOLD[code])
    if code == "cancelled":
        heading = gettext("Thank you for telling us.")
    if code == "stopped" and visit.guest.state == "confirmed":
        text = f"{text} {kept_sentence(visit.guest)}"
    return heading, _late_text(visit, code) or text


def _late_text(visit: GuestLinkSession, code: str) -> str:
    """Return the sentence for someone who comes too late, if there is a better one."""
    purpose = visit.link.purpose
    if code == "offer_spent" and purpose != "decline":
        return translate(TOO_LATE)
    if code == "grace_over" and visit.event.state == "closed":
        return cancelled_sentence(visit.guest)
    if code == "event_over" and purpose == "cancel" and visit.now < visit.event.ends:
        return gettext("This event has begun, so seats can't be cancelled any more.")
    return ""


def _status(visit: GuestLinkSession) -> GuestStatus:
    """Return the guest's status; an offer whose time has passed holds nothing any more."""
    guest = visit.guest
    if visit.live_offer is None:
        guest = msgspec.structs.replace(guest, offer=None)
    return guest_status(visit.event, guest, visit.position, visit.now)


def _http_status(visit: GuestLinkSession, code: str) -> int:
    if code not in PROBLEMS:
        return OK
    # Declining an offer that has moved on changes nothing, so it is no error for the guest.
    if visit.link.purpose == "decline" and code == "offer_spent":
        return OK
    return STATUS.get(code, 409)


def manage(
    request: Request,
    visit: GuestLinkSession,
    status: int = 200,
    said: str = "",
    fields: dict[str, str] | None = None,
) -> Response:
    """Show a guest's status with a button per possible action; invalid input stays in the form."""
    possible = {name: action for name, action in ALL.items() if action.possible(visit)}
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
    return page(request, "rsvp/manage.html", status, **_context(request, visit), **shown)


def _context(request: Request, visit: GuestLinkSession) -> dict[str, Any]:
    status = _status(visit)
    mine = calendar_path(dependencies(request).engine, visit.guest)
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
        "%(event)s has passed, so there is nothing left to do here. Thank you for looking.",
        event=visit.event.name,
    )
    way_on = (to_translate("See the event's page"), f"/e/{visit.event.id}")
    return problem(request, 410, to_translate("This event is over."), text, way_on)


def no_visit_page(request: Request, link: Link) -> Response:
    """Show why a link leads nowhere: the guest is gone, or has another address."""
    if _guest_of(request, link) is not None and load_event(request, link.scope) is not None:
        text = to_translate(
            "We sent this link before your email address changed, so it no longer works. "
            "Please use the link in our newest email, or ask for a new one on the event's page."
        )
        way_on = (to_translate("To the event's page"), f"/e/{link.scope}")
        return problem(request, 410, to_translate("This link has been replaced."), text, way_on)
    return unknown_person_page(request)


async def my_calendar_file(request: Request, link: Link) -> Response:
    """Send a guest's calendar file; its entry has the same id as in their mail."""
    engine = dependencies(request).engine
    event = load_event(request, link.scope)
    guest = engine.load(Get(Guest, (link.scope, link.person)))
    if event is None or guest is None or not is_current(link, guest):
        return no_visit_page(request, link)
    answer_guest(guest, event)
    entry = seat_entry(event, guest, f"{engine.composer.urls.guests}/e/{event.id}", engine.now())
    return Response(entry_file(entry), 200, AS_CALENDAR, "text/calendar")


PURPOSES: dict[str, Handler] = {
    **dict.fromkeys(DEEDS, action_page),
    "manage": manage_page,
    CALENDAR: my_calendar_file,
    "request": request_page,
}
