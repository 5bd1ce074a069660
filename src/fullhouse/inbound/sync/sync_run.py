"""One look at a sheet: what it starts from, what came of it, and what is remembered of it."""

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
    """The rules in force, and what time it is."""

    book: Rulebook
    now: datetime
    day: date


class SheetSyncReport(msgspec.Struct, kw_only=True):
    """What came of a look at the sheet: `looked` if it was read, `again` if someone changed it meanwhile."""

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
    """What one look at the sheet works with: what was known, the rules, and what was found so far.

    `doubt` says what seems strange, and `doubted` is a mark of just that. It is `unfinished` if rows got their key
    only now, or say what is too early: what else they say is for the next look.
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
        """Whether this sheet was never met before."""
        return self.known.where != self.where

    @property
    def is_changed(self) -> bool:
        """Whether the sheet, or the rules that it is read by, are not those that were read last."""
        return self.is_first or (self.known.version, self.known.memo) != (self.version, self.rules)

    def is_believed(self, mark: str) -> bool:
        """Whether the very same was doubted some time ago, and is still so, whatever else was edited meanwhile."""
        known = self.known
        since = known.doubted_at if known.doubted == mark else None
        return since is not None and self.today.now - since >= DOUBTED_FOR

    @property
    def language(self) -> str:
        """The business's language."""
        return self.today.book.language

    @property
    def tidying_day(self) -> str:
        """The day to which now belongs, if days began at three in the morning."""
        return (wall_time(self.today.now, self.today.book.zone) - TIDIED_AT).date().isoformat()

    @property
    def tidied_before(self) -> datetime:
        """The beginning of that day."""
        began = datetime.combine(datetime.fromisoformat(self.tidying_day), time(3))
        return instant(began, self.today.book.zone)


def reason_of(error: Exception) -> str:
    """Say in a sentence why a sheet cannot be read or written."""
    if isinstance(error, SheetDown):
        return error.reason
    return error.problems[0].message if isinstance(error, Invalid) else CHANGED


def seen(look: SyncRun, version: str) -> ExternalSource:
    """Put together what is remembered. Where something went wrong the sheet has to be looked at again."""
    report, known, now = look.report, look.known, look.today.now
    trouble = report.trouble or look.doubt
    fields: dict[str, Any] = {
        "trouble": trouble,
        "trouble_at": (known.trouble_at or now) if trouble else None,
    }
    if report.looked:
        problems = report.problems[:MOST_PROBLEMS]
        more = len(report.problems) - len(problems)
        fields |= {
            "items": report.rows,
            "seen_at": now,
            "problems": problems,
            "more_problems": more,
        }
    if report.trouble:
        return replace(known, version="", **fields)
    if look.doubt:
        since = known.doubted_at if known.doubted == look.doubted else now
        fields |= {"doubted": look.doubted, "doubted_at": since}
    else:
        fields |= {"doubted": "", "doubted_at": None}
    cleared = look.tidying_day if look.tidies else known.cleared
    version = "" if look.doubt or look.unfinished else version
    return replace(
        known, where=look.where, version=version, memo=look.rules, cleared=cleared, **fields
    )
