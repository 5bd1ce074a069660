"""A question to the waitlist in plain words becomes one of a few typed queries, or is not understood.

A closed grammar over the ideas in `ask_words`: every word must be known. What a query asks of the store stands here
too, always a page of known length; the answer is put into words at the desk.
"""

from datetime import datetime
from typing import Literal

import msgspec

from fullhouse.kernel.question_times import PERIODS, is_at, stretch
from fullhouse.kernel.questions import Grammar, Heard, Puzzled, has_name
from fullhouse.kernel.records import Need
from fullhouse.kernel.rulebook import Rulebook, known_as
from fullhouse.products.waitlist.ask_words import FILLERS, IDEAS
from fullhouse.products.waitlist.model import Entry, FreedBetween, LinePage, Slot, SlotPage, SlotsBetween, SlotStatus

LOOKED_THROUGH = 1000  # entries or slots, by one question, however many there are
Became = Literal["open", "filled", "freed", "handed_back"]
BECAME: tuple[Became, ...] = ("open", "filled", "freed", "handed_back")
STATUS: dict[Became, SlotStatus | Literal[""]] = {
    "open": "open",
    "filled": "booked",
    "freed": "",
    "handed_back": "handed_back",
}
ONE_THING = frozenset({"waiting", "offered", "slots", *BECAME})


class CountWaiting(msgspec.Struct, frozen=True):
    """How many wait, for a service or for any, with someone or with anyone."""

    service: str = ""
    staff: str = ""


class ListWaiting(msgspec.Struct, frozen=True):
    """Who they are, in the order in which they joined."""

    service: str = ""
    staff: str = ""


class FindEntry(msgspec.Struct, frozen=True):
    """Whether someone waits, by mail address or by name."""

    email: str = ""
    name: str = ""
    service: str = ""


class CountSlots(msgspec.Struct, frozen=True):
    """How many slots are open, or were freed, filled or handed back in a time."""

    became: Became
    period: str = ""
    service: str = ""
    staff: str = ""
    back: bool = False


class ListSlots(msgspec.Struct, frozen=True):
    """Which those are."""

    became: Became
    period: str = ""
    service: str = ""
    staff: str = ""
    back: bool = False


class ListOffers(msgspec.Struct, frozen=True):
    """Who holds an offer just now."""


class WhoWasOffered(msgspec.Struct, frozen=True):
    """Who was asked for the slots of a day, or for the one at an hour of it."""

    period: str
    at: str = ""
    service: str = ""
    staff: str = ""
    back: bool = False


Query = CountWaiting | ListWaiting | FindEntry | CountSlots | ListSlots | ListOffers | WhoWasOffered

# One question of each kind and then some: shown where a question puzzles, and held against the guide for staff.
EXAMPLES: dict[str, type] = {
    "How many are waiting?": CountWaiting,
    "Who waits for {service}?": ListWaiting,
    "Is Anna Berg on the list?": FindEntry,
    "How many slots were filled this week?": CountSlots,
    "Which slots are open?": ListSlots,
    "Who has an offer?": ListOffers,
    "Who was offered the slot on Tuesday at 3?": WhoWasOffered,
}

GRAMMAR = Grammar(IDEAS, FILLERS, PERIODS, days=True)


def read_question(text: str, book: Rulebook) -> Query | Puzzled:
    """Find out what is asked; never guesses at a word that it does not know."""
    known = {"service": tuple(one.name for one in book.services), "staff": book.staff}
    heard = GRAMMAR.hear(text, known)
    if heard.rest or heard.email:
        return _about_someone(heard)
    if len(heard.periods) > 1 or not ONE_THING & heard.ideas:
        return Puzzled()
    if "offered" in heard.ideas:
        return _about_offers(heard)
    return _about_slots(heard) if {"slots", *BECAME} & heard.ideas else _about_line(heard)


def _about_someone(heard: Heard) -> Query | Puzzled:
    """Take what is left over for a name, but only where it is asked whether one person waits."""
    many = (
        heard.ideas - {"waiting"} or heard.periods or heard.at or (heard.email and heard.rest) or "staff" in heard.named
    )
    if many or "waiting" not in heard.ideas:
        return Puzzled(heard.rest)
    return FindEntry(heard.email, heard.name, heard.named.get("service", ""))


def _about_offers(heard: Heard) -> Query | Puzzled:
    """Tell offers of just now from those of a day's slots."""
    if heard.ideas & {"waiting", "count", *BECAME}:
        return Puzzled()
    if heard.period:
        return WhoWasOffered(heard.period, heard.at, **heard.named, back="back" in heard.ideas)
    return ListOffers() if not (heard.at or heard.named or "back" in heard.ideas) else Puzzled()


def _about_slots(heard: Heard) -> Query | Puzzled:
    became = [one for one in BECAME if one in heard.ideas]
    if len(became) != 1 or "slots" not in heard.ideas or "waiting" in heard.ideas or heard.at:
        return Puzzled()
    kind = CountSlots if "count" in heard.ideas else ListSlots
    return kind(became[0], heard.period, **heard.named, back=became[0] != "open" or "back" in heard.ideas)


def _about_line(heard: Heard) -> Query | Puzzled:
    if heard.periods or heard.at or "back" in heard.ideas:
        return Puzzled()
    return CountWaiting(**heard.named) if "count" in heard.ideas else ListWaiting(**heard.named)


def line_of(query: CountWaiting | ListWaiting | FindEntry) -> LinePage:
    """Say which page of the line a question looks through."""
    return LinePage(known_as(query.service), limit=LOOKED_THROUGH)


def waits(query: CountWaiting | ListWaiting | FindEntry, entry: Entry) -> bool:
    """Whether an entry of that page is meant."""
    if isinstance(query, FindEntry):
        return has_name(entry.name, query.name) and (query.email in ("", entry.email))
    return query.staff in ("", entry.staff)


def slots_of(query: CountSlots | ListSlots, now: datetime, zone: str) -> Need[tuple[Slot, ...]]:
    """Say which page of slots a question looks through: those of a time where they can be found by it."""
    if query.became == "freed" and query.period:
        return FreedBetween(*stretch(query.period, now, zone, back=query.back), limit=LOOKED_THROUGH)
    return SlotPage(STATUS[query.became], limit=LOOKED_THROUGH)


def is_meant(query: CountSlots | ListSlots, slot: Slot, now: datetime, zone: str) -> bool:
    """Whether a slot of that page is meant: an open one by when it starts, any other by when it became so."""
    if not _fits(query, slot):
        return False
    when = {"open": slot.starts_at, "freed": slot.freed_at}.get(query.became, slot.ended_at)
    if query.became == "open" and slot.starts_at < now:
        return False
    if not query.period:
        return True
    since, until = stretch(query.period, now, zone, back=query.back)
    return when is not None and since <= when < until


def slots_at(query: WhoWasOffered, now: datetime, zone: str) -> SlotsBetween:
    """Say which slots a question about a day is about."""
    return SlotsBetween(*stretch(query.period, now, zone, back=query.back), limit=LOOKED_THROUGH)


def is_asked_for(query: WhoWasOffered, slot: Slot, zone: str) -> bool:
    """Whether one of them is meant."""
    return _fits(query, slot) and is_at(query.at, slot.starts_at, zone)


def _fits(query: CountSlots | ListSlots | WhoWasOffered, slot: Slot) -> bool:
    return known_as(query.service) in ("", known_as(slot.service)) and query.staff in ("", slot.staff)
