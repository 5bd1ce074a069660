"""Rows of the waitlist's sheet matched with entries. Nothing is changed here.

A row belongs to the entry whose key it holds. A row without a key may still belong to one: its
customer came from this sheet, and the key is not written yet. Any other row is a new customer.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.edits_beside import TOGETHER, edits_beside
from fullhouse.inbound.sync.list_adapter import RowsMatched
from fullhouse.inbound.sync.sync_run import RunContext
from fullhouse.inbound.sync.waitlist_sheet.batches import named_in
from fullhouse.inbound.sync.waitlist_sheet.cells import says_ended, says_removed
from fullhouse.inbound.sync.waitlist_sheet.rows import (
    EntryRowRead,
    RowCheck,
    check_row,
    differences,
)
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import EntriesAt, Entry

TWICE = "This row stands in the sheet twice, here and in row {other}. Remove one of them."
SAME_PERSON = "They wait for this already, in row {other}. Remove one of the rows."
MILLISECOND, A_DAY = timedelta(milliseconds=1), timedelta(days=1)


class Newcomer(msgspec.Struct, frozen=True):
    """A row of a new customer, with the time of joining if it is known."""

    row: EntryRowRead
    joined_at: datetime | None = None


class Matched(RowsMatched[EntryRowRead]):
    """The owner of each row, with newcomers and edits, and the `owners` before those edits.

    Of a row that is `ending`, the edit of its dates is among the `last_dates`, by its owner.
    """

    newcomers: list[Newcomer] = []
    edited: list[EditEntry] = []
    last_dates: dict[str, EditEntry] = {}
    owners: dict[str, Entry] = {}


class Matcher:
    """Goes through the rows once."""

    def __init__(
        self,
        entries: Mapping[str, Entry],
        today: RunContext,
        before: Mapping[str, EntryRowRead],
    ) -> None:
        """Match with all waiting entries, and those whose key is in the sheet.

        `before` are the rows as they were last, where changes wait to be written.
        """
        self.entries, self.today, self.before = entries, today, before
        self.found = Matched()

    def match(self, rows: Iterable[EntryRowRead]) -> Matched:
        """Find the owner of each row: those with a key first, as they are certain."""
        keyed, others = self._by_key(rows)
        for key, several in keyed.items():
            others += self._of_entry(self.entries[key], several)
        self._index()
        others.sort(key=lambda row: row.number)
        readable = [row for row in others if not self._is_unread(row)]
        # All known rows are placed before an address or a name alone decides.
        strangers = [row for row in readable if not self._is_known(row)]
        strangers = [row for row in strangers if not self._is_renamed(row)]
        self._join_strangers(strangers)
        return self.found

    def _join_strangers(self, rows: list[EntryRowRead]) -> None:
        for row in rows:
            if not self._is_corrected(row):
                self._joins(row, None)

    def _by_key(
        self, rows: Iterable[EntryRowRead]
    ) -> tuple[dict[str, list[EntryRowRead]], list[EntryRowRead]]:
        keyed: dict[str, list[EntryRowRead]] = {}
        others: list[EntryRowRead] = []
        for row in rows:
            if row.key in self.entries:
                keyed.setdefault(row.key, []).append(row)
            else:
                others.append(row)
        return keyed, others

    def _of_entry(self, entry: Entry, rows: list[EntryRowRead]) -> list[EntryRowRead]:
        """Give an entry its row; return copies that staff made into another customer's."""
        own = next((row for row in rows if row.is_person(entry)), rows[0])
        others: list[EntryRowRead] = []
        for row in rows:
            if row is own:
                continue
            if row.problems or row.is_person(entry):
                self._problem(row, "key", TWICE.format(other=own.number))
            else:
                others.append(row)
        if self._is_back(entry, own):
            self._joins(own, entry.joined_at)
        else:
            self.found.rows[entry.id] = own
            self._note_edits(entry, own)
        return others

    def _is_back(self, entry: Entry, row: EntryRowRead) -> bool:
        """Return True if a removed entry's row is there again: a bad edit was rolled back."""
        return (
            entry.state == "removed"
            and not entry.unwritten
            and not says_removed(row.status)
            and not entry.is_erased
        )

    def _note_edits(self, entry: Entry, row: EntryRowRead) -> None:
        """Note what staff edited; a change that the sheet does not show yet wins over it."""
        if entry.state != "waiting":
            return
        if entry.unwritten:
            self._note_edits_beside(entry, row)
            return
        left_out = self._checked(row, entry).left_out
        found = differences(row, entry, self.today.book)
        changes = {name: value for name, value in found.items() if name not in left_out}
        if changes:
            self._edits(entry, EditEntry(entry_id=entry.id, **changes, source="sheet"))

    def _note_edits_beside(self, entry: Entry, row: EntryRowRead) -> None:
        """Keep edits of other fields than those that were changed elsewhere at the same time."""
        left_out = self._checked(row, entry).left_out
        before = self.before.get(entry.id)
        if before is None:
            return
        found = edits_beside(row.fields, before.fields, lambda name: getattr(entry, name))
        survive = {name: value for name, value in found.survive.items() if name not in left_out}
        for field in found.late:
            self._problem(row, field, TOGETHER)
        if survive:
            # What changed since this was compared has to be compared once more.
            edit = EditEntry(entry_id=entry.id, **survive, source="desk", rev=entry.rev)
            self._edits(entry, edit)

    def _edits(self, entry: Entry, edit: EditEntry) -> None:
        """Note an edit; of dates that end a wish by tomorrow, staff may be asked first."""
        self.found.owners[entry.id] = entry
        if not self._ends_soon(entry, edit):
            self.found.edited.append(edit)
            return
        self.found.ending[entry.id] = self.found.rows[entry.id]
        others = replace(edit, earliest=UNSET, latest=UNSET)
        dates = EditEntry(
            entry_id=entry.id, earliest=edit.earliest, latest=edit.latest, source=edit.source
        )
        self.found.last_dates[entry.id] = dates
        if others != EditEntry(entry_id=entry.id, source=edit.source, rev=edit.rev):
            self.found.edited.append(others)

    def _ends_soon(self, entry: Entry, edit: EditEntry) -> bool:
        """Return True if an edit ends a wish by tomorrow that would have lasted longer."""
        tomorrow = (self.today.day + A_DAY).isoformat()
        if edit.latest is UNSET or not edit.latest or edit.latest > tomorrow:
            return False
        return not entry.latest or entry.latest > tomorrow

    def _index(self) -> None:
        """Index entries from the sheet that have no row by their key, by address and by name."""
        ended: list[Entry] = []
        waiting: list[Entry] = []
        for entry in self.entries.values():
            if entry.source != "sheet" or entry.id in self.found.rows:
                continue
            if entry.state == "waiting":
                waiting.append(entry)
            elif entry.unwritten:
                ended.append(entry)
        # Waiting ones come last, so that they replace ended ones of the same address.
        self.reached = _by_address((*ended, *waiting))
        self.named = {(entry.line, normalized_name(entry.name)): entry for entry in waiting}

    def _is_unread(self, row: EntryRowRead) -> bool:
        is_unread = not self._checked(row, None).is_usable
        if is_unread:
            self.found.unread_names.add(normalized_name(row.name))
        return is_unread

    def _is_known(self, row: EntryRowRead) -> bool:
        """Return True if a row belongs to an entry whose key is missing in it."""
        found = _at_address(row, self.reached)
        return any(self._given(row, entry) for entry in found if row.is_named(entry))

    def _is_renamed(self, row: EntryRowRead) -> bool:
        """Return True if it is such a row with another name: no row has the old one any more."""
        return any(self._given(row, entry) for entry in _at_address(row, self.reached))

    def _is_corrected(self, row: EntryRowRead) -> bool:
        """Return True if it is such a row with another phone number or address."""
        return self._given(row, self.named.get((row.line, normalized_name(row.name))))

    def _given(self, row: EntryRowRead, entry: Entry | None) -> bool:
        if entry is None or entry.id in self.found.rows:
            return False
        self.found.rows[entry.id] = row
        self._note_edits(entry, row)
        return True

    def _joins(self, row: EntryRowRead, joined_at: datetime | None) -> None:
        check = self._checked(row, None)
        if not check.is_usable:
            return
        said = None if "joined_at" in check.left_out else row.joined
        if joined_at is None and said is not None:
            joined_at = said.instant(self.today.book.zone)
            if said.is_day:
                # Customers of the same day keep the order of their rows.
                joined_at += row.number * MILLISECOND
            joined_at = min(joined_at, self.today.now)
        self.found.newcomers.append(Newcomer(row, joined_at))

    def _checked(self, row: EntryRowRead, entry: Entry | None) -> RowCheck:
        today = self.today
        check = check_row(row, entry, today.book, today.now, today.day)
        self.found.problems += check.problems
        return check

    def _problem(self, row: EntryRowRead, field: str, reason: str) -> None:
        self.found.problems.append(RowProblem(row.number, field, reason))


