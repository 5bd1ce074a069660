"""Which row is whose: what the sheet says, held against who is on the list. Nothing is done here, only found out.

A row belongs to the entry whose key it holds. One without a key may still be known: its person came from this sheet
and has not got their key written yet, whatever has become of them since. Anyone else is new.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.list_adapter import RowsMatched
from fullhouse.inbound.sync.sync_run import RunContext
from fullhouse.inbound.sync.waitlist_sheet.batches import named_in
from fullhouse.inbound.sync.waitlist_sheet.cells import says_ended, says_removed
from fullhouse.inbound.sync.waitlist_sheet.rows import RowRead, differences, problems_of
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import EntriesAt, Entry

TWICE = "This row stands in the sheet twice, here and in row {other}. Remove one of them."
SAME_PERSON = "They wait for this already, in row {other}. Remove one of the rows."
MILLISECOND = timedelta(milliseconds=1)


class Newcomer(msgspec.Struct, frozen=True):
    """A row whose person is to join, since when if that is known."""

    row: RowRead
    joined_at: datetime | None = None


class Matched(RowsMatched[RowRead]):
    """Beside whose each row is: who is new, and what was edited."""

    newcomers: list[Newcomer] = []
    edited: list[EditEntry] = []


class Matcher:
    """Goes through the rows once."""

    def __init__(self, entries: Mapping[str, Entry], today: RunContext) -> None:
        """Know everyone who waits, and everyone whose key stands in the sheet."""
        self.entries, self.today = entries, today
        self.found = Matched()

    def match(self, rows: Iterable[RowRead]) -> Matched:
        """Find out whose each row is: those with a key first, as they are beyond doubt."""
        keyed, others = self._by_key(rows)
        for key, several in keyed.items():
            others += self._of_entry(self.entries[key], several)
        self._index()
        readable = [
            row for row in sorted(others, key=lambda row: row.number) if not self._is_unread(row)
        ]
        strangers = [row for row in readable if not self._is_known(row)]
        for row in strangers:
            if not self._is_corrected(row):
                self._joins(row, None)
        return self.found

    def _by_key(self, rows: Iterable[RowRead]) -> tuple[dict[str, list[RowRead]], list[RowRead]]:
        keyed: dict[str, list[RowRead]] = {}
        others: list[RowRead] = []
        for row in rows:
            if row.key in self.entries:
                keyed.setdefault(row.key, []).append(row)
            else:
                others.append(row)
        return keyed, others

    def _of_entry(self, entry: Entry, rows: list[RowRead]) -> list[RowRead]:
        """Give an entry its row; of copies that were made into someone else's, return those."""
        own = next((row for row in rows if row.is_person(entry)), rows[0])
        copies = [row for row in rows if row is not own]
        for row in copies:
            if row.problems or row.is_person(entry):
                self._problem(row, "key", TWICE.format(other=own.number))
        again = self._is_back(entry, own)
        if again:
            self._joins(own, entry.joined_at)
        else:
            self.found.rows[entry.id] = own
            self._held_against(entry, own)
        return [row for row in copies if not row.problems and not row.is_person(entry)]

    def _is_back(self, entry: Entry, row: RowRead) -> bool:
        """Whether someone who was taken off the list stands there again: a bad edit was rolled back."""
        return (
            entry.state == "removed"
            and not entry.unwritten
            and not says_removed(row.status)
            and not entry.is_erased
        )

    def _held_against(self, entry: Entry, row: RowRead) -> None:
        """Note what staff edited; what the sheet does not show yet wins over what it says."""
        if entry.state != "waiting" or entry.unwritten:
            return
        problems = self._problems_of(row, entry)
        changes = {} if problems else differences(row, entry, self.today.book)
        if changes:
            self.found.edited.append(EditEntry(entry_id=entry.id, **changes, source="sheet"))

    def _index(self) -> None:
        """Gather those who came from the sheet and have no row by their key: by how they are reached, and by name."""
        mine = [
            one
            for one in self.entries.values()
            if one.source == "sheet" and one.id not in self.found.rows
        ]
        ended = [one for one in mine if one.state != "waiting" and one.unwritten]
        waiting = [one for one in mine if one.state == "waiting"]
        self.reached = {
            (one.line, address): one for one in (*ended, *waiting) for address in one.addresses
        }
        self.named = {(one.line, normalized_name(one.name)): one for one in waiting}

    def _is_unread(self, row: RowRead) -> bool:
        problems = self._problems_of(row, None)
        if problems:
            self.found.unread_names.add(normalized_name(row.name))
        return bool(problems)

    def _is_known(self, row: RowRead) -> bool:
        """Whether a row is someone's whose key was not written yet, or was taken out of it."""
        places = ((row.line, address) for address in row.addresses)
        return self._given(
            row, next((self.reached[place] for place in places if place in self.reached), None)
        )

    def _is_corrected(self, row: RowRead) -> bool:
        """Whether it is such a row with another phone number or address by now."""
        return self._given(row, self.named.get((row.line, normalized_name(row.name))))

    def _given(self, row: RowRead, entry: Entry | None) -> bool:
        if entry is None or entry.id in self.found.rows:
            return False
        self.found.rows[entry.id] = row
        self._held_against(entry, row)
        return True

    def _joins(self, row: RowRead, joined_at: datetime | None) -> None:
        if joined_at is not None and self._problems_of(row, None):
            return
        said = row.joined
        if joined_at is None and said is not None:
            behind = row.number * MILLISECOND if said.is_day else timedelta(0)
            joined_at = min(said.instant(self.today.book.zone) + behind, self.today.now)
        self.found.newcomers.append(Newcomer(row, joined_at))

    def _problems_of(self, row: RowRead, entry: Entry | None) -> list[RowProblem]:
        today = self.today
        problems = problems_of(row, entry, today.book, today.now, today.day)
        self.found.problems += problems
        return problems

    def _problem(self, row: RowRead, field: str, reason: str) -> None:
        self.found.problems.append(RowProblem(row.number, field, reason))


