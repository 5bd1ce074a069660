"""Housekeeping of the waitlist that the appointments take part in."""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.appointments.commands import SetAppointmentRetention
from fullhouse.products.frontdesk.appointments.model import AppointmentState
from fullhouse.products.frontdesk.appointments.retention import keep_appointments
from fullhouse.products.frontdesk.refill.contact_adoption import adopt_alarm
from fullhouse.products.frontdesk.refill.slot_sync import sync_alarm
from fullhouse.products.frontdesk.waitlist import housekeeping
from fullhouse.products.frontdesk.waitlist.commands import Housekeep, SetEntryRetention
from fullhouse.products.frontdesk.waitlist.model import WaitlistState


def housekeep(state: WaitlistState, command: Housekeep, now: datetime) -> Decision:
    """Do the waitlist's housekeeping, and sync each open slot with the day's schedule.

    It runs each night, and whenever other rules come into force. Each night it also adopts
    contacts.
    """
    decision = housekeeping.housekeep(state, command, now)
    alarms = [sync_alarm(slot.id, now) for slot in state.slots]
    if command.again:
        alarms.append(adopt_alarm(now))
    return msgspec.structs.replace(decision, set_alarms=(*decision.set_alarms, *alarms))


def keep_customers(state: WaitlistState, command: SetEntryRetention, now: datetime) -> Decision:
    """Keep entries and appointments equally long: a customer who claimed a slot is in both."""
    entries = housekeeping.keep_customers(state, command, now)
    retention = SetAppointmentRetention(days=command.days)
    appointments = keep_appointments(AppointmentState(), retention, now)
    return msgspec.structs.replace(
        entries,
        set_alarms=(*entries.set_alarms, *appointments.set_alarms),
        clear_alarms=(*entries.clear_alarms, *appointments.clear_alarms),
    )
