"""The rules of a business as values; `document` parses the text."""

from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from fullhouse.kernel.offers import OfferRules
from fullhouse.kernel.times import QuietHours

NAMES_KEPT = 2048
FairOrder = Literal["priority", "joined"]


class Money(msgspec.Struct, frozen=True):
    """An amount in the smallest unit of its currency."""

    amount: int
    currency: str = "EUR"


class Service(msgspec.Struct, frozen=True):
    """A bookable service: its duration, its price, and the hours before it to remind."""

    name: str
    minutes: int
    price: Money | None = None
    remind_at_hours: tuple[int, ...] = ()


class Hours(msgspec.Struct, frozen=True):
    """Open on a day of the week (Monday is 0) from a time of day to another."""

    day: int
    opens: str
    closes: str


class Closed(msgspec.Struct, frozen=True):
    """A closed day: every year, or in one year only."""

    month: int
    day: int
    year: int = 0

    def covers(self, one: date) -> bool:
        """Return True if this is the day."""
        return (one.month, one.day) == (self.month, self.day) and self.year in (0, one.year)


class SmsLimits(msgspec.Struct, frozen=True):
    """The monthly limit on SMS cost (None: no limit), and the price of one SMS part."""

    limit: Money | None = Money(2000)
    each: Money = Money(8)


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """All values of the rules document, with defaults for what it leaves out."""

    business: str = ""
    zone: str = "Europe/Berlin"
    language: str = "en"
    services: tuple[Service, ...] = ()
    staff: tuple[str, ...] = ()
    opening_hours: tuple[Hours, ...] = ()
    closed: tuple[Closed, ...] = ()
    holidays_of: str = ""
    order: FairOrder = "priority"
    claim_window_minutes: int = 10
    quiet_hours: QuietHours = QuietHours()
    tries: int = 5
    cut_off_minutes: int = 10
    down_fitting: bool = True
    gap_alert_minutes: int = 45
    refill: bool = True
    texts: SmsLimits = SmsLimits()

    @property
    def offer_rules(self) -> OfferRules:
        """The rules for offering freed slots."""
        return OfferRules(
            self.zone,
            timedelta(minutes=self.claim_window_minutes),
            self.quiet_hours,
            tries=self.tries,
        )

    def service(self, name: str) -> Service | None:
        """Return the service of that name, ignoring case and spacing."""
        # Most names are written as in the rules: that comparison is the faster one.
        for service in self.services:
            if service.name == name:
                return service
        wanted = normalized_name(name)
        for service in self.services:
            if normalized_name(service.name) == wanted:
                return service
        return None

    def staff_member(self, name: str) -> str:
        """Return the name as the rules write it; empty if no staff member has it."""
        wanted = normalized_name(name)
        return next((member for member in self.staff if normalized_name(member) == wanted), "")


class RuleProblem(msgspec.Struct, frozen=True):
    """A line that could not be understood: its number, its beginning, and a reason."""

    line: int
    text: str
    reason: str


@lru_cache(NAMES_KEPT)
def normalized_name(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return " ".join(name.split()).casefold()
