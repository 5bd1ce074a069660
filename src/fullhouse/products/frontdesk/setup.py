"""Saving of documents, and the periodic tasks that the rules document starts."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.appointments import model as appointments
from fullhouse.products.frontdesk.appointments.commands import StartReminderTicks
from fullhouse.products.frontdesk.appointments.reminder_ticks import start_ticks
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist import model as waitlist
from fullhouse.products.frontdesk.waitlist.commands import StartHousekeeping
from fullhouse.products.frontdesk.waitlist.housekeeping import keep_house, look_again_alarm


def save_document(found: dict[str, Any], command: SaveDocument, now: datetime) -> Decision:
    """Save a document. New rules start the periodic tasks of waitlist and appointments.

    What waits for a time that the old rules gave is looked at again by the new ones.
    """
    decision = documents.save_document(found, command, now)
    if command.name != "rules" or not decision.steps or decision.answer.problems:
        return decision
    rules = decision.answer.document
    begun = keep_house(waitlist.WaitlistState(rules=rules), StartHousekeeping(), now)
    ticking = start_ticks(appointments.AppointmentState(rules=rules), StartReminderTicks(), now)
    again = (look_again_alarm(now),) if found["document"] is not None else ()
    return msgspec.structs.replace(
        decision, set_alarms=(*begun.set_alarms, *ticking.set_alarms, *again)
    )
