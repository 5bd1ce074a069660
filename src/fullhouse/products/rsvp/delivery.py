"""Delivery policy of the guest list: the last check before sending, refusals, links."""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
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
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.link_binding import bind_to_address
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.messages import event_facts, guest_facts, offer_facts
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, Offer
from fullhouse.products.rsvp.offers import NotSent, ends, put_back

# How long a request to sign up can be confirmed.
REQUEST_HOLDS = timedelta(days=1)
NOTICES = ("changed", "thank_you")
STILL_TRUE = ("event_cancelled", "cancelled")
ABOUT_STATE = (
    "confirmation",
    "waitlisted",
    "declined",
    "offer_lapsed",
    "changed",
    "link",
    "cancelled",
)

# Confirmations, invitations and event news count too, whoever triggered them: they are delayed.
BUDGET = BudgetRules(
    free={
        "reminder": "the guest's own seat is the reason, and each is sent once",
        "offer": "it has a deadline, and the queue decides who gets one",
        "offer_lapsed": "it ends an offer, once",
        "declined": "it ends an offer, once",
        "cancel_pending": "it answers the guest's own proven email, and it has a deadline",
    },
    answers={
        "link": "the last link still works",
        "address": "the guest can ask again; anyone on a list can name any new address",
        "reply": "the mail it answers can be written again",
    },
    own={
        commands.CancelGuest: "a button of their link",
        commands.ClaimOffer: "a button of their link",
        commands.DeclineOffer: "a button of their link",
        commands.TakeSeat: "a button of their link",
        commands.ChangeParty: "a button of their link",
        commands.KeepSeat: "a button of their link",
        commands.ConfirmAddress: "the link in the mail to the new address",
        commands.ResumeMail: "a button of their link",
        commands.StopMail: "a button of their link",
    },
)


def needs(message: Message, found: Found) -> Needs:
    """Load the event, and the guest if the message is to one."""
    if "event" in found:
        return {}
    wanted: Needs = {"event": Get(Event, (message.scope,))}
    if message.person:
        wanted["guest"] = Get(Guest, (message.scope, message.person))
    return wanted


def check_delivery(message: Message, state: GuestListState, now: datetime) -> DeliveryVerdict:
    """Check before sending if a message is still true, of use, and outside quiet hours."""
    event, guest = state.event, state.guest
    if event is not None and message.facts.get("request"):
        return _check_request(message, event, now)
    if event is None or (message.person and guest is None):
        return Discard("the event or the guest is gone")
    verdict = _verdict(message, event, guest, now)
    if guest is None or not isinstance(verdict, SendNow) or not _goes_to_current(message):
        return verdict
    return SendNow(verdict.facts, guest.email)


def _check_request(message: Message, event: Event, now: datetime) -> DeliveryVerdict:
    """Check the link of someone who is not a guest yet."""
    reason = _why_not(message, event, None, now)
    if reason or event.state != "open":
        return Discard(reason or "sign-up is closed")
    return SendNow(_renewed(message, event, None))


def _goes_to_current(message: Message) -> bool:
    """Return True if a message goes to the guest's current address.

    Messages about a change of address are each for a certain address.
    """
    return message.kind != "address" and not message.facts.get("old_address")


def _verdict(message: Message, event: Event, guest: Guest | None, now: datetime) -> DeliveryVerdict:
    if guest is not None and guest.is_erased:
        return Discard("the guest was erased")
    if guest is not None and message.kind in ("offer", "invite"):
        return _check_offer(message, event, guest, now)
    reason = _why_not(message, event, guest, now)
    if reason:
        return Discard(reason)
    return _hour(message, event, guest, now)


def _why_not(message: Message, event: Event, guest: Guest | None, now: datetime) -> str:
    """Return why a message should not be sent any more; empty if it should."""
    if message.use_by is not None and now >= message.use_by:
        return "too late to be of use"
    if event.state == "cancelled" and message.kind not in STILL_TRUE:
        return "the event is called off"
    if message.kind == "reminder" and not _names_the_date(message, event):
        return "the date has changed since"
    if guest is None:
        return ""
    return _why_not_to_guest(message, guest)


def _why_not_to_guest(message: Message, guest: Guest) -> str:
    if message.kind in ("reminder", "thank_you"):
        if guest.state == "confirmed" and guest.reach == "fine" and guest.cancels_at is None:
            return ""
        return "no longer due to this guest"
    if message.kind == "cancel_pending" and read_facts(message).cancels_at != guest.cancels_at:
        return "things have changed since"
    written_for = _facts_of(message, "guest").get("state")
    if message.kind in ABOUT_STATE and written_for != guest.state:
        return "things have changed since"
    return ""


def _names_the_date(message: Message, event: Event) -> bool:
    facts = read_facts(message).event
    return (facts.starts_at, facts.timezone) == (event.starts_at, event.timezone)


