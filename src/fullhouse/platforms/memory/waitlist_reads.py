"""Queries about the waitlist on the memory store, one function per need."""

from collections.abc import Callable, Iterable
from typing import Any

from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.tables import Shelves, first
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion, SheetVersions
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist import model
from fullhouse.products.frontdesk.waitlist.calendar_days import CalendarDay, CalendarDays


def _entries(store: Shelves) -> Iterable[model.Entry]:
    return store.shelf(model.Entry).values()


def _slots(store: Shelves) -> Iterable[model.Slot]:
    return store.shelf(model.Slot).values()


def _offers(store: Shelves) -> Iterable[model.SlotOffer]:
    return store.shelf(model.SlotOffer).values()


def _joined(entry: model.Entry) -> tuple[Any, str]:
    return entry.joined_at, entry.id


def _freed(slot: model.Slot) -> tuple[Any, str]:
    return slot.freed_at, slot.id


def _fitting(store: Shelves, need: model.FittingEntries) -> tuple[model.Entry, ...]:
    return first((entry for entry in _entries(store) if need.takes(entry)), need.place, need.limit)


def _page(store: Shelves, need: model.EntryPage) -> tuple[model.Entry, ...]:
    found = (
        entry
        for entry in _entries(store)
        if entry.id > need.after and need.state in ("", entry.state)
    )
    return first(found, lambda entry: entry.id, need.limit)


def _queue(store: Shelves, need: model.LinePage) -> tuple[model.Entry, ...]:
    waiting = (
        entry
        for entry in _entries(store)
        if entry.state == "waiting" and need.line in ("", entry.line)
    )
    behind = (
        entry
        for entry in waiting
        if not need.after_id or _joined(entry) > (need.after_joined, need.after_id)
    )
    return first(behind, _joined, need.limit)


def _unwritten(store: Shelves, need: model.UnsyncedEntries) -> tuple[model.Entry, ...]:
    found = (entry for entry in _entries(store) if entry.unwritten and entry.id > need.after)
    return first(found, lambda entry: entry.id, need.limit)


def _soonest(store: Shelves, need: model.NextExpiring) -> tuple[model.Entry, ...]:
    found = (entry for entry in _entries(store) if entry.state == "waiting" and entry.latest)
    return first(found, lambda entry: (entry.latest, entry.id), need.limit)


def _at(store: Shelves, need: model.EntriesAt) -> tuple[model.Entry, ...]:
    found = [entry for entry in _entries(store) if need.address in entry.addresses]
    return first(found, lambda entry: entry.id, len(found))


def _ended(store: Shelves, need: model.LongestEnded) -> tuple[model.Entry, ...]:
    known = (entry for entry in _entries(store) if entry.ended_at is not None and entry.addresses)
    behind = (
        entry
        for entry in known
        if not need.after_id or _end(entry) > (need.after_ended, need.after_id)
    )
    return first(behind, _end, need.limit)


def _end(entry: model.Entry) -> tuple[Any, str]:
    return entry.ended_at, entry.id


def _slot_page(store: Shelves, need: model.SlotPage) -> tuple[model.Slot, ...]:
    found = (slot for slot in _slots(store) if need.status in ("", slot.status))
    ahead = (
        slot
        for slot in found
        if not need.before_id or _freed(slot) < (need.before_freed, need.before_id)
    )
    return first(ahead, _freed, need.limit, reverse=True)


def _starting(store: Shelves, need: model.SlotsBetween) -> tuple[model.Slot, ...]:
    found = (slot for slot in _slots(store) if need.since <= slot.starts_at < need.until)
    return first(found, lambda slot: (slot.starts_at, slot.id), need.limit)


def _freed_between(store: Shelves, need: model.FreedBetween) -> tuple[model.Slot, ...]:
    found = (
        slot
        for slot in _slots(store)
        if _freed(slot) > (need.since, need.after) and slot.freed_at < need.until
    )
    return first(found, _freed, need.limit)


def _of_slot(store: Shelves, need: model.OffersOfSlot) -> tuple[model.SlotOffer, ...]:
    found = [offer for offer in _offers(store) if offer.slot_id == need.slot_id]
    return first(found, lambda offer: offer.id, len(found))


def _of_entry(store: Shelves, need: model.OffersOfEntry) -> tuple[model.SlotOffer, ...]:
    found = (offer for offer in _offers(store) if offer.entry_id == need.entry_id)
    return first(
        found, lambda offer: (offer.made_at, offer.slot_id, offer.id), need.limit, reverse=True
    )


def _counts(store: Shelves, _need: model.LineCounts) -> tuple[model.ServiceQueue, ...]:
    queues: Iterable[model.ServiceQueue] = store.shelf(model.ServiceQueue).values()
    return tuple(sorted(queues, key=lambda queue: queue.id))


def _versions(store: Shelves, need: SheetVersions) -> tuple[SheetVersion, ...]:
    versions: Iterable[SheetVersion] = store.shelf(SheetVersion).values()
    found = (
        version
        for version in versions
        if need.since <= version.id and (not need.before or version.id < need.before)
    )
    return first(found, lambda version: version.id, need.limit, reverse=True)


def _days(store: Shelves, need: CalendarDays) -> tuple[CalendarDay, ...]:
    days: Iterable[CalendarDay] = store.shelf(CalendarDay).values()
    return first((day for day in days if day.id >= need.since), lambda day: day.id, need.limit)


def _proposals(store: Shelves, need: ProposalPage) -> tuple[Proposal, ...]:
    proposals: Iterable[Proposal] = store.shelf(Proposal).values()
    found = (
        proposal
        for proposal in proposals
        if need.state in ("", proposal.state)
        and need.product in ("", proposal.product)
        and (not need.before or proposal.id < need.before)
    )
    return first(found, lambda proposal: proposal.id, need.limit, reverse=True)


WAITLIST_ANSWERS: dict[type[Need[Any]], Callable[[Any, Any], Any]] = {
    model.FittingEntries: _fitting,
    model.EntryPage: _page,
    model.LinePage: _queue,
    model.UnsyncedEntries: _unwritten,
    model.NextExpiring: _soonest,
    model.EntriesAt: _at,
    model.LongestEnded: _ended,
    model.SlotPage: _slot_page,
    model.SlotsBetween: _starting,
    model.FreedBetween: _freed_between,
    model.OffersOfSlot: _of_slot,
    model.OffersOfEntry: _of_entry,
    model.LineCounts: _counts,
    SheetVersions: _versions,
    CalendarDays: _days,
    ProposalPage: _proposals,
}