def _by_address(entries: Iterable[Entry]) -> dict[tuple[str, str], list[Entry]]:
    """Return the entries at each address, those that came last first."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        for address in entry.addresses:
            found.setdefault((entry.line, address), []).insert(0, entry)
    return found


def _at_address(row: EntryRowRead, places: Mapping[tuple[str, str], list[Entry]]) -> list[Entry]:
    found: list[Entry] = []
    for address in row.addresses:
        found += places.get((row.line, address), ())
    return found


def _named_at(row: EntryRowRead, places: Mapping[tuple[str, str], list[Entry]]) -> Entry | None:
    """Return the entry at a row's address that has its name."""
    return next((entry for entry in _at_address(row, places) if row.is_named(entry)), None)


def match(
    rows: Iterable[EntryRowRead],
    entries: Mapping[str, Entry],
    today: RunContext,
    before: Mapping[str, EntryRowRead],
) -> Matched:
    """Find the owner of each row."""
    return Matcher(entries, today, before).match(rows)


def joins(newcomers: list[Newcomer], ids: Iterable[str], now: datetime) -> list[JoinWaitlist]:
    """Build the commands: a row without a joining time joins now, in the order of the rows."""
    made: list[JoinWaitlist] = []
    for at, (newcomer, entry_id) in enumerate(zip(newcomers, ids, strict=True)):
        joined_at = newcomer.joined_at or now - (len(newcomers) - at) * MILLISECOND
        fields: dict[str, Any] = newcomer.row.fields
        made.append(JoinWaitlist(entry_id=entry_id, **fields, joined_at=joined_at, source="sheet"))
    return made


