"""Booked times that vanished from the calendar in large numbers: one question for all of them."""

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.sync.appointment_calendar.changes import (
    CalendarAction,
    ProposalStatus,
    forgotten,
)
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval, judge


class Held(msgspec.Struct, frozen=True):
    """The effects of staff's answers, the questions to them, and all other times."""

    actions: list[CalendarAction]
    held: HeldRemoval
    others: list[ProposalStatus]


def hold(held: HeldRemoval, booked: list[ProposalStatus], others: list[ProposalStatus]) -> Held:
    """Ask staff about booked times that vanished at once if they are many.

    A few are `others`, too: each becomes a proposal of its own. What staff confirmed is cancelled,
    and what they kept is not asked about again.
    """
    items = [HeldItem(appointment_id_of(lost)) for lost in booked]
    verdict = judge(held, items, len(items) + 1)
    asked = {item.id for item in verdict.held.asked}
    confirmed = {item.id for item in held.confirmed}
    kept = {item.id for item in held.kept}
    actions: list[CalendarAction] = []
    few: list[ProposalStatus] = []
    for lost in booked:
        if appointment_id_of(lost) in confirmed:
            actions.append(_cancelled(lost))
        elif appointment_id_of(lost) in kept:
            actions.append(forgotten(lost))
        elif appointment_id_of(lost) not in asked:
            few.append(lost)
    # What staff decided holds until it is remembered that these times have vanished.
    return Held(actions, replace(verdict.held, known=len(asked)), [*few, *others])


def appointment_id_of(lost: ProposalStatus) -> str:
    """Return the id of the appointment at a vanished time; empty if there is none."""
    return lost.appointment.id if lost.appointment is not None else ""


def _cancelled(lost: ProposalStatus) -> CalendarAction:
    gone, appointment = forgotten(lost), lost.appointment
    if appointment is None:
        return gone
    cancel = CancelAppointment(
        appointment_id=appointment.id, chain=appointment.chain, source="calendar", tell=True
    )
    return replace(gone, commands=(*gone.commands, cancel))
