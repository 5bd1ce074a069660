"""Reference rules of the waitlist, written a second time from the design, not from the code."""

import hashlib
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks import nights, windows
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import Desk, Saw, unseen

# Offers that were taken back before anybody could read them say why in other words than these.
SHORTEST = timedelta(minutes=5)
THEIR_OWN = ("edited", "wishes", "left", "removed", "expired")


def quiet(rules: HouseRules, moment: datetime) -> bool:
    """Return True if nobody may be disturbed at this moment."""
    return nights.quiet(moment, rules.zone, *rules.quiet)


def opens(rules: HouseRules, moment: datetime) -> datetime:
    """Return when an offer may leave."""
    return nights.opens(moment, rules.zone, *rules.quiet)


def opens_by(rules: HouseRules, moment: datetime) -> datetime:
    """Return the latest time when an offer may leave, also in the night when clocks go forward."""
    return nights.opens_by(moment, rules.zone, *rules.quiet)


def terms(rules: HouseRules, slot: Slot) -> windows.Terms:
    """Return by which terms a slot is offered."""
    return windows.Terms(slot.closes_at, rules.window_length, SHORTEST, rules.zone, *rules.quiet)


# By place: every how many days there is a public holiday, and on which of them.
PUBLIC_HOLIDAYS = {"DE-BE": (3, 0), "FR": (4, 1)}


def is_public_holiday(place: str, day: date) -> bool:
    """Return True on a public holiday of a place; this world has more of them than ours."""
    every, at = PUBLIC_HOLIDAYS.get(place, (0, 0))
    return bool(every) and day.toordinal() % every == at


def is_shut(rules: HouseRules, moment: datetime, *, holidays: bool = False) -> bool:
    """Return True if the business is closed all day; on public holidays only if they are known."""
    on = moment.astimezone(ZoneInfo(rules.zone)).date()
    if (on.month, on.day) in rules.closed or (holidays and is_public_holiday(rules.public, on)):
        return True
    weekdays = {day for day, *_ in rules.opening}
    return bool(weekdays) and on.weekday() not in weekdays


WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


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
        _is_for_service(rules, slot, entry.service)
        and party
        and dates
        and suits(rules, slot, entry)
        and entry.staff in ("", slot.staff)
    )


def minutes_of(rules: HouseRules, service: str) -> int:
    """Return how long a service takes; longer than any day if there is none of that name."""
    lengths = {plain(name): minutes for name, minutes in rules.services}
    return lengths.get(plain(service), 100 * 60)


def _is_for_service(rules: HouseRules, slot: Slot, service: str) -> bool:
    """Return True for a slot's own service; what is left of a slot is for any that fits."""
    if slot.rest_minutes:
        return minutes_of(rules, service) <= slot.rest_minutes
    return plain(service) == plain(slot.service)


def suits(rules: HouseRules, slot: Slot, entry: Entry) -> bool:
    """Return True if a slot begins on a weekday and at a time of day that someone named."""
    wall = slot.starts_at.astimezone(ZoneInfo(rules.zone))
    first, last = (_minutes(text, none) for text, none in _window(entry))
    is_wished = not entry.weekdays or WEEK[wall.weekday()] in entry.weekdays
    return is_wished and first <= wall.hour * 60 + wall.minute < last


def _window(entry: Entry) -> tuple[tuple[str, int], tuple[str, int]]:
    return (entry.from_time, 0), (entry.until_time, 24 * 60)


def _minutes(text: str, none: int) -> int:
    """Return a time of day in minutes since midnight."""
    hour, _, minute = text.partition(":")
    return int(hour) * 60 + int(minute) if text else none


@lru_cache(maxsize=1024)
def name_of(address: str) -> str:
    """Return the name under which the contact of an address is kept."""
    return hashlib.sha256(b"contact " + address.encode()).hexdigest()[:32]


def takes(desk: Desk, address: str) -> bool:
    """Return True if an address exists, and accepts and wants messages."""
    contact = desk.contacts.get(name_of(address))
    return bool(address) and (contact is None or contact.reach == "fine")


def takes_offers(desk: Desk, phone: str) -> bool:
    """Return True if a number takes messages, and is not known from a forwarded mail alone."""
    contact = desk.contacts.get(name_of(phone))
    if contact is not None and contact.given == "forwarded" and not contact.consent_at:
        return False
    return takes(desk, phone)


def texts_leave(rules: HouseRules, spend: SmsSpend | None, at: datetime) -> bool:
    """Return True if this month's texts cost less than their limit so far."""
    if spend is None or spend.month != day(rules, at)[:7]:
        return True
    return spend.amount + rules.each <= rules.limit


def channel(desk: Desk, entry: Entry, *, texts: bool) -> str:
    """Return the channel for someone: text, else mail, else none."""
    if texts and takes_offers(desk, entry.phone):
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
        self,
        desk: Desk,
        rules: HouseRules,
        slot: Slot,
        spend: SmsSpend | None,
        at: datetime,
        saw: Saw = unseen,
    ) -> None:
        """Look at a slot's line; `saw` returns a record as the process saw it."""
        self.desk, self.rules, self.slot, self.saw = desk, rules, slot, saw
        self.texts = texts_leave(rules, spend, at)

    def left(self) -> list[Entry]:
        """Return those who fit the slot, can be reached, and have not had their chance at it.

        Whoever has a booking at that time is left out: at any minute of what is left of a slot.
        """
        whole = replace(self.slot, minutes=self.slot.rest_minutes or self.slot.minutes)
        offers = self.desk.offers[self.slot.id].values()
        over = asked(offers) | set(self.slot.tried[: self.slot.carried])
        fit = [
            one
            for one in self.desk.entries.values()
            if one.state == "waiting" and one.id not in over
        ]
        fit = [one for one in fit if fits(self.rules, self.slot, one) and self.channel(one)]
        return [one for one in fit if not self.desk.has_then(one, whole, self.saw)]

    def channel(self, entry: Entry) -> str:
        """Return the channel of an offer to someone."""
        return channel(self.desk, entry, texts=self.texts)

    def askable(self) -> list[Entry]:
        """Return those who may be asked now: they hold no other offer."""
        return [one for one in self.left() if not self.desk.held_by(one)]

    def place(self, entry: Entry) -> tuple[int, datetime]:
        """Return someone's position in the fair order."""
        return (-entry.priority if self.rules.by_priority else 0), entry.joined_at
