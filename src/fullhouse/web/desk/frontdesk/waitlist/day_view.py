"""A day of slots: each with its result and its offers, and as a chart."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.summaries import bookings_of
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.opening_hours import open_on
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    OffersOfSlot,
    Slot,
    SlotIndex,
    SlotOffer,
    SlotsBetween,
)
from fullhouse.web.desk.frontdesk.waitlist.formatting import BECAME, service_of
from fullhouse.web.desk.frontdesk.waitlist.layout import exact
from fullhouse.web.graphics import day_chart as look
from fullhouse.web.slot_status import slot_now

MIDNIGHT = look.MIDNIGHT
A_MINUTE = timedelta(minutes=1)


class Names:
    """Names of customers by entry id, each entry loaded once."""

    def __init__(self, engine: Engine) -> None:
        """Start with nothing loaded."""
        self._engine = engine
        self._known: dict[str, Entry | None] = {}

    def entry(self, entry_id: str) -> Entry | None:
        """Load an entry."""
        if entry_id not in self._known:
            self._known[entry_id] = self._engine.load(Get(Entry, (entry_id,)))
        return self._known[entry_id]

    def __call__(self, entry_id: str) -> str:
        """Return the customer's name; "Someone" if there is no such entry."""
        entry = self.entry(entry_id)
        if entry is None:
            return gettext("Someone")
        return entry.name


class AskedPerson(msgspec.Struct, frozen=True):
    """A customer with an offer, and its result."""

    offer: SlotOffer
    name: str
    became: str


class SlotView(msgspec.Struct, frozen=True):
    """A slot of the day: its result, its offers, and how much is left of the live one (0 to 1)."""

    slot: Slot
    kind: look.Kind
    asked: tuple[AskedPerson, ...] = ()
    held: AskedPerson | None = None
    left: float = 0
    booked_by: str = ""

    @property
    def tried(self) -> tuple[AskedPerson, ...]:
        """The customers who did not take the slot."""
        return tuple(
            one for one in self.asked if one is not self.held and one.offer.status != "claimed"
        )


def _offers_before(engine: Engine, slot: Slot) -> list[SlotOffer]:
    """Return the offers of the time to those who were asked before it was offered again."""
    index = engine.load(Get(SlotIndex, (slot.agenda,))) if slot.carried else None
    if index is None:
        return []
    carried = set(slot.tried[: slot.carried])
    before = {mark.slot_id: mark.follows for mark in index.marks}
    found: list[SlotOffer] = []
    name = before.get(slot.id, "")
    while name and carried:
        offers = [one for one in engine.load(OffersOfSlot(name)) if one.entry_id in carried]
        carried -= {one.entry_id for one in offers}
        found = [*offers, *found]
        name = before.pop(name, "")
    return found


def shown(engine: Engine, slot: Slot, names: Names) -> SlotView:
    """Return a slot, as it is now, with its offers."""
    asked = tuple(
        AskedPerson(offer, names(offer.entry_id), translate(BECAME[offer.status]))
        for offer in (*_offers_before(engine, slot), *engine.load(OffersOfSlot(slot.id)))
    )
    held = None
    if slot.live_offer_seq:
        now = (person for person in asked if person.offer.slot_id == slot.id)
        live = (person for person in now if person.offer.seq == slot.live_offer_seq)
        held = next(live, None)
    booked_by = names(slot.booked_by) if slot.booked_by else ""
    left = _left(held.offer, engine.now()) if held is not None else 0
    return SlotView(slot, kind_of(slot), asked, held, left, booked_by)


def load_bookings(engine: Engine, slots: Iterable[Slot]) -> list[Appointment]:
    """Load the appointments that claimed slots became."""
    found = [engine.load(need) for need in bookings_of(slots).values()]
    return [booking for booking in found if booking is not None]


def kind_of(slot: Slot) -> look.Kind:
    """Return the state of a slot: open, offered, filled or back with staff."""
    if slot.status == "open":
        return "offered" if slot.live_offer_seq else "open"
    return "filled" if slot.status == "booked" else "back"


