"""The route of short links in texts: each does what the link does that its token stands for."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessageByMark
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import APPOINTMENTS
from fullhouse.kernel.records import Get
from fullhouse.kernel.short_links import TOKEN
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.shared.short_links import is_about_a_time
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import answer_customer, customer_rules
from fullhouse.web.links import dispatch, expired_page, not_ours
from fullhouse.web.pages import problem


async def follow_short(request: Request) -> Response:
    """Do what the link does that the token in a text stands for."""
    engine = dependencies(request).engine
    message = _text_with(engine, request.path_params["token"])
    link = engine.composer.short_link(message) if message is not None else None
    if message is None or link is None:
        return not_ours(request)
    if engine.now() >= link.expires_at:
        return _ended(request, message, link)
    return await dispatch(request, link)


def _text_with(engine: Engine, token: str) -> Message | None:
    """Return the text with a token; None if none has it, or its key was revoked."""
    if not TOKEN.fullmatch(token):
        return None
    message = engine.load(MessageByMark(token))
    if message is None or engine.composer.is_revoked(message, engine.now()):
        return None
    return message


def _ended(request: Request, message: Message, link: Link) -> Response:
    """Show that the time of a text is over; of one that was moved, the newest message knows."""
    engine = dependencies(request).engine
    contact = facts_of(customer_rules(engine))
    kind: type[Appointment | Entry] = Appointment if link.scope == APPOINTMENTS else Entry
    record: Appointment | Entry | None = engine.load(Get(kind, (link.person,)))
    if record is not None:
        answer_customer(record.language)
    is_ahead = isinstance(record, Appointment) and record.stands and record.ends_at > engine.now()
    if is_ahead or not is_about_a_time(message):
        return expired_page(request)
    return problem(
        request,
        410,
        to_translate("This time has passed."),
        to_translate("There is nothing left to do here. Please call us for another time."),
        contact=contact,
    )


def short_routes() -> list[BaseRoute]:
    """Return the route of the links in texts."""
    return [Route("/s/{token}", follow_short, methods=["GET", "POST"])]
