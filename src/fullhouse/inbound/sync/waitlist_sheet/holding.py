"""People who change by the dozen in the waitlist's sheet: staff are asked first.

A column that is sorted by itself gives everyone the name or the number of someone else.
"""

from collections.abc import Mapping, Sequence

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.changed_people import (
    mark_of,
    note_held,
    personal_changes,
    replaces,
    still_meant,
)
from fullhouse.inbound.sync.held_removals import held_by
from fullhouse.inbound.sync.sync_run import SyncRun
from fullhouse.products.frontdesk.shared.held_removals import (
    WAITLIST_CHANGES,
    HeldItem,
    HeldRemoval,
    judge,
)
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.model import Entry

CHANGED_MANY = (
    "By the sheet {count} people on the waitlist would have another name or contact. Nothing was "
    "changed: please say on Today whether that is meant."
)


class HeldEdits(msgspec.Struct, frozen=True):
    """The edits to be made now, and the record to keep after that, with whom it is about."""

    now: list[EditEntry]
    left: HeldRemoval
    people: list[Entry]


def hold_edits(
    engine: Engine, look: SyncRun, edited: Sequence[EditEntry], owners: Mapping[str, Entry]
) -> HeldEdits:
    """Separate the edits to be made now from those that staff are asked about.

    Rows that staff keep are written anew.
    """
    found = {item.id: item for edit in edited if (item := _item(edit, owners)) is not None}
    held = still_meant(held_by(engine, WAITLIST_CHANGES), found.values())
    if not any(replaces(owners[item.id], item.changed) for item in found.values()):
        found = {}
    # These are never all that there are: correcting the only entry is no slip.
    verdict = judge(held, [*found.values()], len(found) + 1)
    left = note_held(look, verdict.held, owners, CHANGED_MANY)
    back = found.keys() - verdict.ends
    now = [edit for edit in edited if edit.entry_id not in back]
    return HeldEdits(now, left, [owners[name] for name in found])


def _item(edit: EditEntry, owners: Mapping[str, Entry]) -> HeldItem | None:
    """Return what an edit does to the name, number or address of an entry; None if nothing."""
    personal = personal_changes(edit, owners[edit.entry_id])
    if not personal:
        return None
    mark = mark_of(edit.entry_id, personal)
    return HeldItem(edit.entry_id, kind=mark, changed=tuple(personal))
