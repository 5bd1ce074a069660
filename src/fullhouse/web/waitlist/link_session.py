"""Link sessions of the waitlist: a validated link with its entry, slot and offer."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.letters import with_greeting
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.localized_dates import format_relative, say_time
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import current_language, gettext
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist.asked_wishes import again_on, asked_wishes
from fullhouse.products.frontdesk.waitlist.delivery import BOUND
from fullhouse.products.frontdesk.waitlist.messages import message_id
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    Slot,
    SlotOffer,
    WaitlistResult,
    offer_key,
)
from fullhouse.products.frontdesk.waitlist.template_values import until_text
from fullhouse.web.formatting import answer_customer, business_values, customer_rules, when
from fullhouse.web.texts import in_chosen_language

LONGEST_NUMBER = 6


class CustomerLinkSession(msgspec.Struct, frozen=True):
    """A customer visiting a signed link, with the slot and the offer that it names.

    `sent_to` is the mark of the address that the link was sent to, `instead_of` the time of the
    appointment that was replaced just now, `kept` the times of those that were kept beside it.
    """

    rulebook: Rulebook
    entry: Entry
    link: Link
    now: datetime
    slot: Slot | None = None
    offer: SlotOffer | None = None
    sent_to: str = ""
    instead_of: datetime | None = None
    kept: tuple[datetime, ...] = ()

    @property
    def is_theirs(self) -> bool:
        """True if the customer still has the address of the link; else a stranger may use it."""
        return self.sent_to in map(address_mark, self.entry.addresses)

    @property
    def person(self) -> str:
        """The name of the customer, as several may share a number; empty for a stranger."""
        return with_greeting(self.entry.name) if self.is_theirs else ""

    @property
    def code(self) -> str:
        """The result code of the offer; empty if it can be answered now."""
        slot, offer = self.slot, self.offer
        if slot is None or offer is None or offer.entry_id != self.entry.id:
            return "unknown_offer"
        if offer.status == "live" and slot.status == "open" and slot.live_offer_seq == offer.seq:
            return "" if self.now < offer.ends_at else "offer_lapsed"
        if offer.status == "claimed":
            return "already_booked"
        if slot.status == "booked":
            return "slot_taken"
        return f"offer_{offer.status}"


def find_visit(engine: Engine, link: Link) -> CustomerLinkSession | None:
    """Load the entry, slot and offer of a link; None if the entry does not exist any more."""
    rulebook = customer_rules(engine)
    entry = engine.load(Get(Entry, (link.person,))) if link.person else None
    if entry is None or entry.is_erased:
        return None
    answer_customer(entry.language)
    slot: Slot | None = None
    offer: SlotOffer | None = None
    slot_id, seq = offer_of(link)
    if slot_id:
        slot = engine.load(Get(Slot, (slot_id,)))
        offer = engine.load(Get(SlotOffer, offer_key(slot_id, seq)))
    return CustomerLinkSession(
        rulebook, entry, link, engine.now(), slot, offer, _sent_to(engine, link)
    )


def _sent_to(engine: Engine, link: Link) -> str:
    """Return the mark of the address that a link was sent to.

    A link to leave, to change wishes or to give up a booking contains it; for an offer it is the
    address of the offer's message.
    """
    if link.purpose in BOUND:
        return link.offer.partition("_")[0]
    sent = engine.load(Get(Message, (message_id("offer", link.person, link.offer),)))
    if sent is None:
        return ""
    return address_mark(sent.to)


def find_asked_wishes(engine: Engine, visit: CustomerLinkSession) -> Entry | None:
    """Return the entry with the new wishes that a link asks to confirm; None if it asks for none.

    The link says which wishes they are and when they were asked for, beside the address's mark.
    """
    asked_on = visit.link.offer.partition("_")[2]
    if not asked_on:
        return None
    message = message_id("joined", visit.entry.id, again_on(asked_on))
    return asked_wishes(visit.entry, engine.load(Get(Message, (message,))))


def still_waits(engine: Engine, entry: Entry) -> tuple[Entry, ...]:
    """Return the customer's other waiting entries, if this one has ended.

    Another name at the same address is another person.
    """
    if entry.state == "waiting":
        return ()
    entry_ids: list[str] = []
    for address in entry.addresses:
        contact = engine.load(Get(Contact, (contact_id(address),)))
        if contact is not None:
            entry_ids.extend(contact.entries)
    found = (engine.load(Get(Entry, (entry_id,))) for entry_id in dict.fromkeys(entry_ids))
    waiting = [other for other in found if other is not None and other.state == "waiting"]
    name = normalized_name(entry.name)
    return tuple(other for other in waiting if normalized_name(other.name) == name)


def offer_of(link: Link) -> tuple[str, int]:
    """Return the slot id and the offer number of a link; an empty id if it names none."""
    slot_id, _, seq = link.offer.rpartition("-")
    if not seq.isdecimal() or len(seq) > LONGEST_NUMBER:
        return "", 0
    return slot_id, int(seq)


def refreshed(visit: CustomerLinkSession, answer: WaitlistResult) -> CustomerLinkSession:
    """Return the session with the records of a result."""
    return msgspec.structs.replace(
        visit,
        entry=answer.entry or visit.entry,
        slot=answer.slot or visit.slot,
        offer=answer.offer or visit.offer,
        instead_of=answer.instead_of,
    )


def start_of_day(now: datetime) -> datetime:
    """Return the beginning of the day, by UTC."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def path_of(engine: Engine, visit: CustomerLinkSession, purpose: str, offer: str = "") -> str:
    """Return the path of another link for the same customer.

    It stays the same all day, so that a page looks the same when it is loaded again.
    """
    link = Link(purpose, SCOPE, visit.entry.id, offer, start_of_day(engine.now()) + LINKS_HOLD)
    return in_chosen_language(f"/l/{engine.composer.keyring.sign(link)}")


