"""Delivery policy of the guest list: the last check before sending, refusals, links."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Decision, Step, if_unchanged, update
from fullhouse.kernel.links import LINKS_HOLD, Link, Page
from fullhouse.kernel.messages import CarrierDown, Message, Refused
from fullhouse.kernel.needs import found_many
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
from fullhouse.products.rsvp import commands, offers
from fullhouse.products.rsvp.bulk_messages import is_urgent
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.door_codes import DOOR, door_page
from fullhouse.products.rsvp.link_binding import bind_to_address
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.messages import (
    WITH_SEATS,
    event_facts,
    guest_facts,
    offer_facts,
    with_notes,
)
from fullhouse.products.rsvp.model import Event, Guest, GuestListState, Offer
from fullhouse.products.rsvp.news import is_told, near_news, with_waiting
from fullhouse.products.rsvp.offers import NotSent, ends, is_last_offer, put_back

# How long a request to sign up can be confirmed.
REQUEST_HOLDS = timedelta(days=1)
# After an offer has ended, its seats are offered on or opened to all within so long.
SEATS_SETTLE = timedelta(minutes=1)
PAGES = ("event", DOOR)
NOTICES = ("changed", "thank_you")
# These show an offer, are not about it, and may wait for the morning.
WITH_OFFER = ("broadcast", "changed")
READING = timedelta(minutes=1)
STILL_TRUE = ("event_cancelled", "cancelled", "reply")
ABOUT_STATE = (
    "confirmation",
    "waitlisted",
    "declined",
    "offer_lapsed",
    "changed",
    "link",
    "cancelled",
    "broadcast",
)


def is_entered(message: Message) -> bool:
    """Return True if the host entered a guest's address, or the guest confirmed a new one."""
    guest = _facts_of(message, "guest")
    return bool(guest.get("invited") or guest.get("address_rev"))


BUDGET = BudgetRules(
    free={"question": "it goes to the host, who gets a few each day"},
    news={
        "reminder": "the guest's own seat is the reason, and each is sent once",
        "offer": "it has a deadline, and the queue decides who gets one",
        "offer_lapsed": "it ends an offer, once",
        "declined": "it ends an offer, once",
        "changed": "the guest would come at the wrong time, or to the wrong place",
        "cancelled": "the guest would come in vain",
        "event_cancelled": "the guest would come in vain",
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
        commands.ConfirmSignUp: "the link in the mail that asks to confirm the sign-up",
        commands.ResumeMail: "a button of their link",
        commands.StopMail: "a button of their link",
    },
    is_entered=is_entered,
)


def needs(message: Message, found: Found) -> Needs:
    """Load the event, and the guest if the message is to one."""
    if "event" in found:
        return {}
    wanted: Needs = {"event": Get(Event, (message.scope,))}
    if message.person:
        wanted["guest"] = Get(Guest, (message.scope, message.person))
        wanted.update(near_news(message))
    return wanted


def loaded(
    event: Event | None = None, guest: Guest | None = None, **news: Message | None
) -> GuestListState:
    """Return the state for the check of a message."""
    return GuestListState(event, guest, news=found_many(news, "news"))


def check_delivery(message: Message, state: GuestListState, now: datetime) -> DeliveryVerdict:
    """Check before sending if a message is still true, of use, and outside quiet hours."""
    event, guest = state.event, state.guest
    if not _is_of_list(message):
        return _check_mail(message, now)
    if event is not None and message.facts.get("request"):
        return _check_request(message, event, now)
    if event is None or (message.person and guest is None):
        return Discard("the event or the guest is gone")
    if is_told(message, state.news):
        return Discard("later news says it")
    verdict = _verdict(message, event, guest, now)
    if guest is None or not isinstance(verdict, SendNow):
        return verdict
    current = _to_current(verdict, message, guest, state.news)
    return _with_offer(current, message, event, guest, now)


