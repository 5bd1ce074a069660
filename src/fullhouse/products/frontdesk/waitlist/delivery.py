"""Delivery checks of waitlist messages, and what a refusal means for an offer."""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.decisions import Decision, Step
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import LOST, CarrierDown, Message, Refused
from fullhouse.kernel.needs import Asking, about_people, in_sequence, together
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.product import (
    APPOINTMENTS,
    BudgetRules,
    DeliveryVerdict,
    Discard,
    Found,
    SendLater,
    SendNow,
)
from fullhouse.kernel.records import Get, Needs
from fullhouse.kernel.sms import OPTED_OUT
from fullhouse.products.frontdesk.shared.contacts import (
    NoteReach,
    Reach,
    contact_needs,
    is_shared,
    reach_of,
    takes_offers,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.shared.message_facts import page_fields
from fullhouse.products.frontdesk.shared.short_links import short_link_of
from fullhouse.products.frontdesk.shared.sms_budget import (
    KEPT_FOR_OFFERS,
    STOPPED,
    add_cost,
    budget_note,
    counting_texts,
    is_kept_for_offers,
    texts_stopped,
    the_spend,
)
from fullhouse.products.frontdesk.waitlist import claims, queue
from fullhouse.products.frontdesk.waitlist import needs as g
from fullhouse.products.frontdesk.waitlist.claims import NotSent, put_back
from fullhouse.products.frontdesk.waitlist.commands import (
    ClaimSlot,
    DeclineSlot,
    GiveUpSlot,
    LeaveWaitlist,
)
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.message_facts import read_facts
from fullhouse.products.frontdesk.waitlist.messages import (
    OFFER_WITHDRAWN,
    entry_facts,
    message_id,
    offer_facts,
    to_staff,
)
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    Slot,
    SlotOffer,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.offer_endings import live_offer

GONE = "the entry is gone"
# Links that answer for the appointment of a claimed slot: its first time, and no reminder.
MANAGING = frozenset({"reschedule", "cancel"})
FIRST_TIME = "1-0"
# The one link that a text carries.
SHORT = {"joined": "wishes", "offer": "claim", "booked": "give_up"}
# That of a claimed slot with an appointment.
SHORT_MANAGED = {"booked": "reschedule"}
# Links that end with the address they were sent to.
BOUND = frozenset({"leave", "wishes", "give_up"})
# How long a request to join can be confirmed.
REQUEST_HOLDS = timedelta(days=1)
# Replaces an address in a carrier's refusal, so that it is not stored.
NOWHERE = "…"
# How long the end of an offer waits for an offer that is on its way.
NOT_YET_SENT = timedelta(minutes=1)
BUDGET = BudgetRules(
    free={},
    news={"offer": "it has a deadline, and the queue decides who gets one"},
    answers={},
    own={
        ClaimSlot: "a button of their link",
        DeclineSlot: "a button of their link",
        GiveUpSlot: "a button of their link",
        LeaveWaitlist: "a button of their link",
    },
    by_staff={
        "cancelled": "the customer would come in vain, whatever strangers had sent to them",
        OFFER_WITHDRAWN: "the customer would answer in vain",
    },
    is_entered=lambda message: bool((message.facts.get("entry") or {}).get("entered")),
)


def _its_reader(message: Message, _found: Found) -> Needs:
    return {"entry": Get(Entry, (message.person,)), **contact_needs((message.to,))}


def _the_offer(message: Message, _found: Found) -> Needs:
    """Load the offer that a message is about with its slot, or the slot alone."""
    if message.facts.get("offer"):
        return g.offer_named(message.facts["offer"]["name"])
    slot = message.facts.get("slot")
    return {"slot": Get(Slot, (slot["id"],))} if slot else {}


def _the_offer_message(message: Message, _found: Found) -> Needs:
    """Load the message that made the offer whose end is told."""
    if message.kind != OFFER_WITHDRAWN:
        return {}
    name = message_id("offer", message.person, message.facts["offer"]["name"])
    return {"offer_message": Get(Message, (name,))}


def _what_they_hold(message: Message, found: Found) -> Needs:
    """Load the slot that the customer of an ended offer is offered by now, or has booked."""
    entry: Entry | None = found.get("entry")
    if message.kind != OFFER_WITHDRAWN or entry is None:
        return {}
    slot_id = entry.offer.rpartition("-")[0] or entry.booked
    return {"held_slot": Get(Slot, (slot_id,))} if slot_id else {}


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


def _everyone_there(message: Message, found: Found) -> Needs:
    """Load all who share an address of the customer: a text says which of them it is for."""
    if message.channel == "text":
        return g.everyone_there(message, found)
    return _of_an_offer(g.everyone_there)(message, found)


def _their_contacts(message: Message, found: Found) -> Needs:
    if message.status != "sending":
        return {}
    return g.their_contacts(message, found)


needs = about_people(
    in_sequence(
        together(the_documents, _its_reader, _the_offer, _the_offer_message, _the_texts),
        together(g.its_contacts, _what_they_hold),
        _everyone_there,
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
        return _check_offer(message, state, entry, now)
    return _check_answer(message, state, entry, now)


def _check_answer(
    message: Message, state: WaitlistState, entry: Entry, now: datetime
) -> DeliveryVerdict:
    """Check an answer to a customer."""
    reason = _why_not(message, state, entry, now)
    if reason:
        return Discard(reason)
    opens = _opens(message, state, entry, now)
    if opens > now:
        return SendLater(opens)
    return SendNow({**message.facts, **_fresh(message, state, entry, now)})


def _fresh(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> dict[str, Any]:
    """Return the facts as they are now: what is renamed has its new name in messages, too."""
    facts = {"entry": entry_facts(entry), **_shared(message, state, entry, now)}
    slot, known = state.slot, message.facts.get("slot")
    if slot is None or not known:
        return facts
    return {**facts, "slot": {**known, "service": slot.service, "staff": slot.staff}}


def _shared(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> dict[str, bool]:
    """Return the fact that someone of another name has the number of a text."""
    if message.channel != "text":
        return {}
    waiting = [one.name for one in state.entries if one.phone == message.to]
    shared = is_shared(entry.name, waiting, state.booked_there, now)
    return {"shared": True} if shared else {}


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
    if message.kind == OFFER_WITHDRAWN and (untrue := _why_no_end(state, entry)):
        return untrue
    return _stopped(message, state, now) or _spared(message, state, entry, now)


def _why_no_end(state: WaitlistState, entry: Entry) -> str:
    """Return why a customer should not read that an offer has ended; empty if they should."""
    if _was_never_sent(state.offer_message):
        return "they never got the offer"
    if queue.has_this_time(entry, state):
        return "they are booked at that time"
    slot, held = state.slot, state.held_slot
    if slot is None or held is None:
        return ""
    overlaps = held.starts_at < slot.ends_at and slot.starts_at < held.ends_at
    return "they hold an offer of that time" if overlaps else ""


def _was_never_sent(message: Message | None) -> bool:
    """Return True if a message did not leave, and surely did not arrive."""
    if message is None or message.status != "failed":
        return False
    return not message.error.startswith(LOST)


def _spared(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> str:
    """Return why an SMS to someone who joined by form, perhaps again, is not sent; else nothing."""
    by_form = message.kind == "joined" and (entry.source == "form" or message.facts.get("again"))
    if message.channel != "text" or not by_form:
        return ""
    if not is_kept_for_offers(state.spend, rulebook_of(state.rules), now):
        return ""
    return KEPT_FOR_OFFERS


def _opens(message: Message, state: WaitlistState, entry: Entry, now: datetime) -> datetime:
    """Return when an answer may be sent: at once after a customer's own click, else by day.

    Anyone can enter any number on the join page, so a text about that waits, too.
    """
    offered = state.offer_message
    if offered is not None and offered.status in ("queued", "sending"):
        return now + NOT_YET_SENT
    if not _waits_for_day(message, entry):
        return now
    rulebook = rulebook_of(state.rules)
    opens = rulebook.quiet_hours.next_open(now, rulebook.zone)
    # News of a lost booking or offer is of use only before its time.
    slot = read_facts(message).slot
    begins = slot.starts_at if slot is not None else None
    return now if begins is not None and opens >= begins else opens


def _waits_for_day(message: Message, entry: Entry) -> bool:
    """Return True for news of a lost booking or offer, and for what others may have caused."""
    if message.kind == "joined":
        return entry.source != "form" or message.channel == "text"
    if message.facts.get("own"):
        return False
    return message.kind in ("cancelled", OFFER_WITHDRAWN) and bool(message.facts.get("slot"))


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


def _check_offer(
    message: Message, state: WaitlistState, entry: Entry, now: datetime
) -> DeliveryVerdict:
    found = _its_offer(message, state)
    if found is None or now >= found[1].ends_at:
        return Discard("the offer has ended")
    slot, offer = found
    reason = _why_not_now(message, state, slot, now)
    if not reason:
        facts = {**message.facts, **_fresh(message, state, entry, now), "offer": offer_facts(offer)}
        if queue.may_mean_reminder(state.booked_there, now):
            facts["unclear"] = True
        return SendNow(facts)
    # A refusal would have ended the offer. So after an earlier attempt the customer may know
    # of it, and it stays live.
    if message.attempts:
        return Discard(reason, Decision(None))
    return Discard(reason, put_back(state, message.to, NotSent(reason), now))


def _why_not_now(message: Message, state: WaitlistState, slot: Slot, now: datetime) -> str:
    if reach_of(message.to, state.contacts) != "fine":
        return "they cannot be reached there"
    if message.channel == "text" and not takes_offers(message.to, state.contacts):
        return "nobody has confirmed that they agree to texts"
    rules = rulebook_of(state.rules).offer_rules
    if send_at(Opening(slot.closes_at), rules, now) > now:
        return "quiet hours"
    return _stopped(message, state, now)


def pass_over(message: Message, state: WaitlistState, reason: str, now: datetime) -> Decision:
    """Ask the next customer if an offer cannot leave in time; after an attempt it may be known."""
    if message.attempts or _its_offer(message, state) is None:
        return Decision(None)
    return claims.pass_over_customer(state, reason, now)


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
    """Count the cost of an SMS, and notify staff if the budget is used up, or nearly."""
    if message.channel != "text":
        return Decision(None)
    rulebook = rulebook_of(state.rules)
    spend = add_cost(state.spend, message.to, letter, rulebook, now)
    step = Step(SCOPE, "text_counted", message.person, (spend,))
    told = budget_note(state.spend, spend.after, rulebook, now)
    if told is None:
        return Decision(None, steps=(step,))
    note = to_staff(told.kind, state, now, told.occasion, **told.facts)
    return Decision(None, steps=(step,), messages=(note,))


def link(message: Message, purpose: str) -> Link | None:
    """Return the signed link for a purpose; None for a plain page."""
    if purpose in ("waitlist", "desk") or not message.person:
        return None
    request = message.facts.get("request")
    if request:
        ends_at = message.queued_at.replace(microsecond=0) + REQUEST_HOLDS
        return Link("request", SCOPE, message.person, request["mark"], ends_at)
    if purpose in MANAGING:
        return _managing(message, purpose)
    offer = message.facts.get("offer")
    about = offer["name"] if offer and purpose in ("claim", "decline") else ""
    if purpose in BOUND:
        about = address_mark(message.to)
    asked = message.facts.get("asked")
    if asked and purpose == "wishes":
        about = f"{about}_{asked['on']}"
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    return Link(purpose, SCOPE, message.person, about, expires_at)


def _managing(message: Message, purpose: str) -> Link:
    """Return the link that changes the appointment of a claimed slot."""
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    return Link(purpose, APPOINTMENTS, message.facts["slot"]["id"], FIRST_TIME, expires_at)


# Pages of the desk that notes lead to, where that is not Today.
DESK_PAGES = {"proposal": "/desk/waitlist/proposals"}


def short_link(message: Message) -> Link | None:
    """Return the link of a text's token; None if the text has none."""
    if message.facts.get("request") or not message.person:
        return None
    purposes = SHORT_MANAGED if message.facts.get("managed") else SHORT
    return short_link_of(message, purposes, link)


def page(message: Message, purpose: str) -> Page:
    """Return the waitlist's page at the desk, or the public one."""
    if purpose == "desk":
        return Page("desk", DESK_PAGES.get(message.kind, "/desk/waitlist"))
    return Page("waitlist", "/waitlist", page_fields(message.facts))
