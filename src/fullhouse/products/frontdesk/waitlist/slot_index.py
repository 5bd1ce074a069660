"""Index of slots by starting time, to find a slot that is reported again."""

from datetime import datetime

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import IndexedSlot, Slot, SlotIndex, SlotStatus


def agenda_of(starts_at: datetime) -> str:
    """Return the id of the index for a starting time."""
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def find_reported(agenda: SlotIndex | None, command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Return the slot that this command reports again, if there is one.

    A booking is freed once, so its `ref` in the booking tool identifies it for good. Without a
    `ref`, each staff member is freed once per time: it is the same slot while it is open, and
    also once it is booked, as the report may only be late. Staff may free a slot `again`, and
    report a no-show after it, but only once: a booking made after that slot is a new one.
    """
    if agenda is None:
        return None
    marks = _current(agenda.marks, command)
    for mark in marks:
        if command.ref and mark.ref == command.ref:
            return mark
    return _same_place(marks, command, staff)


def _same_place(marks: list[IndexedSlot], command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Return the slot of the same staff member or table, an open one first."""
    same = [mark for mark in marks if _is_same_place(mark, command, staff)]
    if not same:
        return None
    found = next((mark for mark in same if mark.status == "open"), same[0])
    if not _is_taken(found, command):
        return None
    return found


def _current(marks: tuple[IndexedSlot, ...], command: FreeSlot) -> list[IndexedSlot]:
    """Return the slots, newest first, without those that this command ends."""
    ids = [mark.slot_id for mark in marks]
    booked_since: list[IndexedSlot] = []
    if command.again in ids:
        later = marks[ids.index(command.again) + 1 :]
        booked_since = [mark for mark in later if mark.status == "booked"]
    return [
        mark
        for mark in reversed(marks)
        if mark.status == "open" or mark in booked_since or not _is_over(mark, command)
    ]


def _is_over(mark: IndexedSlot, command: FreeSlot) -> bool:
    return bool(command.again) or (command.reason == "no_show" and mark.reason != "no_show")


def _is_taken(mark: IndexedSlot, command: FreeSlot) -> bool:
    return mark.status == "open" or (mark.status == "booked" and not (mark.ref and command.ref))


def _is_same_place(mark: IndexedSlot, command: FreeSlot, staff: str) -> bool:
    """Return True for the same staff member; slots without staff differ by their `ref`."""
    if staff or mark.staff:
        return normalized_name(staff) == normalized_name(mark.staff)
    alike = (
        normalized_name(mark.service) == normalized_name(command.service)
        and mark.party_capacity == command.party_capacity
    )
    return alike and not (mark.ref and command.ref)


def add_to_index(agenda: SlotIndex | None, slot: Slot) -> Change[SlotIndex]:
    """Add a slot to the index of its starting time."""
    mark = IndexedSlot(
        slot.id, slot.service, slot.staff, slot.party_capacity, slot.ref, slot.reason, slot.status
    )
    if agenda is None:
        return create(SlotIndex(id=slot.agenda, marks=(mark,)))
    return update(
        agenda, *if_unchanged(agenda, "rev"), marks=(*agenda.marks, mark), rev=agenda.rev + 1
    )


def update_index(
    agenda: SlotIndex | None, slot_id: str, *, status: SlotStatus | None = None, ref: str = ""
) -> tuple[Change[SlotIndex], ...]:
    """Update status or `ref` of a slot in the index; empty if nothing changes."""
    if agenda is None:
        return ()
    marks: list[IndexedSlot] = []
    for mark in agenda.marks:
        if mark.slot_id == slot_id:
            marks.append(replace(mark, status=status or mark.status, ref=ref or mark.ref))
        else:
            marks.append(mark)
    if tuple(marks) == agenda.marks:
        return ()
    return (update(agenda, *if_unchanged(agenda, "rev"), marks=tuple(marks), rev=agenda.rev + 1),)
