"""What is known of things outside that staff edit: the sheet, the calendar, the two documents where they are elsewhere.

What was seen last, what is wrong with it, and every version of a sheet. Bookkeeping: none of it is in the audit.
"""

from datetime import datetime
from typing import ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, create, if_unchanged, update
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Need, Needs, Record


class RowProblem(msgspec.Struct, frozen=True):
    """A row that could not be read: its number, which field, and why, in a sentence."""

    row: int
    field: str
    reason: str


class ExternalSource(Record, frozen=True, kw_only=True):
    """Something outside, as it was seen last. An empty `version` means that it has to be looked at again.

    `memo` is what its source wants to be asked with the next time, `trouble` why it cannot be reached or believed,
    `doubted` a mark of what seems too strange to be believed at once, `cleared` the day on which it was tidied last.
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
    """A sheet as it once was. Ids grow with time; `file` is where its content is kept, `by` who made it so."""

    kind_name: ClassVar[str] = "sheet_version"

    id: str
    at: datetime
    rows: int
    fingerprint: str
    by: str
    file: str


class SheetVersions(Need[tuple[SheetVersion, ...]], frozen=True):
    """Versions of sheets, the newest first: those before an id, and from another one on.

    The ids of one sheet's versions begin alike, so that both name a sheet.
    """

    query_name: ClassVar[str] = "SheetVersions"
    before: str = ""
    limit: int = 50
    since: str = ""


class SaveSourceState(Command, frozen=True, kw_only=True, tag="KeepExternal"):
    """Remember what was seen outside, by someone who knew the revision that it carries.

    If another knew more by then, it has to be looked at again: what both did may not fit together.
    """

    external: ExternalSource


class SaveSheetVersion(Command, frozen=True, kw_only=True, tag="KeepVersion"):
    """Remember a version of a sheet."""

    version: SheetVersion


def source_needs(command: SaveSourceState, found: Found) -> Needs:
    """Load what is known of the source already."""
    return {} if found else {"known": Get(ExternalSource, (command.external.id,))}


def keep_external(found: Found, command: SaveSourceState, _now: datetime) -> Decision:
    """Write down what is known; the answer says whether it was."""
    known: ExternalSource | None = found["known"]
    fresh = command.external
    if known is None:
        return Decision(True, moves=(create(msgspec.structs.replace(fresh, rev=1)),))  # noqa: FBT003 - the answer
    if known.rev != fresh.rev:
        again = (
            ()
            if not known.version
            else (update(known, *if_unchanged(known, "rev"), version="", rev=known.rev + 1),)
        )
        return Decision(False, moves=again)  # noqa: FBT003 - the answer
    if known == fresh:
        return Decision(True)  # noqa: FBT003 - the answer
    fields = msgspec.structs.asdict(fresh)
    sets = {name: value for name, value in fields.items() if getattr(known, name) != value}
    kept = update(known, *if_unchanged(known, "rev"), **sets, rev=known.rev + 1)
    return Decision(True, moves=(kept,))  # noqa: FBT003 - the answer


def version_needs(command: SaveSheetVersion, found: Found) -> Needs:
    """Load the version, if it was saved before."""
    return {} if found else {"known": Get(SheetVersion, (command.version.id,))}


def keep_version(found: Found, command: SaveSheetVersion, _now: datetime) -> Decision:
    """Write a version down, once."""
    return Decision(
        command.version, moves=() if found["known"] is not None else (create(command.version),)
    )
