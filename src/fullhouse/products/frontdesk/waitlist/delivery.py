"""Delivery checks of waitlist messages, and what a refusal means for an offer."""

from datetime import datetime, timedelta

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, about_people, in_sequence, together
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.product import (
    BudgetRules,
    DeliveryVerdict,
    Discard,
    Found,
    SendLater,
    SendNow,
)
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.shared.contacts import NoteReach, Reach, contact_needs, reach_of
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.sms_budget import (
    KEPT_FOR_OFFERS,
    STOPPED,
    add_cost,
    counting_texts,
    is_kept_for_offers,
    last_text,
    texts_stopped,
    the_spend,
)
from fullhouse.products.frontdesk.waitlist import needs as g
from fullhouse.products.frontdesk.waitlist.claims import NotSent, put_back
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, DeclineSlot, LeaveWaitlist
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.messages import offer_facts, to_staff
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    Slot,
    SlotOffer,
    WaitlistState,
    address_mark,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import live_offer

GONE = "the entry is gone"
# How long a request to join can be confirmed.
REQUEST_HOLDS = timedelta(days=1)
# Replaces an address in a carrier's refusal, so that it is not stored.
NOWHERE = "…"
# `joined` and what staff trigger count: they are delayed.
BUDGET = BudgetRules(
    free={"offer": "it has a deadline, and the queue decides who gets one"},
    answers={},
    own={
        ClaimSlot: "a button of their link",
        DeclineSlot: "a button of their link",
        LeaveWaitlist: "a button of their link",
    },
)


def _its_reader(message: Message, _found: Found) -> Needs:
    return {"entry": Get(Entry, (message.person,)), **contact_needs((message.to,))}


def _the_offer(message: Message, _found: Found) -> Needs:
    if not message.facts.get("offer"):
        return {}
    return g.offer_named(message.facts["offer"]["name"])


def _the_texts(message: Message, found: Found) -> Needs:
    if message.channel != "text":
        return {}
    return the_spend(message, found)


def _of_an_offer(asking: Asking) -> Asking:
    """Load others only where an offer's end or a carrier's answer concerns them."""

    def needs(message: Message, found: Found) -> Needs:
        if message.status != "sending" and message.kind != "offer":
            return {}
        return asking(message, found)

    return needs


def _their_contacts(message: Message, found: Found) -> Needs:
    if message.status != "sending":
        return {}
    return g.their_contacts(message, found)


needs = about_people(
    in_sequence(
        together(the_documents, _its_reader, _the_offer, _the_texts),
        g.its_contacts,
        _of_an_offer(g.everyone_there),
        _of_an_offer(g.their_lines),
        _their_contacts,
    )
)
sent_needs = in_sequence(counting_texts)


def check_delivery(message: Message, state: WaitlistState, now: datetime) -> DeliveryVerdict:
    """Check a message before sending: still true, still of use, not at night."""
    if message.use_by is not None and now >= message.use_by and message.kind != "offer":
        return Discard("too late to be of use")
    if not message.person or message.facts.get("request"):
        return _check_other(message, state)
    entry = state.entry
    if entry is None or entry.is_erased:
        return Discard(GONE)
    if message.kind == "offer":
        return _check_offer(message, state, now)
    return _check_answer(message, state, entry, now)


def _check_answer(
    message: Message, state: WaitlistState, entry: Entry, now: datetime
) -> DeliveryVerdict:
    """Check an answer to a customer."""
    reason = _why_not(message, state, entry, now)
    if reason:
        return Discard(reason)
    opens = _opens(message, state, entry, now)
    return SendLater(opens) if opens > now else SendNow()


def _check_other(message: Message, state: WaitlistState) -> DeliveryVerdict:
    """Check a note to staff, or the link of someone who is not on the waitlist yet."""
    if reach_of(message.to, state.contacts) == "opted_out":
        return Discard("they want no messages there")
    return SendNow()


