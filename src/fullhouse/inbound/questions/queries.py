"""Queries of the desk, and the example questions that it shows."""

from collections.abc import Mapping
from string import Formatter
from typing import Literal

import msgspec

from fullhouse.locale import to_translate
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
    to_translate("Which events are coming?"): ListEvents,
    to_translate("What was sent to anna@example.org?"): FindMessages,
    to_translate("Which messages failed?"): FindMessages,
    to_translate("Where is anna@example.org?"): FindPerson,
}
OF_FRONT_DESK: dict[str, type] = {**waitlist.EXAMPLES, **appointments.EXAMPLES}
OF_AN_EVENT = to_translate("How many seats are open for {event}?")


def names_in(context: QuestionContext) -> dict[str, str]:
    """Return the names that examples may have."""
    names: dict[str, str] = {}
    if context.book.services:
        names["service"] = context.book.services[0].name
    if context.book.staff:
        names["staff"] = context.book.staff[0]
    if context.events:
        names["event"] = context.events[0].name
    return names


def with_names(examples: Mapping[str, type], names: Mapping[str, str]) -> dict[str, type]:
    """Return examples with names, without those for which there is no name."""
    return {
        question.format_map(names): kind
        for question, kind in examples.items()
        if has_names(question, names)
    }


def has_names(question: str, names: Mapping[str, str]) -> bool:
    """Return True if there is a name for each place of an example."""
    places = {place for _, place, _, _ in Formatter().parse(question) if place}
    return places <= names.keys()


def front_desk_examples(book: Rulebook) -> dict[str, type]:
    """Return what can be asked about the waitlist and appointments."""
    return with_names(OF_FRONT_DESK, names_in(QuestionContext(book)))


def templates(context: QuestionContext) -> dict[str, type]:
    """Return what can be asked here, with places for names."""
    front_desk = OF_FRONT_DESK if context.book.services else {}
    return {**front_desk, OF_AN_EVENT: OfEvent, **EXAMPLES}


def examples(context: QuestionContext) -> dict[str, type]:
    """Return what can be asked here, of what there is."""
    return with_names(templates(context), names_in(context))
