"""One sync run of a sheet: its input, its result, and the state to save."""

from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.port import SheetDown
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

BY = "sheet"
MOST_PROBLEMS = 200
TIDIED_AT = timedelta(hours=3)
DOUBTED_FOR = timedelta(minutes=2)
CHANGED = "Someone is editing the sheet just now. Try again in a moment."


class RunContext(msgspec.Struct, frozen=True):
    """The rules in force, and the current time."""

    book: Rulebook
    now: datetime
    day: date


class SheetSyncReport(msgspec.Struct, kw_only=True):
    """The result of a sync run: `looked` if the sheet was read, `again` if it changed meanwhile."""

    looked: bool = False
    rows: int = 0
    joined: int = 0
    edited: int = 0
    removed: int = 0
    written: int = 0
    problems: tuple[RowProblem, ...] = ()
    trouble: str = ""
    again: bool = False


class SyncRun(msgspec.Struct):
    """The data of one sync run: the last state, the rules, and the findings so far.

    `doubt` is a sentence about what seems strange, `doubted` a digest of it. A run is
    `unfinished` if rows got their key only now, or ask for something too early: the next run
    reads the rest.
    """

    known: ExternalSource
    today: RunContext
    where: str
    rules: str
    report: SheetSyncReport
    version: str = ""
    doubt: str = ""
    doubted: str = ""
    tidies: bool = False
    unfinished: bool = False

    @property
    def is_first(self) -> bool:
        """Return True if this sheet was never read before."""
        return self.known.where != self.where

    @property
    def is_changed(self) -> bool:
        """Return True if the sheet or the rules changed since the last run."""
        return self.is_first or (self.known.version, self.known.memo) != (self.version, self.rules)

    def is_believed(self, mark: str) -> bool:
        """Return True if the same doubt has lasted for some time, despite other edits."""
        known = self.known
        since = known.doubted_at if known.doubted == mark else None
        return since is not None and self.today.now - since >= DOUBTED_FOR

    @property
    def language(self) -> str:
        """The business's language."""
        return self.today.book.language

    @property
    def tidying_day(self) -> str:
        """The current day, if days began at three in the morning."""
        return (wall_time(self.today.now, self.today.book.zone) - TIDIED_AT).date().isoformat()

    @property
    def tidied_before(self) -> datetime:
        """The beginning of that day."""
        began = datetime.combine(datetime.fromisoformat(self.tidying_day), time(3))
        return instant(began, self.today.book.zone)


def reason_of(error: Exception) -> str:
    """Return the sentence that says why a sheet cannot be read or written."""
    if isinstance(error, SheetDown):
        return error.reason
    return error.problems[0].message if isinstance(error, Invalid) else CHANGED


def seen(look: SyncRun, version: str) -> ExternalSource:
    """Return the state to save. After trouble it has no version, so that all is read again."""
    report, known, now = look.report, look.known, look.today.now
    fields = _trouble_fields(look)
    if report.looked:
        problems = report.problems[:MOST_PROBLEMS]
        fields["items"] = report.rows
        fields["seen_at"] = now
        fields["problems"] = problems
        fields["more_problems"] = len(report.problems) - len(problems)
    if report.trouble:
        return replace(known, version="", **fields)
    if not look.doubt:
        fields |= {"doubted": "", "doubted_at": None}
    else:
        since = known.doubted_at if known.doubted == look.doubted else now
        fields |= {"doubted": look.doubted, "doubted_at": since}
    cleared = look.tidying_day if look.tidies else known.cleared
    if look.doubt or look.unfinished:
        version = ""
    return replace(
        known, where=look.where, version=version, memo=look.rules, cleared=cleared, **fields
    )


def _trouble_fields(look: SyncRun) -> dict[str, Any]:
    trouble = look.report.trouble or look.doubt
    if not trouble:
        return {"trouble": "", "trouble_at": None}
    return {"trouble": trouble, "trouble_at": look.known.trouble_at or look.today.now}
