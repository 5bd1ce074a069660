"""Which query a question to the whole desk means: first by what it names, then by whose grammar understands it.

A question with a word that nobody knows is never answered as if it were another.
"""

from collections.abc import Iterator

from fullhouse.kernel.question_times import PERIODS
from fullhouse.kernel.questions import LONGEST_QUESTION, WORD, Grammar, Heard, Puzzled, folded, words_of
from fullhouse.lanes.asking.queries import FindMessages, FindPerson, ListEvents, OfEvent, Own, Place, Query, WhichEvent
from fullhouse.lanes.asking.words import FILLERS, IDEAS
from fullhouse.products.appointments import ask as appointments
from fullhouse.products.rsvp import ask as rsvp
from fullhouse.products.rsvp.model import Event
from fullhouse.products.waitlist import ask as waitlist

GRAMMAR = Grammar(IDEAS, FILLERS, PERIODS, days=True)


def read_question(text: str, place: Place) -> Query | Puzzled:
    """Find out what is asked; if nobody understands it, say the words that puzzle the best of them."""
    asked = text[:LONGEST_QUESTION]
    puzzled = []
    for one in _readings(asked, place):
        if not isinstance(one, Puzzled):
            return one
        puzzled.append(one)
    return min(puzzled, key=lambda one: (len(one.words), not one.words))


def _readings(text: str, place: Place) -> Iterator[Query | Puzzled]:
    """Try each grammar in turn. Where there is a front desk, a question that names no event is about it first."""
    yield _own(text)
    if named := _event_named(text, place):
        yield _of(named[0], rsvp.read_question(named[1]))
    if place.book.services:
        yield waitlist.read_question(text, place.book)
        yield appointments.read_question(text, place.book)
    if place.events:
        yield _of(_only(place), rsvp.read_question(text))


def _of(event: Event | None, query: rsvp.Query | Puzzled) -> Query | Puzzled:
    if isinstance(query, Puzzled):
        return query
    return OfEvent(event.id, query) if event is not None else WhichEvent(query)


def _only(place: Place) -> Event | None:
    """Return the one event that can be meant: the only one to come, or the only one there is."""
    return place.events[0] if place.coming == 1 or len(place.events) == 1 else None


def _event_named(text: str, place: Place) -> tuple[Event, str] | None:
    """Find an event by its name, the longest name first, and return the question without it."""
    spoken = list(WORD.finditer(text))
    words = [folded(one[0]) for one in spoken]
    for event in sorted(place.events, key=lambda one: -len(words_of(one.name))):
        wanted = words_of(event.name)
        for at in range(len(words) - len(wanted) + 1):
            if wanted and words[at : at + len(wanted)] == wanted:
                return event, f"{text[: spoken[at].start()]} {text[spoken[at + len(wanted) - 1].end() :]}"
    return None


def _own(text: str) -> Own | Puzzled:
    """Read a question about messages, events, or one person."""
    heard = GRAMMAR.hear(text)
    ideas = heard.ideas
    if heard.rest or heard.at or len(heard.periods) > 1:
        return Puzzled(heard.rest)
    if "messages" in ideas or ("sent" in ideas and heard.email):
        return _messages(heard)
    if "events" in ideas and not (heard.email or ideas & {"sent", "failed", "queued", "stands"}):
        over = "over" in ideas
        return Puzzled() if over and "coming" in ideas else ListEvents(over, heard.period, over or "back" in ideas)
    if heard.email and ideas <= {"who", "stands", "which"} and not heard.periods:
        return FindPerson(heard.email)
    return Puzzled()


def _messages(heard: Heard) -> Own | Puzzled:
    failed, queued = "failed" in heard.ideas, "queued" in heard.ideas
    if (failed and queued) or heard.ideas & {"events", "over", "stands"}:
        return Puzzled()
    return FindMessages(heard.email, "failed" if failed else "queued" if queued else "", heard.period)
