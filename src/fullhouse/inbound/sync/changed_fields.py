"""Fields of a record that were changed elsewhere since its sheet was read last.

Such a field has a newer value than its cell, even if that cell cannot be read.
"""

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.inbound.sync.sync_run import BY
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource


def history(engine: Engine, scope: str, record_id: str) -> list[AuditLine]:
    """Return all that the audit knows about a record."""
    found: list[AuditLine] = []
    while page := engine.load(AuditOfSubject(scope, record_id, found[-1].number if found else 0)):
        found += page
    return found


def changed_fields(engine: Engine, scope: str, record_id: str, source: str) -> set[str]:
    """Return the fields that anyone but the sheet has changed since it was read last."""
    known = engine.load(Get(ExternalSource, (source,)))
    if known is None or known.seen_at is None:
        return set()
    lines = [one for one in history(engine, scope, record_id) if one.at >= known.seen_at]
    found: set[str] = set()
    for line in lines:
        if line.by != BY:
            found |= _changed_in(line, record_id)
    return found


def _changed_in(line: AuditLine, record_id: str) -> set[str]:
    """Return the fields of a record that a line changes; a new record changes none."""
    own = [one for one in line.entries if one.key == (record_id,) and not one.new]
    return {name for one in own for name in one.after if one.before.get(name) != one.after[name]}
