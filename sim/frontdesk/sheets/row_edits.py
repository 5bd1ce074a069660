"""S17: what staff edit in a row and what its customer changes both survive, or staff are told."""

from fullhouse.engine.ports import Invocation
from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.waitlist.model import Entry
from sim.checks.state_model import Commit, StateModel, View
from sim.frontdesk.sheets.names import is_called, meaning, waits_for
from sim.frontdesk.waitlist.waitlist_view import DeskCheck

SHEET, CUSTOMER = "sheet", "customer"
TOLD_OF = ("service", "row")


class RowEditsView(View):
    """Edits of staff that no entry has had since, and new wishes of customers.

    `due` are the edits that a sync has to find: those before it began. Of `wished`, the sheet
    still shows another service: the one that is named.
    """

    def __init__(self) -> None:
        """Start with an empty sheet."""
        self.typed: dict[str, str] = {}
        self.due: dict[str, str] = {}
        self.wished: dict[str, str] = {}
        self.is_old_copy = False

    def types(self, entry: Entry | None, shown: str, service: str) -> None:
        """Note that staff type a service over the one that is shown in the row of an entry.

        Whoever types what is there already has edited nothing.
        """
        if entry is None or is_called(shown, service):
            return
        if waits_for(entry, meaning(shown)):
            self.wished.pop(entry.id, None)
        self.typed.pop(entry.id, None)
        self.due.pop(entry.id, None)
        over = entry.state != "waiting" or waits_for(entry, meaning(service))
        if not over and not self.is_old_copy:
            self.typed[entry.id] = meaning(service)

    def puts_back(self) -> None:
        """Note that staff put an older copy into the sheet: what they typed before is undone."""
        self.typed, self.due, self.is_old_copy = {}, {}, True

    def keeps(self, shown: set[str]) -> None:
        """Note which rows staff have left in the sheet."""
        self.typed = {name: said for name, said in self.typed.items() if name in shown}

    def begins(self) -> None:
        """Note what a sync has to find."""
        self.due = dict(self.typed)

    def lost(self) -> list[str]:
        """Name the entries that never had what staff typed before the sync."""
        return [name for name, said in self.due.items() if self.typed.get(name) == said]

    def ends(self, told: set[str]) -> None:
        """Note that a sync went through, and told of some, also of what was typed meanwhile."""
        for name in told.union(self.lost()):
            self.typed.pop(name, None)
        self.due, self.is_old_copy = {}, False

    def turn(self, commit: Commit) -> None:
        """Write down what an entry is now."""
        for before, entry in commit.of(Entry):
            if entry.state != "waiting" or waits_for(entry, self.typed.get(entry.id, "")):
                self.typed.pop(entry.id, None)
            if not entry.unwritten or entry.state != "waiting":
                self.wished.pop(entry.id, None)
            elif before is not None and commit.order.by == CUSTOMER:
                self._wishes(before, entry)

    def _wishes(self, before: Entry, entry: Entry) -> None:
        if meaning(before.service) == meaning(entry.service):
            return
        shown = self.wished.setdefault(entry.id, meaning(before.service))
        if waits_for(entry, shown):
            del self.wished[entry.id]


class S17EditsBesideCustomers(DeskCheck):
    """A sync loses no edit of staff and no wish of a customer without a word."""

    promise = "S17"

    def __init__(self, book: StateModel) -> None:
        """Look at the rows."""
        super().__init__(book)
        self.rows = book.view(RowEditsView)

    def commit(self, commit: Commit) -> None:
        """Judge what a sync makes of a row."""
        # In an older copy staff may edit what it showed, whatever came since.
        if commit.order.by != SHEET or self.rows.is_old_copy:
            return
        for before, entry in commit.of(Entry):
            if before is None or meaning(before.service) == meaning(entry.service):
                continue
            self.require(entry.id not in self.rows.wished, f"a wish of {entry.id} was overwritten")

    def acknowledged(self, invocation: Invocation, decision: Decision) -> None:
        """Judge a sync that went through."""
        command = invocation.command
        if not isinstance(command, SaveSourceState) or not decision.answer:
            return
        if command.external.id == SHEET:
            self._judge(command.external)

    def _judge(self, source: ExternalSource) -> None:
        told = {one.record for one in source.problems if one.field in TOLD_OF}
        lost = [name for name in self.rows.lost() if name not in told]
        self.require(not lost, f"what staff typed for {lost} was dropped without a word")
        self.rows.ends(told)
