"""What we offered in the letter that somebody answers: which day and which time of it they take.

They name one, or the day or the time of it, or say which in turn; where more than one is left, none is taken.
"""

import re
from datetime import date

import msgspec

from fullhouse.inbound.extraction.dates import days_in
from fullhouse.inbound.extraction.request_text import Passage
from fullhouse.inbound.extraction.text import Source
from fullhouse.inbound.extraction.times import times_in
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

TURNS = (
    ("first", "erste", "premiere?", "primera"),
    ("second", "zweite", "(?:deuxieme|seconde?)", "segunda"),
    ("third|last", "dritte", "troisieme", "tercera"),
)
IN_TURN = tuple(
    re.compile(
        rf"(?<!\w)(?:(?:{en}) (?:one|option|slot|offer)|(?:die|der|den|das) {de}|(?:la|le|votre)"
        rf" {fr}(?! fois)|la {es}(?! vez))(?!\w)"
    )
    for en, de, fr, es in TURNS
)
REFUSES = re.compile(
    r"n't|(?<!\w)(?:not|cannot|unfortunately|nicht|leider|kein(?:e[nmrs]?)?|pas|malheureusement"
    r"|helas|desole?e?|no puedo|no podre|no me|lamentablemente|imposible|impossible)(?!\w)"
)

ACCEPTS = re.compile(
    r"(?<!\w)(?:yes|yep|sure|perfect|great|lovely|fine|ok(?:ay)?|deal|confirm\w{0,3}|i'll take"
    r"|see you|works|suits|correct|ja|gern|gerne|prima|perfekt|super|passt|klar|nehme"
    r"|bestatig\w{1,3}|einverstanden|in ordnung|oui|parfait|je prends|je retiens|d'accord|entendu"
    r"|convient|c'est bon|volontiers|perfecto|genial|vale|de acuerdo|me quedo|me va bien|estupendo)"
    r"(?!\w)|(?:^|[\n.!\u00a1] {0,2})si(?=[,.!\n]|$)"
)


class OfferedTime(msgspec.Struct, frozen=True):
    """A day that was offered, its times, and the words."""

    day: date
    times: tuple[str, ...]
    words: str


def offers_in(passage: Passage, book: Rulebook) -> list[OfferedTime]:
    """Read the days that a letter of ours offers, each with the times behind it."""
    small = passage.source.small
    days = [
        one
        for one in days_in(small, passage.base)
        if not one.role and one.kind in {"day", "weekday"}
    ]
    times = times_in(passage.source, book)
    ends = [*(one.at for one in days[1:]), len(small)]
    return [
        OfferedTime(
            day.first,
            tuple(value for at, value in times if day.end <= at < end),
            passage.source.words_at(day.at),
        )
        for day, end in zip(days, ends, strict=True)
    ]


def is_answer(own: Source, *, said: bool) -> bool:
    """Whether somebody answers what we wrote: they take it, or say themselves when, how many or with whom."""
    return (
        said or bool(ACCEPTS.search(own.small)) or any(words.search(own.small) for words in IN_TURN)
    )


def meant(
    offers: list[OfferedTime], own: Passage, day: ProposedField | None
) -> ProposedField | None:
    """Take the one day that was offered, where they name only a day of the week that it is on."""
    found = days_in(own.source.small, own.base)
    if (
        day is None
        or any(one.kind != "weekday" for one in found)
        or len({one.first for one in found}) != 1
    ):
        return day
    fitting = {one.day for one in offers if one.day.weekday() == found[0].first.weekday()}
    return (
        msgspec.structs.replace(day, value=fitting.pop().isoformat()) if len(fitting) == 1 else day
    )


def taken(
    offers: list[OfferedTime], own: Source, day: ProposedField | None, time: ProposedField | None
) -> list[ProposedField]:
    """Say what they take of what was offered, beside what they say themselves."""
    if not offers or (day is not None and time is not None):
        return []
    small = own.small
    if day is None and time is None:
        turn = next((at for at, words in enumerate(IN_TURN) if words.search(small)), None)
        left = offers if turn is None else offers[turn : turn + 1]
        if turn is None and REFUSES.search(small):
            return []
    else:
        left = [one for one in offers if _fits(one, day, time)] or (offers if day is None else [])
    made = []
    if day is None and len({one.day for one in left}) == 1:
        made.append(ProposedField("date", left[0].day.isoformat(), "guess", left[0].words))
    times = {value for one in left for value in one.times}
    if time is None and len(times) == 1 and (day is not None or made):
        made.append(ProposedField("time", times.pop(), "guess", left[0].words))
    return made


def _fits(offer: OfferedTime, day: ProposedField | None, time: ProposedField | None) -> bool:
    return (day is None or day.value == offer.day.isoformat()) and (
        time is None or time.value in offer.times
    )