def _hour(message: Message, event: Event, guest: Guest | None, now: datetime) -> DeliveryVerdict:
    opens = event.settings.quiet_hours.next_open(now, event.timezone)
    if not message.gentle or opens <= now:
        return SendNow(_renewed(message, event, guest))
    if message.use_by is None or opens < message.use_by:
        return SendLater(opens)
    if message.kind in NOTICES:
        return SendNow(_renewed(message, event, guest))
    return Discard("the night lasts longer than its use")


def _renewed(message: Message, event: Event, guest: Guest | None) -> dict[str, Any]:
    """Return the message's facts with the current event and guest, which may have changed."""
    fresh = dict(message.facts)
    if _facts_of(message, "event").get("sequence") != event.sequence:
        fresh["event"] = event_facts(event)
    # A notice to an earlier address keeps its facts: with current ones its links would work.
    if guest is None or not _goes_to_current(message):
        return fresh
    if _facts_of(message, "guest").get("sequence") != guest.sequence:
        fresh["guest"] = guest_facts(guest)
    if message.kind == "changed" and guest.cancels_at is not None:
        fresh["cancels_at"] = guest.cancels_at
    return fresh


def _facts_of(message: Message, subject: str) -> dict[str, Any]:
    """Return a message's facts about the event or the guest."""
    facts: dict[str, Any] = message.facts.get(subject) or {}
    return facts


def _check_offer(message: Message, event: Event, guest: Guest, now: datetime) -> DeliveryVerdict:
    offer = guest.offer
    if offer is None or now >= ends(event, offer) or event.state == "cancelled":
        return Discard("the offer has ended")
    if not _is_about(message, offer):
        return Discard("the offer has ended")
    if offer.kind == "invite":
        return _hour(message, event, guest, now)
    leaves_at = send_at(Opening(event.starts), event.offer_rules, now)
    if guest.reach != "fine":
        reason, why = "the guest cannot be reached", NotSent(guest.reach)
    elif leaves_at > now:
        reason, why = "quiet hours", NotSent("quiet hours")
    else:
        return SendNow({**_renewed(message, event, guest), "offer": offer_facts(offer)})
    # A refusal would have ended the offer. So after an earlier attempt the guest may know of it,
    # and it stays live.
    if message.attempts:
        return Discard(reason)
    return Discard(reason, put_back(event, guest, offer, why, now))


def _is_about(message: Message, offer: Offer) -> bool:
    return bool(offer.id == message.facts["offer"]["id"])


def on_refused(
    message: Message, state: GuestListState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Take back an offer that was not sent, and record on the guest that mail bounces."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(None)
    lost = _is_lost(message, guest, outcome)
    offer = guest.offer
    if message.kind == "offer" and offer is not None and _is_about(message, offer):
        if message.attempts > 1 and not lost:
            return Decision(None)
        why = NotSent(outcome.reason, pause=True, blame=isinstance(outcome, Refused), lost=lost)
        return put_back(event, guest, offer, why, now)
    if not lost or guest.reach != "fine":
        return Decision(None)
    noted = update(
        guest,
        *if_unchanged(guest, "rev"),
        reach="bounced",
        reach_note=outcome.reason,
        rev=guest.rev + 1,
    )
    return Decision(None, steps=(Step(event.id, "bounced", guest.id, (noted,), outcome.reason),))


def _is_lost(message: Message, guest: Guest, outcome: Refused | CarrierDown) -> bool:
    """Return True if mail to the guest's current address will never arrive."""
    # A former or future address that refuses mail says nothing about the current one.
    return isinstance(outcome, Refused) and outcome.permanent and message.to == guest.email


def link(message: Message, purpose: str) -> Link | None:
    """Return the link of a message for a purpose; None for the public page."""
    if purpose == "event" or not message.person:
        return None
    request = message.facts.get("request")
    if request:
        ends_at = message.queued_at.replace(microsecond=0) + REQUEST_HOLDS
        return Link("request", message.scope, message.person, request["mark"], ends_at)
    offer = message.facts.get("offer")
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    about = ""
    if purpose == "address":
        about = address_mark(message.to)
    elif offer and purpose in ("confirm", "claim", "decline"):
        about = offer["id"]
    if purpose != "address":
        about = bind_to_address(about, _facts_of(message, "guest").get("address_rev", 0))
    return Link(purpose, message.scope, message.person, about, expires_at)


def page(message: Message, purpose: str) -> Page:
    """Return the event's page, at the desk or for everyone."""
    if purpose == "desk":
        return Page("desk", f"/desk/e/{message.scope}")
    return Page("guests", f"/e/{message.scope}")


def mailbox(message: Message) -> str:
    """Return the local part of the event's own mail address."""
    return f"rsvp+{message.scope}"
