"""Replies to texts of customers, where the carrier of inbound texts cannot take a reply."""

from datetime import datetime, timedelta

from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.message_facts import business_facts
from fullhouse.products.frontdesk.waitlist.commands import TextBack
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT, entry_facts, message_id
from fullhouse.products.frontdesk.waitlist.model import SCOPE, WaitlistResult, WaitlistState

# Who gets no reply for so long does not wait for it any more.
OF_USE = timedelta(hours=1)


def text_back(state: WaitlistState, command: TextBack, now: datetime) -> Decision:
    """Queue the reply to a text, if its number is still the customer's."""
    entry = state.entry
    if entry is None or entry.phone != command.phone:
        return Decision(WaitlistResult("unknown_entry"))
    message = Message(
        id=message_id("text_reply", entry.id, command.text_id),
        product=PRODUCT,
        kind="text_reply",
        channel="text",
        to=entry.phone,
        scope=SCOPE,
        person=entry.id,
        facts={
            "business": business_facts(rulebook_of(state.rules), entry.language),
            "entry": entry_facts(entry),
            "words": command.words,
        },
        queued_at=now,
        not_before=now,
        use_by=now + OF_USE,
        at=now,
    )
    return Decision(WaitlistResult("noted", entry), messages=(message,))
