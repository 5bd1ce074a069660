"""How the guest list's messages read: from a message's facts to a letter, in the event's language and time zone."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fullhouse.kernel.letters import (
    Button,
    Letter,
    paragraphs,
    single_line,
    subject_line,
    with_greeting,
)
from fullhouse.kernel.localized_dates import format_datetime, known_language, say_clock
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import TemplateProblem, Value, render, validate
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.rsvp.calendar_entries import guest_entry
from fullhouse.products.rsvp.message_facts import EventFacts, Facts, read_facts
from fullhouse.products.rsvp.phrases.de import PHRASES as GERMAN
from fullhouse.products.rsvp.phrases.en import PHRASES as ENGLISH
from fullhouse.products.rsvp.phrases.es import PHRASES as SPANISH
from fullhouse.products.rsvp.phrases.fr import PHRASES as FRENCH

__all__ = ["TemplateProblem", "check_template", "compose", "template_variables", "thank_you_draft"]

Link = Callable[[str], str]

PHRASES = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}

# What a host's own template may insert, with a sample of each; some only in messages that are about it.
VARIABLES: dict[str, Value] = {
    "name": "Ada",
    "event": "Summer party",
    "when": "Saturday 20 June 2026, 18:00 (Berlin time)",
    "venue": "The old mill",
    "party": 1,
    "host": "host@example.org",
}
VARIABLES_OF_SOME: dict[str, tuple[Value, tuple[str, ...]]] = {
    "position": (3, ("waitlisted", "declined", "offer_lapsed")),
    "deadline": ("Saturday 20 June, 16:00", ("offer", "invite")),
    "days": (7, ("reminder",)),
}

# Where the reader stands, and what can be pressed there: the main button first.
BUTTONS = {
    "seat": ("manage", "cancel"),
    "line": ("manage", "leave"),
    "offer": ("claim", "decline"),
    "invite": ("confirm", "cancel"),
    "gone": ("back",),
    "host": ("desk",),
    "over": (),
    "address": ("address",),
}
STANDING_BY_KIND = {
    "waitlisted": "line",
    "declined": "line",
    "offer": "offer",
    "invite": "invite",
    "event_cancelled": "over",
    "thank_you": "over",
    "address": "address",
    "headcount": "host",
    "summary": "host",
}
STANDING_BY_STATE = {
    "confirmed": "seat",
    "waitlisted": "line",
    "pending": "invite",
    "cancelled": "gone",
}
# Where a reply is an answer that the list takes; elsewhere it is a question to the host.
ANSWERED = {"seat", "line", "offer", "invite", "gone"}
PHRASE_STANDING = {"invite": "offer"}
IN_DAYS = {0: "today", 1: "tomorrow", 7: "in_a_week"}


class Telling(msgspec.Struct, frozen=True):
    """A message about to be put into words: where its reader stands, and the values that phrases insert."""

    kind: str
    facts: Facts
    language: str
    standing: str
    values: dict[str, Value]

    @property
    def asks(self) -> bool:
        """Whether its reader is asked about giving their place up; who did so meanwhile is not."""
        return self.facts.asks and self.standing != "gone"

    def say(self, key: str) -> str:
        """Say a phrase, for one seat or for several."""
        return say(self.language, key, self.values)


def say(language: str, key: str, values: Mapping[str, Value]) -> str:
    """Say a phrase in a language, for one seat or for several."""
    phrase = PHRASES[language][key]
    if isinstance(phrase, tuple):
        phrase = phrase[values["party"] != 1]
    return phrase.format_map(values)


def compose(message: Message, link: Link) -> Letter:
    """Put a message into words; `link` gives the URL for a purpose."""
    telling = _telling(message)
    facts, body, to_host = telling.facts, _body(telling), telling.standing == "host"
    listed = not to_host and _reader(telling) == "guest"
    return Letter(
        subject=subject_line(
            telling.say("link.subject.asks" if telling.asks else f"{message.kind}.subject")
        ),
        preview=single_line(" ".join(body)),
        heading=single_line(telling.say(_heading(telling))),
        paragraphs=body,
        details=_details(telling),
        buttons=_buttons(telling, link),
        footer=(telling.say(f"footer.{_reader(telling)}"),),
        stop_url=link("stop") if listed else "",
        stop_label=telling.say("stop") if listed else "",
        language=telling.language,
        to_name=with_greeting(facts.guest.name),
        reply_to="" if to_host else single_line(facts.event.host_email),
        takes_reply=telling.standing in ANSWERED,
        calendar=None if facts.old_address else guest_entry(message, facts, link("event")),
    )


def _reader(telling: Telling) -> str:
    """Say who reads it: a guest, the host, whoever has an address that was given as theirs, or one that was theirs."""
    if telling.facts.old_address:
        return "old_address"
    return telling.standing if telling.standing in {"host", "address"} else "guest"


def check_template(kind: str, source: str) -> None:
    """Refuse a host's template that could not be used for this kind of message: raises `TemplateProblem`."""
    if f"{kind}.subject" not in ENGLISH or STANDING_BY_KIND.get(kind) == "host":
        raise TemplateProblem(1, f"guests get no message called {kind!r}")
    validate(source, template_variables(kind))


