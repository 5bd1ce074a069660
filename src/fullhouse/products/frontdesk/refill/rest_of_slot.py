"""Rest of a slot that was booked in part: it goes on as a slot of its own, for any service.

That is so where a booking takes a part of an open slot, and where a customer claims a part of what
was left of one.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.products.frontdesk.appointments.day_schedule import absences_beside
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from fullhouse.products.frontdesk.refill.conflicts import (
    all_times,
    books_of,
    busy_now,
    hold_for,
    is_unavailable,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import A_MINUTE, Slot
from fullhouse.products.frontdesk.waitlist.rests import services_within


def time_left(found: Found) -> Slot | None:
    """Return the slot that has just been booked in part, as the time in which to look for the rest.

    None if it was not. The schedule forgets the slot in the commit that frees its rest, and a
    claimed one becomes an appointment there, so that happens once.
    """
    slot: Slot | None = found["slot"]
    if slot is None or not rulebook_of(found["rules"]).refill:
        return None
    if slot.status == "booked":
        return _after_claim(found, slot)
    is_known = any(time.id == slot.id for time in all_times(books_of(found)))
    return slot if slot.why == "booked_over" and is_known else None


def _after_claim(found: Found, slot: Slot) -> Slot | None:
    """Return what a claim leaves of a rest, with the time between appointments; None if nothing."""
    taken = slot.minutes + rulebook_of(found["rules"]).buffer_minutes
    if taken >= slot.rest_minutes or found.get("appointment") is not None:
        return None
    begins = slot.starts_at + taken * A_MINUTE
    return replace(slot, starts_at=begins, minutes=slot.rest_minutes - taken)


def rest_to_free(found: Found) -> tuple[FreeSlot, ...]:
    """Return the commands that free what is left, each part for the services that fit into it."""
    left = time_left(found)
    if left is None:
        return ()
    freed: list[FreeSlot] = []
    for part in _parts(found, left):
        services = services_within(part.minutes, rulebook_of(found["rules"]))
        if services:
            freed.append(_free(found["slot"], part, services[0]))
    return tuple(freed)


def rest_alarms(freed: Sequence[FreeSlot], rulebook: Rulebook, now: datetime) -> tuple[Alarm, ...]:
    """Return the alarms that free what is left, where its cut-off is still ahead."""
    cut_off = timedelta(minutes=rulebook.cut_off_minutes)
    ahead = [free for free in freed if free.starts_at - cut_off > now]
    return tuple(Alarm(f"free:{free.slot_id}", now, free) for free in ahead)


def _free(slot: Slot, part: Slot, service: Service) -> FreeSlot:
    """Return the command that frees a part of a slot: it is an opening, and nobody's report.

    A part from the same minute on is not offered to those who let that time pass.
    """
    return FreeSlot(
        slot_id=part.id,
        service=service.name,
        starts_at=part.starts_at,
        minutes=part.minutes,
        staff=part.staff,
        party_capacity=part.party_capacity,
        reason="opening",
        again=slot.id if part.starts_at == slot.starts_at else "",
        another=True,
        source="desk",
        freed_by=part.freed_by,
        rest=True,
    )


def _parts(found: Found, left: Slot) -> list[Slot]:
    """Return the parts of a time that are free, with the time between appointments.

    Where all of an open slot is free, the booking has ended meanwhile, and its own time is freed.
    """
    rulebook, slot = rulebook_of(found["rules"]), found["slot"]
    there, held = found_many(found, "there"), found_many(found, "held")
    taken = busy_now(books_of(found), slot, held, rulebook)
    spans = _joined([*_free_spans(left, taken, there, rulebook)])
    whole = (slot.starts_at, slot.ends_at)
    return [_part(slot, *span) for span in spans if span != whole]


def _part(slot: Slot, begins: datetime, ends: datetime) -> Slot:
    """Return a part of a slot, under a name that is always the same."""
    begun = (begins - slot.starts_at) // A_MINUTE
    minutes = (ends - begins) // A_MINUTE
    return replace(slot, id=f"{slot.id}r{begun}", starts_at=begins, minutes=minutes)


def _free_spans(
    slot: Slot, taken: Sequence[BusyTime], there: Sequence[Appointment], rulebook: Rulebook
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the free pieces of a slot's time.

    Each lasts from one begin or end of a booking, or of somebody's hours, to the next.
    """
    margin = timedelta(minutes=rulebook.buffer_minutes)
    edges = {slot.starts_at, slot.ends_at}
    edges |= {edge for time in taken for edge in (time.starts_at - margin, time.ends_at + margin)}
    away = absences_beside(hold_for(slot), rulebook)
    edges |= {edge for _, begins, ends in away for edge in (begins, ends)}
    inner = sorted(edge for edge in edges if slot.starts_at <= edge <= slot.ends_at)
    for begins, ends in pairwise(inner):
        first, last = max(begins - margin, slot.starts_at), min(ends + margin, slot.ends_at)
        if not is_unavailable(there, taken, _part(slot, first, last), rulebook):
            yield begins, ends


def _joined(spans: Sequence[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Return spans, with those that touch joined into one."""
    joined: list[tuple[datetime, datetime]] = []
    for begins, ends in spans:
        if joined and joined[-1][1] == begins:
            joined[-1] = (joined[-1][0], ends)
        else:
            joined.append((begins, ends))
    return joined
