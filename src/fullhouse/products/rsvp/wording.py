"""Wording of the guest list's messages, in the event's language and time zone."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from fullhouse.kernel.calendar_links import calendar_links
from fullhouse.kernel.letters import (
    Button,
    DoorCode,
    Letter,
    SeatPicture,
    single_line,
    subject_line,
    with_greeting,
)
from fullhouse.kernel.localized_dates import say_clock
from fullhouse.kernel.messages import Message
from fullhouse.kernel.templates import Value
from fullhouse.locale import DEFAULT, LANGUAGES
from fullhouse.products.rsvp.calendar_entries import guest_entry
from fullhouse.products.rsvp.door_codes import DOOR, code_content
from fullhouse.products.rsvp.message_body import body_paragraphs, can_take_open_seats
from fullhouse.products.rsvp.message_context import MessageContext, message_context, say
from fullhouse.products.rsvp.messages import WITH_SEATS
from fullhouse.products.rsvp.room_plan import (
    Headcount,
    seat_states,
    seats_in_rows,
    spot_of,
)

Link = Callable[[str], str]
# The buttons for each standing of the reader, the main button first.
BUTTONS = {
    "seat": ("manage", "cancel"),
    "line": ("manage", "leave"),
    "offer": ("claim", "decline", "manage"),
    "invite": ("confirm", "cancel", "manage"),
    "grace": ("keep", "cancel", "manage"),
    "gone": ("back",),
    "host": ("desk",),
    "question": ("desk",),
    "answer": ("event",),
    "over": (),
    "address": ("address",),
    "request": ("confirm",),
}
# What is left to do once the event has begun.
AFTER_START = {"manage", "event", "desk", "address"}
# The standings in which a reply comes to us; otherwise it goes to the host's own inbox.
ANSWERED = {"seat", "line", "offer", "invite", "grace", "gone", "answer"}
# Guests in these states hold seats. Others wish for some or had some, as long as it matters.
HOLDS = ("confirmed", "pending")
SEATS_WITHOUT = {"waitlisted": "seats.wanted", "cancelled": "seats.gone"}
WITHOUT_THOSE = ("question", "reply", "event_cancelled")
# A larger room is drawn in proportion: rows of more seats are wider than a small phone.
MOST_SEATS = 100
WITH_CODE = ("confirmation", "reminder")
# Who was in these states had no seat that could be cancelled.
NEVER_SEATED = ("waitlisted", "pending")
RE = re.compile(r"^\s*(?:re|aw|antw|rép|res)\s?:\s*", re.IGNORECASE)


def compose(message: Message, link: Link) -> Letter:
    """Return the letter of a message; `link` gives the URL for a purpose."""
    if message.facts.get("says") == "no_event":
        return _no_event()
    context = message_context(message)
    facts, body, reader = context.facts, body_paragraphs(context), _reader(context)
    stop_url, stop_label = "", ""
    if reader == "guest" or context.is_signed_up:
        stop_url, stop_label = link("stop"), context.say("stop")
    return Letter(
        subject=subject_line(_subject(context)),
        preview=single_line(" ".join(body)),
        heading=single_line(context.say(_heading(context))),
        paragraphs=body,
        details=_details(context),
        buttons=_buttons(context, link),
        footer=(context.say(f"footer.{reader}"),),
        stop_url=stop_url,
        stop_label=stop_label,
        language=context.language,
        to_name="" if reader == "host" else with_greeting(facts.guest.name),
        reply_to=_reply_to(context),
        takes_reply=context.standing in ANSWERED,
        calendar=None if facts.old_address else guest_entry(message, facts, link("event")),
        code=_door_code(message, context, link),
        seats=_seat_picture(message, context),
        **_web_calendars(message, context, link),
    )


def _seat_picture(message: Message, context: MessageContext) -> SeatPicture | None:
    """Return the room as it was when a message was sent, with the guest's own seats in it."""
    event = context.facts.event
    if message.kind not in WITH_SEATS or not event.cap:
        return None
    count = Headcount(event.cap, event.confirmed, event.held)
    values = {"taken": count.confirmed, "held": count.held, "open": count.open}
    mine = context.facts.guest.party if context.standing == "seat" else 0
    drawn = count.in_proportion(MOST_SEATS)
    states = seat_states(drawn, min(mine, drawn.seats), spot_of(message.person))
    rows = [[states[seat] for seat in row] for row in seats_in_rows(drawn.seats)]
    runs = tuple(tuple((state, len(list(run))) for state, run in groupby(row)) for row in rows)
    return SeatPicture(runs, say(context.language, "seats_now", values))