def match(rows: Iterable[RowRead], entries: Mapping[str, Entry], today: RunContext) -> Matched:
    """Find out whose each row is."""
    return Matcher(entries, today).match(rows)


def joins(newcomers: list[Newcomer], ids: Iterable[str], now: datetime) -> list[JoinWaitlist]:
    """Make the commands: who says nothing of when they joined joins now, in the order of the rows."""
    made: list[JoinWaitlist] = []
    for at, (newcomer, entry_id) in enumerate(zip(newcomers, ids, strict=True)):
        joined_at = newcomer.joined_at or now - (len(newcomers) - at) * MILLISECOND
        fields: dict[str, Any] = newcomer.row.fields
        made.append(JoinWaitlist(entry_id=entry_id, **fields, joined_at=joined_at, source="sheet"))
    return made


def owners_then(
    engine: Engine, rows: Sequence[RowRead], waiting: Iterable[Entry], then: datetime
) -> dict[int, Entry]:
    """Find whose the rows of an earlier version are that had no key yet, by the number of the row.

    A row belongs to the newest entry of its person and service, if that one waits or has ended since then.
    """
    here = {one.id: one for one in waiting}
    known = here.keys() | named_in(engine, {row.key for row in rows} - here.keys()).keys()
    places = {(one.line, address): one for one in here.values() for address in one.addresses}
    found: dict[int, Entry] = {}
    for row in rows:
        if row.key in known:
            continue
        there = (
            places[place] for address in row.addresses if (place := (row.line, address)) in places
        )
        entry = next(there, None) or _newest(engine, row)
        if entry is not None and (entry.ended_at is None or entry.ended_at >= then):
            found[row.number] = entry
    return found


def owners_again(engine: Engine, matched: Matched, book: Rulebook) -> dict[int, Entry]:
    """Find whose the rows of seeming newcomers are that say themselves that they are old, by the number of the row."""
    found = (
        (row.number, _past(engine, row, book)) for row in (one.row for one in matched.newcomers)
    )
    return {number: entry for number, entry in found if entry is not None}


def with_keys(rows: Iterable[RowRead], owners: dict[int, Entry]) -> list[RowRead]:
    """Read rows as if they had held their owners' keys."""
    return [
        replace(row, key=owners[row.number].id) if row.number in owners else row for row in rows
    ]


def _past(engine: Engine, row: RowRead, book: Rulebook) -> Entry | None:
    """Return who is off the list and meant by a row: it says so, or names the very minute at which they joined."""
    to_the_minute = row.joined is not None and not row.joined.is_day
    if not to_the_minute and not says_ended(row.status):
        return None
    entry = _newest(engine, row)
    if entry is None or entry.ended_at is None or row.key == entry.id:
        return None
    same = (
        to_the_minute and row.joined is not None and row.joined.covers(entry.joined_at, book.zone)
    )
    return entry if same or says_ended(row.status) else None


def _newest(engine: Engine, row: RowRead) -> Entry | None:
    """Return who waits, or else ended last, of those with a row's address and service."""
    everyone = (one for address in row.addresses for one in engine.load(EntriesAt(address)))
    theirs = [one for one in everyone if one.line == row.line]
    waiting = next((one for one in theirs if one.ended_at is None), None)
    ended = ((one.ended_at, one.id, one) for one in theirs if one.ended_at is not None)
    return waiting or max(ended, key=lambda each: each[:2], default=(None, "", None))[2]