def _why_not(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> str:
    """Return why an answer should not be sent any more; empty if it should."""
    if message.kind == "joined" and entry.state != "waiting":
        return "things have changed since"
    if reach_of(message.to, state.contacts) == "opted_out":
        return "they want no messages there"
    return _stopped(message, state, now) or _spared(message, state, entry, now)


def _spared(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> str:
    """Return why an SMS to a customer who joined by form is not sent; empty if it is."""
    by_form = message.kind == "joined" and entry.source == "form"
    if message.channel != "text" or not by_form:
        return ""
    if not is_kept_for_offers(state.spend, rulebook_of(state.rules), now):
        return ""
    return KEPT_FOR_OFFERS


def _opens(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> datetime:
    """Return when an answer may be sent: at once after a customer's own click, else by day."""
    own = message.kind != "joined" or entry.source == "form"
    if own:
        return now
    rulebook = rulebook_of(state.rules)
    return rulebook.quiet_hours.next_open(now, rulebook.zone)


def _stopped(message: Message, state: WaitlistState, now: datetime) -> str:
    if message.channel != "text":
        return ""
    if not texts_stopped(state.spend, rulebook_of(state.rules), now):
        return ""
    return STOPPED


def _its_offer(message: Message, state: WaitlistState) -> tuple[Slot, SlotOffer] | None:
    """Return the live offer that a message is about, with its slot."""
    if message.kind != "offer":
        return None
    found = live_offer(state)
    if found is None:
        return None
    slot, offer, _entry = found
    return slot, offer


def _check_offer(message: Message, state: WaitlistState, now: datetime) -> DeliveryVerdict:
    found = _its_offer(message, state)
    if found is None or now >= found[1].ends_at:
        return Discard("the offer has ended")
    slot, offer = found
    reason = _why_not_now(message, state, slot, now)
    if not reason:
        return SendNow({**message.facts, "offer": offer_facts(offer)})
    # A refusal would have ended the offer. So after an earlier attempt the customer may know
    # of it, and it stays live.
    if message.attempts:
        return Discard(reason, Decision(None))
    return Discard(reason, put_back(state, message.to, NotSent(reason), now))


def _why_not_now(message: Message, state: WaitlistState, slot: Slot, now: datetime) -> str:
    if reach_of(message.to, state.contacts) != "fine":
        return "they cannot be reached there"
    rules = rulebook_of(state.rules).offer_rules
    if send_at(Opening(slot.closes_at), rules, now) > now:
        return "quiet hours"
    return _stopped(message, state, now)


def on_refused(
    message: Message, state: WaitlistState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Put back an offer that was not sent, and store that an address is lost."""
    lost, reason = _lost(outcome), outcome.reason.replace(message.to, NOWHERE)
    if _its_offer(message, state) is not None:
        if message.attempts > 1 and lost == "fine":
            return Decision(None)
        why = NotSent(reason, pause=True, blame=isinstance(outcome, Refused), lost=lost)
        return put_back(state, message.to, why, now)
    if lost == "fine" or not message.person or message.facts.get("request"):
        return Decision(None)
    return note_reach(state, NoteReach(address=message.to, reach=lost, note=reason), now)


def _lost(outcome: Refused | CarrierDown) -> Reach:
    """Return the new reach of an address after a carrier's answer."""
    if isinstance(outcome, CarrierDown) or not outcome.permanent:
        return "fine"
    if outcome.reason == OPTED_OUT:
        return "opted_out"
    return "bounced"


def on_sent(message: Message, state: WaitlistState, letter: str, now: datetime) -> Decision:
    """Count the cost of an SMS, and notify staff if it used up the budget."""
    if message.channel != "text":
        return Decision(None)
    rulebook = rulebook_of(state.rules)
    spend = add_cost(state.spend, letter, rulebook, now)
    step = Step(SCOPE, "text_counted", message.person, (spend,))
    limit = last_text(state.spend, spend.after, rulebook, now)
    if not limit:
        return Decision(None, steps=(step,))
    note = to_staff("text_limit", state, now, spend.after.month, **limit)
    return Decision(None, steps=(step,), messages=(note,))


def link(message: Message, purpose: str) -> Link | None:
    """Return the signed link for a purpose; None for a plain page."""
    if purpose in ("waitlist", "desk") or not message.person:
        return None
    request = message.facts.get("request")
    if request:
        ends_at = message.queued_at.replace(microsecond=0) + REQUEST_HOLDS
        return Link("request", SCOPE, message.person, request["mark"], ends_at)
    offer = message.facts.get("offer")
    about = offer["name"] if offer and purpose in ("claim", "decline") else ""
    if purpose == "leave":
        about = address_mark(message.to)
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    return Link(purpose, SCOPE, message.person, about, expires_at)


def page(_message: Message, purpose: str) -> Page:
    """Return the waitlist's page at the desk, or the public one."""
    if purpose == "desk":
        return Page("desk", "/desk/waitlist")
    return Page("waitlist", "/waitlist")
