"""What becomes of a time that is given up: it is free at once, or held for the line that is asked next."""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Change, new
from fullhouse.kernel.documents import rulebook_of
from fullhouse.products.appointments.books import taken_by
from fullhouse.products.appointments.model import Appointment, ArchivedSend, State, Taken


class GivenUp(msgspec.Struct, frozen=True):
    """The slot that a given-up time becomes, and how it stands in the day's book; nothing where it is simply free."""

    frees: str = ""
    hold: tuple[Taken, ...] = ()


def given_up(state: State, appointment: Appointment, now: datetime, *, moved: bool = False) -> GivenUp:
    """Hold a time for the waitlist, unless it is over or staff do not want that.

    A time that staff moved may have been a slip: it is offered only if it lies ahead.
    """
    over = appointment.starts_at <= now if moved else appointment.ends_at <= now
    if over or not rulebook_of(state.rules).refill:
        return GivenUp()
    name = slot_name(appointment)
    return GivenUp(name, (taken_by(appointment, "slot", name),))


def slot_name(appointment: Appointment) -> str:
    """Name the slot that an appointment's time becomes: given up twice, it is the same one."""
    return f"{appointment.id}c{appointment.chain}"


def archived(state: State, old: Appointment) -> tuple[Change[ArchivedSend], ...]:
    """Keep what has left for a time that is given up apart from what will leave for the new one."""
    return tuple(
        new(
            ArchivedSend(
                appointment_id=one.appointment_id,
                id=f"{one.chain:03d}-{one.id}",
                chain=one.chain,
                move=one.move,
                channel=one.channel,
                sent_at=one.sent_at,
            )
        )
        for one in state.sends
        if one.chain == old.chain
    )
