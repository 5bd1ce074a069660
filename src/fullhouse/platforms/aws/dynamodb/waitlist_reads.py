"""Reads of the waitlist from DynamoDB.

The queue and the unsynced entries are read from tables, never stale. Lists for people use an
index, which may lag; each record is then read from its table.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from heapq import merge
from itertools import chain, islice, takewhile
from typing import Any, TypeVar

from fullhouse.kernel.records import Need, Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.derived_items import OPEN_PROPOSAL, queue_of, turn_at
from fullhouse.platforms.aws.dynamodb.item_codec import ALL, Item, number, ordered, shape, text
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.platforms.aws.dynamodb.list_reads import (
    LOOKED_AT,
    address_index,
    listed,
    records,
    unwritten,
)
from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion, SheetVersions
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist import model
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay, CalendarDays
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from fullhouse.products.frontdesk.waitlist.wishes import is_in_window

R = TypeVar("R", bound=Record)

# The queue.


def _fitting(fetcher: Fetcher, need: model.FittingEntries) -> tuple[Entry, ...]:
    waits = (item for item in _queued(fetcher, need) if _may_fit(item, need))
    found = (entry for entry in records(fetcher, Entry, waits, need.limit) if need.takes(entry))
    return tuple(islice(found, need.limit))


def _queued(fetcher: Fetcher, need: model.FittingEntries) -> Iterable[Item]:
    """Return the entries for any staff or for the slot's own, in fair order, after a place.

    The table sorts by priority. If only the time of joining counts, all are read and sorted.
    """
    behind = ""
    if need.after_joined:
        behind = turn_at(need.after_priority, need.after_joined, need.after_id)
    keys = [queue_of(need.line, staff, busy=need.busy) for staff in dict.fromkeys(("", need.staff))]
    if need.order == "priority":
        sort = (">", {"S": behind}) if behind else None
        parts = [ItemRange(table=tables.QUEUES, key=key, sort=sort, page=LOOKED_AT) for key in keys]
        return merge(*map(fetcher.part, parts), key=lambda item: text(item, "turn"))
    parts = [ItemRange(table=tables.QUEUES, key=key) for key in keys]
    every = chain.from_iterable(map(fetcher.part, parts))
    later = [item for item in every if _joined(item) > _without_priority(behind)]
    return sorted(later, key=_joined)


def _joined(item: Item) -> str:
    """Return the part of an entry's turn that sorts by time of joining."""
    return _without_priority(text(item, "turn"))


def _without_priority(turn: str) -> str:
    return turn.partition(" ")[2]


def _may_fit(item: Item, need: model.FittingEntries) -> bool:
    """Return True if a queue entry's own fields fit the slot."""
    party, earliest, latest = number(item, "party"), text(item, "earliest"), text(item, "latest")
    small_enough = party <= need.party if need.down_fitting else party == need.party
    in_time = earliest <= need.date and (not latest or need.date <= latest)
    is_suitable = in_time and _is_wished(item, need)
    return small_enough and is_suitable and ("mails" in item or not need.mail_only)


def _is_wished(item: Item, need: model.FittingEntries) -> bool:
    """Return True if the slot is on a weekday and at a time of day that suit a queue entry."""
    weekdays = text(item, "weekdays").split()
    if weekdays and need.weekday not in weekdays:
        return False
    return is_in_window(need.time, text(item, "from_time"), text(item, "until_time"))


# Lists of entries.


def _entries(fetcher: Fetcher, need: model.EntryPage) -> tuple[Entry, ...]:
    index, key = ("state", need.state) if need.state else ("shelf", ALL)
    items = listed(fetcher, tables.ENTRIES, index, key, need.after, need.limit)
    found = (
        one for one in records(fetcher, Entry, items, need.limit) if need.state in ("", one.state)
    )
    return tuple(islice(found, need.limit))


