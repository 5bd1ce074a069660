"""Queries of the desk, and the example questions that it shows."""

from typing import Literal

import msgspec

from fullhouse.products.frontdesk.appointments import questions as appointments
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist import questions as waitlist
from fullhouse.products.rsvp import questions as rsvp
from fullhouse.products.rsvp.model import Event


class QuestionContext(msgspec.Struct, frozen=True):
    """The rules and the events that a question may name, those to come first."""

    book: Rulebook
    events: tuple[Event, ...] = ()
    coming: int = 0


class OfEvent(msgspec.Struct, frozen=True):
    """A question about one event's guest list."""

    event_id: str
    query: rsvp.Query


class WhichEvent(msgspec.Struct, frozen=True):
    """A question about a guest list that does not say of which event."""

    query: rsvp.Query


class ListEvents(msgspec.Struct, frozen=True):
    """Which events are coming, are over, or are in a time."""

    over: bool = False
    period: str = ""
    back: bool = False


class FindMessages(msgspec.Struct, frozen=True):
    """What was sent, to whom, and what did not leave; the newest first."""

    email: str = ""
    status: Literal["", "failed", "queued"] = ""
    period: str = ""


class FindPerson(msgspec.Struct, frozen=True):
    """Where someone is known, by mail address: waitlist, appointments and guest lists."""

    email: str


Own = ListEvents | FindMessages | FindPerson
Query = waitlist.Query | appointments.Query | OfEvent | WhichEvent | Own

EXAMPLES: dict[str, type] = {
    "Which events are coming?": ListEvents,
    "What was sent to anna@example.org?": FindMessages,
    "Which messages failed?": FindMessages,
    "Where is anna@example.org?": FindPerson,
}
OF_AN_EVENT = "How many seats are open for {event}?"


def with_names(examples: dict[str, type], book: Rulebook) -> dict[str, type]:
    """Return examples with names from the rules, without those for which there is no name."""
    names: dict[str, str] = {}
    if book.services:
        names["service"] = book.services[0].name
    if book.staff:
        names["staff"] = book.staff[0]
    found = {}
    for question, kind in examples.items():
        try:
            found[question.format_map(names)] = kind
        except KeyError:
            continue
    return found


def front_desk_examples(book: Rulebook) -> dict[str, type]:
    """Return what can be asked about the waitlist and appointments."""
    return with_names({**waitlist.EXAMPLES, **appointments.EXAMPLES}, book)


def examples(context: QuestionContext) -> dict[str, type]:
    """Return what can be asked here, of what there is."""
    found: dict[str, type] = {}
    if context.book.services:
        found |= front_desk_examples(context.book)
    if context.events:
        found[OF_AN_EVENT.format(event=context.events[0].name)] = OfEvent
    return {**found, **EXAMPLES}
