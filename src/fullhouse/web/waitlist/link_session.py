"""Someone at the door with one of the waitlist's links: who they are, about which slot, and how things stand."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.localized_dates import format_relative, say_time
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.messages import message_id
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Contact,
    Entry,
    Slot,
    SlotOffer,
    WaitlistResult,
    address_mark,
    contact_id,
    offer_key,
)
from fullhouse.web.formatting import LANGUAGE, when
from fullhouse.web.links import rules_of

LONGEST_NUMBER = 6


class CustomerLinkSession(msgspec.Struct, frozen=True):
    """Who came, with which link, when; and the slot and the offer that the link names.

    `sent_to` is the mark of the address that the link was sent to.
    """

    rulebook: Rulebook
    entry: Entry
    link: Link
    now: datetime
    slot: Slot | None = None
    offer: SlotOffer | None = None
    sent_to: str = ""

    @property
    def is_theirs(self) -> bool:
        """Whether the link went to an address that its person still has; else a stranger may have come by it."""
        return self.sent_to in map(address_mark, self.entry.addresses)

    @property
    def code(self) -> str:
        """Say how the link's offer stands, in the words of an answer; nothing if it can be answered now."""
        slot, offer = self.slot, self.offer
        if slot is None or offer is None or offer.entry_id != self.entry.id:
            return "unknown_offer"
        if offer.status == "live" and slot.status == "open" and slot.live_offer_seq == offer.seq:
            return "" if self.now < offer.ends_at else "offer_lapsed"
        if offer.status == "claimed":
            return "already_booked"
        return "slot_taken" if slot.status == "booked" else f"offer_{offer.status}"


def find_visit(engine: Engine, link: Link) -> CustomerLinkSession | None:
    """Load whom and what a link speaks of; None if they are not kept any more."""
    entry = engine.load(Get(Entry, (link.person,))) if link.person else None
    if entry is None or entry.is_erased:
        return None
    slot_id, seq = offer_of(link)
    slot = engine.load(Get(Slot, (slot_id,))) if slot_id else None
    offer = engine.load(Get(SlotOffer, offer_key(slot_id, seq))) if slot_id else None
    return CustomerLinkSession(
        rules_of(engine), entry, link, engine.now(), slot, offer, _sent_to(engine, link)
    )


def _sent_to(engine: Engine, link: Link) -> str:
    """Find out where a link was sent: one to leave says so itself, an offer's went with the offer's message."""
    if link.purpose == "leave":
        return link.offer
    sent = engine.load(Get(Message, (message_id("offer", link.person, link.offer),)))
    return "" if sent is None else address_mark(sent.to)


def still_waits(engine: Engine, entry: Entry) -> tuple[Entry, ...]:
    """Find what else someone who is off the list waits for, under the same addresses."""
    if entry.state == "waiting":
        return ()
    contacts = (engine.load(Get(Contact, (contact_id(one),))) for one in entry.addresses)
    names = dict.fromkeys(name for one in contacts if one is not None for name in one.entries)
    found = (engine.load(Get(Entry, (name,))) for name in names)
    return tuple(one for one in found if one is not None and one.state == "waiting")


def offer_of(link: Link) -> tuple[str, int]:
    """Read which slot and which of its offers a link names; nothing if it names none."""
    slot_id, _, seq = link.offer.rpartition("-")
    return (slot_id, int(seq)) if seq.isdecimal() and len(seq) <= LONGEST_NUMBER else ("", 0)


def refreshed(visit: CustomerLinkSession, answer: WaitlistResult) -> CustomerLinkSession:
    """Look at everything again as the answer left it."""
    return msgspec.structs.replace(
        visit,
        entry=answer.entry or visit.entry,
        slot=answer.slot or visit.slot,
        offer=answer.offer or visit.offer,
    )


def path_of(engine: Engine, visit: CustomerLinkSession, purpose: str, offer: str = "") -> str:
    """Sign another link for the same person; the same all day, so that a page that is read again stays the same."""
    today = engine.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return f"/l/{engine.composer.keyring.sign(Link(purpose, SCOPE, visit.entry.id, offer, today + LINKS_HOLD))}"


def leave_path(engine: Engine, visit: CustomerLinkSession) -> str:
    """Sign a link by which they can leave the list, for as long as they have the address by which they came."""
    return path_of(engine, visit, "leave", visit.sent_to)


def about(slot: Slot, rulebook: Rulebook, now: datetime) -> dict[str, Any]:
    """Gather what every page says about a slot."""
    times = when(slot.starts_at, slot.ends_at, rulebook, now)
    return {"slot": slot, **times, "business": rulebook.business}


def deadline(visit: CustomerLinkSession) -> str:
    """Say until when an offer is kept, on the business's clock."""
    ends_at = visit.offer.ends_at if visit.offer is not None else visit.now
    ends, today = wall_time(ends_at, visit.rulebook.zone), wall_time(visit.now, visit.rulebook.zone)
    return (
        say_time(ends, LANGUAGE)
        if ends.date() == today.date()
        else format_relative(ends, today, LANGUAGE)
    )
