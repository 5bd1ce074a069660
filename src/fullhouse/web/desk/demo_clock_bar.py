"""The strip on a clock that can be moved: what time it is, what comes next, and what has happened since."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditPage, LatestAudit, MessagePage
from fullhouse.engine.worker import ManualClock, next_due_at
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, EventPage
from fullhouse.web.desk.audit_text import SILENT, AuditSentence, describe, title

HAPPENED = "happened"
MOST_SHOWN = 12
PAGE = 1000


class AuditPosition(msgspec.Struct, frozen=True):
    """A place in the story: the last audit line so far, and the time."""

    number: int
    at: datetime

    def write(self) -> str:
        """Write it so that it fits into an address."""
        return f"{self.number}-{int(self.at.timestamp())}"


class DemoClockBar(msgspec.Struct, frozen=True):
    """What the strip shows; `happened` is None where nobody has asked."""

    now: datetime
    zone: str
    next_at: datetime | None
    back: str
    happened: tuple[AuditSentence, ...] | None
    messages: tuple[Message, ...] = ()
    more: int = 0
    elsewhere: Mapping[str, str] = {}


def can_move(engine: Engine) -> bool:
    """Say whether this house runs on a clock that stands still until it is moved."""
    return isinstance(engine.clock, ManualClock)


def strip(
    engine: Engine, here: str, query: Mapping[str, str], event: Event | None, zone: str = ""
) -> DemoClockBar | None:
    """Put the strip together, where there is one; its time is that of the event, or of the zone that a page is in."""
    if not can_move(engine):
        return None
    zone = zone or _zone(engine, event)
    mark = read_mark(query.get(HAPPENED, ""))
    if mark is None:
        return DemoClockBar(engine.now(), zone, next_due_at(engine), here, None)
    lines, letters = lines_since(engine, mark), messages_since(engine, mark)
    told = tuple(describe(engine, one) for one in lines[:MOST_SHOWN])
    more = len(lines) + len(letters) - len(told) - len(letters[:MOST_SHOWN])
    scopes = {one.scope for one in told} | {one.scope for one in letters[:MOST_SHOWN]}
    elsewhere = {
        scope: title(engine, scope) for scope in scopes if event is None or scope != event.id
    }
    return DemoClockBar(
        engine.now(), zone, next_due_at(engine), here, told, letters[:MOST_SHOWN], more, elsewhere
    )


def _zone(engine: Engine, event: Event | None) -> str:
    if event is not None:
        return event.timezone
    return next((one.timezone for one in engine.load(EventPage(limit=1))), "UTC")


def mark_now(engine: Engine) -> AuditPosition:
    """Remember how far the story has gone."""
    last = engine.load(LatestAudit(limit=1))
    return AuditPosition(last[0].number if last else 0, engine.now())


def read_mark(text: str) -> AuditPosition | None:
    """Read a mark from an address; anything else is none."""
    number, dash, at = text.partition("-")
    if not (dash and number.isdecimal() and at.isdecimal() and len(text) < 32):  # noqa: PLR2004 - two short numbers
        return None
    return AuditPosition(int(number), datetime.fromtimestamp(min(int(at), 10**11), UTC))


def lines_since(engine: Engine, mark: AuditPosition) -> tuple[AuditLine, ...]:
    """Find the audit lines written after a mark, but for what nobody would notice."""
    return tuple(one for one in audit_lines(engine, after=mark.number) if one.action not in SILENT)


def messages_since(engine: Engine, mark: AuditPosition) -> tuple[Message, ...]:
    """Find the messages that were written or that left after a mark, the newest first."""
    return tuple(
        one for one in engine.load(MessagePage(limit=PAGE)) if max(one.queued_at, one.at) > mark.at
    )


def audit_lines(engine: Engine, after: int) -> Iterator[AuditLine]:
    """Walk through the audit, a page at a time."""
    while page := engine.load(AuditPage(after=after, limit=PAGE)):
        yield from page
        after = page[-1].number
