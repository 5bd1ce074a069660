"""The bar of the demo clock: the time, what comes next, and what happened since."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage, LatestAudit, MessagePage
from fullhouse.engine.worker import ManualClock, next_due_at
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.messages import Message
from fullhouse.locale.current import translate
from fullhouse.products.rsvp.model import Event, EventPage
from fullhouse.web.desk.audit_text import SILENT, AuditSentence, describe, title

HAPPENED = "happened"
# The kinds of messages in the middle of a sentence.
KIND_WORDS = {
    "address": "address",
    "booked": "booked",
    "booked_online": "booked online",
    "online_changes": "changes online",
    "cancel_pending": "about to be cancelled",
    "cancelled": "cancelled",
    "changed": "changed",
    "confirmation": "confirmation",
    "declined": "declined",
    "event_cancelled": "event cancelled",
    "gap_alert": "gap alert",
    "handed_back": "handed back",
    "claim_question": "still booked?",
    "headcount": "headcount",
    "invite": "invite",
    "joined": "joined",
    "link": "link",
    "nobody_fits": "nobody fits",
    "offer": "offer",
    "offer_lapsed": "offer lapsed",
    "offer_withdrawn": "offer ended",
    "proposal": "proposal",
    "question": "question",
    "reminder": "reminder",
    "reply": "reply",
    "rescheduled": "rescheduled",
    "restored": "restored",
    "sign_in": "sign in",
    "summary": "summary",
    "test": "test",
    "text_limit": "text limit",
    "text_warning": "text limit is near",
    "text_half": "half of the texts",
    "text_reply": "reply to a text",
    "removal": "missing rows",
    "thank_you": "thank you",
    "broadcast": "message to all",
    "waitlisted": "waitlisted",
}
MOST_SHOWN = 12
PAGE = 1000
LONGEST_MARK = 31  # two short numbers with a dash between them


class AuditPosition(msgspec.Struct, frozen=True):
    """A position in the audit: the last line so far, and the time."""

    number: int
    at: datetime

    def write(self) -> str:
        """Return the position as text for a URL."""
        return f"{self.number}-{int(self.at.timestamp())}"


class DemoClockBar(msgspec.Struct, frozen=True):
    """Content of the bar; `happened` is None before the clock is moved."""

    now: datetime
    zone: str
    next_at: datetime | None
    back: str
    happened: tuple[AuditSentence, ...] | None
    messages: tuple[Message, ...] = ()
    more: int = 0
    elsewhere: Mapping[str, str] = {}

    def kind(self, message: Message) -> str:
        """Return the kind of a message in the middle of a sentence."""
        return translate(KIND_WORDS.get(message.kind, message.kind))


def can_move(engine: Engine) -> bool:
    """Return True if the engine runs on a clock that only moves by hand."""
    return isinstance(engine.clock, ManualClock)


def strip(
    engine: Engine, here: str, query: Mapping[str, str], event: Event | None, zone: str = ""
) -> DemoClockBar | None:
    """Return the bar in the time zone of the page or the event; None on a real clock."""
    if not can_move(engine):
        return None
    zone = zone or _zone(engine, event)
    mark = read_mark(query.get(HAPPENED, ""))
    if mark is None:
        return DemoClockBar(engine.now(), zone, next_due_at(engine), here, None)
    lines, letters = lines_since(engine, mark), messages_since(engine, mark)
    sentences = tuple(describe(engine, line) for line in lines[:MOST_SHOWN])
    shown_letters = letters[:MOST_SHOWN]
    more = len(lines) + len(letters) - len(sentences) - len(shown_letters)
    scopes = {line.scope for line in sentences} | {letter.scope for letter in shown_letters}
    if event is not None:
        scopes.discard(event.id)
    elsewhere = {scope: title(engine, scope) for scope in scopes}
    return DemoClockBar(
        engine.now(), zone, next_due_at(engine), here, sentences, shown_letters, more, elsewhere
    )


def _zone(engine: Engine, event: Event | None) -> str:
    if event is not None:
        return event.timezone
    return next((first.timezone for first in engine.load(EventPage(limit=1))), "UTC")


def mark_now(engine: Engine) -> AuditPosition:
    """Return the current position in the audit."""
    last = engine.load(LatestAudit(limit=1))
    return AuditPosition(last[0].number if last else 0, engine.now())


def read_mark(text: str) -> AuditPosition | None:
    """Read a position from a URL; None if it is not one."""
    number, _, at = text.partition("-")
    if len(text) > LONGEST_MARK or not (number.isdecimal() and at.isdecimal()):
        return None
    return AuditPosition(int(number), datetime.fromtimestamp(min(int(at), 10**11), UTC))


def lines_since(engine: Engine, mark: AuditPosition) -> tuple[AuditLine, ...]:
    """Return the audit lines written after a position, without those that staff need not read."""
    lines = audit_lines(engine, after=mark.number)
    return tuple(line for line in lines if line.action not in SILENT)


def messages_since(engine: Engine, mark: AuditPosition) -> tuple[Message, ...]:
    """Return the messages written or sent after a position, the newest first."""
    newest = engine.load(MessagePage(limit=PAGE))
    return tuple(message for message in newest if max(message.queued_at, message.at) > mark.at)


def audit_lines(engine: Engine, after: int) -> Iterator[AuditLine]:
    """Yield the audit lines after a number, loaded page by page."""
    while page := engine.load(AuditPage(after=after, limit=PAGE)):
        yield from page
        after = page[-1].number