def _web_calendars(message: Message, context: MessageContext, link: Link) -> dict[str, Any]:
    """Return links to calendars on the web, for whoever reads that they have a seat."""
    if message.kind != "confirmation" or context.standing != "seat":
        return {}
    entry = guest_entry(message, context.facts, link("event"))
    links = () if entry is None else calendar_links(entry)
    return {"calendars_label": context.say("calendars"), "calendars": links}


def _door_code(message: Message, context: MessageContext, link: Link) -> DoorCode | None:
    """Return the guest's code for the door, in the messages that they keep until then."""
    if context.standing != "seat" or message.kind not in WITH_CODE:
        return None
    return DoorCode(
        code_content(link(DOOR), message.person),
        *(context.say(f"door_code.{part}") for part in ("label", "note", "hint")),
    )


def _no_event() -> Letter:
    """Return the answer to a mail to no event, in every language: nothing says which it is."""
    texts = tuple(say(language, "answer.no_event", {}) for language in LANGUAGES)
    return Letter(
        subject=say(DEFAULT, "answer.no_event.subject", {}),
        preview=texts[0],
        heading=say(DEFAULT, "answer.no_event.subject", {}),
        paragraphs=texts,
        language=DEFAULT,
    )


def _subject(context: MessageContext) -> str:
    special = _special_subject(context)
    if special:
        return context.say(special)
    if context.kind != "reply":
        return context.say(_with_doubt(context, context.key("subject")))
    subject = single_line(context.facts.guest.subject)
    if context.facts.guest.answer and subject:
        return f"Re: {RE.sub('', subject)}"
    return context.say("answer.subject")


def _special_subject(context: MessageContext) -> str:
    """Return the key of a subject that depends on what happened; else ""."""
    if context.asks:
        return "link.subject.asks"
    if context.kind == "link" and context.facts.late:
        return "offer_lapsed.subject"
    if context.only_passes:
        return "answer.subject.passed"
    if context.kind == "offer_lapsed" and context.facts.had == "pending":
        return "offer_lapsed.subject.invite"
    return ""


def _reply_to(context: MessageContext) -> str:
    """Return who gets replies if no mail is taken in: the host, or whoever asked the host."""
    if context.standing == "question":
        return single_line(context.facts.guest.email)
    return "" if context.standing == "host" else single_line(context.facts.event.host_email)


def _reader(context: MessageContext) -> str:
    """Return who reads it: `guest`, `host`, or an address that is not, or no longer, a guest's."""
    if context.facts.old_address:
        return "old_address"
    if context.standing == "question":
        return "host"
    if context.facts.stranger:
        return "stranger"
    if context.standing in {"host", "address", "request"}:
        return context.standing
    if context.is_signed_up:
        return "request"
    return "gone" if context.facts.guest.state == "cancelled" else "guest"


def _heading(context: MessageContext) -> str:
    if context.kind == "waitlisted" and context.facts.position is None:
        return "waitlisted.heading.unnumbered"
    if context.asks:
        return "link.heading.asks"
    if context.kind == "link" and context.facts.late:
        return "late.heading"
    if context.only_passes:
        return "answer.passed"
    special = SPECIAL_HEADINGS.get(context.kind)
    return special(context) if special else _with_doubt(context, context.key("heading"))


def _answer_heading(context: MessageContext) -> str:
    if not context.facts.says and context.facts.event.host_name:
        return "answer.heading.host.named"
    return f"answer.heading.{context.facts.says or 'host'}"


def _changed_heading(context: MessageContext) -> str:
    if context.facts.old_address:
        return "changed.heading.old_address"
    if context.facts.changes in {("party",), ("address",)}:
        return f"changed.heading.{context.facts.changes[0]}"
    return context.key("heading")


def _summary_heading(context: MessageContext) -> str:
    return "summary.heading.checked_in" if "expected" in context.values else "summary.heading"


SPECIAL_HEADINGS: dict[str, Callable[[MessageContext], str]] = {
    "reply": _answer_heading,
    "changed": _changed_heading,
    "summary": _summary_heading,
}