def template_variables(kind: str) -> dict[str, Value]:
    """Name what a template for this kind of message may insert, with a sample of each."""
    return VARIABLES | {
        name: sample for name, (sample, kinds) in VARIABLES_OF_SOME.items() if kind in kinds
    }


def thank_you_draft(event: Mapping[str, Any]) -> str:
    """Write a thank-you that the host may edit, from the event's facts."""
    facts = msgspec.convert(event, EventFacts)
    return say(known_language(facts.language), "draft", {"event": single_line(facts.name)})


def _telling(message: Message) -> Telling:
    facts = read_facts(message)
    language = known_language(facts.event.language)
    return Telling(
        message.kind,
        facts,
        language,
        _standing(message.kind, facts),
        _values(message, facts, language),
    )


def _standing(kind: str, facts: Facts) -> str:
    if kind in STANDING_BY_KIND:
        return STANDING_BY_KIND[kind]
    if facts.old_address or (kind == "cancelled" and facts.by_host):
        return "over"
    standing = STANDING_BY_STATE[facts.guest.state]
    return "offer" if standing == "line" and facts.offer else standing


def _values(message: Message, facts: Facts, language: str) -> dict[str, Value]:
    event, name = facts.event, with_greeting(facts.guest.name)
    ends_at = facts.offer.ends_at if facts.offer else instant(event.starts_at, event.timezone)
    deadline, today = (
        wall_time(ends_at, event.timezone),
        wall_time(message.not_before, event.timezone),
    )
    days = (event.starts_at.date() - today.date()).days
    clock = say_clock(event.timezone, event.starts_at, language)
    return {
        **facts.headcount,
        "name": name,
        "comma_name": f", {name}" if name else "",
        "event": single_line(event.name),
        "when": f"{format_datetime(event.starts_at, language)} ({clock})",
        "venue": single_line(event.venue),
        "party": facts.guest.party,
        "host": single_line(event.host_email),
        "position": "" if facts.position is None else facts.position,
        "deadline": format_datetime(deadline, language, year=deadline.year != today.year),
        "days": days,
        "in_days": say(language, IN_DAYS.get(days, "in_days"), {"days": days}),
    }


def _heading(telling: Telling) -> str:
    if telling.kind == "waitlisted" and telling.facts.position is None:
        return "waitlisted.heading.unnumbered"
    if telling.asks:
        return "link.heading.asks"
    if telling.facts.changes in {("party",), ("address",)}:
        return f"changed.heading.{telling.facts.changes[0]}"
    return f"{telling.kind}.heading"


def _body(telling: Telling) -> tuple[str, ...]:
    return _host_words(telling) or paragraphs("\n\n".join(_own_words(telling)))


