"""A day's slots as the desk shows them: each with what became of it, who was asked, and its place in the picture."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import open_on
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    OffersOfSlot,
    Slot,
    SlotOffer,
    SlotsBetween,
)
from fullhouse.web.desk.frontdesk.waitlist.formatting import BECAME
from fullhouse.web.desk.frontdesk.waitlist.layout import exact
from fullhouse.web.graphics import day_chart as look

MIDNIGHT = look.MIDNIGHT
A_MINUTE = timedelta(minutes=1)


class Names:
    """Who entries are, each looked up once."""

    def __init__(self, engine: Engine) -> None:
        """Know nobody yet."""
        self._engine = engine
        self._known: dict[str, Entry | None] = {}

    def entry(self, entry_id: str) -> Entry | None:
        """Load an entry."""
        if entry_id not in self._known:
            self._known[entry_id] = self._engine.load(Get(Entry, (entry_id,)))
        return self._known[entry_id]

    def __call__(self, entry_id: str) -> str:
        """Say what someone is called."""
        entry = self.entry(entry_id)
        return entry.name if entry is not None else "Someone"


class AskedPerson(msgspec.Struct, frozen=True):
    """Someone who was asked, and what became of it."""

    offer: SlotOffer
    name: str
    became: str


class SlotView(msgspec.Struct, frozen=True):
    """A slot on the desk: what became of it, who holds its offer and for how much longer, and who was asked before."""

    slot: Slot
    kind: look.Kind
    asked: tuple[AskedPerson, ...] = ()
    held: AskedPerson | None = None
    left: float = 0
    booked_by: str = ""

    @property
    def tried(self) -> tuple[AskedPerson, ...]:
        """Those who were asked in vain."""
        return tuple(
            one for one in self.asked if one is not self.held and one.offer.status != "claimed"
        )


def shown(engine: Engine, slot: Slot, names: Names) -> SlotView:
    """Look at a slot."""
    offers = engine.load(OffersOfSlot(slot.id))
    asked = tuple(AskedPerson(one, names(one.entry_id), BECAME[one.status]) for one in offers)
    held = next(
        (one for one in asked if slot.live_offer_seq and one.offer.seq == slot.live_offer_seq), None
    )
    booked_by = names(slot.booked_by) if slot.booked_by else ""
    left = _left(held.offer, engine.now()) if held is not None else 0
    return SlotView(slot, kind_of(slot), asked, held, left, booked_by)


def kind_of(slot: Slot) -> look.Kind:
    """Say in one of four words what became of a slot."""
    if slot.status == "open":
        return "offered" if slot.live_offer_seq else "open"
    return "filled" if slot.status == "booked" else "back"


def _left(offer: SlotOffer, now: datetime) -> float:
    whole = (offer.ends_at - offer.made_at) / timedelta(seconds=1)
    return (
        min(1.0, max(0.0, (offer.ends_at - now) / timedelta(seconds=1) / whole))
        if whole > 0
        else 0.0
    )


def slots_of(engine: Engine, book: Rulebook, day: date) -> tuple[Slot, ...]:
    """Load the slots of a day there; of one that was freed again only the last."""
    since, until = (
        instant(datetime.combine(one, time()), book.zone) for one in (day, day + timedelta(days=1))
    )
    slots = engine.load(SlotsBetween(since, until))
    last = {
        (one.agenda, one.staff): one.id
        for one in sorted(slots, key=lambda each: each.freed_at)
        if one.staff
    }
    return tuple(
        one
        for one in slots
        if one.status != "handed_back" or last.get(_chair(one), one.id) == one.id
    )


def _chair(slot: Slot) -> tuple[str, str]:
    return slot.agenda, slot.staff


def picture(engine: Engine, slots: Iterable[SlotView], book: Rulebook, day: date) -> look.Day:
    """Lay the day out: a row for each of the staff, in the order of the rules, and for whoever else has a slot."""
    rows: dict[str, list[look.Segment]] = {name: [] for name in book.staff}
    for one in slots:
        rows.setdefault(one.slot.staff, []).append(segment(one, book.zone, day))
    laid_out = tuple(look.StaffRow(name, tuple(each)) for name, each in rows.items())
    return look.Day(laid_out, open_hours(engine, book, day), minute_now(engine, book, day))


def minute_now(engine: Engine, book: Rulebook, day: date) -> int | None:
    """Say which minute of a day it is there; None on any other day."""
    there = wall_time(engine.now(), book.zone)
    return there.hour * 60 + there.minute if there.date() == day else None


def open_hours(engine: Engine, book: Rulebook, day: date) -> tuple[tuple[int, int], ...]:
    """Say from when to when the business is open on a day, in minutes; never on a holiday that it keeps."""
    holidays = engine.load(Get(Holidays, (book.holidays_of,))) if book.holidays_of else None
    begin = datetime.combine(day, time())
    return tuple(
        ((opens - begin) // A_MINUTE, (closes - begin) // A_MINUTE)
        for opens, closes in open_on(book, holidays, day)
    )


def segment(one: SlotView, zone: str, day: date) -> look.Segment:
    """Draw a slot where its time is."""
    begins, ends = (minute_there(at, zone, day) for at in (one.slot.starts_at, one.slot.ends_at))
    there = wall_time(one.slot.starts_at, zone)
    words = f"{there:%H:%M} {one.slot.service}, {look.SAID[one.kind]}"
    offer = one.held.offer if one.held is not None else None
    if one.held is not None:
        words += f" to {one.held.name} until {wall_time(one.held.offer.ends_at, zone):%H:%M}"
    elif one.booked_by:
        words += f" with {one.booked_by}"
    times = (exact(offer.made_at), exact(offer.ends_at)) if offer is not None else ("", "")
    return look.Segment(begins, max(ends, begins + 1), one.kind, words, one.left, *times)


def minute_there(moment: datetime, zone: str, day: date) -> int:
    """Say which minute of a day a moment is there; what is not of that day is at its end."""
    there = wall_time(moment, zone)
    return there.hour * 60 + there.minute if there.date() == day else MIDNIGHT
