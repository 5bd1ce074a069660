"""Wording of the guest list's messages, in the event's language and time zone."""

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
from fullhouse.kernel.localized_dates import format_datetime, say_clock
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import TemplateProblem, Value, render, validate
from fullhouse.kernel.times import instant, wall_time
from fullhouse.locale import catalogue, known_language
from fullhouse.products.rsvp.calendar_entries import guest_entry
from fullhouse.products.rsvp.message_facts import EventFacts, GuestMessageFacts, read_facts

__all__ = ["TemplateProblem", "check_template", "compose", "template_variables", "thank_you_draft"]

Link = Callable[[str], str]

# The group of our phrases in the catalogues.
GROUP = "rsvp"

# The variables of a host's template, each with a sample; some exist only in certain messages.
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
    "deadline": ("Saturday 20 June, 16:00", ("offer", "invite", "cancel_pending")),
    "days": (7, ("reminder",)),
}

# The buttons for each standing of the reader, the main button first.
BUTTONS = {
    "seat": ("manage", "cancel"),
    "line": ("manage", "leave"),
    "offer": ("claim", "decline"),
    "invite": ("confirm", "cancel"),
    "grace": ("keep", "cancel"),
    "gone": ("back",),
    "host": ("desk",),
    "over": (),
    "address": ("address",),
    "request": ("confirm",),
}
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
}
STANDING_BY_STATE = {
    "confirmed": "seat",
    "waitlisted": "line",
    "pending": "invite",
    "cancelled": "gone",
}
# The standings in which a reply signs up or cancels; otherwise it is a question to the host.
ANSWERED = {"seat", "line", "offer", "invite", "grace", "gone"}
PHRASE_STANDING = {"invite": "offer"}
IN_DAYS = {0: "today", 1: "tomorrow", 7: "in_a_week"}


class Telling(msgspec.Struct, frozen=True):
    """A message to be worded: the standing of its reader, and the values that phrases insert."""

    kind: str
    facts: GuestMessageFacts
    language: str
    standing: str
    values: dict[str, Value]

    @property
    def asks(self) -> bool:
        """True if the message asks its reader whether to cancel, and they have not done so."""
        return self.facts.asks and self.standing != "gone"

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


def compose(message: Message, link: Link) -> Letter:
    """Return the letter of a message; `link` gives the URL for a purpose."""
    telling = _telling(message)
    facts, body, reader = telling.facts, _body(telling), _reader(telling)
    subject = "link.subject.asks" if telling.asks else telling.key("subject")
    stop_url, stop_label = "", ""
    if reader == "guest":
        stop_url, stop_label = link("stop"), telling.say("stop")
    reply_to = ""
    if telling.standing != "host":
        reply_to = single_line(facts.event.host_email)
    return Letter(
        subject=subject_line(telling.say(subject)),
        preview=single_line(" ".join(body)),
        heading=single_line(telling.say(_heading(telling))),
        paragraphs=body,
        details=_details(telling),
        buttons=_buttons(telling, link),
        footer=(telling.say(f"footer.{reader}"),),
        stop_url=stop_url,
        stop_label=stop_label,
        language=telling.language,
        to_name=with_greeting(facts.guest.name),
        reply_to=reply_to,
        takes_reply=telling.standing in ANSWERED,
        calendar=None if facts.old_address else guest_entry(message, facts, link("event")),
    )


def _reader(telling: Telling) -> str:
    """Return who reads it: `guest`, `host`, or an address that is not, or no longer, a guest's."""
    if telling.facts.old_address:
        return "old_address"
    if telling.standing in {"host", "address", "request"}:
        return telling.standing
    return "guest"


def check_template(kind: str, source: str) -> None:
    """Raise `TemplateProblem` if a host's template cannot be used for this kind of message."""
    known = catalogue("en").find(GROUP, f"{kind}.subject")
    if not known or STANDING_BY_KIND.get(kind) == "host":
        raise TemplateProblem(1, f"guests get no message called {kind!r}")
    validate(source, template_variables(kind))


def template_variables(kind: str) -> dict[str, Value]:
    """Return the variables of templates for this kind of message, with a sample of each."""
    variables = dict(VARIABLES)
    for name, (sample, kinds) in VARIABLES_OF_SOME.items():
        if kind in kinds:
            variables[name] = sample
    return variables


def thank_you_draft(event: Mapping[str, Any]) -> str:
    """Return a thank-you that the host may edit, from the event's facts."""
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


