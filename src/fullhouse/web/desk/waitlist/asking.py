"""Answers to questions about the waitlist: the query's pages from the store, put into words."""

from collections.abc import Callable
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.products.waitlist import ask
from fullhouse.products.waitlist.model import (
    EntriesAt,
    Entry,
    LineCounts,
    OffersOfSlot,
    Slot,
    SlotOffer,
    SlotPage,
    offer_key,
)
from fullhouse.web.desk.answers import Row, Told, at, counted, for_whom, in_time, joined, told
from fullhouse.web.desk.waitlist.day import Names, kind_of
from fullhouse.web.desk.waitlist.place import HOME, LIST
from fullhouse.web.desk.waitlist.wording import BECAME, STATES, dates

MOST_SLOTS = 20  # whose offers are looked up for one question
KINDS = {"open": "open", "offered": "offered just now", "filled": "filled", "back": "handed back"}
DOTS = {"open": "", "offered": "held", "filled": "confirmed", "back": "cancelled"}
DID = {
    "open": ("slot is open", "slots are open", "No slot is open"),
    "filled": ("slot was filled", "slots were filled", "No slot was filled"),
    "freed": ("slot was freed", "slots were freed", "No slot was freed"),
    "handed_back": ("slot was handed back", "slots were handed back", "No slot was handed back"),
}
WAIT = ("person waits", "people wait", "Nobody waits")


def entry_row(entry: Entry) -> Row:
    """Show someone who waits, or did."""
    stands = "" if entry.state == "waiting" else STATES[entry.state]
    about = joined(entry.service, dates(entry), f"with {entry.staff}" if entry.staff else "", stands)
    dot = "cancelled" if stands else "held" if entry.offer else "waitlisted"
    return Row(f"{HOME}/entries/{entry.id}", entry.name, about, dot)


def slot_row(slot: Slot, book: Rulebook) -> Row:
    """Show a slot."""
    kind = kind_of(slot)
    about = joined(f"with {slot.staff}" if slot.staff else "", KINDS[kind])
    return Row(f"{HOME}/slots/{slot.id}", f"{slot.service}, {at(slot.starts_at, book)}", about, DOTS[kind])


def how_many(engine: Engine, book: Rulebook, query: ask.CountWaiting) -> Told:
    """Count who waits; without a service, say for what."""
    if query.staff:
        return msgspec.structs.replace(
            who(engine, book, ask.ListWaiting(query.service, query.staff)), rows=(), left_out=0
        )
    counts = {one.id: one.waiting for one in engine.load(LineCounts())}
    number = counts.get(known_as(query.service), 0) if query.service else sum(counts.values())
    known = {known_as(one.name): one.name for one in book.services}
    parts = [f"{known.get(name, name)} {waiting:,}" for name, waiting in counts.items() if waiting]
    more = f"{', '.join(parts)}." if len(parts) > 1 and not query.service else ""
    return Told(said=f"{counted(number, *WAIT)}{for_whom(query.service, '')}.", more=more)


def who(engine: Engine, _book: Rulebook, query: ask.ListWaiting) -> Told:
    """Name who waits, in the order in which they joined."""
    page = engine.load(ask.line_of(query))
    found = [one for one in page if ask.waits(query, one)]
    number = counted(len(found), *WAIT, at_least=_is_part(page))
    return told(f"{number}{for_whom(query.service, query.staff)}.", [entry_row(one) for one in found], elsewhere=LIST)


def _is_part(page: tuple[object, ...]) -> bool:
    return len(page) >= ask.LOOKED_THROUGH


def someone(engine: Engine, book: Rulebook, query: ask.FindEntry) -> Told:
    """Say whether someone waits, and for what."""
    page = engine.load(EntriesAt(query.email)) if query.email else engine.load(ask.line_of(query))
    wanted = known_as(query.service)
    found = [one for one in page if ask.waits(query, one) and wanted in ("", one.line)]
    waiting, whom = [one for one in found if one.state == "waiting"], query.email or f"“{query.name}”"
    looked = f"I looked through the first {ask.LOOKED_THROUGH:,} on the list." if _is_part(page) else ""
    if len(waiting) == 1:
        one = waiting[0]
        since = f"{one.name} waits for {one.service}, since {at(one.joined_at, book)}."
        return told(since, [entry_row(one)], "They hold an offer just now." if one.offer else "")
    if waiting:
        return told(f"{len(waiting)} entries on the list are under {whom}.", [*map(entry_row, waiting)], looked)
    return told(f"{whom} is not on the list{for_whom(query.service, '')}.", [*map(entry_row, found)], looked)


