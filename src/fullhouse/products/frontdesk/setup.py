"""Saving of documents, and the periodic tasks that the rules document starts."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Needs
from fullhouse.products.frontdesk.appointments import model as appointments
from fullhouse.products.frontdesk.appointments.commands import StartReminderTicks
from fullhouse.products.frontdesk.appointments.reminder_ticks import start_ticks
from fullhouse.products.frontdesk.refill.removal_questions import MOST_NAMED
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend, budget_note, the_spend
from fullhouse.products.frontdesk.waitlist import model as waitlist
from fullhouse.products.frontdesk.waitlist.commands import StartHousekeeping
from fullhouse.products.frontdesk.waitlist.housekeeping import keep_house, look_again_alarm
from fullhouse.products.frontdesk.waitlist.messages import to_staff


def document_needs(command: SaveDocument, found: Found) -> Needs:
    """Load the document that is to be saved, and with the rules what texts have cost."""
    needs = documents.document_needs(command, found)
    return {**needs, **the_spend(command, found)} if needs and command.name == "rules" else needs


def save_document(found: dict[str, Any], command: SaveDocument, now: datetime) -> Decision:
    """Save a document. New rules start the periodic tasks of waitlist and appointments.

    What waits for a time that the old rules gave is looked at again by the new ones.
    """
    decision = documents.save_document(found, command, now)
    waits = bool(command.doubts) and decision.answer.problems == command.doubts
    if waits and decision.steps:
        return msgspec.structs.replace(decision, messages=(_note(decision, command, now),))
    if command.name != "rules" or not decision.steps or decision.answer.problems:
        return decision
    rules = decision.answer.document
    begun = keep_house(waitlist.WaitlistState(rules=rules), StartHousekeeping(), now)
    ticking = start_ticks(appointments.AppointmentState(rules=rules), StartReminderTicks(), now)
    again = (look_again_alarm(now),) if found["document"] is not None else ()
    return msgspec.structs.replace(
        decision,
        messages=_budget_notes(found, rules, now),
        set_alarms=(*begun.set_alarms, *ticking.set_alarms, *again),
    )


def _budget_notes(found: Found, rules: Document, now: datetime) -> tuple[Message, ...]:
    """Return the note that new rules have another limit for texts, most of which is spent."""
    spend: SmsSpend | None = found.get("spend")
    old, new = (documents.rulebook_of(one) for one in (found["document"], rules))
    note = budget_note(spend, spend, new, now, old_rules=old)
    if note is None:
        return ()
    state = waitlist.WaitlistState(rules=rules)
    return (to_staff(note.kind, state, now, note.occasion, **note.facts),)


def _note(decision: Decision, command: SaveDocument, now: datetime) -> Message:
    """Build the note that new rules wait for staff."""
    rules: Document = decision.answer.document
    named = [msgspec.structs.asdict(person) for person in command.people[:MOST_NAMED]]
    about = {"source": "rules", "gone": len(command.people), "people": named}
    state = waitlist.WaitlistState(rules=rules)
    return to_staff("removal", state, now, f"rules-{rules.rev}", removal=about)