def _line(fetcher: Fetcher, need: model.LinePage) -> tuple[Entry, ...]:
    index, key = ("line", need.line) if need.line else ("place", ALL)
    after = ordered(need.after_joined, need.after_id) if need.after_joined else ""
    items = listed(fetcher, tables.ENTRIES, index, key, after, need.limit)
    entries = records(fetcher, Entry, items, need.limit)
    waits = (one for one in entries if one.state == "waiting" and need.line in ("", one.line))
    return tuple(islice(waits, need.limit))


def _unwritten(fetcher: Fetcher, need: model.UnsyncedEntries) -> tuple[Entry, ...]:
    found = unwritten(fetcher, Entry, tables.LISTS, need.after, need.limit)
    return tuple(islice((one for one in found if one.unwritten), need.limit))


def _soonest(fetcher: Fetcher, need: model.NextExpiring) -> tuple[Entry, ...]:
    items = listed(fetcher, tables.ENTRIES, "ends", ALL, "", need.limit)
    found = (
        one
        for one in records(fetcher, Entry, items, need.limit)
        if one.state == "waiting" and one.latest
    )
    return tuple(islice(found, need.limit))


def _at(fetcher: Fetcher, need: model.EntriesAt) -> tuple[Entry, ...]:
    index = address_index(need.address)
    items = listed(fetcher, tables.ENTRIES, index, need.address, "", 0)
    found = {
        entry.id: entry
        for entry in records(fetcher, Entry, items, LOOKED_AT)
        if need.address in entry.addresses
    }
    return tuple(found[name] for name in sorted(found))


def _ended(fetcher: Fetcher, need: model.LongestEnded) -> tuple[Entry, ...]:
    after = ordered(need.after_ended, need.after_id) if need.after_ended else ""
    items = listed(fetcher, tables.ENTRIES, "ended", ALL, after, need.limit)
    found = (
        one
        for one in records(fetcher, Entry, items, need.limit)
        if one.ended_at is not None and one.addresses
    )
    return tuple(islice(found, need.limit))


def _counts(fetcher: Fetcher, _need: model.LineCounts) -> tuple[model.ServiceQueue, ...]:
    part = ItemRange(table=tables.LISTS, key=model.ServiceQueue.kind_name)
    return tuple(map(shape(model.ServiceQueue).record, fetcher.part(part)))


# Slots and their offers.


def _slots(fetcher: Fetcher, need: model.SlotPage) -> tuple[Slot, ...]:
    index, key = ("status", need.status) if need.status else ("freed", ALL)
    sort = ("<", {"S": ordered(need.before_freed, need.before_id)}) if need.before_freed else None
    part = ItemRange(
        table=tables.SLOTS, key=key, index=index, sort=sort, backwards=True, page=need.limit
    )
    found = (
        one
        for one in records(fetcher, Slot, fetcher.part(part), need.limit)
        if need.status in ("", one.status)
    )
    return tuple(islice(found, need.limit))


def _between(
    fetcher: Fetcher, name: str, since: str, until: datetime, limit: int
) -> tuple[Slot, ...]:
    """Return slots by the time they were freed or start, after a sort key and before an instant."""
    items = listed(fetcher, tables.SLOTS, name, ALL, since, limit)
    before = takewhile(lambda item: text(item, name) < ordered(until), items)
    return tuple(islice(records(fetcher, Slot, before, limit), limit))


def _starting(fetcher: Fetcher, need: model.SlotsBetween) -> tuple[Slot, ...]:
    return _between(fetcher, "starts", ordered(need.since), need.until, need.limit)


def _freed(fetcher: Fetcher, need: model.FreedBetween) -> tuple[Slot, ...]:
    return _between(fetcher, "freed", ordered(need.since, need.after), need.until, need.limit)


def _offers(fetcher: Fetcher, need: model.OffersOfSlot) -> tuple[SlotOffer, ...]:
    return tuple(
        map(shape(SlotOffer).record, fetcher.part(ItemRange(table=tables.OFFERS, key=need.slot_id)))
    )


