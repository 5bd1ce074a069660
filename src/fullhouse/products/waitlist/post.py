"""How the waitlist's messages leave: looked at once more at the door, and what a refusal means for an offer."""

from datetime import datetime

import msgspec

from fullhouse.kernel.decisions import Change, Decision, Step, change, new, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Down, Message, Refused
from fullhouse.kernel.offers import Opening, sending_time
from fullhouse.kernel.product import Drop, Found, Go, Verdict
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.texts import parts
from fullhouse.products.waitlist import gathering
from fullhouse.products.waitlist.claims import NotSent, put_back
from fullhouse.products.waitlist.commands import NoteReach
from fullhouse.products.waitlist.endings import live_offer
from fullhouse.products.waitlist.model import SCOPE, TEXTS, Contact, Entry, Spend, State, contact_id
from fullhouse.products.waitlist.notices import offer_facts, to_staff
from fullhouse.products.waitlist.reach import note_reach
from fullhouse.products.waitlist.slots import is_spent, month_of

GONE = "the entry is gone"


def _offer_named(message: Message, _found: Found) -> Needs:
    """Load the slot and the offer that a message is about."""
    offer = message.facts.get("offer")
    if not message.person or not offer:
        return {}
    slot_id, _, seq = offer["name"].rpartition("-")
    key = gathering.offer_key(slot_id, int(seq))
    return {"slot": Get(gathering.Slot, (slot_id,)), "offer": Get(gathering.SlotOffer, key)}


def _person(message: Message, _found: Found) -> Needs:
    return {"entry": Get(Entry, (message.person,))} if message.person else {}


def _texts(message: Message, _found: Found) -> Needs:
    return {"spend": Get(Spend, (TEXTS,))} if message.channel == "text" else {}


needs = gathering.steps(
    gathering.the_documents,
    _person,
    _offer_named,
    gathering.its_contacts,
    gathering.everyone_there,
    gathering.their_lines,
    gathering.their_contacts,
    gathering.its_line,
    _texts,
)


def door(message: Message, state: State, now: datetime) -> Verdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent in the night."""
    if message.use_by is not None and now >= message.use_by and message.kind != "offer":
        return Drop("too late to be of use")
    if not message.person:
        return Go()
    entry = state.entry
    if entry is None or entry.is_erased:
        return Drop(GONE)
    if message.kind == "offer":
        return _offer_door(message, state, entry, now)
    if message.kind == "joined" and entry.state != "waiting":
        return Drop("things have changed since")
    return Drop("they want no messages there") if _wants_none(message, state) else Go()


def _wants_none(message: Message, state: State) -> bool:
    contact = _contact(state, message.to)
    return contact is not None and contact.reach == "opted_out"


def _contact(state: State, address: str) -> Contact | None:
    return next((one for one in state.contacts if one.id == contact_id(address)), None)


def _offer_door(message: Message, state: State, entry: Entry, now: datetime) -> Verdict:
    found = live_offer(state)
    if found is None or found[1].name != message.facts["offer"]["name"] or now >= found[1].ends_at:
        return Drop("the offer has ended")
    slot, offer, _ = found
    rules = rulebook_of(state.rules).offer_rules
    contact = _contact(state, message.to)
    if contact is not None and contact.reach != "fine":
        reason, why = "they cannot be reached there", NotSent(contact.reach)
    elif sending_time(Opening(slot.closes_at), rules, now) > now:
        reason, why = "quiet hours", NotSent("quiet hours")
    else:
        return Go({**message.facts, "offer": offer_facts(offer)})
    # A refusal would have ended it, so after an earlier try the person may know of the offer, and it stays live.
    return Drop(reason, Decision(None) if message.attempts else put_back(state, why, now))


def refused(message: Message, state: State, outcome: Refused | Down, now: datetime) -> Decision:
    """Put an offer back that did not leave, and remember of an address what will never arrive there."""
    lost = isinstance(outcome, Refused) and outcome.permanent
    found = live_offer(state)
    if message.kind == "offer" and found is not None and found[1].name == message.facts["offer"]["name"]:
        if message.attempts > 1 and not lost:
            return Decision(None)
        why = NotSent(outcome.reason, pause=True, blame=isinstance(outcome, Refused), lost=lost)
        return put_back(state, why, now)
    if not lost or not message.person:
        return Decision(None)
    noted = NoteReach(address=message.to, reach="bounced", note=outcome.reason)
    return msgspec.structs.replace(note_reach(state, noted, now), answer=None)


def sent(message: Message, state: State, letter: str, now: datetime) -> Decision:
    """Count what a text cost; when that was the last that this month may have, staff are told."""
    if message.channel != "text":
        return Decision(None)
    counted, rulebook = _counted(state, letter, now), rulebook_of(state.rules)
    step = Step(SCOPE, "text_counted", message.person or SCOPE, (counted,))
    if is_spent(counted.before, rulebook) or not is_spent(counted.after, rulebook):
        return Decision(None, steps=(step,))
    limit = msgspec.to_builtins(rulebook.texts.limit)
    note = to_staff("text_limit", state, now, counted.after.month, month=counted.after.month, limit=limit)
    return Decision(None, steps=(step,), messages=(note,))


def _counted(state: State, letter: str, now: datetime) -> Change[Spend]:
    rulebook, spend = rulebook_of(state.rules), state.spend
    several = parts(msgspec.json.decode(letter, type=Letter).text) if letter else 1
    amount, month = several * rulebook.texts.each.amount, month_of(now, rulebook)
    if spend is None:
        return new(Spend(month=month, parts=several, amount=amount))
    if spend.month != month:
        return change(spend, *unchanged(spend, "month"), month=month, parts=several, amount=amount)
    return change(spend, *unchanged(spend, "month"), adds={"parts": several, "amount": amount})


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do; None for a plain page."""
    if purpose in ("waitlist", "desk") or not message.person:
        return None
    offer = message.facts.get("offer")
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    about = offer["name"] if offer and purpose in ("claim", "decline") else ""
    return Link(purpose, SCOPE, message.person, about, expires_at)
