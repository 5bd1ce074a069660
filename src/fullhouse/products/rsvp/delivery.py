"""How the guest list's messages leave: looked at once more at the door, and what a refusal means for an offer."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.product import DeliveryVerdict, Discard, Found, SendLater, SendNow
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.messages import event_facts, guest_facts, offer_facts
from fullhouse.products.rsvp.model import Event, Guest, GuestListState
from fullhouse.products.rsvp.offers import NotSent, ends, put_back

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


def needs(message: Message, found: Found) -> Needs:
    """Look at the event and the guest as they stand now."""
    if "event" in found:
        return {}
    event: Needs = {"event": Get(Event, (message.scope,))}
    return (
        {**event, "guest": Get(Guest, (message.scope, message.person))} if message.person else event
    )


def check_delivery(message: Message, state: GuestListState, now: datetime) -> DeliveryVerdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent in the night."""
    event, guest = state.event, state.guest
    if event is None or (message.person and guest is None):
        return Discard("the event or the guest is gone")
    verdict = _verdict(message, event, guest, now)
    if guest is None or not isinstance(verdict, SendNow) or not _follows(message):
        return verdict
    return SendNow(verdict.facts, guest.email)


def _follows(message: Message) -> bool:
    """Whether a message goes where its guest is reached now; those about a new address are for one address each."""
    return message.kind != "address" and not message.facts.get("old_address")


def _verdict(message: Message, event: Event, guest: Guest | None, now: datetime) -> DeliveryVerdict:
    if guest is not None and guest.is_erased:
        return Discard("the guest was erased")
    if guest is not None and message.kind in ("offer", "invite"):
        return _offer_door(message, event, guest, now)
    reason = _why_not(message, event, guest, now)
    return Discard(reason) if reason else _hour(message, event, guest, now)


def _why_not(message: Message, event: Event, guest: Guest | None, now: datetime) -> str:
    """Say why a message should not leave any more; empty if it should."""
    if message.use_by is not None and now >= message.use_by:
        return "too late to be of use"
    if event.state == "cancelled" and message.kind not in STILL_TRUE:
        return "the event is called off"
    if message.kind == "reminder" and not _names_the_date(message, event):
        return "the date has changed since"
    if guest is None:
        return ""
    if message.kind in ("reminder", "thank_you"):
        return (
            ""
            if guest.state == "confirmed" and guest.reach == "fine"
            else "no longer due to this guest"
        )
    told = _told(message, "guest").get("state")
    return (
        "things have changed since" if message.kind in ABOUT_STATE and told != guest.state else ""
    )


def _names_the_date(message: Message, event: Event) -> bool:
    told = read_facts(message).event
    return (told.starts_at, told.timezone) == (event.starts_at, event.timezone)


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
    """Bring what a message says of the event and the guest up to date: it may have waited while they changed."""
    fresh = dict(message.facts)
    if _told(message, "event").get("sequence") != event.sequence:
        fresh["event"] = event_facts(event)
    if guest is not None and _told(message, "guest").get("sequence") != guest.sequence:
        fresh["guest"] = guest_facts(guest)
    return fresh


def _told(message: Message, whom: str) -> dict[str, Any]:
    """Read what a message says of the event or the guest."""
    told: dict[str, Any] = message.facts.get(whom) or {}
    return told


def _offer_door(message: Message, event: Event, guest: Guest, now: datetime) -> DeliveryVerdict:
    offer = guest.offer
    ended = offer is None or now >= ends(event, offer) or event.state == "cancelled"
    if offer is None or ended or offer.id != message.facts["offer"]["id"]:
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
    # A refusal would have ended it, so after an earlier try the guest may know of the offer, and it stays live.
    return Discard(
        reason, Decision(None) if message.attempts else put_back(event, guest, offer, why, now)
    )


def on_refused(
    message: Message, state: GuestListState, outcome: Refused | CarrierDown, now: datetime
) -> Decision:
    """Put an offer back that did not leave, and note against the guest what will never arrive."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(None)
    # What an address that is not theirs any more, or not yet, does not take says nothing of how they are reached.
    lost = isinstance(outcome, Refused) and outcome.permanent and message.to == guest.email
    offer = guest.offer
    if message.kind == "offer" and offer is not None and offer.id == message.facts["offer"]["id"]:
        if message.attempts > 1 and not lost:
            return Decision(None)
        blame = isinstance(outcome, Refused)
        why = NotSent(outcome.reason, pause=True, blame=blame, lost=lost)
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


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do; None for the public page."""
    if purpose == "event" or not message.person:
        return None
    offer = message.facts.get("offer")
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    about = offer["id"] if offer and purpose in ("confirm", "claim", "decline") else ""
    about = address_mark(message.to) if purpose == "address" else about
    return Link(purpose, message.scope, message.person, about, expires_at)


def page(message: Message, purpose: str) -> Page:
    """Return the event's page, at the desk or for everyone."""
    if purpose == "desk":
        return Page("desk", f"/desk/e/{message.scope}")
    return Page("guests", f"/e/{message.scope}")


def mailbox(message: Message) -> str:
    """Return the local part of the event's own mail address."""
    return f"rsvp+{message.scope}"
