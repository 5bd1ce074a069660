"""Index of slots by starting time, to find a slot that is reported again."""

from collections.abc import Callable
from datetime import UTC, datetime

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import (
    IndexedSlot,
    Slot,
    SlotIndex,
    SlotReport,
    SlotSource,
    SlotStatus,
)

# Refs kept of one slot: no booking is known to more tools.
MOST_REPORTS = 10


def agenda_of(starts_at: datetime) -> str:
    """Return the id of the index for a starting time."""
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def reported_time(slot: Slot) -> datetime:
    """Return the start of a slot as reported; after a no-show the slot itself starts later."""
    return datetime.strptime(slot.agenda, "%Y-%m-%dT%H:%MZ").replace(tzinfo=UTC)


def find_reported(agenda: SlotIndex | None, command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Return the slot that this command reports again, if there is one.

    A booking is freed once, so its `ref` in the booking tool identifies it for good. Otherwise
    each staff member is freed once per time: it is the same slot while it is open, and once it is
    booked, as the report may only be late. Staff may free a slot `again`, and report a no-show
    after it, but only once: a booking made after that slot is a new one.
    """
    if agenda is None or command.another:
        return None
    marks = _current(agenda.marks, command)
    for mark in marks:
        if command.ref == mark.slot_id or command.ref in mark.refs or _was_before(mark, command):
            return mark
    return _same_place(marks, command, staff)


def _was_before(mark: IndexedSlot, command: FreeSlot) -> bool:
    """Return True for the slot that the time of a claimed slot became when it was given up.

    Its id is made from that of the claimed slot. It is that slot which staff free `again`.
    """
    return command.again != "" and mark.slot_id.rpartition("c")[0] == command.again


def _same_place(marks: list[IndexedSlot], command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Return the slot of the same staff member or table, an open one first."""
    same = [mark for mark in marks if _is_same_place(mark, command, staff)]
    if not same:
        return _vaguely_same(marks, command, staff)
    found = _likeliest(marks, same, command)
    return None if found.status == "handed_back" else found


def _vaguely_same(marks: list[IndexedSlot], command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Return the slot that a report may be about if only one of them names staff.

    Some tools know who was booked and others do not. There are as many slots as the larger number
    of reports with a name, or without one, never their sum.
    """
    if not command.is_report:
        return None
    same = [mark for mark in marks if _is_vaguely_same(mark, command, staff)]
    return _likeliest(marks, same, command) if same else None


def _likeliest(marks: list[IndexedSlot], same: list[IndexedSlot], command: FreeSlot) -> IndexedSlot:
    """Return the slot that a report is most likely about: an open one, else a claimed one.

    Of equal tables that were claimed it is one about which staff were not asked yet, unless this
    is the same report once more.
    """
    now = [mark if mark.staff else _as_it_is_now(marks, mark) for mark in same]
    known = SlotReport(command.source, command.ref, is_asked=True)
    orders: tuple[Callable[[IndexedSlot], bool], ...] = (
        lambda mark: mark.status == "open",
        lambda mark: known in mark.reports,
        lambda mark: not _is_asked_by(command.source, mark),
    )
    found = (next(filter(order, now), None) for order in orders)
    return next((mark for mark in found if mark is not None), now[0])


def _as_it_is_now(marks: list[IndexedSlot], mark: IndexedSlot) -> IndexedSlot:
    """Return the slot that the time of a table is by now: it may have been freed again.

    With the newest first, as it may have been freed again more than once. Only a newer slot can
    succeed another: a tool may give it the id of a later one as `ref`.
    """
    newer = marks[: marks.index(mark)]
    later = next((other for other in newer if _succeeds(other, mark.slot_id)), None)
    return mark if later is None else _as_it_is_now(marks, later)


def _succeeds(mark: IndexedSlot, slot_id: str) -> bool:
    """Return True if a slot is the same time as an earlier slot that was freed again."""
    return mark.slot_id != slot_id and slot_id in (mark.follows, mark.ref)


def _is_asked_by(source: SlotSource, mark: IndexedSlot) -> bool:
    return any(report.is_asked and report.source == source for report in mark.reports)


def _is_vaguely_same(mark: IndexedSlot, command: FreeSlot, staff: str) -> bool:
    if bool(staff) == bool(mark.staff) or mark.status == "handed_back":
        return False
    if not _is_alike(mark, command.service, command.party_capacity):
        return False
    if staff:
        named = {normalized_name(report.staff) for report in mark.reports if report.staff}
        return named <= {normalized_name(staff)}
    unnamed = {report.ref for report in mark.reports if report.is_vague}
    return not unnamed or not command.ref


def last_unfilled(agenda: SlotIndex | None, command: FreeSlot, staff: str) -> str:
    """Return the last slot of the same place if it was handed back; empty if it was not."""
    if agenda is None or command.another:
        return ""
    same = [mark for mark in agenda.marks if _is_same_place(mark, command, staff)]
    return same[-1].slot_id if same and same[-1].status == "handed_back" else ""


def _current(marks: tuple[IndexedSlot, ...], command: FreeSlot) -> list[IndexedSlot]:
    """Return the slots, newest first, without those that this command ends."""
    ids = [mark.slot_id for mark in marks]
    booked_since: list[IndexedSlot] = []
    if command.again in ids:
        over = marks[ids.index(command.again)]
        if not over.staff:
            return _freed_since(marks, over)
        later = marks[ids.index(command.again) + 1 :]
        booked_since = [mark for mark in later if mark.status == "booked"]
    return [
        mark
        for mark in reversed(marks)
        if mark.status == "open" or mark in booked_since or not _is_over(mark, command)
    ]


def _freed_since(marks: tuple[IndexedSlot, ...], over: IndexedSlot) -> list[IndexedSlot]:
    """Return the slot that the time of a table is by now; none if it is over.

    Equal tables of that time have nothing to do with it.
    """
    now = _as_it_is_now([*reversed(marks)], over)
    is_booked_since = now is not over and now.status == "booked"
    return [now] if now.status == "open" or is_booked_since else []


def _is_over(mark: IndexedSlot, command: FreeSlot) -> bool:
    """Return True if a slot is past: freed again, or its customer did not come.

    A report of a no-show may be about the customer before the one who claimed the slot.
    """
    if command.again:
        return True
    if command.is_report and mark.status == "booked":
        return False
    return command.reason == "no_show" and mark.reason != "no_show"


def _is_same_place(mark: IndexedSlot, command: FreeSlot, staff: str) -> bool:
    """Return True for the same staff member; slots without staff differ by their `ref`.

    Two tools have different refs for one booking. So the first report of another tool is about a
    slot that this tool has not reported yet.
    """
    if staff or mark.staff:
        return normalized_name(staff) == normalized_name(mark.staff)
    if not _is_alike(mark, command.service, command.party_capacity):
        return False
    return not (mark.ref and command.ref) or _is_news_from(command.source, mark)


def _is_alike(mark: IndexedSlot, service: str, capacity: int) -> bool:
    """Return True for the same service and party; not every tool knows that of an appointment."""
    same_service = normalized_name(mark.service) == normalized_name(service)
    return same_service and (mark.is_own or mark.party_capacity == capacity)


def _is_news_from(source: SlotSource, mark: IndexedSlot) -> bool:
    """Return True if a tool has not reported a slot yet that another tool reported."""
    told = (report.source for report in mark.reports if not report.is_asked)
    sources = {mark.source, *told}
    return source not in sources and "" not in (source, mark.source)


def is_latest(agenda: SlotIndex | None, slot: Slot) -> bool:
    """Return True if a slot is of this time, and no later one is in its place.

    Equal tables of one time stand side by side; only a slot that was freed again has a later one.
    """
    marks = agenda.marks if agenda is not None else ()
    ids = [mark.slot_id for mark in marks]
    if slot.id not in ids:
        return False
    later = marks[ids.index(slot.id) + 1 :]
    if slot.staff:
        staff = normalized_name(slot.staff)
        return all(normalized_name(mark.staff) != staff for mark in later)
    return not any(_succeeds(mark, slot.id) for mark in later)


def claimed_beside(agenda: SlotIndex | None, slot_id: str) -> tuple[str, ...]:
    """Return the other claimed slots of a time that a report may mean as well: equal tables."""
    marks = agenda.marks if agenda is not None else ()
    here = next((mark for mark in marks if mark.slot_id == slot_id), None)
    if here is None or here.staff:
        return ()
    beside = [mark.slot_id for mark in marks if _is_claimed_equal(mark, here)]
    return tuple(name for name in beside if not _is_freed_since(marks, name))[:MOST_REPORTS]


def _is_freed_since(marks: tuple[IndexedSlot, ...], slot_id: str) -> bool:
    return any(_succeeds(mark, slot_id) for mark in marks)


def _is_claimed_equal(mark: IndexedSlot, here: IndexedSlot) -> bool:
    """Return True for another table like this one that a customer claimed."""
    if mark.staff or mark.status != "booked" or mark.slot_id == here.slot_id:
        return False
    return _is_alike(mark, here.service, here.party_capacity)


def add_to_index(
    agenda: SlotIndex | None, slot: Slot, source: SlotSource, follows: str = ""
) -> Change[SlotIndex]:
    """Add a slot to the index of its starting time, with the slot that its time was before."""
    mark = IndexedSlot(
        slot_id=slot.id,
        service=slot.service,
        staff=slot.staff,
        party_capacity=slot.party_capacity,
        ref=slot.ref,
        reason=slot.reason,
        status=slot.status,
        source=source,
        follows=follows,
        is_own=bool(slot.freed_by),
    )
    if agenda is None:
        return create(SlotIndex(id=slot.agenda, marks=(mark,)))
    return update(
        agenda, *if_unchanged(agenda, "rev"), marks=(*agenda.marks, mark), rev=agenda.rev + 1
    )


def update_index(
    agenda: SlotIndex | None, slot_id: str, status: SlotStatus
) -> tuple[Change[SlotIndex], ...]:
    """Update the status of a slot in the index; empty if nothing changes."""
    return _replaced(agenda, slot_id, lambda mark: replace(mark, status=status))


def rename_in_index(agenda: SlotIndex | None, slot: Slot) -> tuple[Change[SlotIndex], ...]:
    """Write the names of a slot into the index; empty if nothing changes."""
    return _replaced(
        agenda, slot.id, lambda mark: replace(mark, service=slot.service, staff=slot.staff)
    )


def learn_ref(
    agenda: SlotIndex | None, slot_id: str, command: FreeSlot
) -> tuple[Change[SlotIndex], ...]:
    """Store under which `ref` a slot was reported again; empty if nothing changes.

    Where only one of them names staff, that is stored, too.
    """

    def learnt(mark: IndexedSlot) -> IndexedSlot:
        if bool(command.staff) != bool(mark.staff):
            return _with_vague_report(mark, command)
        if not command.ref or command.ref in mark.refs:
            return mark
        if not mark.ref:
            return replace(mark, ref=command.ref, source=command.source)
        report = SlotReport(command.source, command.ref)
        return replace(mark, reports=(*mark.reports, report)[:MOST_REPORTS])

    return _replaced(agenda, slot_id, learnt)


def learn_question(
    agenda: SlotIndex | None, slot_id: str, command: FreeSlot
) -> tuple[Change[SlotIndex], ...]:
    """Store which report of a claimed table staff are asked about; empty if nothing changes."""
    report = SlotReport(command.source, command.ref, is_asked=True)

    def asked(mark: IndexedSlot) -> IndexedSlot:
        if mark.staff or report in mark.reports:
            return mark
        return replace(mark, reports=(*mark.reports, report)[:MOST_REPORTS])

    return _replaced(agenda, slot_id, asked)


def _with_vague_report(mark: IndexedSlot, command: FreeSlot) -> IndexedSlot:
    report = SlotReport(
        command.source, command.ref, staff=command.staff, is_vague=not command.staff
    )
    if report in mark.reports or command.ref in mark.refs:
        return mark
    return replace(mark, reports=(*mark.reports, report)[:MOST_REPORTS])


def _replaced(
    agenda: SlotIndex | None, slot_id: str, change: Callable[[IndexedSlot], IndexedSlot]
) -> tuple[Change[SlotIndex], ...]:
    if agenda is None:
        return ()
    marks = tuple(change(mark) if mark.slot_id == slot_id else mark for mark in agenda.marks)
    if marks == agenda.marks:
        return ()
    return (update(agenda, *if_unchanged(agenda, "rev"), marks=marks, rev=agenda.rev + 1),)
