"""All that can be asked at the desk: the queries of each product, and those about messages, events and one person."""

from typing import Literal

import msgspec

from fullhouse.kernel.rulebook import Rulebook
from fullhouse.products.appointments import ask as appointments
from fullhouse.products.rsvp import ask as rsvp
from fullhouse.products.rsvp.model import Event
from fullhouse.products.waitlist import ask as waitlist


class Place(msgspec.Struct, frozen=True):
    """What is known where a question is asked: the rules, and the events, those to come first."""

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

    to: str = ""
    status: Literal["", "failed", "queued"] = ""
    period: str = ""


class FindPerson(msgspec.Struct, frozen=True):
    """Where someone is known, by mail address: line, book and guest lists."""

    email: str


Own = ListEvents | FindMessages | FindPerson
Query = waitlist.Query | appointments.Query | OfEvent | WhichEvent | Own

# Beside the products' own examples.
EXAMPLES: dict[str, type] = {
    "Which events are coming?": ListEvents,
    "What was sent to anna@example.org?": FindMessages,
    "Which messages failed?": FindMessages,
    "Where is anna@example.org?": FindPerson,
}
OF_AN_EVENT = "How many seats are open for {event}?"


def front_desk_examples(book: Rulebook) -> dict[str, type]:
    """Show what can be asked about line and book, with names from the rules; without staff, nothing about them."""
    service, staff = (book.services[0].name if book.services else ""), (book.staff[0] if book.staff else "")
    known = {"service": service, "staff": staff}
    every = {**waitlist.EXAMPLES, **appointments.EXAMPLES}
    fit = {
        question: kind
        for question, kind in every.items()
        if all(known[one] for one in known if f"{{{one}}}" in question)
    }
    return {question.format_map(known): kind for question, kind in fit.items()}


def examples(place: Place) -> dict[str, type]:
    """Show what can be asked here: of what there is."""
    desk = front_desk_examples(place.book) if place.book.services else {}
    event = {OF_AN_EVENT.format(event=place.events[0].name): OfEvent} if place.events else {}
    return {**desk, **event, **EXAMPLES}
