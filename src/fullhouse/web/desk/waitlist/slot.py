"""One slot's ledger: who was asked in which order, what became of it, and why someone else was not."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.house import House
from fullhouse.engine.ports import SubjectLines
from fullhouse.kernel.times import wall_time
from fullhouse.products.waitlist.model import SCOPE, LinePage, Slot
from fullhouse.web.desk.story import tell
from fullhouse.web.desk.waitlist import day as days
from fullhouse.web.desk.waitlist import place

MOST_PEOPLE = 500
MOST_LINES = 200


@place.of_slot
async def slot_page(request: Request, slot: Slot) -> Response:
    """Show a slot."""
    house: House = request.app.state.house
    book, names = place.book_of(house), days.Names(house)
    there = wall_time(slot.starts_at, book.zone).date()
    story = house.load(SubjectLines(SCOPE, slot.id, limit=MOST_LINES))
    shown = {
        "slot": slot,
        "one": days.shown(house, slot, names),
        "day": there,
        "can_again": slot.status != "open" and slot.ends_at > house.now(),
        "story": [tell(house, one) for one in reversed(story)],
        "people": house.load(LinePage(slot.line, limit=MOST_PEOPLE)),
        "live": place.LIVE,
        "version": place.version(house),
    }
    return place.page(request, "slot.html", shown)


ROUTES = [Route(f"{place.HOME}/slots/{{slot}}", slot_page)]
