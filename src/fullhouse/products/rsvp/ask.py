"""A host's question in plain words becomes one of a few typed queries, or is not understood and says at which word.

A closed grammar over the ideas in `ask_words`: the order of words does not matter, but every word must be known, so
that a question about something else is never answered as if it were one of these. What a query asks of the store
stands here too; the answer is put into words at the desk.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import ClassVar, Literal

import msgspec

from fullhouse.kernel.audit import Line
from fullhouse.kernel.questions import Grammar, Heard, Puzzled
from fullhouse.kernel.records import Need
from fullhouse.kernel.times import duration, instant, wall_time
from fullhouse.products.rsvp.ask_words import FILLERS, IDEAS
from fullhouse.products.rsvp.guest_list import small
from fullhouse.products.rsvp.model import Guest

EVER = datetime(1970, 1, 1, tzinfo=UTC)

SEATS: tuple[Literal["open", "taken", "held", "cap"], ...] = ("open", "taken", "held", "cap")
STATES = ("confirmed", "pending", "waitlisted", "cancelled")
STANDING = ("unanswered", "lost")
SOURCES = ("import", "form", "mail", "host", "api")
PERIODS = ("today", "yesterday", "this_week", "last_week", "this_month")
# What the audit calls that which people do, by the idea that a question names; for those a time may be asked for.
DEEDS: dict[str, tuple[str, ...]] = {
    "joined": ("signed_up", "joined_line", "invited"),
    "confirmed": ("signed_up", "claimed", "took_free_seat"),
    "pending": ("invited",),
    "waitlisted": ("joined_line",),
    "cancelled": ("cancelled", "left_line", "lapsed_out", "invite_declined", "invite_lapsed"),
    "declined": ("declined", "invite_declined"),
    "lapsed": ("lapsed", "lapsed_out", "invite_lapsed"),
}


class People(msgspec.Struct, frozen=True, kw_only=True):
    """Which guests: in one state, from one source, or who did something in a time; all that is said must hold."""

    state: str = ""
    source: str = ""
    unanswered: bool = False
    lost: bool = False
    deed: str = ""
    period: str = ""


class CountSeats(msgspec.Struct, frozen=True):
    """How many seats are open, taken, held, or there at all."""

    which: Literal["open", "taken", "held", "cap"]


class CountGuests(msgspec.Struct, frozen=True):
    """How many guests are such as these."""

    people: People


class ListGuests(msgspec.Struct, frozen=True):
    """Who they are."""

    people: People


class FindGuest(msgspec.Struct, frozen=True):
    """Where one guest stands, by address or by name."""

    email: str = ""
    name: str = ""


class NextInLine(msgspec.Struct, frozen=True):
    """Who would be asked next."""


class TellTime(msgspec.Struct, frozen=True):
    """When it starts, and how long that is from now."""


Query = CountSeats | CountGuests | ListGuests | FindGuest | NextInLine | TellTime


# One question of each kind and then some: shown where a question puzzles, and held against the guide for hosts.
EXAMPLES: dict[str, type] = {
    "How many seats are still open?": CountSeats,
    "Who has not answered?": ListGuests,
    "Did anna@example.org confirm?": FindGuest,
    "Is Anna Berg coming?": FindGuest,
    "How many came from the import?": CountGuests,
    "Who cancelled this week?": ListGuests,
    "Who signed up in the last 3 days?": ListGuests,
    "How long is the line?": CountGuests,
    "Who is next in line?": NextInLine,
    "Who cannot be reached?": ListGuests,
    "When does it start?": TellTime,
}


class Asked(Need[tuple[Guest, ...]], frozen=True):
    """Guests of whom all that is given holds, in the order in which they came; `actions` are looked up in the audit."""

    query_name: ClassVar[str] = "Asked"
    event_id: str
    state: str = ""
    source: str = ""
    unanswered: bool = False
    lost: bool = False
    named: str = ""
    actions: tuple[str, ...] = ()
    since: datetime = EVER
    until: datetime = EVER
    limit: int = 100


class AskedCount(Need[int], frozen=True):
    """How many those are."""

    query_name: ClassVar[str] = "AskedCount"
    event_id: str
    state: str = ""
    source: str = ""
    unanswered: bool = False
    lost: bool = False
    named: str = ""
    actions: tuple[str, ...] = ()
    since: datetime = EVER
    until: datetime = EVER


GRAMMAR = Grammar(IDEAS, FILLERS, PERIODS)


def read_question(text: str) -> Query | Puzzled:
    """Find out what is asked; never guesses at a word that it does not know."""
    heard = GRAMMAR.hear(text)
    # Where someone stands has no time, and two times are two questions.
    if len(heard.periods) > (0 if heard.email else 1):
        return Puzzled(heard.rest)
    if heard.email and not heard.rest:
        return FindGuest(email=heard.email)
    if heard.rest:
        return _about_someone(heard)
    return _about_event(heard) or _about_people(heard)


def _about_someone(heard: Heard) -> Query | Puzzled:
    """Take what is left over for a name, but only where a question about one person is asked."""
    one = {"status", "unanswered", "joined", *STATES} & heard.ideas
    many = {"count", "who"} & heard.ideas or heard.period or heard.email
    return FindGuest(name=heard.name) if one and not many else Puzzled(heard.rest)


def _about_event(heard: Heard) -> Query | None:
    ideas = heard.ideas
    if heard.period:
        return None
    if "when" in ideas:
        return TellTime()
    if "next" in ideas:
        return NextInLine()
    of_people = {"unanswered", "lost", *DEEDS, *SOURCES} & ideas
    if "seats" in ideas and of_people == {"confirmed"}:
        return CountSeats("taken")
    if of_people:
        return None
    which = next((one for one in SEATS if one in ideas), None)
    return CountSeats(which) if which else CountSeats("cap") if {"seats", "count"} <= ideas else None


def _about_people(heard: Heard) -> Query | Puzzled:
    ideas, source = heard.ideas, next((one for one in SOURCES if one in heard.ideas), "")
    named = [one for one in (*DEEDS, *STANDING) if one in ideas]
    asked = {"count", "who"} & ideas
    idea = named[0] if named else ""
    many = len(named) > 1 or {*SEATS} & ideas or (heard.period and idea in STANDING)
    if many or not (named or source or asked):
        return Puzzled()
    people = _people(idea, source, heard.period)
    return CountGuests(people) if "count" in ideas else ListGuests(people)


def _people(idea: str, source: str, period: str) -> People:
    if idea in STANDING:
        return People(unanswered=idea == "unanswered", lost=idea == "lost", source=source)
    if idea in STATES and not period:
        return People(state=idea, source=source)
    return People(deed=idea or ("joined" if period else ""), source=source, period=period)


def whom(event_id: str, people: People, now: datetime, zone: str) -> AskedCount:
    """Say what a query about guests asks of the store."""
    since, until = span(people.period, now, zone)
    return AskedCount(
        event_id,
        people.state,
        people.source,
        people.unanswered,
        people.lost,
        actions=DEEDS.get(people.deed, ()),
        since=since,
        until=until,
    )


def listed(count: AskedCount, limit: int) -> Asked:
    """Ask who they are, instead of how many."""
    return Asked(**msgspec.structs.asdict(count), limit=limit)


def span(period: str, now: datetime, zone: str) -> tuple[datetime, datetime]:
    """Say from when to when a time in words goes, by the clocks there; a week begins on Monday. None means ever."""
    end = now + timedelta(milliseconds=1)
    if not period:
        return EVER, end
    if period not in PERIODS:
        return now - duration(period), end
    today = wall_time(now, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    monday = today - timedelta(days=today.weekday())
    first, last = {
        "today": (today, None),
        "yesterday": (today - timedelta(days=1), today),
        "this_week": (monday, None),
        "last_week": (monday - timedelta(days=7), monday),
        "this_month": (today.replace(day=1), None),
    }[period]
    return instant(first, zone), instant(last, zone) if last is not None else end


def is_meant(need: Asked | AskedCount, guest: Guest, doers: Collection[str]) -> bool:
    """Whether all that is asked for holds of a guest; the doers are those who did it by the audit."""
    return (
        need.state in ("", guest.state)
        and need.source in ("", guest.source)
        and (not need.unanswered or guest.offer is not None)
        and (not need.lost or guest.reach != "fine")
        and small(need.named) in small(guest.name)
        and (not need.actions or guest.id in doers)
    )


def tells(need: Asked | AskedCount, line: Line) -> bool:
    """Whether a line of the audit says that its subject did what is asked for, in that time."""
    return line.action in need.actions and need.since <= line.at < need.until