def _with_doubt(context: MessageContext, key: str) -> str:
    """Return the key of a phrase; the one that names an unverified sender as such if it is one."""
    return f"{key}.unverified" if context.facts.unverified else key


def _details(context: MessageContext) -> tuple[tuple[str, str], ...]:
    if context.kind == "thank_you":
        return ()
    values = context.values
    clock = say_clock(context.facts.event.timezone, context.facts.event.starts_at, context.language)
    held_until = ""
    # The grace may have moved by the time that news of a change is read.
    is_news = context.kind == "changed" and context.standing == "grace"
    if context.standing in {"offer", "invite", "grace"} and not is_news:
        held_until = f"{values['deadline']} ({clock})"
    rows = {
        "what": values["event"],
        "when": values["span"],
        "where": values["venue"],
        "hosted_by": _host(context),
        "price": context.facts.guest.notes.get("price", ""),
        "dress": context.facts.guest.notes.get("dress", ""),
        **_seats(context),
        "held_until": held_until,
        "place_in_line": _place_in_line(context),
        "from": _sender(context),
        **{key: values.get(key, "") for key in _counted(context)},
        **_attendance(context),
    }
    return tuple((context.say(key), str(value)) for key, value in rows.items() if value != "")


def _host(context: MessageContext) -> str:
    """Return who hosts the event; empty in messages to the host."""
    if context.standing in ("host", "question"):
        return ""
    return single_line(context.facts.event.host_name)


def _place_in_line(context: MessageContext) -> Value:
    """Return the guest's number on the waitlist, unless the heading says it."""
    if context.standing != "line" or context.kind == "waitlisted":
        return ""
    return context.values["position"]


def _sender(context: MessageContext) -> str:
    """Return who wrote to the host; empty in other messages."""
    return single_line(context.facts.guest.email) if context.standing == "question" else ""


def _counted(context: MessageContext) -> tuple[str, ...]:
    """Return which numbers of seats the host reads: after the event nobody waits."""
    if context.kind == "summary":
        return ("confirmed", "open")
    return ("confirmed", "held", "waiting", "open")


def _seats(context: MessageContext) -> dict[str, Value]:
    """Return the number of seats, under a label that fits what the guest has."""
    label = _seats_label(context)
    return {label: context.facts.guest.party} if label else {}


def _seats_label(context: MessageContext) -> str:
    """Return the label for the guest's seats; empty for someone who never had or wanted any."""
    facts, state = context.facts, context.facts.guest.state
    if facts.request:
        return "seats.wanted"
    if state in HOLDS or facts.offer:
        return "seats"
    if context.kind in WITHOUT_THOSE or facts.had in NEVER_SEATED:
        return ""
    if context.kind == "offer_lapsed" and context.standing == "gone":
        return ""
    return SEATS_WITHOUT.get(state, "")


def _attendance(context: MessageContext) -> dict[str, Value]:
    """Return who came, in the summary of an event whose guests were checked in."""
    values = context.values
    shown = ("checked_in", "no_shows", "extras") if "no_shows" in values else ("extras",)
    return {key: values.get(key, "") for key in shown}


def _buttons(context: MessageContext, link: Link) -> tuple[Button, ...]:
    purposes = _purposes(context)
    return tuple(
        Button(purpose, _label(context, purpose), link(purpose), main=purpose == purposes[0])
        for purpose in purposes
    )


def _purposes(context: MessageContext) -> tuple[str, ...]:
    """Return what the buttons of a message are for, the main one first."""
    purposes = _usual_purposes(context)
    if context.has_begun or context.facts.guest.arrived:
        return tuple(purpose for purpose in purposes if purpose in AFTER_START)
    if context.asks:
        first, second, *others = purposes
        return (second, first, *others)
    return purposes


def _usual_purposes(context: MessageContext) -> tuple[str, ...]:
    standing, facts = context.standing, context.facts
    if standing == "gone" and facts.event.closed:
        return ()
    if standing != "answer" or facts.stranger:
        return BUTTONS[standing]
    if facts.says:
        return ("event", "manage")
    return ("manage",)


def _label(context: MessageContext, purpose: str) -> str:
    if purpose == "manage" and can_take_open_seats(context):
        return context.say("manage.open")
    if purpose == "manage" and context.standing not in ("seat", "line"):
        return context.say("manage.page")
    return context.say(f"{purpose}.{context.standing}")
