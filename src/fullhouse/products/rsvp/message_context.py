"""Context of a message to be worded: its reader, their standing, and the values of its phrases."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.letters import single_line, with_greeting
from fullhouse.kernel.localized_dates import format_datetime, format_relative, say_clock, say_time
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale import catalogue, known_language
from fullhouse.locale.numbers import comma
from fullhouse.products.rsvp.message_facts import EventFacts, GuestMessageFacts, read_facts

# The group of our phrases in the catalogues.
GROUP = "rsvp"
# An end so long after the start has its day.
LONG = timedelta(hours=20)
UNTIL = "\N{EN DASH}"  # the same in all languages
STANDING_BY_KIND = {
    "waitlisted": "line",
    "declined": "line",
    "offer": "offer",
    "invite": "invite",
    "cancel_pending": "grace",
    "event_cancelled": "over",
    "thank_you": "over",
    "address": "address",
    "headcount": "host",
    "summary": "host",
    "question": "question",
}
# What an answer can say of an event that nobody can sign up for.
ENDED = {"over", "begun", "called_off"}
STANDING_BY_STATE = {
    "confirmed": "seat",
    "waitlisted": "line",
    "pending": "invite",
    "cancelled": "gone",
}
IN_DAYS = {0: "today", 1: "tomorrow", 7: "in_a_week"}


class MessageContext(msgspec.Struct, frozen=True):
    """A message to be worded: the standing of its reader, and the values that phrases insert."""

    kind: str
    facts: GuestMessageFacts
    language: str
    standing: str
    values: dict[str, Value]
    has_begun: bool

    @property
    def asks(self) -> bool:
        """True if the message asks its reader whether to cancel, and they have not done so."""
        return self.facts.asks and self.standing != "gone"

    @property
    def only_passes(self) -> bool:
        """True if the message is there to say that the host has what its reader wrote."""
        is_answer = self.kind == "link" or self.facts.says == "page"
        return self.facts.passed and is_answer and not self.asks and not self.facts.late

    @property
    def is_signed_up(self) -> bool:
        """True if the message asks someone to confirm who signed up on their own."""
        return self.kind == "invite" and not self.facts.request and not self.facts.guest.invited

    def key(self, part: str) -> str:
        """Return the key of a part; someone who is not a guest yet gets a text of their own."""
        if self.facts.request:
            return f"{self.kind}.{part}.request"
        return f"{self.kind}.{part}"

    def say(self, key: str) -> str:
        """Return a phrase, for one seat or for several."""
        return say(self.language, key, self.values)


def say(language: str, key: str, values: Mapping[str, Value]) -> str:
    """Return a phrase in a language, for one seat or for several."""
    return catalogue(language).text(GROUP, key, int(values.get("party", 1))).format_map(values)


def message_context(message: Message) -> MessageContext:
    """Return the context of a message, from its facts."""
    facts = read_facts(message)
    language = known_language(facts.event.language)
    return MessageContext(
        message.kind,
        facts,
        language,
        standing(message.kind, facts),
        _values(message, facts, language),
        message.not_before >= instant(facts.event.starts_at, facts.event.timezone),
    )


def standing(kind: str, facts: GuestMessageFacts) -> str:
    """Return what the reader of a message has, by its facts."""
    if facts.request:
        return "request"
    if kind in STANDING_BY_KIND:
        return STANDING_BY_KIND[kind]
    if kind == "reply":
        return "over" if facts.says in ENDED else "answer"
    if facts.old_address or (kind == "cancelled" and facts.by_host):
        return "over"
    return "grace" if facts.cancels_at is not None else _standing_of_guest(facts)


def _standing_of_guest(facts: GuestMessageFacts) -> str:
    found = STANDING_BY_STATE[facts.guest.state]
    return "offer" if found == "line" and facts.offer else found


def _values(message: Message, facts: GuestMessageFacts, language: str) -> dict[str, Value]:
    event, name = facts.event, with_greeting(facts.guest.name)
    ends_at = facts.cancels_at or instant(event.starts_at, event.timezone)
    if facts.offer:
        ends_at = facts.offer.ends_at
    deadline = wall_time(ends_at, event.timezone)
    today = wall_time(message.not_before, event.timezone)
    days = (event.starts_at.date() - today.date()).days
    clock = say_clock(event.timezone, event.starts_at, language)
    return {
        **_headcount(facts),
        "name": name,
        "comma_name": f"{comma(language)}{name}" if name else "",
        "event": single_line(event.name),
        "when": f"{format_datetime(event.starts_at, language)} ({clock})",
        "span": f"{_span(event, language)} ({clock})",
        "venue": single_line(event.venue),
        "party": facts.guest.party,
        "host": single_line(event.host_email),
        "host_name": single_line(event.host_name or event.host_email),
        "title": single_line(facts.title),
        "position": "" if facts.position is None else facts.position,
        "deadline": _deadline(deadline, today, language),
        "until": _until(deadline, today, language),
        "writer": name or single_line(facts.guest.email),
        "address": single_line(facts.guest.email),
        "people": facts.people,
        "most": facts.most,
        "days": days,
        "in_days": say(language, IN_DAYS.get(days, "in_days"), {"days": days}),
    }


def _span(event: EventFacts, language: str) -> str:
    """Return start and end: from 18:00 to 21:00, or with the day of a late end."""
    start = format_datetime(event.starts_at, language)
    if event.open_end:
        return start
    end = say_time(event.ends_at, language)
    if event.ends_at - event.starts_at >= LONG:
        end = format_datetime(event.ends_at, language, year=False)
    return f"{start} {UNTIL} {end}"


def _headcount(facts: GuestMessageFacts) -> dict[str, Value]:
    """Return the numbers for the host, with those who were expected if guests were checked in."""
    counts: dict[str, Value] = dict(facts.headcount)
    if "no_shows" in counts:
        counts["expected"] = facts.headcount["checked_in"] + facts.headcount["no_shows"]
    return counts


def _until(deadline: datetime, today: datetime, language: str) -> str:
    """Return a deadline with its preposition: "until 17:00 today"."""
    key = "until.today" if deadline.date() == today.date() else "until.later"
    values = {
        "time": say_time(deadline, language),
        "deadline": _deadline(deadline, today, language),
    }
    return say(language, key, values)


def _deadline(deadline: datetime, today: datetime, language: str) -> str:
    """Return a deadline in words: "today, 17:00" on its own day."""
    if deadline.date() == today.date():
        return format_relative(deadline, today, language)
    return format_datetime(deadline, language, year=deadline.year != today.year)
