"""What becomes of a time that is given up: it is free at once, or held for the line that is asked next."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.decisions import Change, create
from fullhouse.products.frontdesk.appointments.day_schedule import busy_times, conflict, taken_by
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    ArchivedSend,
    BusyTime,
    Send,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FARTHEST_OFFERED = timedelta(days=366)


class ReleasedTime(msgspec.Struct, frozen=True):
    """The slot that a given-up time becomes, and how it stands in the day's book; nothing where it is simply free."""

    frees: str = ""
    hold: tuple[BusyTime, ...] = ()


def release_time(
    state: AppointmentState,
    appointment: Appointment,
    now: datetime,
    instead: BusyTime | None = None,
) -> ReleasedTime:
    """Hold a time for the waitlist, unless it is over, staff do not want that, or it is not free after all.

    Its own customer may need a part of it `instead`, and staff may have written someone else into it. A time that was
    exchanged for another may have been a slip: it is offered only if it lies ahead.
    """
    rulebook = rulebook_of(state.rules)
    over = appointment.ends_at if instead is None else appointment.starts_at
    if over <= now or not rulebook.refill or not _can_be_offered(appointment, rulebook, now):
        return ReleasedTime()
    name = slot_name(appointment)
    hold = taken_by(appointment, "slot", name)
    others = (
        *busy_times(state.books, but=appointment.id),
        *((instead,) if instead is not None else ()),
    )
    return (
        ReleasedTime()
        if conflict(others, hold, rulebook) is not None
        else ReleasedTime(name, (hold,))
    )


def _can_be_offered(appointment: Appointment, rulebook: Rulebook, now: datetime) -> bool:
    """Say whether someone could take a time: it is near enough, and its service and staff are still in the rules."""
    known = rulebook.service(appointment.service) is not None
    served = not appointment.staff or bool(rulebook.staff_member(appointment.staff))
    return known and served and appointment.starts_at - now <= FARTHEST_OFFERED


def slot_name(appointment: Appointment) -> str:
    """Name the slot that an appointment's time becomes: given up twice, it is the same one."""
    return f"{appointment.id}c{appointment.chain}"


def slot_id_for(slot_id: str) -> str:
    """Name the appointment whose time a slot of this name was."""
    return slot_id.rpartition("c")[0]


def archived(state: AppointmentState, old: Appointment) -> tuple[Change[ArchivedSend], ...]:
    """Keep what has left for a time that is given up apart from what will leave for the new one."""
    return tuple(create(archived_send(one)) for one in state.sends if one.chain == old.chain)


def archived_send(send: Send) -> ArchivedSend:
    """Write what has left as it stands among what is over."""
    fields = {
        name: getattr(send, name)
        for name in ("appointment_id", "chain", "move", "channel", "sent_at")
    }
    return ArchivedSend(id=archived_id(send.chain, send.id), **fields)


def archived_id(chain: int, name: str) -> str:
    """Name what left for a chain that is over."""
    return f"{chain:03d}-{name}"
