"""A time that was to be offered to the line and is not after all: staff were told otherwise, and hear of it."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.gap_alerts import with_alert_noted
from fullhouse.products.frontdesk.appointments.messages import appointment_facts, to_staff
from fullhouse.products.frontdesk.appointments.model import SCOPE, Appointment, AppointmentState
from fullhouse.products.frontdesk.appointments.released_times import slot_id_for
from fullhouse.products.frontdesk.refill import conflicts
from fullhouse.products.frontdesk.refill.slot_sync import sync_alarm
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot

WHOSE = "whose:appointment"


class Seen(msgspec.Struct, frozen=True):
    """What a freed slot is decided on, and the appointment that gives its own time up."""

    slot: conflicts.Seen
    whose: Appointment | None


def notify_not_offered(rule: Rule) -> Rule:
    """Make the rule for a freed slot over that of its chair: what is held for one that is not to be is let go of."""

    def needs(command: FreeSlot, found: Found) -> Needs:
        if wanted := rule.needs(command, found):
            return wanted
        if not conflicts.is_own_release(command) or WHOSE in found:
            return {}
        return {WHOSE: Get(Appointment, (slot_id_for(command.slot_id),))}

    def decide(seen: Seen, command: FreeSlot, now: datetime) -> Decision:
        decision = rule.decide(seen.slot, command, now)
        if decision.answer.code == "freed" or not conflicts.is_own_release(command):
            return decision
        # Where another word of the same time came first, that one is offered.
        also = (
            Decision(None) if decision.answer.slot is not None else _not_offered(seen, command, now)
        )
        return msgspec.structs.replace(
            decision,
            steps=(*decision.steps, *also.steps),
            messages=(*decision.messages, *also.messages),
            set_alarms=(*decision.set_alarms, sync_alarm(command.slot_id, now, command.starts_at)),
        )

    def state(**found: Any) -> Seen:  # noqa: ANN401 - whatever was asked for
        return Seen(rule.state(**found), found.get(WHOSE))

    return Rule(needs, decide, state)


def _not_offered(seen: Seen, command: FreeSlot, now: datetime) -> Decision:
    """Note on an appointment that its time became no slot, and tell staff of that time, once."""
    whose = seen.whose
    if whose is None or whose.frees != command.slot_id:
        return Decision(None)
    step = Step(SCOPE, "not_offered", whose.id, (with_alert_noted(whose, frees=""),))
    if whose.is_erased:
        return Decision(None, steps=(step,))
    its = {name: getattr(command, name) for name in ("service", "starts_at", "minutes", "staff")}
    facts = {
        "appointment": appointment_facts(msgspec.structs.replace(whose, **its)),
        "reason": "not_offered",
    }
    state = AppointmentState(rules=seen.slot.state.rules)
    note = to_staff("gap_alert", state, now, f"{command.slot_id}:not_offered", **facts)
    return Decision(None, steps=(step,), messages=(note,))
