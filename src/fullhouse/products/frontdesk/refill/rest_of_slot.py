"""The rest of a slot whose time was booked in part: it is offered to those whom it still suits.

A slot is of one service, so the rest becomes a slot of the service that fits into it and that the
first of those waiting wants. Where it suits nobody, the time is simply free.
"""

from collections.abc import Container, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec.structs import replace

from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime
from fullhouse.products.frontdesk.refill.conflicts import (
    all_times,
    books_of,
    busy_now,
    is_unavailable,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import (
    A_MINUTE,
    Entry,
    ServiceQueue,
    Slot,
)

# The first whom a part suits are found under this, the name of the part and that of their queue.
FIRST = "first"
# So many services are considered for a part, the longest first: each costs a read of its queue.
MOST_SERVICES = 12


def lost_to_booking(found: Found) -> Slot | None:
    """Return the slot if it has just lost its chair to a booking; else None.

    The schedule forgets such a slot in the commit that frees its rest, so that happens once.
    """
    slot: Slot | None = found["slot"]
    if slot is None or slot.why != "booked_over" or not rulebook_of(found["rules"]).refill:
        return None
    known = any(time.id == slot.id for time in all_times(books_of(found)))
    return slot if known else None


def queue_needs(_command: object, found: Found) -> Needs:
    """Load the queues of the services that fit into the parts of a slot that are left."""
    slot = lost_to_booking(found)
    if slot is None:
        return {}
    rulebook = rulebook_of(found["rules"])
    lines = {line for part in _parts(found, slot) for line in _services(part, rulebook)}
    return {f"line:{line}": Get(ServiceQueue, (line,)) for line in sorted(lines)}


def first_needs(_command: object, found: Found) -> Needs:
    """Load for each part and service the first entries that it suits: one for each part."""
    slot = lost_to_booking(found)
    if slot is None:
        return {}
    waited_for = {line.id for line in found_many(found, "line") if line.waiting > 0}
    rulebook = rulebook_of(found["rules"])
    needs: Needs = {}
    parts = _parts(found, slot)
    for part in parts:
        for line, service in _services(part, rulebook).items():
            if line in waited_for:
                wanted = replace(part, service=service.name, line=line)
                needs[f"{FIRST}:{part.id}:{line}"] = queue.fitting(
                    wanted, rulebook, limit=len(parts)
                )
    return needs


def rest_to_free(found: Found) -> tuple[FreeSlot, ...]:
    """Return the commands that free what is left, for the first in fair order whom it suits."""
    slot = lost_to_booking(found)
    if slot is None:
        return ()
    rulebook = rulebook_of(found["rules"])
    freed: list[FreeSlot] = []
    chosen: set[str] = set()
    for part in _parts(found, slot):
        entry = _first_of(found, part, rulebook, chosen)
        if entry is not None:
            chosen.add(entry.id)
            service = _services(part, rulebook)[entry.line]
            freed.append(_free(part, service))
    return tuple(freed)


def rest_alarms(freed: Sequence[FreeSlot], rulebook: Rulebook, now: datetime) -> tuple[Alarm, ...]:
    """Return the alarms that free what is left, where its cut-off is still ahead."""
    cut_off = timedelta(minutes=rulebook.cut_off_minutes)
    ahead = [free for free in freed if free.starts_at - cut_off > now]
    return tuple(Alarm(f"free:{free.slot_id}", now, free) for free in ahead)


def _free(part: Slot, service: Service) -> FreeSlot:
    """Return the command that frees a part for a service: it is an opening, and nobody's report."""
    return FreeSlot(
        slot_id=part.id,
        service=service.name,
        starts_at=part.starts_at,
        staff=part.staff,
        party_capacity=part.party_capacity,
        reason="opening",
        another=True,
        source="desk",
        freed_by=part.freed_by,
    )


def _first_of(found: Found, part: Slot, rulebook: Rulebook, chosen: Container[str]) -> Entry | None:
    """Return the first in fair order of those whom a part suits, without those chosen before."""
    prefix = f"{FIRST}:{part.id}:"
    pages = [page for name, page in found.items() if name.startswith(prefix)]
    entries = [entry for page in pages for entry in page if entry.id not in chosen]
    order = queue.fitting(part, rulebook)
    return min(entries, key=order.place, default=None)


def _services(part: Slot, rulebook: Rulebook) -> dict[str, Service]:
    """Return the services that fit into a part, by their queues; the longest first."""
    fitting = [service for service in rulebook.services if service.minutes <= part.minutes]
    longest = sorted(fitting, key=lambda service: -service.minutes)
    return {normalized_name(service.name): service for service in longest[:MOST_SERVICES]}


def _parts(found: Found, slot: Slot) -> list[Slot]:
    """Return the parts of a slot's time that are free, with the time between appointments.

    Where all of it is free, the booking has ended meanwhile, and its own time is freed.
    """
    rulebook = rulebook_of(found["rules"])
    there, held = found_many(found, "there"), found_many(found, "held")
    taken = busy_now(books_of(found), slot, held, rulebook)
    spans = list(_free_spans(slot, taken, there, rulebook))
    whole = (slot.starts_at, slot.ends_at)
    return [_part(slot, *span) for span in _joined(spans) if span != whole]


def _part(slot: Slot, begins: datetime, ends: datetime) -> Slot:
    """Return a part of a slot, under a name that is always the same."""
    begun = (begins - slot.starts_at) // A_MINUTE
    minutes = (ends - begins) // A_MINUTE
    return replace(slot, id=f"{slot.id}r{begun}", starts_at=begins, minutes=minutes)


def _free_spans(
    slot: Slot, taken: Sequence[BusyTime], there: Sequence[Appointment], rulebook: Rulebook
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the free pieces of a slot's time, from one begin or end of a booking to the next."""
    margin = timedelta(minutes=rulebook.buffer_minutes)
    edges = {slot.starts_at, slot.ends_at}
    edges |= {edge for time in taken for edge in (time.starts_at - margin, time.ends_at + margin)}
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
