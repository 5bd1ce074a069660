"""Which slot is meant when one is told: every slot freed for a starting time, and whether this one is among them."""

from datetime import datetime

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import IndexedSlot, Slot, SlotIndex, SlotStatus


def agenda_of(starts_at: datetime) -> str:
    """Name the agenda of a starting time."""
    return f"{starts_at:%Y-%m-%dT%H:%MZ}"


def find_reported(agenda: SlotIndex | None, command: FreeSlot, staff: str) -> IndexedSlot | None:
    """Find the slot that this one is, if it was told before.

    A booking is freed once, so the booking tool's name for it says it for ever. Without one, whoever works at that time
    can be freed once: the same chair is the same slot while it is open, and after it was booked, when its telling may
    only be late. Staff who free a slot again, or a no-show after that, are taken at their word, but once: what was
    booked after the slot that they name is theirs who booked it.
    """
    marks = _still_told(agenda.marks if agenda is not None else (), command)
    named = next((one for one in marks if command.ref and one.ref == command.ref), None)
    chairs = [one for one in marks if _is_same_chair(one, command, staff)]
    chair = next((one for one in chairs if one.status == "open"), next(iter(chairs), None))
    return named or (chair if chair is not None and _is_taken(chair, command) else None)


def _still_told(told: tuple[IndexedSlot, ...], command: FreeSlot) -> list[IndexedSlot]:
    """Leave out the slots that are over by what is told now; the newest come first."""
    named_at = next((at for at, one in enumerate(told) if one.slot_id == command.again), None)
    since = (
        [] if named_at is None else [one for one in told[named_at + 1 :] if one.status == "booked"]
    )
    return [
        one
        for one in reversed(told)
        if one.status == "open" or one in since or not _is_over(one, command)
    ]


def _is_over(mark: IndexedSlot, command: FreeSlot) -> bool:
    return bool(command.again) or (command.reason == "no_show" and mark.reason != "no_show")


def _is_taken(mark: IndexedSlot, command: FreeSlot) -> bool:
    return mark.status == "open" or (mark.status == "booked" and not (mark.ref and command.ref))


def _is_same_chair(mark: IndexedSlot, command: FreeSlot, staff: str) -> bool:
    """Say whether it is the same chair; tables without staff are told apart by the booking tool's names for them."""
    if staff or mark.staff:
        return normalized_name(staff) == normalized_name(mark.staff)
    alike = (
        normalized_name(mark.service) == normalized_name(command.service)
        and mark.party_capacity == command.party_capacity
    )
    return alike and not (mark.ref and command.ref)


def add_to_index(agenda: SlotIndex | None, slot: Slot) -> Change[SlotIndex]:
    """Write a slot down in the agenda of its time."""
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
    """Write down in the agenda what became of a slot, or what the booking tool calls it; nothing if it says so."""
    if agenda is None:
        return ()
    marks = tuple(
        replace(one, status=status or one.status, ref=ref or one.ref)
        if one.slot_id == slot_id
        else one
        for one in agenda.marks
    )
    same = marks == agenda.marks
    return (
        ()
        if same
        else (update(agenda, *if_unchanged(agenda, "rev"), marks=marks, rev=agenda.rev + 1),)
    )
