"""The history of each freed seat as a timeline, from its holder over the offers to the taker."""

import asyncio
from datetime import datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, ngettext, translate
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.seat_history import (
    SeatEvent,
    SeatHistory,
    SeatHistoryReader,
    SeatLines,
)
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.lookup import count_of, event_or_404
from fullhouse.web.desk.layout import page

READ_AT_ONCE = 200
PAGE = 20
# The sentence of each step, and the colour of its dot.
STEPS = {
    "held": (to_translate("{who} had it"), "taken"),
    "new": (to_translate("The host added it"), "new"),
    "free": (to_translate("It was open to all"), "open"),
    "cancelled": (to_translate("{who} gave it up"), "open"),
    "invite_declined": (to_translate("{who} said no to the invitation"), "open"),
    "invite_lapsed": (to_translate("{who} did not confirm in time"), "open"),
    "party_changed": (to_translate("{who} came with fewer people"), "open"),
    "offered": (to_translate("{who} was asked first"), "held"),
    "rolled_on": (to_translate("{who} was asked next"), "held"),
    "declined": (to_translate("{who} said no, thank you"), "open"),
    "lapsed": (to_translate("{who} let the time pass"), "open"),
    "lapsed_out": (to_translate("{who} let the time pass again and left the waitlist"), "open"),
    "left_line": (to_translate("{who} left the waitlist"), "open"),
    "put_back": (to_translate("The email to {who} could not leave, so nobody was asked"), "open"),
    "unreachable": (to_translate("{who} could not be reached"), "open"),
    "claimed": (to_translate("{who} took it"), "taken"),
    "seats_opened": (to_translate("Nobody was left to ask: open to all"), "over"),
    "event_cancelled": (to_translate("The event was cancelled"), "over"),
    "offer_withdrawn": (to_translate("The event was cancelled, and the offer with it"), "over"),
    "not_kept": (
        to_translate("Open to all: nobody was waiting, or the room was over its cap"),
        "over",
    ),
}
BY_HOST = {"cancelled": "The host cancelled the seat of {who}"}


class SeatEventView(msgspec.Struct, frozen=True):
    """One step in words."""

    said: str
    dot: str
    at: datetime | None
    until: datetime | None
    who: str


class SeatHistoryView(msgspec.Struct, frozen=True):
    """The history of a seat in words."""

    number: int
    heading: str
    state: str
    steps: tuple[SeatEventView, ...]


class GuestNames:
    """Looks each guest up once."""

    def __init__(self, engine: Engine, event: Event) -> None:
        """Begin with nobody known."""
        self._engine, self._event, self._known = engine, event, dict[str, str]()

    def __call__(self, who: str) -> str:
        """Return a guest's name; "Someone" if they are not on record any more."""
        if who not in self._known:
            self._known[who] = self._load(who)
        return self._known[who]

    def _load(self, who: str) -> str:
        guest = self._engine.load(Get(Guest, (self._event.id, who)))
        if guest is None:
            return gettext("Someone")
        return guest.name or guest.email


async def stories_of(engine: Engine, event: Event) -> tuple[SeatHistory, ...]:
    """Return every seat history of an event, read in parts so that other requests get a turn."""
    reader, number = SeatHistoryReader(), 0
    while lines := engine.load(SeatLines(event.id, number, READ_AT_ONCE)):
        reader.hear(lines)
        number = lines[-1].number
        await asyncio.sleep(0)
    return reader.stories()


def describe_history(story: SeatHistory, names: GuestNames) -> SeatHistoryView:
    """Return a seat's history in words."""
    steps = tuple(_step(step, names) for step in story.steps)
    return SeatHistoryView(story.number, heading(story, names), story.state, steps)


def _step(step: SeatEvent, names: GuestNames) -> SeatEventView:
    said, dot = STEPS[step.what]
    if step.by.startswith(("member:", "token:")):
        said = BY_HOST.get(step.what, said)
    who = names(step.who) if step.who else ""
    return SeatEventView(translate(said).format(who=who), dot, step.at, step.until, step.who)


def heading(story: SeatHistory, names: GuestNames) -> str:
    """Return whose seats these were and whose they are now."""
    return gettext("%(seats)s, %(state)s", seats=_whose(story, names), state=_now(story, names))


def _whose(story: SeatHistory, names: GuestNames) -> str:
    first, seats = story.steps[0], story.seats
    if first.who:
        return ngettext(
            "%(count)s seat of %(name)s",
            "%(count)s seats of %(name)s",
            seats,
            name=names(first.who),
        )
    if first.what == "new":
        return ngettext("%(count)s seat more", "%(count)s seats more", seats)
    return ngettext("%(count)s seat", "%(count)s seats", seats)


def _now(story: SeatHistory, names: GuestNames) -> str:
    if story.state == "taken":
        holder = next(step.who for step in reversed(story.steps) if step.what == "claimed")
        return gettext("taken by %(name)s", name=names(holder))
    if story.state == "offered":
        return gettext("offered to %(name)s", name=names(story.steps[-1].who))
    if story.state == "set_aside":
        return gettext("set aside for the waitlist")
    return gettext("not offered any more")


@event_or_404
async def seats(request: Request, event: Event) -> Response:
    """Show the histories of all freed seats, or of one guest's, the latest first."""
    engine = dependencies(request).engine
    who = request.query_params.get("guest", "")
    before = count_of(request.query_params.get("before", ""))
    guest = engine.load(Get(Guest, (event.id, who))) if who else None
    found = await stories_of(engine, event)
    if guest is not None:
        found = tuple(story for story in found if story.tells_of(guest.id))
    later = [story for story in found if not before or story.number < before]
    names = GuestNames(engine, event)
    shown = {
        "stories": [describe_history(story, names) for story in later[:PAGE]],
        "more": later[PAGE - 1].number if len(later) > PAGE else 0,
        "first": not before,
        "guest": guest,
        "total": len(found),
    }
    return page(request, "events/seats.html", {"event": event, **shown})


ROUTES = [Route("/desk/e/{event}/seats", seats)]