def _with_offer(
    verdict: SendNow, message: Message, event: Event, guest: Guest, now: datetime
) -> DeliveryVerdict:
    """Let a message that may have waited show the offer that its guest holds now, if any.

    An offer that ends in a moment would have ended when the message is read.
    """
    if message.kind not in WITH_OFFER or not _goes_to_current(message):
        return verdict
    offer = guest.offer
    if offer is not None and now + READING < ends(event, offer):
        held = msgspec.structs.replace(offer, ends_at=ends(event, offer))
        return SendNow({**(verdict.facts or {}), "offer": offer_facts(held)}, verdict.to)
    if guest.state == "pending":
        return Discard("the offer has ended")
    return SendNow({**(verdict.facts or {}), "offer": None}, verdict.to)


def _to_current(
    verdict: SendNow, message: Message, guest: Guest, near: tuple[Message, ...]
) -> SendNow:
    """Send a message to the guest's current address, with news that still waits."""
    if not _goes_to_current(message):
        return verdict
    facts = dict(verdict.facts or {})
    if near:
        facts["changes"] = with_waiting(message, near)
    return SendNow(facts, guest.email)


def _is_of_list(message: Message) -> bool:
    """Return True if a message is about someone on the list, or someone who may become a guest."""
    return message.kind != "question" and not message.facts.get("stranger")


def _check_mail(message: Message, now: datetime) -> DeliveryVerdict:
    """Check a mail to the host, or to someone who is not on the list: only its time counts."""
    if message.use_by is not None and now >= message.use_by:
        return Discard("too late to be of use")
    return SendNow(dict(message.facts))


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
    known_at = message.queued_at + SEATS_SETTLE
    if message.kind == "offer_lapsed" and event.owed and now < known_at:
        return SendLater(known_at)
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
        return "" if _is_due(message, guest) else "no longer due to this guest"
    if message.kind == "broadcast" and guest.reach != "fine":
        return "the guest cannot be reached"
    if message.kind == "cancel_pending" and read_facts(message).cancels_at != guest.cancels_at:
        return "things have changed since"
    written_for = _facts_of(message, "guest").get("state")
    if message.kind in ABOUT_STATE and written_for != guest.state:
        return "things have changed since"
    return ""


def _is_expected(guest: Guest) -> bool:
    """Return True if a guest is coming, as far as we know, and gets emails."""
    return guest.state == "confirmed" and guest.reach == "fine" and guest.cancels_at is None


def _is_due(message: Message, guest: Guest) -> bool:
    """Return True for a guest who comes or, for a thank-you, was let in without a seat."""
    if message.kind == "thank_you" and guest.admitted_extra:
        return guest.reach == "fine"
    return _is_expected(guest)


def _names_the_date(message: Message, event: Event) -> bool:
    facts = read_facts(message).event
    return (facts.starts_at, facts.timezone) == (event.starts_at, event.timezone)


def _hour(message: Message, event: Event, guest: Guest | None, now: datetime) -> DeliveryVerdict:
    opens = event.settings.quiet_hours.next_open(now, event.timezone)
    # A message to all may have been urgent when it was queued, and the start been moved since.
    is_gentle = message.gentle or message.kind == "broadcast"
    if not is_gentle or opens <= now or _is_urgent(message, event, opens, now):
        return SendNow(_renewed(message, event, guest))
    if message.use_by is None or opens < message.use_by:
        return SendLater(opens)
    if message.kind in NOTICES:
        return SendNow(_renewed(message, event, guest))
    return Discard("the night lasts longer than its use")


def _is_urgent(message: Message, event: Event, opens: datetime, now: datetime) -> bool:
    """Return True if a message comes too late in the morning."""
    if message.kind == "broadcast":
        return now < event.starts <= opens
    return message.kind == "changed" and is_urgent(event, read_facts(message).act_by, now)


def _renewed(message: Message, event: Event, guest: Guest | None) -> dict[str, Any]:
    """Return the message's facts with the current event and guest, which may have changed."""
    fresh = dict(message.facts)
    awaited = _is_awaited(message, event, guest)
    is_shown = message.kind in WITH_SEATS  # the room, as it is when the message leaves
    if is_shown or not _is_fresh(_facts_of(message, "event"), event, awaited=awaited):
        fresh["event"] = event_facts(event, _language_of(message, guest), awaited=awaited)
    if message.kind == "offer_lapsed":
        fresh["open"] = event.free
    # A notice to an earlier address keeps its facts: with current ones its links would work.
    if guest is not None and _goes_to_current(message):
        _renew_guest(fresh, message, event, guest)
    return fresh


