"""The page of a mailed link that joins the waitlist: GET asks, POST joins."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.core import Engine
from fullhouse.kernel.links import Link
from fullhouse.kernel.localized_dates import say_written_time
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import current_language
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.shared.message_facts import facts_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.entries import (
    asks_for_change,
    is_contested,
    known_at_joining,
)
from fullhouse.products.frontdesk.waitlist.join_requests import (
    request_message_id,
    requested_join,
)
from fullhouse.products.frontdesk.waitlist.model import Entry, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.products.frontdesk.waitlist.wishes import WISHES
from fullhouse.web.dependencies import dependencies
from fullhouse.web.formatting import answer_customer, business_values, customer_rules
from fullhouse.web.limits import give_back_unconfirmed
from fullhouse.web.links import Handler
from fullhouse.web.pages import page, problem
from fullhouse.web.request_body import read_fields
from fullhouse.web.waitlist.join_page import written_by
from fullhouse.web.wish_text import dates

BY = "customer"
OVER = to_translate("This link has expired. Please join again on the waitlist's page.")
USED = to_translate(
    "You joined with this link, and since then your place has ended. You are welcome to join again."
)
GONE, NOT_NOW = 410, 409
# What the page says beside the place, by what the press did.
TOLD = {"joined": "joined", "edited": "saved"}


async def request_page(request: Request, link: Link) -> Response:
    """Ask whether to join the waitlist, or do it."""
    engine = dependencies(request).engine
    rulebook = customer_rules(engine)
    message = engine.load(Get(Message, (request_message_id(link.offer),)))
    join = requested_join(message, engine.now()) if message is not None else None
    if message is None or join is None:
        return refused(request, rulebook, GONE, OVER)
    answer_customer(join.language)
    joined = engine.load(Get(Entry, (join.entry_id,)))
    if joined is not None and joined.state != "waiting":
        return refused(request, rulebook, GONE, USED)
    if request.method != "POST":
        return _ask(request, rulebook, join, joined)
    await read_fields(request)
    answer = await _joined(engine, join)
    if answer.code in PROBLEMS or answer.entry is None:
        return refused(request, rulebook, NOT_NOW, PROBLEMS.get(answer.code, OVER))
    if answer.code == "joined":
        give_back_unconfirmed(request, message.facts["request"]["client"])
    return _welcome(request, rulebook, answer, join)


def _ask(
    request: Request, rulebook: Rulebook, join: JoinWaitlist, joined: Entry | None
) -> Response:
    """Ask whether to join, or whether to change what the owner of the email waits for."""
    known = _known(dependencies(request).engine, rulebook, join) if joined is None else joined
    changes = joined is None and known is not None and asks_for_change(known, join)
    contested = known is not None and bool(known.phone) and is_contested(known, join)
    values: dict[str, Any] = {
        "service": join.service,
        "staff": join.staff,
        "waits": known is not None,
        "is_done": known is not None and not (contested or changes),
        "contested": contested,
        "changes": changes,
        "wishes": dates(join) if changes else "",
        "party": join.party if changes else 1,
    }
    return page(request, "waitlist/request.html", **business_values(rulebook), **values)


def _known(engine: Engine, rulebook: Rulebook, join: JoinWaitlist) -> Entry | None:
    """Return the entry of the email's owner, if they wait for this already.

    The link proves the email, so its owner may know.
    """
    contact = engine.load(Get(Contact, (contact_id(join.email),)))
    names = contact.entries if contact is not None else ()
    found = [engine.load(Get(Entry, (name,))) for name in names]
    entries = [entry for entry in found if entry is not None and entry.email == join.email]
    return known_at_joining(entries, join, rulebook)


async def _joined(engine: Engine, join: JoinWaitlist) -> WaitlistResult:
    """Join. The link proves the email, so an entry with it gets the wishes that came with it.

    It loses a phone that may not be theirs. A link that was used changes nothing more.
    """
    answer: WaitlistResult = await engine.execute(join, BY)
    known = answer.entry
    if answer.code != "already" or known is None or known.id == join.entry_id:
        return answer
    if known.email != join.email:
        return answer
    wishes: dict[str, Any] = {name: getattr(join, name) for name in (*WISHES, "language")}
    if is_contested(known, join):
        wishes["phone"] = ""
    edit = EditEntry(entry_id=known.id, **wishes, source="form", link=address_mark(join.email))
    edited: WaitlistResult = await engine.execute(edit, BY)
    return edited


def _welcome(
    request: Request, rulebook: Rulebook, answer: WaitlistResult, join: JoinWaitlist
) -> Response:
    """Show that they are on the list; only who joins gets a message."""
    by_time = written_by(rulebook, join, dependencies(request).engine.now())
    values = {
        **business_values(rulebook),
        "service": join.service,
        "told": TOLD.get(answer.code, ""),
        "by_time": say_written_time(by_time, current_language()),
    }
    return page(request, "waitlist/joined.html", **values)


def refused(request: Request, rulebook: Rulebook, status: int, text: str) -> Response:
    """Show why the link does not join any more."""
    way_on = (to_translate("To the waitlist's page"), "/waitlist")
    heading = to_translate("You are not on the waitlist.")
    return problem(request, status, heading, text, way_on, contact=facts_of(rulebook))


PURPOSES: dict[str, Handler] = {"request": request_page}