def _standing(kind: str, facts: GuestMessageFacts) -> str:
    if facts.request:
        return "request"
    if kind in STANDING_BY_KIND:
        return STANDING_BY_KIND[kind]
    if facts.old_address or (kind == "cancelled" and facts.by_host):
        return "over"
    if facts.cancels_at is not None:
        return "grace"
    standing = STANDING_BY_STATE[facts.guest.state]
    if standing == "line" and facts.offer:
        return "offer"
    return standing


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
    if telling.facts.old_address:
        return "changed.heading.old_address"
    if telling.facts.changes in {("party",), ("address",)}:
        return f"changed.heading.{telling.facts.changes[0]}"
    return telling.key("heading")


def _body(telling: Telling) -> tuple[str, ...]:
    return _host_words(telling) or paragraphs("\n\n".join(_own_words(telling)))


def _host_words(telling: Telling) -> tuple[str, ...]:
    """Return the host's own text; nothing if its template fails, so that our text is used."""
    values = {name: telling.values[name] for name in template_variables(telling.kind)}
    try:
        return paragraphs(render(telling.facts.template, values))
    except TemplateProblem:
        return ()


def _own_words(telling: Telling) -> list[str]:
    special = SPECIAL_WORDS.get(telling.kind)
    if special:
        return special(telling)
    return [telling.say(telling.key("body"))]


def _lapsed(telling: Telling) -> list[str]:
    return [telling.say(f"offer_lapsed.body.{telling.standing}")]


def _cancelled(telling: Telling) -> list[str]:
    if telling.facts.by_host:
        return [telling.say("cancelled.body.by_host"), *_reply(telling)]
    return [telling.say("cancelled.body")]


def _called_off(telling: Telling) -> list[str]:
    return [telling.say("event_cancelled.body"), *_reply(telling)]


def _reply(telling: Telling) -> list[str]:
    if not telling.facts.event.host_email:
        return []
    return [telling.say("reply")]


def _changed(telling: Telling) -> list[str]:
    changes = set(telling.facts.changes)
    if changes == {"party"}:
        return _where_you_stand(telling)
    if telling.facts.old_address:
        return [telling.say("changed.old_address"), *_reply(telling)]
    if changes == {"address"}:
        return [telling.say("changed.address"), *_where_you_stand(telling)]
    phrases = _event_changes(telling, changes) or ["changed.other"]
    still = f"changed.{PHRASE_STANDING.get(telling.standing, telling.standing)}"
    if catalogue(telling.language).find(GROUP, still):
        phrases.append(still)
    return [telling.say(key) for key in phrases]


def _event_changes(telling: Telling, changes: set[str]) -> list[str]:
    """Return the keys of the phrases for changed fields of an event."""
    phrases = []
    if not changes.isdisjoint({"starts_at", "ends_at", "timezone"}):
        phrases.append("changed.time")
    if "venue" in changes and telling.values["venue"]:
        phrases.append("changed.venue")
    if "name" in changes:
        phrases.append("changed.name")
    return phrases


def _where_you_stand(telling: Telling) -> list[str]:
    if telling.standing == "grace":
        return [telling.say("changed.grace")]
    status = telling.say(f"link.{PHRASE_STANDING.get(telling.standing, telling.standing)}")
    if telling.asks:
        return [telling.say("link.asks"), status]
    return [status]


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
    held_until = ""
    # The grace may have moved by the time that news of a change is read.
    is_news = telling.kind == "changed" and telling.standing == "grace"
    if telling.standing in {"offer", "invite", "grace"} and not is_news:
        held_until = f"{values['deadline']} ({clock})"
    rows = {
        "what": values["event"],
        "when": values["when"],
        "where": values["venue"],
        "seats": values["party"] if telling.facts.guest.party > 1 else "",
        "held_until": held_until,
        "place_in_line": values["position"] if telling.standing == "line" else "",
        **{key: values.get(key, "") for key in ("confirmed", "held", "waiting", "open")},
    }
    return tuple((telling.say(key), str(value)) for key, value in rows.items() if value != "")


def _buttons(telling: Telling, link: Link) -> tuple[Button, ...]:
    standing = telling.standing
    purposes = BUTTONS[standing]
    if telling.asks:
        purposes = purposes[::-1]
    buttons = []
    for purpose in purposes:
        label = telling.say(f"{purpose}.{standing}")
        buttons.append(Button(purpose, label, link(purpose), main=purpose == purposes[0]))
    return tuple(buttons)


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