def _history(fetcher: Fetcher, need: model.OffersOfEntry) -> tuple[SlotOffer, ...]:
    part = ItemRange(
        table=tables.OFFERS, key=need.entry_id, index="entry_id", backwards=True, page=need.limit
    )
    return tuple(islice(records(fetcher, SlotOffer, fetcher.part(part), need.limit), need.limit))


def slots_of(fetcher: Fetcher, entry_id: str) -> set[str]:
    """Return the ids of all slots ever offered to an entry."""
    return {
        text(item, "slot_id")
        for item in fetcher.part(ItemRange(table=tables.OFFERS, key=entry_id, index="entry_id"))
    }


# Outside sources and proposals.


def _kept(fetcher: Fetcher, kind: type[R], before: str, limit: int) -> Iterator[R]:
    """Yield records of a small kind before an id, the newest first."""
    return map(shape(kind).record, _newest(fetcher, kind.kind_name, before, limit))


def _newest(fetcher: Fetcher, key: str, before: str, limit: int) -> Iterator[Item]:
    sort = ("<", {"S": before}) if before else None
    return fetcher.part(
        ItemRange(table=tables.LISTS, key=key, sort=sort, backwards=True, page=limit)
    )


def _versions(fetcher: Fetcher, need: SheetVersions) -> tuple[SheetVersion, ...]:
    before = _kept(fetcher, SheetVersion, need.before, need.limit)
    return tuple(islice(takewhile(lambda one: one.id >= need.since, before), need.limit))


def _proposals(fetcher: Fetcher, need: ProposalPage) -> tuple[Proposal, ...]:
    if need.state == "open":
        return _open_proposals(fetcher, need)
    found = (
        one
        for one in _kept(fetcher, Proposal, need.before, need.limit)
        if need.state in ("", one.state) and need.product in ("", one.product)
    )
    return tuple(islice(found, need.limit))


def _open_proposals(fetcher: Fetcher, need: ProposalPage) -> tuple[Proposal, ...]:
    """Return the open proposals by their own list, without reading all decided ones."""
    names = _newest(fetcher, OPEN_PROPOSAL, need.before, need.limit)
    named = (shape(Proposal).key((text(item, "id"),)) for item in names)
    found = (
        one
        for one in records(fetcher, Proposal, named, need.limit)
        if one.state == need.state and need.product in ("", one.product)
    )
    return tuple(islice(found, need.limit))


def _days(fetcher: Fetcher, need: CalendarDays) -> tuple[CalendarDay, ...]:
    sort = (">=", {"S": need.since})
    part = ItemRange(table=tables.LISTS, key=CalendarDay.kind_name, sort=sort, page=need.limit)
    return tuple(islice(map(shape(CalendarDay).record, fetcher.part(part)), need.limit))


def everything(fetcher: Fetcher) -> Iterator[Record]:
    """Read every record of the waitlist."""
    for kind in (Entry, Slot, SlotOffer):
        yield from map(shape(kind).record, fetcher.whole(shape(kind).table))
    for small in (Contact, model.ServiceQueue, model.SlotIndex, SmsSpend):
        yield from map(
            shape(small).record, fetcher.part(ItemRange(table=tables.LISTS, key=small.kind_name))
        )


WAITLIST_ANSWERS: dict[type[Need[Any]], Callable[[Fetcher, Any], Any]] = {
    model.FittingEntries: _fitting,
    model.EntryPage: _entries,
    model.LinePage: _line,
    model.UnsyncedEntries: _unwritten,
    model.NextExpiring: _soonest,
    model.EntriesAt: _at,
    model.LongestEnded: _ended,
    model.LineCounts: _counts,
    model.SlotPage: _slots,
    model.SlotsBetween: _starting,
    model.FreedBetween: _freed,
    model.OffersOfSlot: _offers,
    model.OffersOfEntry: _history,
    SheetVersions: _versions,
    CalendarDays: _days,
    ProposalPage: _proposals,
}
