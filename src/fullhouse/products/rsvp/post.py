"""How the guest list's messages leave: looked at once more at the door, and what a refusal means for an offer."""

from datetime import datetime, timedelta

from fullhouse.kernel.decisions import Decision, Step, change, unchanged
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Down, Message, Refused
from fullhouse.kernel.offers import Opening, sending_time
from fullhouse.kernel.product import Drop, Found, Go, Verdict, Wait
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.rsvp.facts import read_facts
from fullhouse.products.rsvp.model import Event, Guest, State
from fullhouse.products.rsvp.offers import TRY_AGAIN, NotSent, ends, put_back

NOTICES = ("changed", "thank_you")
LINKS_HOLD = timedelta(days=1000)


def needs(message: Message, found: Found) -> Needs:
    """Look at the event and the guest as they stand now."""
    if "event" in found:
        return {}
    event: Needs = {"event": Get(Event, (message.scope,))}
    return {**event, "guest": Get(Guest, (message.scope, message.person))} if message.person else event


def door(message: Message, state: State, now: datetime) -> Verdict:
    """Judge a message that is about to leave: whether it is still true, of use, and not sent in the night."""
    event, guest = state.event, state.guest
    if event is None or (message.person and guest is None):
        return Drop("the event or the guest is gone")
    if guest is not None and message.kind in ("offer", "invite"):
        return _offer_door(message, event, guest, now)
    if message.use_by is not None and now >= message.use_by:
        return Drop("too late to be of use")
    if guest is not None and message.kind in ("reminder", "thank_you") and not _may_be_reminded(event, guest):
        return Drop("no longer due to this guest")
    if message.kind == "reminder" and not _names_the_date(message, event):
        return Drop("the date has changed since")
    return _hour(message, event, now)


def _may_be_reminded(event: Event, guest: Guest) -> bool:
    return guest.state == "confirmed" and guest.reach == "fine" and event.state != "cancelled"


def _names_the_date(message: Message, event: Event) -> bool:
    told = read_facts(message).event
    return (told.starts_at, told.timezone) == (event.starts_at, event.timezone)


def _hour(message: Message, event: Event, now: datetime) -> Verdict:
    opens = event.settings.quiet_hours.next_open(now, event.timezone)
    if not message.gentle or opens <= now:
        return Go()
    if message.use_by is not None and opens >= message.use_by:
        return Go() if message.kind in NOTICES else Drop("the night lasts longer than its use")
    return Wait(opens)


def _offer_door(message: Message, event: Event, guest: Guest, now: datetime) -> Verdict:
    offer = guest.offer
    ended = offer is None or now >= ends(event, offer) or event.state == "cancelled"
    if offer is None or ended or offer.id != message.facts["offer"]["id"]:
        return Drop("the offer has ended")
    if offer.kind == "invite":
        return _hour(message, event, now)
    leaves_at = sending_time(Opening(event.starts), event.offer_rules, now)
    if guest.reach != "fine":
        reason, why = "the guest cannot be reached", NotSent(guest.reach, now)
    elif leaves_at > now:
        reason, why = "quiet hours", NotSent("quiet hours", now)
    else:
        return Go()
    # A refusal would have ended it, so after an earlier try the guest may know of the offer, and it stays live.
    return Drop(reason, Decision(None) if message.attempts else put_back(event, guest, offer, why, now))


def refused(message: Message, state: State, outcome: Refused | Down, now: datetime) -> Decision:
    """Put an offer back that did not leave, and note against the guest what will never arrive."""
    event, guest = state.event, state.guest
    if event is None or guest is None:
        return Decision(None)
    lost = isinstance(outcome, Refused) and outcome.permanent
    offer = guest.offer
    if message.kind == "offer" and offer is not None and offer.id == message.facts["offer"]["id"]:
        if message.attempts > 1 and not lost:
            return Decision(None)
        blame = isinstance(outcome, Refused)
        return put_back(event, guest, offer, NotSent(outcome.reason, now + TRY_AGAIN, blame, lost), now)
    if not lost or guest.reach != "fine":
        return Decision(None)
    noted = change(guest, *unchanged(guest, "rev"), reach="bounced", reach_note=outcome.reason, rev=guest.rev + 1)
    return Decision(None, steps=(Step(event.id, "bounced", guest.id, (noted,), outcome.reason),))


def link(message: Message, purpose: str) -> Link | None:
    """Say what a link in a message lets its reader do; None for the public page."""
    if purpose == "event" or not message.person:
        return None
    offer = message.facts.get("offer")
    expires_at = message.queued_at.replace(microsecond=0) + LINKS_HOLD
    offer_id = offer["id"] if offer and purpose in ("confirm", "claim", "decline") else ""
    return Link(purpose, message.scope, message.person, offer_id, expires_at)
