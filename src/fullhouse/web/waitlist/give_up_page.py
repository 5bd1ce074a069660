"""The page where customers give up a claimed slot that is no appointment; GET asks, POST acts."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.links import Link
from fullhouse.products.frontdesk.refill.given_up_slots import why_not_given_up
from fullhouse.products.frontdesk.waitlist.commands import GiveUpSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, WaitlistResult
from fullhouse.web.dependencies import dependencies
from fullhouse.web.links import Handler
from fullhouse.web.pages import page
from fullhouse.web.request_body import read_fields
from fullhouse.web.waitlist.link_pages import BY, load_claim, nobody, show_result
from fullhouse.web.waitlist.link_session import (
    CustomerLinkSession,
    find_visit,
    refreshed,
    slot_values,
)


async def give_up_page(request: Request, link: Link) -> Response:
    """Ask whether to give the booking up, or do it, if the link's address is still theirs."""
    engine = dependencies(request).engine
    visit = find_visit(engine, link)
    if visit is None or not visit.is_theirs:
        return nobody(request)
    if request.method == "POST":
        await read_fields(request)
        command = GiveUpSlot(
            slot_id=visit.entry.booked, entry_id=visit.entry.id, link=visit.sent_to
        )
        answer: WaitlistResult = await engine.execute(command, BY)
        if answer.code == REPLACED:
            return nobody(request)
        return _result(request, refreshed(visit, answer), answer.code)
    claim = load_claim(engine, visit)
    slot, refused = claim.waitlist.slot, why_not_given_up(claim, visit.now)
    if slot is None or refused:
        return _result(request, msgspec.structs.replace(visit, slot=slot), refused)
    return _ask(request, visit, slot)


def _result(request: Request, visit: CustomerLinkSession, code: str) -> Response:
    """Show what became of the booking; one that is not given up here is shown as it is."""
    return show_result(request, visit, "already_booked" if code == "not_booked" else code)


def _ask(request: Request, visit: CustomerLinkSession, slot: Slot) -> Response:
    values = slot_values(slot, visit.rulebook, visit.now)
    return page(request, "waitlist/give_up.html", entry=visit.entry, person=visit.person, **values)


PURPOSES: dict[str, Handler] = {"give_up": give_up_page}