def slots(engine: Engine, book: Rulebook, query: ask.CountSlots | ask.ListSlots) -> Told:
    """Count or show slots of which something became."""
    now = engine.now()
    page = engine.load(ask.slots_of(query, now, book.zone))
    found = [one for one in page if ask.is_meant(query, one, now, book.zone)]
    when = in_time(query.period, now, book.zone, back=query.back)
    said = counted(len(found), *DID[query.became], at_least=_is_part(page))
    whose = for_whom(query.service, query.staff)
    if isinstance(query, ask.CountSlots):
        return Told(said=f"{said}{whose}{when}.")
    ordered = sorted(found, key=lambda one: one.starts_at)
    return told(f"{said}{whose}{when}.", [slot_row(one, book) for one in ordered], elsewhere=HOME)


def offers(engine: Engine, book: Rulebook, _query: ask.ListOffers) -> Told:
    """Name who holds an offer, of which slot, and until when."""
    page = engine.load(SlotPage("open", limit=ask.LOOKED_THROUGH))
    names, rows = Names(engine), []
    for slot in (one for one in page if one.live_offer_seq):
        offer = engine.load(Get(SlotOffer, offer_key(slot.id, slot.live_offer_seq)))
        if offer is not None:
            about = joined(f"{slot.service}, {at(slot.starts_at, book)}", f"until {at(offer.ends_at, book)}")
            rows.append(Row(f"{HOME}/entries/{offer.entry_id}", names(offer.entry_id), about, "held"))
    said = counted(len(rows), "person holds", "people hold", "Nobody holds", at_least=_is_part(page))
    return told(f"{said} an offer just now.", rows, elsewhere=HOME)


def asked_for(engine: Engine, book: Rulebook, query: ask.WhoWasOffered) -> Told:
    """Name who was asked for the slots of a day; of a weekday to come without any, for those of the last one."""
    found = _slots_at(engine, book, query)
    if not found and not query.back:
        before = msgspec.structs.replace(query, back=True)
        earlier = _slots_at(engine, book, before)
        found, query = (earlier, before) if earlier else (found, query)
    when = in_time(query.period, engine.now(), book.zone, back=query.back)
    hour = f" at {query.at.rstrip('?').lstrip('0')}" if query.at else ""
    whose = for_whom(query.service, query.staff)
    if not found:
        return Told(said=f"There is no freed slot{whose}{when}{hour}.")
    names, rows = Names(engine), []
    for slot in found[:MOST_SLOTS]:
        for offer in engine.load(OffersOfSlot(slot.id)):
            about = joined(f"{slot.service}, {at(slot.starts_at, book)}", BECAME[offer.status])
            rows.append(Row(f"{HOME}/entries/{offer.entry_id}", names(offer.entry_id), about, "waitlisted"))
    said = counted(
        len(rows), "person was asked", "people were asked", "Nobody was asked", at_least=len(found) > MOST_SLOTS
    )
    return told(f"{said}{whose}{when}{hour}.", rows, elsewhere=HOME)


def _slots_at(engine: Engine, book: Rulebook, query: ask.WhoWasOffered) -> list[Slot]:
    page = engine.load(ask.slots_at(query, engine.now(), book.zone))
    return [one for one in page if ask.is_asked_for(query, one, book.zone)]


TELLERS: dict[type, Callable[[Engine, Rulebook, Any], Told]] = {
    ask.CountWaiting: how_many,
    ask.ListWaiting: who,
    ask.FindEntry: someone,
    ask.CountSlots: slots,
    ask.ListSlots: slots,
    ask.ListOffers: offers,
    ask.WhoWasOffered: asked_for,
}