def leave_path(engine: Engine, visit: CustomerLinkSession) -> str:
    """Return the path of a link to leave, valid while the customer has the same address."""
    return path_of(engine, visit, "leave", visit.sent_to)


def wishes_path(engine: Engine, visit: CustomerLinkSession) -> str:
    """Return the path of a link to change wishes, valid while the address is the same."""
    return path_of(engine, visit, "wishes", visit.sent_to)


def give_up_path(engine: Engine, visit: CustomerLinkSession) -> str:
    """Return the path of a link to give up the booking, valid while the address is the same."""
    return path_of(engine, visit, "give_up", visit.sent_to)


def slot_values(slot: Slot, rulebook: Rulebook, now: datetime) -> dict[str, Any]:
    """Return the template values that every page about a slot needs."""
    times = when(slot.starts_at, slot.ends_at, rulebook, now)
    if slot.reason == "no_show" and slot.starts_at < now < slot.ends_at:
        ends = say_time(wall_time(slot.ends_at, rulebook.zone), current_language())
        times |= {"soon": gettext("now"), "hours": gettext("Come now, until %(end)s", end=ends)}
    return {"slot": slot, **times, **business_values(rulebook)}


def moment_text(at: datetime, visit: CustomerLinkSession) -> str:
    """Return a time with its date, in the business's time zone."""
    zone = visit.rulebook.zone
    today = wall_time(visit.now, zone)
    return format_relative(wall_time(at, zone), today, current_language(), date=True)


def deadline(visit: CustomerLinkSession) -> str:
    """Return the deadline of the offer, such as "until 15:00", in the business's time zone."""
    ends_at = visit.offer.ends_at if visit.offer is not None else visit.now
    ends, today = wall_time(ends_at, visit.rulebook.zone), wall_time(visit.now, visit.rulebook.zone)
    return until_text(ends, today, current_language())
