"""The page of a mailed link that joins the waitlist: GET asks, POST joins."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.join_requests import (
    is_contested,
    request_message_id,
    requested_join,
)
from fullhouse.products.frontdesk.waitlist.model import Entry, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import customer_rules
from fullhouse.web.limits import give_back_unconfirmed
from fullhouse.web.links import Handler
from fullhouse.web.pages import page, problem
from fullhouse.web.request_body import read_fields

BY = "customer"
OVER = to_translate("This link has expired. Please join again on the waitlist's page.")
GONE, NOT_NOW = 410, 409


async def request_page(request: Request, link: Link) -> Response:
    """Ask whether to join the waitlist, or do it."""
    engine = dependencies(request).engine
    rulebook = customer_rules(engine)
    message = engine.load(Get(Message, (request_message_id(link.offer),)))
    join = requested_join(message, engine.now()) if message is not None else None
    if message is None or join is None:
        return refused(request, GONE, OVER)
    if request.method != "POST":
        values: dict[str, Any] = {"service": join.service, "staff": join.staff}
        values["contested"] = _has_other_phone(engine, join)
        return page(request, "waitlist/request.html", business=rulebook.business, **values)
    await read_fields(request)
    answer = await _joined(engine, join)
    if answer.code in PROBLEMS or answer.entry is None:
        return refused(request, NOT_NOW, PROBLEMS.get(answer.code, OVER))
    if answer.code == "joined":
        give_back_unconfirmed(request, message.facts["request"]["client"])
    service = answer.entry.service
    return page(request, "waitlist/joined.html", business=rulebook.business, service=service)


def _has_other_phone(engine: Engine, join: JoinWaitlist) -> bool:
    """Return True if the owner of the email waits for it already, and the button takes out a phone.

    The link proves the email, so its owner may know.
    """
    contact = engine.load(Get(Contact, (contact_id(join.email),)))
    names = contact.entries if contact is not None else ()
    entries = [engine.load(Get(Entry, (name,))) for name in names]
    return any(
        entry.phone and entry.service == join.service and is_contested(entry, join)
        for entry in entries
        if entry is not None and entry.state == "waiting"
    )


async def _joined(engine: Engine, join: JoinWaitlist) -> WaitlistResult:
    """Join. The link proves the email, so an entry with it loses a phone that may not be theirs."""
    answer: WaitlistResult = await engine.execute(join, BY)
    known = answer.entry
    if answer.code != "already" or known is None or not known.phone:
        return answer
    if is_contested(known, join):
        await engine.execute(EditEntry(entry_id=known.id, phone="", source="form"), BY)
    return answer


def refused(request: Request, status: int, text: str) -> Response:
    """Show why the link does not join any more."""
    way_on = (to_translate("To the waitlist's page"), "/waitlist")
    heading = to_translate("You are not on the waitlist.")
    return problem(request, status, heading, text, way_on)


PURPOSES: dict[str, Handler] = {"request": request_page}
