"""Which query a question to the whole desk means.

The grammars are tried in turn. A question that names an event is about it; without one, it is about
the front desk first, where there is one.
"""

from collections.abc import Iterator

from fullhouse.inbound.questions.queries import (
    FindMessages,
    FindPerson,
    ListEvents,
    OfEvent,
    Query,
    QuestionContext,
    WhichEvent,
)
from fullhouse.kernel.question_grammar import (
    LONGEST_QUESTION,
    WORD,
    Grammar,
    NotUnderstood,
    Pattern,
    normalize,
    words_of,
)
from fullhouse.products.frontdesk.appointments import questions as appointments
from fullhouse.products.frontdesk.waitlist import questions as waitlist
from fullhouse.products.rsvp import questions as rsvp
from fullhouse.products.rsvp.model import Event

# In English and German: messages, events, and one person wherever they are.
KEYWORDS: dict[str, str] = {
    "which": (
        "how many, number, count, which, what, show, who, know, wie viele, wieviele, anzahl, welche*, zeig*, wer"
    ),
    "stands": "status, where, stand*, wo, steht",
    "messages": "message*, mail, mails, email*, e-mail*, text, texts, sms, letter*, nachricht*",
    "sent": (
        "sent, send, get, got, receive*, written, wrote, geschickt, gesendet, bekommen, bekam, geschrieben"
    ),
    "failed": (
        "fail*, not sent, not send, not arrive*, not delivered, fehlgeschlagen*, gescheitert*, "
        "nicht gesendet, nicht geschickt, nicht angekommen, nicht zugestellt"
    ),
    "queued": "queued, wait, waiting, not left, unsent, wartet, warten, wartend*",
    "events": "event, events, veranstaltung*",
    "coming": (
        "coming, come, comes, ahead, upcoming, planned, next, soon, kommen*, naechste*, anstehend*, geplant*"
    ),
    "over": "over, been, vorbei, gewesen",
}
_STATUS = {"status": {"failed": "failed", "queued": "queued"}}
PATTERNS = (
    Pattern(FindMessages, "messages", may="which sent coming email period back", choices=_STATUS),
    Pattern(FindMessages, "sent email", may="which coming period back", choices=_STATUS),
    Pattern(
        ListEvents,
        "events",
        may="which period",
        choices={
            "over": {"over": True, "coming": False},
            "back": {"over": True, "back": True},
        },
    ),
    Pattern(FindPerson, "email", may="which stands"),
)
GRAMMAR = Grammar(KEYWORDS, PATTERNS, "stehen")


def parse_question(text: str, context: QuestionContext) -> Query | NotUnderstood:
    """Return the query that a question means; if none, the words that the best grammar missed."""
    missed = []
    for query in _readings(text[:LONGEST_QUESTION], context):
        if not isinstance(query, NotUnderstood):
            return query
        missed.append(query)
    return min(missed, key=lambda one: (len(one.words), not one.words))


def _readings(text: str, context: QuestionContext) -> Iterator[Query | NotUnderstood]:
    yield GRAMMAR.read(text)
    event, without_name = _find_event(text, context)
    if event is not None:
        yield _of_event(event, rsvp.read_question(without_name))
    if context.book.services:
        yield waitlist.read_question(text, context.book)
        yield appointments.read_question(text, context.book)
    if context.events:
        yield _of_event(_only_event(context), rsvp.read_question(text))


def _of_event(event: Event | None, query: rsvp.Query | NotUnderstood) -> Query | NotUnderstood:
    if isinstance(query, NotUnderstood):
        return query
    return WhichEvent(query) if event is None else OfEvent(event.id, query)


def _only_event(context: QuestionContext) -> Event | None:
    """Return the only event to come, or the only one there is."""
    if context.coming == 1 or len(context.events) == 1:
        return context.events[0]
    return None


def _find_event(text: str, context: QuestionContext) -> tuple[Event | None, str]:
    """Find an event by its name, the longest name first; return it and the question without it."""
    spoken = list(WORD.finditer(text))
    words = [normalize(one[0]) for one in spoken]
    for event in sorted(context.events, key=lambda one: -len(words_of(one.name))):
        wanted = words_of(event.name)
        size = len(wanted)
        for at in range(len(words) - size + 1):
            if wanted and words[at : at + size] == wanted:
                before, after = text[: spoken[at].start()], text[spoken[at + size - 1].end() :]
                return event, f"{before} {after}"
    return None, text
