"""S17: nobody loses a place or an offer because a service is called something else."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks.state_model import Commit, StateModel, View
from sim.clocks import hours
from sim.frontdesk.sheets.names import is_called, meaning
from sim.frontdesk.waitlist.rules_text import meant
from sim.frontdesk.waitlist.waitlist_view import Desk, DeskCheck

# Who renames at the desk, and who edits a file of the rules.
OWNER, FILE = "owner", "file"
RENAMING = (SaveDocument, RenameSlot, EditEntry)
A_WHILE = hours(2)


class Use(msgspec.Struct, frozen=True):
    """The people who used a service before an edit of the rules."""

    entries: frozenset[str]
    slots: frozenset[str]

    def of(self, desk: Desk, name: str) -> list[str]:
        """Name those who use a service of this name still."""
        people = (desk.entries[one] for one in sorted(self.entries))
        times = (desk.slots[one] for one in sorted(self.slots))
        return [
            *(one.id for one in people if one.state == "waiting" and is_called(one.service, name)),
            *(one.id for one in times if one.status == "open" and is_called(one.service, name)),
        ]


def users(desk: Desk, names: Iterable[str], now: datetime) -> Use:
    """Return who uses one of some services; slots that close soon are left out."""
    used = list(names)
    entries = [one for one in desk.entries.values() if one.state == "waiting"]
    slots = [one for one in desk.open_slots() if one.closes_at > now + A_WHILE]
    return Use(
        frozenset(one.id for one in entries if _is_any(one, used)),
        frozenset(one.id for one in slots if _is_any(one, used)),
    )


def _is_any(one: Entry | Slot, names: Iterable[str]) -> bool:
    return any(is_called(one.service, name) for name in names)


class RenamesView(View):
    """Users of a service when staff began to edit the rules, and whom others changed since."""

    def __init__(self) -> None:
        """Start before the first edit."""
        self.use = Use(frozenset(), frozenset())
        self.changed: set[str] = set()
        self.left: list[str] = []

    def begins(self, use: Use) -> None:
        """Note who is there when an edit of the rules begins."""
        self.use, self.changed = use, set()

    def went_through(self, desk: Desk, old: str) -> None:
        """Note who has the old name still, though nobody else has changed them meanwhile."""
        self.left += [one for one in self.use.of(desk, old) if one not in self.changed]

    def turn(self, commit: Commit) -> None:
        """Note whom others change."""
        if commit.order.by != OWNER:
            self.changed |= {one.id for _, one in commit.of(Entry)}
            self.changed |= {one.id for _, one in commit.of(Slot)}


class S17RenamesTakeEveryoneAlong(DeskCheck):
    """Edits of the rules end nothing; a rename takes everyone along, in their place."""

    promise = "S17"

    def __init__(self, book: StateModel) -> None:
        """Look at the edits of the rules."""
        super().__init__(book)
        self.edits = book.view(RenamesView)

    def commit(self, commit: Commit) -> None:
        """Judge what an edit of the rules does by itself, and the rename before it."""
        self._all_are_renamed()
        if commit.order.by in (OWNER, FILE) and isinstance(commit.order.command, RENAMING):
            self._nothing_is_lost(commit)
        if commit.order.by == FILE:
            self._nothing_is_dropped(commit)

    def calm(self, now: datetime) -> None:
        """Judge the last rename."""
        self._all_are_renamed()

    def end(self, now: datetime) -> None:
        """Judge the last rename."""
        self._all_are_renamed()

    def _all_are_renamed(self) -> None:
        self.require(not self.edits.left, f"{self.edits.left} have an old name after a rename")

    def _nothing_is_lost(self, commit: Commit) -> None:
        for before, entry in commit.of(Entry):
            same = before is None or _place(before) == _place(entry)
            self.require(same, f"{entry.id} lost a place or an offer by an edit of the rules")
            means = before is None or meaning(before.service) == meaning(entry.service)
            self.require(means, f"a wish of {entry.id} was overwritten by a rename")
        for old, offer in commit.of(SlotOffer):
            lost = old is not None and old.status == "live" != offer.status
            self.require(not lost, f"an offer of {offer.slot_id} ended by an edit of the rules")

    def _nothing_is_dropped(self, commit: Commit) -> None:
        """Rules that lack what is in use wait for staff."""
        for before, document in commit.of(Document):
            if before is None or before.text == document.text:
                continue
            kept = {name for name, _ in meant(document).services}
            for name, _ in meant(before).services:
                used = [] if name in kept else self.edits.use.of(self.desk, name)
                left = [one for one in used if one not in self.edits.changed]
                self.require(not left, f"{name} of {left} was dropped, and staff not asked")


def _place(entry: Entry) -> tuple[object, ...]:
    return (entry.state, entry.offer, entry.joined_at, entry.priority)
