"""State of the sheet, calendar and documents that staff edit elsewhere.

For each: what was seen last, what is wrong with it, and every version of a sheet. This is
bookkeeping; none of it is in the audit.
"""

from datetime import datetime
from typing import ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Need, Needs, Record


class RowProblem(msgspec.Struct, frozen=True):
    """A row that could not be read: its number, which field, and why, in a sentence.

    `record` is the id of the entry or appointment that the row belongs to, if there is one; of any
    other row, `name` is whom it names.
    """

    row: int
    field: str
    reason: str
    record: str = ""
    name: str = ""


class ExternalSource(Record, frozen=True, kw_only=True):
    """An outside source as it was seen last; an empty `version` means look again.

    `memo` is what the source wants to get back with the next request, `trouble` why it cannot be
    reached or trusted, `doubted` a mark of a change too strange to accept at once, `cleared` the
    day of the last tidying.
    """

    kind_name: ClassVar[str] = "external"

    id: str
    where: str = ""
    version: str = ""
    memo: str = ""
    items: int = 0
    problems: tuple[RowProblem, ...] = ()
    more_problems: int = 0
    trouble: str = ""
    trouble_at: datetime | None = None
    seen_at: datetime | None = None
    doubted: str = ""
    doubted_at: datetime | None = None
    cleared: str = ""
    rev: int = 0


class SheetVersion(Record, frozen=True, kw_only=True):
    """One version of a sheet: `file` holds its content, `by` is its author; ids grow with time."""

    kind_name: ClassVar[str] = "sheet_version"

    id: str
    at: datetime
    rows: int
    fingerprint: str
    by: str
    file: str


class SheetVersions(Need[tuple[SheetVersion, ...]], frozen=True):
    """Versions of sheets, newest first: those before one id, and from another one on.

    The ids of one sheet's versions share a prefix, so both ids name a sheet.
    """

    query_name: ClassVar[str] = "SheetVersions"
    before: str = ""
    limit: int = 50
    since: str = ""


class SaveSourceState(Command, frozen=True, kw_only=True, tag="KeepExternal"):
    """Store what was seen outside, if the revision it carries is still the current one.

    If it is not, the source has to be looked at again: the two changes may not fit together.
    """

    external: ExternalSource


class SaveSheetVersion(Command, frozen=True, kw_only=True, tag="KeepVersion"):
    """Store a version of a sheet."""

    version: SheetVersion


def source_needs(command: SaveSourceState, found: Found) -> Needs:
    """Load what is known of the source already."""
    return {} if found else {"known": Get(ExternalSource, (command.external.id,))}


def keep_external(found: Found, command: SaveSourceState, _now: datetime) -> Decision:
    """Store what was seen; the answer is whether it was stored."""
    known: ExternalSource | None = found["known"]
    fresh = command.external
    if known is None:
        first = create(msgspec.structs.replace(fresh, rev=1))
        return Decision(True, moves=(first,))  # noqa: FBT003 - the answer
    if known.rev != fresh.rev:
        return Decision(False, moves=_look_again(known))  # noqa: FBT003 - the answer
    if known == fresh:
        return Decision(True)  # noqa: FBT003 - the answer
    fields = msgspec.structs.asdict(fresh)
    sets = {name: value for name, value in fields.items() if getattr(known, name) != value}
    kept = update(known, *if_unchanged(known, "rev"), **sets, rev=known.rev + 1)
    return Decision(True, moves=(kept,))  # noqa: FBT003 - the answer


def _look_again(known: ExternalSource) -> tuple[Change[ExternalSource], ...]:
    if not known.version:
        return ()
    return (update(known, *if_unchanged(known, "rev"), version="", rev=known.rev + 1),)


def version_needs(command: SaveSheetVersion, found: Found) -> Needs:
    """Load the version, if it was saved before."""
    return {} if found else {"known": Get(SheetVersion, (command.version.id,))}


def keep_version(found: Found, command: SaveSheetVersion, _now: datetime) -> Decision:
    """Store a version, once."""
    if found["known"] is not None:
        return Decision(command.version)
    return Decision(command.version, moves=(create(command.version),))
