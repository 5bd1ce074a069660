"""Holding the audit against what is stored: the lines alone must build the same state again."""

from collections.abc import Iterator

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AllRecords, AuditPage
from fullhouse.kernel.audit import AuditLine, AuditMismatch, compare, replay

PAGE = 1000


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a look at the audit found."""

    lines: int
    records: int
    problems: list[AuditMismatch]


def verify(engine: Engine, event: str = "") -> Report:
    """Replay the audit of one event, or of everything, and hold it against the records.

    Runs without a pause, so that nothing changes between the first line and the last record.
    """
    from fullhouse.engine.catalogue import AUDITED  # all rules: pages are shown without them

    problems: list[AuditMismatch] = []
    lines = list(_lines(engine, event))
    stored = [record for record in engine.load(AllRecords()) if not event or record.key[0] == event]
    compare(replay(lines, AUDITED, problems), stored, problems)
    return Report(lines=len(lines), records=len(stored), problems=problems)


def _lines(engine: Engine, event: str) -> Iterator[AuditLine]:
    after = 0
    while page := engine.load(AuditPage(event, after, PAGE)):
        yield from page
        after = page[-1].number