def _host_words(telling: Telling) -> tuple[str, ...]:
    """Fill in the host's own template; one that fails now is left aside, the guest still gets an answer."""
    names = template_variables(telling.kind)
    try:
        return paragraphs(
            render(telling.facts.template, {name: telling.values[name] for name in names})
        )
    except TemplateProblem:
        return ()


def _own_words(telling: Telling) -> list[str]:
    special = SPECIAL_WORDS.get(telling.kind)
    return special(telling) if special else [telling.say(f"{telling.kind}.body")]


def _lapsed(telling: Telling) -> list[str]:
    return [telling.say(f"offer_lapsed.body.{telling.standing}")]


def _cancelled(telling: Telling) -> list[str]:
    if telling.facts.by_host:
        return [telling.say("cancelled.body.by_host"), *_reply(telling)]
    return [telling.say("cancelled.body")]


def _called_off(telling: Telling) -> list[str]:
    return [telling.say("event_cancelled.body"), *_reply(telling)]


def _reply(telling: Telling) -> list[str]:
    return [telling.say("reply")] if telling.facts.event.host_email else []


def _changed(telling: Telling) -> list[str]:
    changes = set(telling.facts.changes)
    if changes == {"party"}:
        return _where_you_stand(telling)
    if telling.facts.old_address:
        return [telling.say("changed.old_address"), *_reply(telling)]
    if changes == {"address"}:
        return [telling.say("changed.address"), *_where_you_stand(telling)]
    told = {
        "changed.time": not changes.isdisjoint({"starts_at", "ends_at", "timezone"}),
        "changed.venue": "venue" in changes and bool(telling.values["venue"]),
        "changed.name": "name" in changes,
    }
    news = [telling.say(key) for key, is_new in told.items() if is_new] or [
        telling.say("changed.other")
    ]
    still = f"changed.{PHRASE_STANDING.get(telling.standing, telling.standing)}"
    return [*news, telling.say(still)] if still in PHRASES[telling.language] else news


def _where_you_stand(telling: Telling) -> list[str]:
    asks = [telling.say("link.asks")] if telling.asks else []
    return [*asks, telling.say(f"link.{PHRASE_STANDING.get(telling.standing, telling.standing)}")]


def _thanks(telling: Telling) -> list[str]:
    return [telling.facts.text]


def _summary(telling: Telling) -> list[str]:
    return [
        telling.say("summary.body"),
        telling.facts.narrative or telling.facts.text or telling.say("draft"),
    ]


def _headcount(telling: Telling) -> list[str]:
    return [telling.say("headcount.body"), telling.facts.narrative]


def _details(telling: Telling) -> tuple[tuple[str, str], ...]:
    if telling.kind == "thank_you":
        return ()
    values = telling.values
    clock = say_clock(telling.facts.event.timezone, telling.facts.event.starts_at, telling.language)
    rows = {
        "what": values["event"],
        "when": values["when"],
        "where": values["venue"],
        "seats": values["party"] if telling.facts.guest.party > 1 else "",
        "held_until": f"{values['deadline']} ({clock})"
        if telling.standing in {"offer", "invite"}
        else "",
        "place_in_line": values["position"] if telling.standing == "line" else "",
        **{key: values.get(key, "") for key in ("confirmed", "held", "waiting", "open")},
    }
    return tuple((telling.say(key), str(value)) for key, value in rows.items() if value != "")


def _buttons(telling: Telling, link: Link) -> tuple[Button, ...]:
    standing = telling.standing
    purposes = BUTTONS[standing][::-1] if telling.asks else BUTTONS[standing]
    return tuple(
        Button(
            purpose,
            telling.say(f"{purpose}.{standing}"),
            link(purpose),
            main=purpose == purposes[0],
        )
        for purpose in purposes
    )


SPECIAL_WORDS: dict[str, Callable[[Telling], list[str]]] = {
    "offer_lapsed": _lapsed,
    "cancelled": _cancelled,
    "changed": _changed,
    "event_cancelled": _called_off,
    "thank_you": _thanks,
    "link": _where_you_stand,
    "headcount": _headcount,
    "summary": _summary,
}
