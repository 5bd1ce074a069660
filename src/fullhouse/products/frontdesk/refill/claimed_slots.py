"""Claimed slots as people see them: whoever claimed one may have given it up, or missed it."""

from msgspec.structs import replace

from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.conflicts import overlap
from fullhouse.products.frontdesk.waitlist.model import Slot

GIVEN_UP = "given_up"
# Reasons why a slot that was claimed is not filled.
LOST = (GIVEN_UP, "no_show")


def as_it_is(slot: Slot, booking: Appointment | None) -> Slot:
    """Return a slot as people should see it: handed back if its customer no longer has it.

    They have cancelled or moved it, or did not come. The record stays `booked`, so that a late
    report is still known, and the booking can be restored.
    """
    if slot.status != "booked" or booking is None or _has_it_still(slot, booking):
        return slot
    why = "no_show" if booking.status == "no_show" else GIVEN_UP
    ended_at = booking.ended_at or slot.ended_at
    return replace(slot, status="handed_back", why=why, booked_by="", ended_at=ended_at)


def _has_it_still(slot: Slot, booking: Appointment) -> bool:
    return booking.stands and overlap(booking, slot.starts_at, slot.ends_at)
