"""S17: a sheet or calendar ends many at once only after staff have confirmed it."""

from collections.abc import Iterable

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.refill.removal_questions import (
    STORED,
    DecideRemoval,
    HoldRemoval,
)
from fullhouse.products.frontdesk.shared.held_removals import ALL_CHANGES, HeldRemoval
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot
from sim.checks.state_model import Check, Commit, StateModel, View, require

MOST_UNASKED = 2


class SyncView(View):
    """The source as a sync found it, what the sync has ended since, and the answers of staff.

    What a sync saw counts once it has ended something, or stored its question: one that died before
    that has left nothing behind.
    """

    def __init__(self) -> None:
        """Start before the first sync."""
        self.known: set[str] = set()
        self.shown: set[str] = set()
        self.unasked: set[str] = set()
        self.confirmed: set[str] = set()
        self.kept: set[str] = set()

    def begins(self, known: Iterable[str], shown: Iterable[str]) -> None:
        """Note what could be ended by a sync, and what is there."""
        self.unasked = set()
        self.shown = set(shown)
        self.known = set(known) - ((self.confirmed | self.kept) - self.shown)

    def counts(self) -> None:
        """Let what the sync saw count."""
        self.is_there(self.shown)

    def is_there(self, shown: Iterable[str]) -> None:
        """Note what is there again: what staff said of it holds no more."""
        there = set(shown)
        self.confirmed -= there
        self.kept -= there

    def turn(self, commit: Commit) -> None:
        """Note what staff decide."""
        command = commit.order.command
        if not isinstance(command, DecideRemoval):
            return
        for before, after in commit.of(HeldRemoval):
            if after.id in ALL_CHANGES:
                continue
            asked = {item.id for item in before.asked} if before is not None else set()
            # Their last word counts: what they kept may go missing again and be asked about again.
            self.kept -= asked
            self.confirmed -= asked
            self.shown -= asked
            if command.keep:
                self.kept |= asked
            else:
                self.confirmed |= asked


class S17StaffAreAskedFirst(Check):
    """One sync ends at most two that staff did not confirm, never all, and none that they keep."""

    promise = "S17"

    def __init__(self, book: StateModel) -> None:
        """Look at the syncs."""
        super().__init__(book)
        self.syncs = book.view(SyncView)

    def commit(self, commit: Commit) -> None:
        """Judge what a sync ends."""
        ended = _ended(commit)
        if ended or _is_of_removals(commit.order):
            self.syncs.counts()
        for name in ended:
            self._judge(name)

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Note that a sync has stored its question, also if that was stored already."""
        if _is_of_removals(invocation) and decision.answer == STORED:
            self.syncs.counts()

    def _judge(self, name: str) -> None:
        syncs = self.syncs
        require(self.promise, name not in syncs.kept, f"{name} was kept by staff, and ended")
        if name in syncs.confirmed:
            return
        syncs.unasked.add(name)
        gone = sorted(syncs.unasked)
        require(self.promise, len(gone) <= MOST_UNASKED, f"{gone} were ended at once, unasked")
        is_all = bool(syncs.known) and syncs.known <= syncs.unasked
        require(self.promise, not is_all, f"{gone} were all there were, and ended unasked")


def _is_of_removals(invocation: Invocation) -> bool:
    """Return True if a sync stores what is missing; other questions of its are about changes."""
    command = invocation.command
    return isinstance(command, HoldRemoval) and command.removal.id not in ALL_CHANGES


def _ended(commit: Commit) -> list[str]:
    """Name what a commit of a sync has ended: an entry by its id, a booking by its time."""
    command, by = commit.order.command, commit.order.by
    if isinstance(command, LeaveWaitlist) and by == "sheet":
        changed = commit.of(Entry)
        return [one.id for before, one in changed if before and before.state != one.state]
    if isinstance(command, FreeSlot) and by == "calendar" and command.reason == "cancelled":
        return [command.ref for before, _ in commit.of(Slot) if before is None]
    return []
