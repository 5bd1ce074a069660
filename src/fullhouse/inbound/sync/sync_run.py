"""One sync run of a sheet: its input, its result, and the state to save."""

from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.spreadsheets.port import SheetDown
from fullhouse.inbound.sync.edits_beside import TOGETHER
from fullhouse.kernel.times import instant, wall_time
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

BY = "sheet"
MOST_PROBLEMS = 200
TIDIED_AT = timedelta(hours=3)
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

    `doubt` says that staff are asked about missing rows, and `kept` are those that get their rows
    again. `before` are the rows as they were last, by key, where changes wait to be written. Of
    an old copy, `copied` are the keys of the version that it was made from. If it `merges_copy`,
    `before` are the rows of that version, and the records of its rows are `newer`.
    `rewritten` are records that get their old cells again, `readable` the cells, by row and field,
    that can be read since they were written. A run is `unfinished` if rows got their key only now,
    or ask for something too early: the next run reads the rest. The sheet `is_empty` if it has
    nothing in it any more.
    """

    known: ExternalSource
    today: RunContext
    where: str
    rules: str
    report: SheetSyncReport
    version: str = ""
    doubt: str = ""
    kept: dict[str, Any] = {}
    before: dict[str, Any] = {}
    copied: frozenset[str] | None = None
    merges_copy: bool = False
    newer: dict[str, Any] = {}
    rewritten: dict[str, Any] = {}
    readable: set[tuple[int, str]] = set()
    tidies: bool = False
    unfinished: bool = False
    is_empty: bool = False

    @property
    def is_first(self) -> bool:
        """Return True if this sheet was never read before."""
        return self.known.where != self.where

    @property
    def is_changed(self) -> bool:
        """Return True if the sheet or the rules changed since the last run."""
        return self.is_first or (self.known.version, self.known.memo) != (self.version, self.rules)

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
    fields = {**_trouble_fields(look), "problems": _still_unread(look, known.problems)}
    if report.looked:
        problems = _told(look)
        fields["items"] = report.rows
        fields["seen_at"] = now
        fields["problems"] = problems[:MOST_PROBLEMS]
        fields["more_problems"] = max(0, len(problems) - MOST_PROBLEMS)
    if report.trouble:
        return replace(known, version="", **fields)
    cleared = look.tidying_day if look.tidies else known.cleared
    if look.doubt or look.unfinished:
        version = ""
    fields |= {"cleared": cleared, "doubted": "", "doubted_at": None}
    return replace(known, where=look.where, version=version, memo=look.rules, **fields)


def _still_unread(look: SyncRun, problems: tuple[RowProblem, ...]) -> tuple[RowProblem, ...]:
    return tuple(one for one in problems if (one.row, one.field) not in look.readable)


def writes_over(look: SyncRun) -> bool:
    """Return True if the list is written over something that staff typed."""
    return any(one.reason == TOGETHER for one in _told(look))


def noted(look: SyncRun) -> ExternalSource:
    """Return the state to save before edits of staff are written over."""
    return replace(look.known, version="", problems=_told(look)[:MOST_PROBLEMS])


def _told(look: SyncRun) -> tuple[RowProblem, ...]:
    """Return the problems of a run, with what staff typed and we write over.

    What an unfinished run had noted of this stays.
    """
    known = look.known
    told = [] if known.version else [one for one in known.problems if one.reason == TOGETHER]
    for one in look.report.problems:
        if (one.row, one.field) not in look.readable:
            told.append(one)
        elif _is_new(look, one):
            told.append(replace(one, reason=TOGETHER))
    return tuple(dict.fromkeys(told))


def _is_new(look: SyncRun, problem: RowProblem) -> bool:
    """Return True if a cell was edited since the version that edits are compared with."""
    before = look.before.get(problem.record)
    if before is None or problem in look.known.problems:
        return False
    return all((one.field, one.reason) != (problem.field, problem.reason) for one in before.unread)


def _trouble_fields(look: SyncRun) -> dict[str, Any]:
    trouble = look.report.trouble or look.doubt
    if not trouble:
        return {"trouble": "", "trouble_at": None}
    return {"trouble": trouble, "trouble_at": look.known.trouble_at or look.today.now}
