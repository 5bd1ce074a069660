"""An appointment that staff take back while its time is on offer: the offer ends in the commit that restores it."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments.commands import RestoreAppointment
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentResult,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.model import AppointmentState as Books
from fullhouse.products.frontdesk.waitlist.commands import WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import WaitlistState as Line
from fullhouse.products.frontdesk.waitlist.offer_endings import combine

# What is known of the slot that its time became is found under this, a colon, and the waitlist's own name for it.
ITS_SLOT = "its_slot"
SHARED = ("rules", "voice")


class Seen(msgspec.Struct, frozen=True):
    """What an appointment is restored on: the books, and what the waitlist knows of the slot that its time became."""

    books: Books
    line: Line | None


def taking_back(rule: Rule, withdrawing: Rule) -> Rule:
    """Make the rule for restoring over that of appointments; what is on offer is withdrawn as staff would do it."""

    def needs(command: RestoreAppointment, found: Found) -> Needs:
        if wanted := rule.needs(command, found):
            return wanted
        appointment: Appointment | None = found["appointment"]
        if (
            command.source == "sheet"
            or appointment is None
            or appointment.stands
            or not appointment.frees
        ):
            return {}
        wanted = withdrawing.needs(WithdrawSlot(slot_id=appointment.frees), _of_its_slot(found))
        return {f"{ITS_SLOT}:{name}": need for name, need in wanted.items()}

    def decide(seen: Seen, command: RestoreAppointment, now: datetime) -> Decision:
        decision = rule.decide(seen.books, command, now)
        if seen.line is None or not any(_lets_go(one, seen.books) for one in decision.changes):
            return decision
        slot = seen.line.slot
        # Until it is freed nothing could keep its freeing from coming between; that is a moment.
        if slot is None or slot.status == "booked":
            return Decision(AppointmentResult("taken", seen.books.appointment, field="starts_at"))
        return combine(withdrawing.decide(seen.line, WithdrawSlot(slot_id=slot.id), now), decision)

    def state(**found: Any) -> Seen:  # noqa: ANN401 - whatever was asked for
        known = any(name.startswith(f"{ITS_SLOT}:") for name in found)
        return Seen(
            rule.state(**found), withdrawing.state(**_of_its_slot(found)) if known else None
        )

    return Rule(needs, decide, state)


def _of_its_slot(found: Found) -> dict[str, Any]:
    own = {
        name.removeprefix(f"{ITS_SLOT}:"): one
        for name, one in found.items()
        if name.startswith(f"{ITS_SLOT}:")
    }
    return {**{name: found[name] for name in SHARED}, **own}


def _lets_go(one: Change[Any], books: Books) -> bool:
    """Say whether the time that was held for the line is struck out of a day's book."""
    if one.kind is not DaySchedule or one.before is None or books.appointment is None:
        return False
    frees = books.appointment.frees
    return any(taken.id == frees for taken in one.before.taken) and all(
        taken.id != frees for taken in one.after.taken
    )