def owners_then(
    engine: Engine, rows: Sequence[EntryRowRead], waiting: Iterable[Entry], then: datetime
) -> dict[int, Entry]:
    """Find the owners of an earlier version's rows that had no key yet, by row number.

    A row belongs to the newest entry of its customer and service, if that one waits or has ended
    since then.
    """
    here = {entry.id: entry for entry in waiting}
    known = here.keys() | named_in(engine, {row.key for row in rows} - here.keys()).keys()
    places = _by_address(here.values())
    found: dict[int, Entry] = {}
    for row in rows:
        if row.key in known:
            continue
        entry = _named_at(row, places) or _newest(engine, row)
        if entry is not None and (entry.ended_at is None or entry.ended_at >= then):
            found[row.number] = entry
    return found


def owners_again(engine: Engine, matched: Matched, book: Rulebook) -> dict[int, Entry]:
    """Find the former owners of rows that seem new but turn out to be old, by row number."""
    found: dict[int, Entry] = {}
    for newcomer in matched.newcomers:
        entry = _past(engine, newcomer.row, book)
        if entry is not None:
            found[newcomer.row.number] = entry
    return found


def with_keys(rows: Iterable[EntryRowRead], owners: dict[int, Entry]) -> list[EntryRowRead]:
    """Return rows as if they held their owners' keys."""
    return [
        replace(row, key=owners[row.number].id) if row.number in owners else row for row in rows
    ]


def _past(engine: Engine, row: EntryRowRead, book: Rulebook) -> Entry | None:
    """Return the ended entry of a row, if its status or its joining minute shows that it is old."""
    has_minute = row.joined is not None and not row.joined.is_day
    has_ended = says_ended(row.status)
    if not has_minute and not has_ended:
        return None
    entry = _newest(engine, row)
    if entry is None or entry.ended_at is None or row.key == entry.id:
        return None
    if has_ended:
        return entry
    if row.joined is None or not row.joined.covers(entry.joined_at, book.zone):
        return None
    return entry


def _newest(engine: Engine, row: EntryRowRead) -> Entry | None:
    """Return the waiting entry of a row's customer and service, or else the one that ended last."""
    theirs: list[Entry] = []
    for address in row.addresses:
        theirs += (entry for entry in engine.load(EntriesAt(address)) if entry.line == row.line)
    theirs = [entry for entry in theirs if row.is_named(entry)]
    newest, ended = None, None
    for entry in theirs:
        if entry.ended_at is None:
            return entry
        end = (entry.ended_at, entry.id)
        if ended is None or end > ended:
            newest, ended = entry, end
    return newest
