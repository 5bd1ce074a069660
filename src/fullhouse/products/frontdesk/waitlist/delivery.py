"""How the waitlist's messages leave: looked at once more at the door, and what a refusal means for an offer."""

from datetime import datetime

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, about_people, in_sequence, together
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.product import DeliveryVerdict, Discard, Found, SendLater, SendNow
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.sms import OPTED_OUT
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
from fullhouse.products.frontdesk.waitlist.commands import NoteReach
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.messages import offer_facts, to_staff
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    Reach,
    Slot,
    SlotOffer,
    WaitlistState,
    address_mark,
    contact_id,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import live_offer

GONE = "the entry is gone"
# What stands for an address that a carrier names in its refusal: it is not written down.
NOWHERE = "…"


def _the_person(message: Message, _found: Found) -> Needs:
    return {"entry": Get(Entry, (message.person,)), **g.contacts_of((message.to,))}


def _the_offer(message: Message, _found: Found) -> Needs:
    return g.offer_named(message.facts["offer"]["name"]) if message.facts.get("offer") else {}


def _the_texts(message: Message, found: Found) -> Needs:
    return the_spend(message, found) if message.channel == "text" else {}


def _of_an_offer(asking: Asking) -> Asking:
    """Ask about others where an offer's end concerns them, or a carrier says something of where it was handed."""

    def needs(message: Message, found: Found) -> Needs:
        return (
            asking(message, found) if message.status == "sending" or message.kind == "offer" else {}
        )

    return needs


def _their_contacts(message: Message, found: Found) -> Needs:
    return g.their_contacts(message, found) if message.status == "sending" else {}


needs = about_people(
    in_sequence(
        together(the_documents, _the_person, _the_offer, _the_texts),
        g.its_contacts,
        _of_an_offer(g.everyone_there),
        _of_an_offer(g.their_lines),
        _their_contacts,
    )
)
sent_needs = in_sequence(counting_texts)


def check_delivery(message: Message, state: WaitlistState, now: datetime) -> DeliveryVerdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent in the night."""
    if message.use_by is not None and now >= message.use_by and message.kind != "offer":
        return Discard("too late to be of use")
    if not message.person:
        return SendNow()
    entry = state.entry
    if entry is None or entry.is_erased:
        return Discard(GONE)
    if message.kind == "offer":
        return _offer_door(message, state, now)
    reason = _why_not(message, state, entry, now)
    if reason:
        return Discard(reason)
    opens = _opens(message, state, entry, now)
    return SendLater(opens) if opens > now else SendNow()


def _why_not(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> str:
    """Say why an answer should not leave any more; empty if it should."""
    if message.kind == "joined" and entry.state != "waiting":
        return "things have changed since"
    if _reach(state, message.to) == "opted_out":
        return "they want no messages there"
    return _stopped(message, state, now) or _spared(message, state, entry, now)


def _spared(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> str:
    told = message.channel == "text" and message.kind == "joined" and entry.source == "form"
    return (
        KEPT_FOR_OFFERS
        if told and is_kept_for_offers(state.spend, rulebook_of(state.rules), now)
        else ""
    )


def _opens(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> datetime:
    """Say when an answer may leave: at once to someone's own click, not at night to whom staff put on the list."""
    rulebook = rulebook_of(state.rules)
    own = message.kind != "joined" or entry.source == "form"
    return now if own else rulebook.quiet_hours.next_open(now, rulebook.zone)


def _stopped(message: Message, state: WaitlistState, now: datetime) -> str:
    stopped = message.channel == "text" and texts_stopped(
        state.spend, rulebook_of(state.rules), now
    )
    return STOPPED if stopped else ""


def _reach(state: WaitlistState, address: str) -> Reach:
    return next((one.reach for one in state.contacts if one.id == contact_id(address)), "fine")


def _its_offer(message: Message, state: WaitlistState) -> tuple[Slot, SlotOffer] | None:
    """Return the offer that a message is about with its slot, if it is live."""
    found = live_offer(state) if message.kind == "offer" else None
    return found[:2] if found is not None else None


def _offer_door(message: Message, state: WaitlistState, now: datetime) -> DeliveryVerdict:
    found = _its_offer(message, state)
    if found is None or now >= found[1].ends_at:
        return Discard("the offer has ended")
    reason = _why_not_now(message, state, found[0], now)
    if not reason:
        return SendNow({**message.facts, "offer": offer_facts(found[1])})
    # A refusal would have ended it, so after an earlier try the person may know of the offer, and it stays live.
    also = Decision(None) if message.attempts else put_back(state, message.to, NotSent(reason), now)
    return Discard(reason, also)


def _why_not_now(message: Message, state: WaitlistState, slot: Slot, now: datetime) -> str:
    if _reach(state, message.to) != "fine":
        return "they cannot be reached there"
    rules = rulebook_of(state.rules).offer_rules
    quiet = send_at(Opening(slot.closes_at), rules, now) > now
    return "quiet hours" if quiet else _stopped(message, state, now)


def on_refused(
    message: Message, state: WaitlistState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Put an offer back that did not leave, and remember of an address what will never arrive there."""
    lost, reason = _lost(outcome), outcome.reason.replace(message.to, NOWHERE)
    if _its_offer(message, state) is not None:
        if message.attempts > 1 and lost == "fine":
            return Decision(None)
        why = NotSent(reason, pause=True, blame=isinstance(outcome, Refused), lost=lost)
        return put_back(state, message.to, why, now)
    if lost == "fine" or not message.person:
        return Decision(None)
    return note_reach(state, NoteReach(address=message.to, reach=lost, note=reason), now)


def _lost(outcome: Refused | CarrierDown) -> Reach:
    """Say what a carrier's answer means for the address that it was to go to."""
    if isinstance(outcome, CarrierDown) or not outcome.permanent:
        return "fine"
    return "opted_out" if outcome.reason == OPTED_OUT else "bounced"


def on_sent(message: Message, state: WaitlistState, letter: str, now: datetime) -> Decision:
    """Count what a text cost; when that was the last that this month may have, staff are told."""
    if message.channel != "text":
        return Decision(None)
    rulebook = rulebook_of(state.rules)
    spend = add_cost(state.spend, letter, rulebook, now)
    told = last_text(state.spend, spend.after, rulebook, now)
    notes = (to_staff("text_limit", state, now, spend.after.month, **told),) if told else ()
    return Decision(
        None, steps=(Step(SCOPE, "text_counted", message.person, (spend,)),), messages=notes
    )


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do; None for a plain page."""
    if purpose in ("waitlist", "desk") or not message.person:
        return None
    offer = message.facts.get("offer")
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    about = offer["name"] if offer and purpose in ("claim", "decline") else ""
    about = address_mark(message.to) if purpose == "leave" else about
    return Link(purpose, SCOPE, message.person, about, expires_at)


def page(_message: Message, purpose: str) -> Page:
    """Return the waitlist's page, at the desk or for everyone."""
    if purpose == "desk":
        return Page("desk", "/desk/waitlist")
    return Page("waitlist", "/waitlist")
