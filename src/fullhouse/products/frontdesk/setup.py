"""Saving a document, and what begins with it: whoever has rules has a waitlist and appointments, and rounds for both.

What waits for a time that the old rules gave looks again by the new ones.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Rule
from fullhouse.products.frontdesk.appointments import model as appointments
from fullhouse.products.frontdesk.appointments.commands import StartReminderTicks
from fullhouse.products.frontdesk.appointments.reminder_ticks import start_ticks
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist import model as waitlist
from fullhouse.products.frontdesk.waitlist.commands import StartHousekeeping
from fullhouse.products.frontdesk.waitlist.housekeeping import keep_house, look_again_alarm


def _save(found: dict[str, Any], command: SaveDocument, now: datetime) -> Decision:
    """Save a document; rules that are put in force set the rounds by their clock and wake what the old ones put off."""
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


RULES: dict[type[Command], Rule] = {SaveDocument: Rule(documents.RULES[SaveDocument].needs, _save)}
