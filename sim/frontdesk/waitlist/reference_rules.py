"""Reference rules of the waitlist, written a second time from the design, not from the code."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks import nights
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import Desk

# Offers that were taken back before anybody could read them say why in other words than these.
THEIR_OWN = ("edited", "left", "removed", "expired")


def quiet(rules: HouseRules, moment: datetime) -> bool:
    """Return True if nobody may be disturbed at this moment."""
    return nights.quiet(moment, rules.zone, *rules.quiet)


def opens(rules: HouseRules, moment: datetime) -> datetime:
    """Return when an offer may leave."""
    return nights.opens(moment, rules.zone, *rules.quiet)


def opens_by(rules: HouseRules, moment: datetime) -> datetime:
    """Return the latest time when an offer may leave, also in the night when clocks go forward."""
    return nights.opens_by(moment, rules.zone, *rules.quiet)


def day(rules: HouseRules, moment: datetime) -> str:
    """Return the date at the salon."""
    return f"{moment.astimezone(ZoneInfo(rules.zone)):%Y-%m-%d}"


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """Write a service's name as lines are named."""
    return " ".join(name.split()).casefold()


def fits(rules: HouseRules, slot: Slot, entry: Entry) -> bool:
    """Return True if a slot fits what someone waits for."""
    on = day(rules, slot.starts_at)
    party = entry.party == slot.party_capacity or (
        rules.down_fitting and entry.party < slot.party_capacity
    )
    dates = (entry.earliest or on) <= on <= (entry.latest or on)
    return (
        plain(entry.service) == plain(slot.service)
        and party
        and dates
        and entry.staff in ("", slot.staff)
    )


@lru_cache(maxsize=1024)
def name_of(address: str) -> str:
    """Return the name under which the contact of an address is kept."""
    return hashlib.sha256(b"contact " + address.encode()).hexdigest()[:32]


def takes(desk: Desk, address: str) -> bool:
    """Return True if an address exists, and accepts and wants messages."""
    contact = desk.contacts.get(name_of(address))
    return bool(address) and (contact is None or contact.reach == "fine")


def texts_leave(rules: HouseRules, spend: SmsSpend | None, at: datetime) -> bool:
    """Return True if this month's texts cost less than their limit so far."""
    if spend is None or spend.month != day(rules, at)[:7]:
        return True
    return spend.amount + rules.each <= rules.limit


def channel(desk: Desk, entry: Entry, *, texts: bool) -> str:
    """Return the channel for someone: text, else mail, else none."""
    if texts and takes(desk, entry.phone):
        return "text"
    return "mail" if takes(desk, entry.email) else ""


def asked(offers: Iterable[SlotOffer]) -> set[str]:
    """Name those who had their chance at a slot, or gave it away themselves."""
    said = [one for one in offers if one.status in ("claimed", "declined", "timed_out", "live")]
    return {one.entry_id for one in said} | gave_away(offers)


def gave_away(offers: Iterable[SlotOffer]) -> set[str]:
    """Name those whose offer ended because they changed what they wait for, or left."""
    return {one.entry_id for one in offers if one.status == "withdrawn" and one.why in THEIR_OWN}


def had_their_chance(offers: Iterable[SlotOffer]) -> set[str]:
    """Name those who answered, or did not, in their time."""
    return {one.entry_id for one in offers if one.status in ("claimed", "declined", "timed_out")}


class Line:
    """The queue for a slot, by the rules that a process read, at its time."""

    def __init__(
        self, desk: Desk, rules: HouseRules, slot: Slot, spend: SmsSpend | None, at: datetime
    ) -> None:
        """Look at a slot's line."""
        self.desk, self.rules, self.slot = desk, rules, slot
        self.texts = texts_leave(rules, spend, at)

    def left(self) -> list[Entry]:
        """Return those who fit the slot, can be reached, and have not had their chance at it."""
        offers = self.desk.offers[self.slot.id].values()
        over = asked(offers)
        fit = [
            one
            for one in self.desk.entries.values()
            if one.state == "waiting" and one.id not in over
        ]
        return [one for one in fit if fits(self.rules, self.slot, one) and self.channel(one)]

    def channel(self, entry: Entry) -> str:
        """Return the channel of an offer to someone."""
        return channel(self.desk, entry, texts=self.texts)

    def askable(self) -> list[Entry]:
        """Return those who may be asked now: they hold no other offer."""
        return [one for one in self.left() if not self.desk.held_by(one)]

    def place(self, entry: Entry) -> tuple[int, datetime]:
        """Return someone's position in the fair order."""
        return (-entry.priority if self.rules.by_priority else 0), entry.joined_at