def _renew_guest(fresh: dict[str, Any], message: Message, event: Event, guest: Guest) -> None:
    """Put what is true of the guest now into a message's facts."""
    known = _facts_of(message, "guest")
    if (known.get("sequence"), known.get("reach", "fine")) != (guest.sequence, guest.reach):
        known = {**known, **guest_facts(guest)}
    fresh["guest"] = with_notes(known, message.kind, event)
    if fresh.get("unanswered") and guest.answers:
        fresh["unanswered"] = False
    if message.kind == "changed" and guest.cancels_at is not None:
        fresh["cancels_at"] = guest.cancels_at


def _language_of(message: Message, guest: Guest | None) -> str:
    """Return the language that the reader of a message chose, or ""."""
    if guest is not None:
        return guest.language
    request: dict[str, str] = message.facts.get("request") or {}
    return request.get("language", "")


def _is_awaited(message: Message, event: Event, guest: Guest | None) -> bool:
    """Return True if someone waits for the seats that a message is about."""
    if message.kind == "cancelled":
        # Whether these seats were within the cap is known only from the time of the cancel.
        return bool(_facts_of(message, "event").get("waiting")) and event.waiting > 0
    return event.frees_for_line(guest.party if guest is not None else 1)


def _is_fresh(known: dict[str, Any], event: Event, *, awaited: bool) -> bool:
    """Return True if facts about an event still hold."""
    return (
        known.get("sequence") == event.sequence
        and bool(known.get("waiting")) == awaited
        and bool(known.get("closed")) == (event.state == "closed")
    )


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
        return SendNow(_offer_facts(message, event, guest, offer))
    # A refusal would have ended the offer. So after an earlier attempt the guest may know of it,
    # and it stays live.
    if message.attempts:
        return Discard(reason)
    return Discard(reason, put_back(event, guest, offer, why, now))


def _offer_facts(message: Message, event: Event, guest: Guest, offer: Offer) -> dict[str, Any]:
    """Return an offer's facts by the event's current date and queue.

    It cannot roll on once nobody else waits, or if it holds until the start.
    """
    ends_at = ends(event, offer)
    fresh = _renewed(message, event, guest)
    if not event.waiting or ends_at >= event.starts:
        fresh["rolls_on"] = False
    if is_last_offer(event, guest, offer):
        fresh["leaves_line"] = True
    return {**fresh, "offer": offer_facts(msgspec.structs.replace(offer, ends_at=ends_at))}


def _is_about(message: Message, offer: Offer) -> bool:
    return bool(offer.id == message.facts["offer"]["id"])


def pass_over(message: Message, state: GuestListState, reason: str, now: datetime) -> Decision:
    """Ask the next guest if an offer cannot leave in time; after an attempt it may have arrived."""
    event, guest = state.event, state.guest
    if event is None or guest is None or message.kind != "offer" or message.attempts:
        return Decision(None)
    offer = guest.offer
    if offer is None or not _is_about(message, offer):
        return Decision(None)
    return offers.pass_over_guest(event, guest, offer, reason, now)


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
    """Return the link of a message for a purpose; None for a page without a signed link."""
    if purpose in PAGES or not message.person or not _is_of_list(message):
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
    """Return the event's page: at the door, at the desk or for everyone."""
    if purpose == DOOR:
        return door_page(message.scope)
    if message.kind == "question":
        return Page("desk", f"/desk/e/{message.scope}/questions")
    if purpose == "desk":
        return Page("desk", f"/desk/e/{message.scope}")
    return Page("guests", f"/e/{message.scope}")


def mailbox(message: Message) -> str:
    """Return the local part of the event's own mail address."""
    return f"rsvp+{message.scope}"
