"""How the memory store answers what the waitlist asks: each need's own words, over all that is on the shelf."""

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
    return first((one for one in _entries(store) if need.takes(one)), need.place, need.limit)


def _page(store: Shelves, need: model.EntryPage) -> tuple[model.Entry, ...]:
    found = (
        one for one in _entries(store) if one.id > need.after and need.state in ("", one.state)
    )
    return first(found, lambda one: one.id, need.limit)


def _line(store: Shelves, need: model.LinePage) -> tuple[model.Entry, ...]:
    waiting = (
        one for one in _entries(store) if one.state == "waiting" and need.line in ("", one.line)
    )
    behind = (
        one
        for one in waiting
        if not need.after_id or _joined(one) > (need.after_joined, need.after_id)
    )
    return first(behind, _joined, need.limit)


def _unwritten(store: Shelves, need: model.UnsyncedEntries) -> tuple[model.Entry, ...]:
    found = (one for one in _entries(store) if one.unwritten and one.id > need.after)
    return first(found, lambda one: one.id, need.limit)


def _soonest(store: Shelves, need: model.NextExpiring) -> tuple[model.Entry, ...]:
    found = (one for one in _entries(store) if one.state == "waiting" and one.latest)
    return first(found, lambda one: (one.latest, one.id), need.limit)


def _at(store: Shelves, need: model.EntriesAt) -> tuple[model.Entry, ...]:
    found = [one for one in _entries(store) if need.address in one.addresses]
    return first(found, lambda one: one.id, len(found))


def _ended(store: Shelves, need: model.LongestEnded) -> tuple[model.Entry, ...]:
    known = (one for one in _entries(store) if one.ended_at is not None and one.addresses)
    behind = (
        one for one in known if not need.after_id or _end(one) > (need.after_ended, need.after_id)
    )
    return first(behind, _end, need.limit)


def _end(entry: model.Entry) -> tuple[Any, str]:
    return entry.ended_at, entry.id


def _slot_page(store: Shelves, need: model.SlotPage) -> tuple[model.Slot, ...]:
    found = (one for one in _slots(store) if need.status in ("", one.status))
    ahead = (
        one
        for one in found
        if not need.before_id or _freed(one) < (need.before_freed, need.before_id)
    )
    return first(ahead, _freed, need.limit, reverse=True)


def _starting(store: Shelves, need: model.SlotsBetween) -> tuple[model.Slot, ...]:
    found = (one for one in _slots(store) if need.since <= one.starts_at < need.until)
    return first(found, lambda one: (one.starts_at, one.id), need.limit)


def _freed_between(store: Shelves, need: model.FreedBetween) -> tuple[model.Slot, ...]:
    found = (
        one
        for one in _slots(store)
        if _freed(one) > (need.since, need.after) and one.freed_at < need.until
    )
    return first(found, _freed, need.limit)


def _of_slot(store: Shelves, need: model.OffersOfSlot) -> tuple[model.SlotOffer, ...]:
    found = [one for one in _offers(store) if one.slot_id == need.slot_id]
    return first(found, lambda one: one.id, len(found))


def _of_entry(store: Shelves, need: model.OffersOfEntry) -> tuple[model.SlotOffer, ...]:
    found = (one for one in _offers(store) if one.entry_id == need.entry_id)
    return first(found, lambda one: (one.made_at, one.slot_id, one.id), need.limit, reverse=True)


def _counts(store: Shelves, _need: model.LineCounts) -> tuple[model.ServiceQueue, ...]:
    found: Iterable[model.ServiceQueue] = store.shelf(model.ServiceQueue).values()
    return tuple(sorted(found, key=lambda one: one.id))


def _versions(store: Shelves, need: SheetVersions) -> tuple[SheetVersion, ...]:
    versions: Iterable[SheetVersion] = store.shelf(SheetVersion).values()
    found = (
        one
        for one in versions
        if need.since <= one.id and (not need.before or one.id < need.before)
    )
    return first(found, lambda one: one.id, need.limit, reverse=True)


def _days(store: Shelves, need: CalendarDays) -> tuple[CalendarDay, ...]:
    days: Iterable[CalendarDay] = store.shelf(CalendarDay).values()
    return first((one for one in days if one.id >= need.since), lambda one: one.id, need.limit)


def _proposals(store: Shelves, need: ProposalPage) -> tuple[Proposal, ...]:
    proposals: Iterable[Proposal] = store.shelf(Proposal).values()
    found = (
        one
        for one in proposals
        if need.state in ("", one.state) and (not need.before or one.id < need.before)
    )
    return first(found, lambda one: one.id, need.limit, reverse=True)


WAITLIST_ANSWERS: dict[type[Need[Any]], Callable[[Any, Any], Any]] = {
    model.FittingEntries: _fitting,
    model.EntryPage: _page,
    model.LinePage: _line,
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