def _left(offer: SlotOffer, now: datetime) -> float:
    whole = (offer.ends_at - offer.made_at) / timedelta(seconds=1)
    if whole <= 0:
        return 0.0
    left = (offer.ends_at - now) / timedelta(seconds=1) / whole
    return min(1.0, max(0.0, left))


def slots_of(engine: Engine, book: Rulebook, day: date) -> tuple[Slot, ...]:
    """Load the slots of a day; of a time that was freed again only the last slot."""
    since, until = (
        instant(datetime.combine(midnight, time()), book.zone)
        for midnight in (day, day + timedelta(days=1))
    )
    slots = tuple(slot_now(engine, slot) for slot in engine.load(SlotsBetween(since, until)))
    followed = _followed(engine, slots)
    last: dict[tuple[str, str], str] = {}
    for slot in sorted(slots, key=lambda slot: slot.freed_at):
        if slot.staff:
            last[slot.agenda, slot.staff] = slot.id
    return tuple(
        slot
        for slot in slots
        if slot.status != "handed_back"
        or (slot.id not in followed and last.get((slot.agenda, slot.staff), slot.id) == slot.id)
    )


def _followed(engine: Engine, slots: Iterable[Slot]) -> set[str]:
    """Return the slots whose time is another slot by now."""
    times = {slot.agenda for slot in slots if slot.status == "handed_back"}
    indexes = [engine.load(Get(SlotIndex, (time_id,))) for time_id in sorted(times)]
    return {mark.follows for index in indexes if index is not None for mark in index.marks}


def picture(engine: Engine, slots: Iterable[SlotView], book: Rulebook, day: date) -> look.Day:
    """Return the day's chart: a row for each staff member of the rules, then for others."""
    rows: dict[str, list[look.Segment]] = {name: [] for name in book.staff}
    for view in slots:
        rows.setdefault(view.slot.staff, []).append(segment(view, book.zone, day))
    laid_out = tuple(look.StaffRow(name, tuple(segments)) for name, segments in rows.items())
    return look.Day(laid_out, open_hours(engine, book, day), minute_now(engine, book, day))


def minute_now(engine: Engine, book: Rulebook, day: date) -> int | None:
    """Return the current minute of a day; None if the day is not today."""
    now = wall_time(engine.now(), book.zone)
    if now.date() != day:
        return None
    return now.hour * 60 + now.minute


def open_hours(engine: Engine, book: Rulebook, day: date) -> tuple[tuple[int, int], ...]:
    """Return the opening hours of a day in minutes; none on a public holiday of the rules."""
    holidays = engine.load(Get(Holidays, (book.holidays_of,))) if book.holidays_of else None
    begin = datetime.combine(day, time())
    return tuple(
        ((opens - begin) // A_MINUTE, (closes - begin) // A_MINUTE)
        for opens, closes in open_on(book, holidays, day)
    )


def segment(one: SlotView, zone: str, day: date) -> look.Segment:
    """Return a slot as a segment of the chart."""
    begins, ends = (minute_there(at, zone, day) for at in (one.slot.starts_at, one.slot.ends_at))
    starts_at = wall_time(one.slot.starts_at, zone)
    slot = f"{starts_at:%H:%M} {service_of(one.slot)}"
    words = f"{slot}, {look.state(one.kind)}"
    times = ("", "")
    if one.held is not None:
        offer, name = one.held.offer, one.held.name
        until = f"{wall_time(offer.ends_at, zone):%H:%M}"
        words = gettext(
            "%(slot)s, offered to %(name)s until %(time)s", slot=slot, name=name, time=until
        )
        times = exact(offer.made_at), exact(offer.ends_at)
    elif one.booked_by:
        words = gettext("%(slot)s, filled with %(name)s", slot=slot, name=one.booked_by)
    return look.Segment(begins, max(ends, begins + 1), one.kind, words, one.left, *times)


def minute_there(moment: datetime, zone: str, day: date) -> int:
    """Return an instant as a minute of a day; the end of the day if it is on another one."""
    local = wall_time(moment, zone)
    if local.date() != day:
        return MIDNIGHT
    return local.hour * 60 + local.minute
