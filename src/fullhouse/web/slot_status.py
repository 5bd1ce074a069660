"""The status of a slot as pages and the API show it."""

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.claimed_slots import as_it_is
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotPage


def slot_now(engine: Engine, slot: Slot) -> Slot:
    """Return a slot as it is now: a claimed one whose booking has ended is free again."""
    if slot.status != "booked":
        return slot
    return as_it_is(slot, engine.load(Get(Appointment, (slot.id,))))


def load_slot(engine: Engine, slot_id: str) -> Slot | None:
    """Load a slot as it is now; None if there is none."""
    slot = engine.load(Get(Slot, (slot_id,)))
    return slot_now(engine, slot) if slot is not None else None


def load_slots(engine: Engine, wanted: SlotPage) -> list[Slot]:
    """Load a page of slots as they are now, of those with the wanted status now."""
    # A slot that is stored as booked may be handed back by now.
    stored = "" if wanted.status == "handed_back" else wanted.status
    need = replace(wanted, status=stored)
    found: list[Slot] = []
    while len(found) < wanted.limit:
        page = engine.load(need)
        slots = [slot_now(engine, slot) for slot in page]
        found += [slot for slot in slots if wanted.status in ("", slot.status)]
        if len(page) < need.limit:
            break
        need = replace(need, before_freed=page[-1].freed_at, before_id=page[-1].id)
    return found[: wanted.limit]
