"""Times offered in a letter of ours, and which of them its answer takes.

Customers name an offer, its day, its time or its turn. If more than one is left, none is taken.
"""

from datetime import date

import msgspec

from fullhouse.inbound.extraction.dates import days_in
from fullhouse.inbound.extraction.request_text import Passage
from fullhouse.inbound.extraction.text import Source
from fullhouse.inbound.extraction.times import times_in
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

TURNS = (
    ("first", "erste", "premiere?", "primera"),
    ("second", "zweite", "(?:deuxieme|seconde?)", "segunda"),
    ("third|last", "dritte", "troisieme", "tercera"),
)
IN_TURN = tuple(
    regex(
        rf"(?<!\w)(?:(?:{en}) (?:one|option|slot|offer)|(?:die|der|den|das) {de}|(?:la|le|votre)"
        rf" {fr}(?! fois)|la {es}(?! vez))(?!\w)"
    )
    for en, de, fr, es in TURNS
)
REFUSES = regex(
    r"n't|(?<!\w)(?:not|cannot|unfortunately|nicht|leider|kein(?:e[nmrs]?)?|pas|malheureusement"
    r"|helas|desole?e?|no puedo|no podre|no me|lamentablemente|imposible|impossible)(?!\w)"
)

ACCEPTS = regex(
    r"(?<!\w)(?:yes|yep|sure|perfect|great|lovely|fine|ok(?:ay)?|deal|confirm\w{0,3}|i'll take"
    r"|see you|works|suits|correct|ja|gern|gerne|prima|perfekt|super|passt|klar|nehme"
    r"|bestatig\w{1,3}|einverstanden|in ordnung|oui|parfait|je prends|je retiens|d'accord|entendu"
    r"|convient|c'est bon|volontiers|perfecto|genial|vale|de acuerdo|me quedo|me va bien|estupendo)"
    r"(?!\w)|(?:^|[\n.!\u00a1] {0,2})si(?=[,.!\n]|$)"
)


class OfferedTime(msgspec.Struct, frozen=True):
    """A day that was offered, its times, and the words that offer it."""

    day: date
    times: tuple[str, ...]
    words: str


def offers_in(passage: Passage, book: Rulebook) -> list[OfferedTime]:
    """Return the days that a letter of ours offers, each with the times behind it."""
    small = passage.source.small
    named = days_in(small, passage.base)
    days = [day for day in named if not day.role and day.kind in {"day", "weekday"}]
    times = times_in(passage.source, book)
    offers = []
    for place, day in enumerate(days):
        end = days[place + 1].at if place + 1 < len(days) else len(small)
        own = tuple(time for at, time in times if day.end <= at < end)
        offers.append(OfferedTime(day.first, own, passage.source.words_at(day.at)))
    return offers


def is_answer(own: Source, *, said: bool) -> bool:
    """Return True if a mail answers our letter: it accepts, or says itself when or how many."""
    if said or ACCEPTS.search(own.small):
        return True
    return any(words.search(own.small) for words in IN_TURN)


def meant_times(
    offers: list[OfferedTime], own: Passage, day: ProposedField | None
) -> ProposedField | None:
    """Return the offered day, if the answer names only the day of the week that it is on."""
    named = days_in(own.source.small, own.base)
    if day is None or any(match.kind != "weekday" for match in named):
        return day
    if len({match.first for match in named}) != 1:
        return day
    weekday = named[0].first.weekday()
    fitting = {offer.day for offer in offers if offer.day.weekday() == weekday}
    if len(fitting) != 1:
        return day
    return msgspec.structs.replace(day, value=fitting.pop().isoformat())


def taken(
    offers: list[OfferedTime], own: Source, day: ProposedField | None, time: ProposedField | None
) -> list[ProposedField]:
    """Return the day and the time of an accepted offer, where the answer does not name them."""
    if not offers or (day is not None and time is not None):
        return []
    left = _left(offers, own.small, day, time)
    made = []
    if day is None and len({offer.day for offer in left}) == 1:
        made.append(ProposedField("date", left[0].day.isoformat(), "guess", left[0].words))
    if time is None and (day is not None or made):
        made += _only_time(left)
    return made


def _left(
    offers: list[OfferedTime], small: str, day: ProposedField | None, time: ProposedField | None
) -> list[OfferedTime]:
    """Return the offers that an answer may mean."""
    if day is None and time is None:
        return _chosen_in_turn(offers, small)
    fitting = [offer for offer in offers if _fits(offer, day, time)]
    if fitting or day is not None:
        return fitting
    return offers


def _chosen_in_turn(offers: list[OfferedTime], small: str) -> list[OfferedTime]:
    """Return the offer that an answer names by its turn; all if it names and refuses none."""
    for turn, words in enumerate(IN_TURN):
        if words.search(small):
            return offers[turn : turn + 1]
    return [] if REFUSES.search(small) else offers


def _only_time(offers: list[OfferedTime]) -> list[ProposedField]:
    times = {time for offer in offers for time in offer.times}
    if len(times) != 1:
        return []
    return [ProposedField("time", times.pop(), "guess", offers[0].words)]


def _fits(offer: OfferedTime, day: ProposedField | None, time: ProposedField | None) -> bool:
    return (day is None or day.value == offer.day.isoformat()) and (
        time is None or time.value in offer.times
    )
