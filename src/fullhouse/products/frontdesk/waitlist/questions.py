"""Questions about the waitlist as queries, and what each needs from the store.

The desk pages write the answers.
"""

from datetime import datetime
from typing import Literal

import msgspec

from fullhouse.kernel.question_grammar import Grammar, NotUnderstood, Pattern, has_name
from fullhouse.kernel.question_times import matches_time, to_range
from fullhouse.locale import to_translate
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    FreedBetween,
    LinePage,
    Slot,
    SlotPage,
    SlotsBetween,
    SlotStatus,
)

LOOKED_THROUGH = 1000  # entries or slots, by one question, however many there are
Became = Literal["open", "filled", "freed", "handed_back"]
STATUS: dict[Became, SlotStatus | Literal[""]] = {
    "open": "open",
    "filled": "booked",
    "freed": "",
    "handed_back": "handed_back",
}


class WaitingFilter(msgspec.Struct, frozen=True):
    """A selection of waiting entries: by service and by staff member."""

    service: str = ""
    staff: str = ""


class CountWaiting(WaitingFilter, frozen=True):
    """How many wait, for a service or for any, with someone or with anyone."""


class ListWaiting(WaitingFilter, frozen=True):
    """Who they are, in the order in which they joined."""


class FindEntry(msgspec.Struct, frozen=True):
    """Whether someone waits, by mail address or by name."""

    email: str = ""
    name: str = ""
    service: str = ""


class SlotFilter(msgspec.Struct, frozen=True):
    """A selection of slots: open, or freed, filled or handed back in a period."""

    became: Became
    period: str = ""
    service: str = ""
    staff: str = ""
    back: bool = False


class CountSlots(SlotFilter, frozen=True):
    """How many slots are open, or were freed, filled or handed back in a time."""


class ListSlots(SlotFilter, frozen=True):
    """Which those are."""


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

# One question of each kind and then some: shown at the desk, and documented in the guide for staff.
EXAMPLES: dict[str, type] = {
    to_translate("How many are waiting?"): CountWaiting,
    to_translate("Who waits for {service}?"): ListWaiting,
    to_translate("Is Anna Berg on the list?"): FindEntry,
    to_translate("How many slots were filled this week?"): CountSlots,
    to_translate("Which slots are open?"): ListSlots,
    to_translate("Who has an offer?"): ListOffers,
    to_translate("Who was offered the slot on Tuesday at 15:00?"): WhoWasOffered,
}

# In English and German.
KEYWORDS: dict[str, str] = {
    # What is wanted.
    "count": "how many, how much, number, count, how long, wie viel*, wieviel*, anzahl, wie lang*",
    "who": "who, whom, which, what, show, names, wer, wen, wem, welche*, zeig*, namen",
    # Of people.
    "waiting": "wait*, line, queue, list, wartet, warten, wartend*, warteliste, liste, schlange",
    "offered": "offer*, hold* offer*, holds, asked, angebot*, gefragt*",
    # Of slots, and what became of them.
    "slots": (
        "slot*, opening*, gap*, time, times, luecke*, freie termine, freie zeit*, zeit, zeiten"
    ),
    "open": "open, free, available, offen*, frei, freie, verfuegbar*",
    "filled": (
        "fill, filled, booked, claimed, taken, gefuellt*, vergeben*, gebucht*, belegt*, besetzt*"
    ),
    "freed": (
        "freed, came free, became free, got free, "
        "freigeworden*, frei geworden*, frei wurde*, frei gemacht"
    ),
    "handed_back": (
        "hand* back, came back, not filled, not claimed, unfilled, "
        "zurueck*, nicht gefuellt*, nicht vergeben*, nicht besetzt*"
    ),
}
FILLERS = "customer customers kunde kunden kundin kundinnen stehen steht was"


def _slot_pattern(query: type, needs: str) -> Pattern:
    """Return what can be asked of several slots: their number, or which they are."""
    past = {"filled": True, "freed": True, "handed_back": True, "back": True}
    return Pattern(
        query,
        f"{needs} slots",
        one_of=" ".join(STATUS),
        may="who period service staff",
        choices={"became": {became: became for became in STATUS}, "back": past},
    )


PATTERNS = (
    Pattern(FindEntry, "waiting name", may="service"),
    Pattern(FindEntry, "waiting email", may="service"),
    Pattern(
        WhoWasOffered,
        "offered period",
        may="who slots at service staff",
        choices={"back": {"back": True}},
    ),
    Pattern(ListOffers, "offered", may="who slots"),
    _slot_pattern(CountSlots, "count"),
    _slot_pattern(ListSlots, ""),
    Pattern(CountWaiting, "waiting count", may="who service staff"),
    Pattern(ListWaiting, "waiting", may="who service staff"),
)
GRAMMAR = Grammar(KEYWORDS, PATTERNS, FILLERS)


def read_question(text: str, book: Rulebook) -> Query | NotUnderstood:
    """Return the query that a question about the waitlist means."""
    names = {"service": tuple(service.name for service in book.services), "staff": book.staff}
    query: Query | NotUnderstood = GRAMMAR.read(text, names)
    return query


def line_of(query: WaitingFilter | FindEntry) -> LinePage:
    """Return the page of the waitlist to look through."""
    return LinePage(normalized_name(query.service), limit=LOOKED_THROUGH)


def waits(query: WaitingFilter | FindEntry, entry: Entry) -> bool:
    """Return True if an entry of that page is meant."""
    if isinstance(query, FindEntry):
        return has_name(entry.name, query.name) and query.email in ("", entry.email)
    return query.staff in ("", entry.staff)


def slots_of(query: SlotFilter, now: datetime, zone: str) -> SlotPage | FreedBetween:
    """Return the page of slots to look through: those of a period where it can be looked up."""
    if query.became == "freed" and query.period:
        since, until = to_range(query.period, now, zone, back=query.back)
        return FreedBetween(since, until, limit=LOOKED_THROUGH)
    return SlotPage(STATUS[query.became], limit=LOOKED_THROUGH)


def is_meant(query: SlotFilter, slot: Slot, now: datetime, zone: str) -> bool:
    """Return True if a slot is meant: an open one by its start, others by when they became so."""
    if not _fits(query, slot):
        return False
    if query.became == "open" and slot.starts_at < now:
        return False
    if not query.period:
        return True
    when = {"open": slot.starts_at, "freed": slot.freed_at}.get(query.became, slot.ended_at)
    since, until = to_range(query.period, now, zone, back=query.back)
    return when is not None and since <= when < until


def slots_at(query: WhoWasOffered, now: datetime, zone: str) -> SlotsBetween:
    """Return the page of slots that a question about a day is about."""
    since, until = to_range(query.period, now, zone, back=query.back)
    return SlotsBetween(since, until, limit=LOOKED_THROUGH)


def is_asked_for(query: WhoWasOffered, slot: Slot, zone: str) -> bool:
    """Return True if one of them is meant."""
    return _fits(query, slot) and matches_time(query.at, slot.starts_at, zone)


def _fits(query: SlotFilter | WhoWasOffered, slot: Slot) -> bool:
    is_service = normalized_name(query.service) in ("", normalized_name(slot.service))
    return is_service and query.staff in ("", slot.staff)
