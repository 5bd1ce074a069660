"""The page of a mailed link that signs up: GET asks, POST signs up."""

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, ngettext, use_language
from fullhouse.products.rsvp.commands import ConfirmSignUp
from fullhouse.products.rsvp.model import Event, Guest, GuestByEmail, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.sign_up_requests import is_open_request, request_message_id
from fullhouse.web import links
from fullhouse.web.dependencies import dependencies
from fullhouse.web.limits import give_back_unconfirmed
from fullhouse.web.pages import page, problem, see_other
from fullhouse.web.request_body import read_fields
from fullhouse.web.rsvp import guest_status
from fullhouse.web.rsvp.lookup import load_event, unknown_person_page

BY = "guest"
GONE, NOT_NOW = 410, 409


async def request_page(request: Request, link: Link) -> Response:
    """Ask whether to sign up, or do it."""
    engine = dependencies(request).engine
    event = load_event(request, link.scope)
    if event is None:
        return unknown_person_page(request)
    message = engine.load(Get(Message, (request_message_id(event.id, link.offer),)))
    if message is None or not is_open_request(message, event.id, engine.now()):
        return refused(request, event, "request_over")
    use_language(message.facts["event"]["language"])
    if request.method != "POST":
        guest = engine.load(GuestByEmail(event.id, message.to))
        if guest is not None and guest.cancels_at is not None:
            return ask_to_keep(request, event, guest)
        if guest is not None and guest.state in {"confirmed", "waitlisted"}:
            return _own_page(request, guest, "already")
        return ask(request, event, message)
    await read_fields(request)
    return await confirm(request, event, message)


async def confirm(request: Request, event: Event, message: Message) -> Response:
    """Sign up as requested, and lead on to the guest's own page."""
    command = ConfirmSignUp(event_id=event.id, message_id=message.id)
    answer: GuestResult = await dependencies(request).engine.execute(command, BY)
    if answer.guest is None or answer.code in PROBLEMS:
        return refused(request, answer.event or event, answer.code)
    if answer.guest.id == message.person and not answer.known:
        give_back_unconfirmed(request, message.facts["request"]["client"])
    return _own_page(request, answer.guest, answer.code)


def ask(request: Request, event: Event, message: Message) -> Response:
    """Show the request with a button that signs up."""
    closed = guest_status.why_closed(event, dependencies(request).engine.now())
    if closed:
        return refused(request, event, "sign_up_closed", closed)
    party: int = message.facts["guest"]["party"]
    text = ngettext(
        "You asked for a seat. Press the button to sign up: no seat is held for you until then.",
        "You asked for %(count)s seats. "
        "Press the button to sign up: no seats are held for you until then.",
        party,
    )
    return _question(request, event, text, gettext("Sign me up"), party)


def ask_to_keep(request: Request, event: Event, guest: Guest) -> Response:
    """Show that a seat is about to be cancelled, with a button that keeps it."""
    text = ngettext(
        "Your seat is about to be cancelled. Press the button, and you keep it.",
        "Your %(count)s seats are about to be cancelled. Press the button, and you keep them.",
        guest.party,
    )
    return _question(request, event, text, gettext("Keep my seat"), guest.party)


def _question(request: Request, event: Event, text: str, button: str, party: int) -> Response:
    values = {**guest_status.event_values(event), "party": party}
    outlook = guest_status.outlook(event, dependencies(request).engine.now())
    return page(request, "rsvp/request.html", **values, text=text, button=button, outlook=outlook)


def _own_page(request: Request, guest: Guest, code: str) -> Response:
    """Lead on to the guest's own page. The link proves that the address is theirs."""
    query = {"again": "1"} if code == "already" else {}
    return see_other(request, links.own_page_path(dependencies(request).engine, guest), query)


def refused(request: Request, event: Event, code: str, text: str = "") -> Response:
    """Show why the link does not sign up any more."""
    status = GONE if code == "request_over" else NOT_NOW
    way_on = (to_translate("To the event's page"), f"/e/{event.id}")
    heading = to_translate("You are not signed up.")
    return problem(request, status, heading, text or PROBLEMS[code], way_on)
